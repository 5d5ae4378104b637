// Several methods on one problem: <lp-methods src="..."> runs those that are ticked,
// <input type="checkbox" data-method="newton">, and draws their gaps over each other.
import { element } from "../dom.js";
import { ConvergencePlot, goalOf } from "../plot/convergence.js";
import { methodName, number, whole } from "../plot/text.js";
import { LessonFigure } from "./figure.js";

class LessonMethods extends LessonFigure {
  made() {
    const host = element("div", { className: "plot live-plot", attributes: { role: "img", "aria-label": "Not drawn yet" } });
    this.stage.append(element("p", { className: "plot-name", textContent: "Duality gap by iteration" }), host);
    this.plot = new ConvergencePlot(host);
    this.boxes = /** @type {HTMLInputElement[]} */ ([...this.querySelectorAll("[data-method]")]);
    this.first = this.boxes.filter((box) => box.checked).map((box) => box.dataset.method).join(" ");
    this.axis = /** @type {HTMLInputElement} */ (this.querySelector("[data-axis]"));
    for (const box of [...this.boxes, this.axis]) box.addEventListener("change", () => this.begin());
  }

  async solved() {
    const spec = this.controls.applied(await this.experiment());
    this.courses = [];
    for (const [style, box] of this.boxes.entries()) {
      if (!box.checked) continue;
      const { method } = box.dataset;
      this.courses.push({ method, style, report: await this.run({ ...spec, solver: { ...spec.solver, method } }) });
    }
    return this.courses[0]?.report;
  }

  places() {
    const ticked = this.boxes.filter((box) => box.checked).map((box) => box.dataset.method).join(" ");
    return ticked === this.first && !this.axis.checked ? {} : { methods: ticked, axis: String(this.axis.checked) };
  }

  restore(given) {
    const ticked = given.get("methods")?.split(" ");
    if (ticked) for (const box of this.boxes) box.checked = ticked.includes(box.dataset.method);
    this.axis.checked = given.get("axis") === "true";
  }

  drawn() {
    const tolerance = this.report ? goalOf(this.report) : 0;
    this.plot.show(this.courses.map(({ method, style, report }) => ({ name: methodName(method), style, history: report.objective.history })), tolerance, "gap", "iterations", this.axis.checked);
    this.numbers.replaceChildren(...this.courses.map(({ method, report: { status, solver, objective } }) => element("div", {},
      element("dt", { textContent: methodName(method) }),
      element("dd", { textContent: status === "converged" ? `${whole(solver.iterations)} iterations, ${whole(solver.passes)} passes` : `gap ${number(objective.gap, 2)} after ${whole(solver.iterations)}, ${whole(solver.passes)} passes` }))));
  }

  told() {
    if (this.courses.length === 0) return "Tick a method to see its course.";
    return `${this.axis.checked ? "Steps are on a logarithmic axis. " : ""}${this.courses.map(({ method, report: { status, solver } }) =>
      `${methodName(method)}: ${status === "converged" ? "converged" : "not converged"} in ${whole(solver.iterations)} iterations`).join("; ")}.`;
  }
}

customElements.define("lp-methods", LessonMethods);
