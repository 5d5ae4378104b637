// Several methods on one problem: <lp-methods src="..."> runs those that are ticked,
// <input type="checkbox" data-method="newton">, and draws their gaps over each other.
import { element } from "../dom.js";
import { Picture } from "../plot/picture.js";
import { outcome, methodName, number, integer } from "../plot/text.js";
import { LessonFigure } from "./figure.js";
import { solver } from "./solver.js";

class LessonMethods extends LessonFigure {
  picture = new Picture(element("div", { className: "plot live-plot", attributes: { role: "img", "aria-label": "Not drawn yet" } }),
    async (...args) => (await solver()).figure(...args));
  runs = /** @type {{ method: string, report: FullReport }[]} */ ([]); // of those that are ticked
  /** @type {HTMLInputElement[]} */
  boxes = [];

  build() {
    this.stage.append(element("p", { className: "plot-name", textContent: "Duality gap by iteration" }), this.picture.host);
    this.boxes = /** @type {HTMLInputElement[]} */ ([...this.querySelectorAll("[data-method]")]);
    this.initialMethods = this.boxes.filter((box) => box.checked).map((box) => box.dataset.method).join(" ");
    for (const box of this.boxes) box.addEventListener("change", () => this.begin());
  }

  async solve() {
    const spec = this.controls.apply(await this.experiment());
    this.runs = [];
    for (const { checked, dataset: { method = "" } } of this.boxes) {
      if (!checked) continue;
      this.runs.push({ method, report: await this.run({ ...spec, solver: { ...spec.solver, method: /** @type {FullSpec["solver"]["method"]} */ (method) } }) });
    }
    if (this.runs.length === 0) throw new Error("Tick a method to show it.");
    return this.runs[0].report;
  }

  /** @returns {Record<string, string>} */
  places() {
    const methods = this.boxes.filter((box) => box.checked).map((box) => box.dataset.method).join(" ");
    return methods === this.initialMethods ? {} : { methods };
  }

  restore(/** @type {URLSearchParams} */ params) {
    const methods = params.get("methods")?.split(" ");
    if (methods) for (const box of this.boxes) box.checked = methods.includes(box.dataset.method ?? "");
  }

  async draw() {
    const drawing = this.picture.show("convergence", this.runs.map(({ method, report }) => ({ ...report, solver: { ...report.solver, method: methodName(method) } }))); // the legend has the names of the numbers
    this.list(this.runs.map(({ method, report: { status, solver, objective } }) => [methodName(method),
      status === "converged" ? `${integer(solver.iterations)} ${solver.iterations === 1 ? "iteration" : "iterations"}, ${integer(solver.passes)} passes` : `gap ${number(objective.gap, 2)} after ${integer(solver.iterations)}, ${integer(solver.passes)} passes`]));
    await drawing;
  }

  description() {
    return `${this.runs.map(({ method, report }) => `${methodName(method)}: ${outcome(report)}`).join("; ")}.`;
  }
}

customElements.define("lp-methods", LessonMethods);
