// The steps of reweighting, from the lp solution to the model shown: a slider under the plot
// of the weights. Each step is an experiment with that number of steps, which is solved when the
// slider reaches it and drawn in that plot alone.
import { byId, targetOf, wordsOf } from "../dom.js";
import { number, whole } from "../plot/text.js";
import { strengthOf } from "../report/strength.js";

/** The model of a report after the given number of steps of reweighting; after none, the lp problem alone. @param {FullReport} report @param {number} steps */
function withSteps(report, steps) {
  const { search, ...spec } = report.spec;
  const { r, steps: all, ...model } = { ...spec.model, gamma: strengthOf(report) };
  const { chosen } = report;
  const changed = steps === 0 ? { model, selection: undefined } : { model: { ...model, r: chosen?.steps ? chosen.r : r, steps } };
  return /** @type {FullSpec} */ ({ ...spec, ...changed });
}

export class StepsCard {
  #page;
  #shown = /** @type {Solved | null} */ (null); // of the page
  #solved = /** @type {Map<number, Solved>} */ (new Map()); // by the number of steps
  #wanted = -1; // the latest step of the slider
  #timer = 0;

  /**
   * page has solve(spec), which promises {report, values}, and draw(report, values) in the plot of the weights.
   * @param {{ solve: (spec: FullSpec) => Promise<Solved>, draw: (report: FullReport, values: Solved["values"]) => void }} page
   */
  constructor(page) {
    this.#page = page;
    document.addEventListener("input", ({ target }) => target instanceof HTMLInputElement && target.id === "steps-range" && this.to(Number(target.value)));
    document.addEventListener("click", (e) => {
      const press = targetOf(e)?.closest("#steps-first, #steps-last");
      if (press) this.to(press.id === "steps-first" ? 0 : this.#last);
    });
  }

  get #last() {
    return (this.#shown?.report.reweighting?.length ?? 1) - 1;
  }

  /** Takes the result that the page shows, which is that of the last step. @param {FullReport} report @param {Solved["values"]} values */
  show(report, values) {
    this.#shown = { report, values };
    this.#solved = new Map([[this.#last, this.#shown]]);
    this.#wanted = this.#last;
    clearTimeout(this.#timer);
    // Go renders the slider for this report in a task of its own.
    this.#timer = setTimeout(() => this.#words(this.#last, report));
  }

  /** Draws the model after the given number of steps. @param {number} steps */
  async to(steps) {
    const { report } = this.#shown ?? {};
    if (!report || steps > this.#last) return;
    this.#wanted = steps;
    /** @type {HTMLInputElement} */ (byId("steps-range")).value = String(steps);
    let solved = this.#solved.get(steps);
    if (!solved) {
      try {
        solved = await this.#page.solve(withSteps(report, steps));
        this.#solved.set(steps, solved);
      } catch (error) {
        byId("steps-words").textContent = wordsOf(error);
        return;
      }
    }
    if (this.#shown?.report !== report || this.#wanted !== steps) return; // another was asked for meanwhile
    this.#page.draw(solved.report, solved.values);
    this.#words(steps, solved.report);
  }

  /** Describes the model of a step. @param {number} steps @param {FullReport} report */
  #words(steps, report) {
    const said = document.getElementById("steps-words");
    const { weights, metrics, spec } = report;
    if (!said || !weights || this.#last < 1) return;
    const unseen = metrics.test ?? metrics.validation;
    const score = unseen?.accuracy !== undefined ? `accuracy ${number(unseen.accuracy, 3)}` : unseen?.r2 !== undefined ? `R² ${number(unseen.r2, unseen.r2 > 0.99 ? 5 : 3)}` : "";
    const nonzero = `${whole(weights.nonzero)} of ${whole(weights.count)} weights not zero`;
    said.textContent = [steps ? `Step ${steps} of ${this.#last}` : `p = ${spec.model.p} alone`, nonzero, score].filter(Boolean).join(", ");
    const input = /** @type {HTMLInputElement} */ (document.getElementById("steps-range"));
    input.max = String(this.#last);
    input.value = String(steps);
    input.setAttribute("aria-valuetext", said.textContent);
  }
}
