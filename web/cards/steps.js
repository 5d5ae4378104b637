// The steps of reweighting, from the lp solution to the model shown: a slider under the plot
// of the weights. Each step is an experiment of its own with so many steps, solved when it
// is asked for, and drawn in the plot; the rest of the page stays with the model shown.
import { byId, wordsOf } from "../dom.js";
import { number, whole } from "../plot/text.js";
import { strengthOf } from "../report/strength.js";

/** The model of a report after so many steps of reweighting; without any, the lp problem alone. */
function withSteps(report, steps) {
  const { search, ...spec } = report.spec;
  const { r, steps: all, ...model } = { ...spec.model, gamma: strengthOf(report) };
  if (steps === 0) return { ...spec, model, selection: undefined };
  return { ...spec, model: { ...model, r: report.chosen?.steps > 0 ? report.chosen.r : r, steps } };
}

export class StepsCard {
  #page;
  #shown; // {report, values} of the page
  #solved = new Map(); // steps -> {report, values}
  #wanted = -1; // the step asked for last
  #timer = 0;

  /** page has solve(spec), which promises {report, values}, and draw(report, values) in the plot of the weights. */
  constructor(page) {
    this.#page = page;
    document.addEventListener("input", (e) => e.target?.id === "steps-range" && this.to(Number(e.target.value)));
    document.addEventListener("click", (e) => {
      const press = /** @type {HTMLElement} */ (e.target).closest?.("#steps-first, #steps-last");
      if (press) this.to(press.id === "steps-first" ? 0 : this.#last);
    });
  }

  get #last() {
    return (this.#shown?.report.reweighting?.length ?? 1) - 1;
  }

  /** Takes the result that the page shows, which is that of the last step. */
  show(report, values) {
    this.#shown = { report, values };
    this.#solved = new Map([[this.#last, this.#shown]]);
    this.#wanted = this.#last;
    clearTimeout(this.#timer);
    // Go renders the slider for this report in a task of its own.
    this.#timer = setTimeout(() => this.#words(this.#last, report));
  }

  /** Draws the model after so many steps. */
  async to(steps) {
    const { report } = this.#shown ?? {};
    if (!report || steps > this.#last) return;
    this.#wanted = steps;
    byId("steps-range").value = String(steps);
    if (!this.#solved.has(steps)) {
      try {
        this.#solved.set(steps, await this.#page.solve(withSteps(report, steps)));
      } catch (error) {
        byId("steps-words").textContent = wordsOf(error);
        return;
      }
    }
    if (this.#shown?.report !== report || this.#wanted !== steps) return; // another was asked for meanwhile
    const { report: of, values } = this.#solved.get(steps);
    this.#page.draw(of, values);
    this.#words(steps, of);
  }

  /** Describes the model of a step. */
  #words(steps, report) {
    const said = document.getElementById("steps-words");
    if (!said || this.#last < 1) return;
    const { weights, metrics, spec } = report;
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
