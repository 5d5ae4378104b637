// Several methods on one problem: <lp-methods src="..."> runs those that are ticked,
// <input type="checkbox" data-method="newton">, and draws their gaps over each other.
import { element } from "../dom.js";
import { Picture } from "../plot/picture.js";
import { ended, methodName, number, whole } from "../plot/text.js";
import { LessonFigure } from "./figure.js";
import { solver } from "./solver.js";

class LessonMethods extends LessonFigure {
  picture = new Picture(element("div", { className: "plot live-plot", attributes: { role: "img", "aria-label": "Not drawn yet" } }),
    async (...asked) => (await solver()).figure(...asked));
  courses = /** @type {{ method: string, report: FullReport }[]} */ ([]); // of those that are ticked
  /** @type {HTMLInputElement[]} */
  boxes = [];

  made() {
    this.stage.append(element("p", { className: "plot-name", textContent: "Duality gap by iteration" }), this.picture.host);
    this.boxes = /** @type {HTMLInputElement[]} */ ([...this.querySelectorAll("[data-method]")]);
    this.first = this.boxes.filter((box) => box.checked).map((box) => box.dataset.method).join(" ");
    for (const box of this.boxes) box.addEventListener("change", () => this.begin());
  }

  async solved() {
    const spec = this.controls.applied(await this.experiment());
    this.courses = [];
    for (const { checked, dataset: { method = "" } } of this.boxes) {
      if (!checked) continue;
      this.courses.push({ method, report: await this.run({ ...spec, solver: { ...spec.solver, method: /** @type {FullSpec["solver"]["method"]} */ (method) } }) });
    }
    if (this.courses.length === 0) throw new Error("Tick a method to show it.");
    return this.courses[0].report;
  }

  /** @returns {Record<string, string>} */
  places() {
    const ticked = this.boxes.filter((box) => box.checked).map((box) => box.dataset.method).join(" ");
    return ticked === this.first ? {} : { methods: ticked };
  }

  restore(/** @type {URLSearchParams} */ given) {
    const ticked = given.get("methods")?.split(" ");
    if (ticked) for (const box of this.boxes) box.checked = ticked.includes(box.dataset.method ?? "");
  }

  async drawn() {
    const shown = this.picture.show("convergence", this.courses.map(({ method, report }) => ({ ...report, solver: { ...report.solver, method: methodName(method) } }))); // the legend has the names of the numbers
    this.list(this.courses.map(({ method, report: { status, solver, objective } }) => [methodName(method),
      status === "converged" ? `${whole(solver.iterations)} ${solver.iterations === 1 ? "iteration" : "iterations"}, ${whole(solver.passes)} passes` : `gap ${number(objective.gap, 2)} after ${whole(solver.iterations)}, ${whole(solver.passes)} passes`]));
    await shown;
  }

  description() {
    return `${this.courses.map(({ method, report }) => `${methodName(method)}: ${ended(report)}`).join("; ")}.`;
  }
}

customElements.define("lp-methods", LessonMethods);
