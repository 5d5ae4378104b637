// The steps of reweighting, from the lp solution to the model shown: a slider under the plot
// of the weights. Each step is an experiment with that number of steps, which is solved when the
// slider reaches it and drawn in that plot alone.
import { byId, element, targetOf, messageOf } from "../dom.js";
import { integer, percent, score as scoreWords } from "../plot/text.js";
import { strengthOf } from "../report/strength.js";

/** The model of a report after the given number of steps of reweighting; after none, the lp problem alone. @param {FullReport} report @param {number} steps */
function withSteps(report, steps) {
  const { search, ...spec } = report.spec;
  const { r, steps: all, ...model } = { ...spec.model, gamma: strengthOf(report) };
  const { chosen } = report;
  const changes = steps === 0 ? { model, selection: undefined } : { model: { ...model, r: chosen?.steps ? chosen.r : r, steps } };
  return /** @type {FullSpec} */ ({ ...spec, ...changes });
}

export class StepsCard {
  #page;
  #current = /** @type {Solved | null} */ (null); // of the page
  #solutions = /** @type {Map<number, Solved>} */ (new Map()); // by the number of steps
  #target = -1; // the latest step of the slider
  #timer = 0;

  /**
   * page has solve(spec), which promises {report, values}, and draw(report, values) in the plot of the weights.
   * @param {{ solve: (spec: FullSpec) => Promise<Solved>, draw: (report: FullReport, values: Solved["values"]) => void }} page
   */
  constructor(page) {
    this.#page = page;
    document.addEventListener("input", ({ target }) => target instanceof HTMLInputElement && target.id === "steps-range" && this.showStep(Number(target.value)));
    document.addEventListener("click", (e) => {
      const button = targetOf(e)?.closest("#steps-first, #steps-last");
      if (button) this.showStep(button.id === "steps-first" ? 0 : this.#lastStep);
    });
  }

  get #lastStep() {
    return (this.#current?.report.reweighting?.length ?? 1) - 1;
  }

  /** Takes the result that the page shows, which is that of the last step. @param {FullReport} report @param {Solved["values"]} values */
  show(report, values) {
    this.#current = { report, values };
    this.#solutions = new Map([[this.#lastStep, this.#current]]);
    this.#target = this.#lastStep;
    clearTimeout(this.#timer);
    // Go renders the slider for this report in a separate task.
    this.#timer = setTimeout(() => {
      byId("steps-words").ariaLive = "off"; // the page announces the result
      this.#describe(this.#lastStep, report);
    });
  }

  /** Draws the model after the given number of steps. @param {number} steps */
  async showStep(steps) {
    const { report } = this.#current ?? {};
    if (!report || steps > this.#lastStep) return;
    this.#target = steps;
    byId("steps-words").ariaLive = "polite";
    /** @type {HTMLInputElement} */ (byId("steps-range")).value = String(steps);
    let solution = this.#solutions.get(steps);
    if (!solution) {
      try {
        solution = await this.#page.solve(withSteps(report, steps));
        this.#solutions.set(steps, solution);
      } catch (error) {
        byId("steps-words").textContent = messageOf(error);
        return;
      }
    }
    if (this.#current?.report !== report || this.#target !== steps) return; // another step was requested meanwhile
    this.#page.draw(solution.report, solution.values);
    this.#describe(steps, solution.report);
  }

  /** Describes the model of a step. @param {number} steps @param {FullReport} report */
  #describe(steps, report) {
    const output = document.getElementById("steps-words");
    const { weights, metrics, spec } = report;
    if (!output) return;
    output.textContent = "";
    if (!weights || this.#lastStep < 1) return;
    const unseenMetrics = metrics.test ?? metrics.validation;
    const score = unseenMetrics?.accuracy !== undefined ? `accuracy ${percent(unseenMetrics.accuracy)}` : unseenMetrics?.r2 !== undefined ? `R²\u00a0${scoreWords(unseenMetrics.r2)}` : "";
    const nonzero = `${integer(weights.nonzero)} of ${integer(weights.count)} weights not zero`;
    const step = element("span", { textContent: `${steps ? `Reweighting step ${steps} of ${this.#lastStep}` : `p = ${spec.model.p} alone`}, ` }); // a slide hides it
    output.replaceChildren(step, [nonzero, score].filter(Boolean).join(", "));
    const input = /** @type {HTMLInputElement} */ (document.getElementById("steps-range"));
    input.max = String(this.#lastStep);
    input.value = String(steps);
    input.setAttribute("aria-valuetext", output.textContent ?? "");
  }
}
