// The figure Convergence: its quantity, its horizontal axis, and other methods than the one of
// the report, which run here. core/reports/figure draws their reports over each other.
import { classReport } from "../report/classes.js";
import { element, messageOf } from "../dom.js";
import { Picture } from "../plot/picture.js";
import { outcome, methodName, number } from "../plot/text.js";
import { parameterOf, strengthOf, withStrength } from "../report/strength.js";

/** @typedef {{ method: string, words: string, abort: AbortController | null, report?: FullReport, line?: HTMLElement }} Other A method that runs, or ran. */

/** The method of a report by its name in an experiment: "lasso by ista" is "ista". */
const methodOf = (/** @type {{ method: string }} */ { method }) => method.split(" ").at(-1);

/** Fills its hosts on the page. solve(spec, options) promises a report. */
export class ConvergenceCard {
  #solve;
  /** @type {Record<string, string[]>} Of each type of model. */
  #methods;
  #others = /** @type {Other[]} */ ([]);
  #problem = ""; // of the methods that are listed
  #report = /** @type {FullReport | null} */ (null); // that is shown
  #quantity = /** @type {"convergence" | "objective"} */ ("convergence"); // the figure's name
  #axis = /** @type {"" | "-time"} */ (""); // appended to the name of the figure

  /** @param {HTMLElement} host @param {HTMLElement} tools @param {HTMLElement} list @param {{ solve: Solve, figure: Figure }} services */
  constructor(host, tools, list, { solve, figure }) {
    this.host = host;
    this.#solve = solve;
    this.#methods = JSON.parse((list.dataset.methods ?? "{}").replaceAll("'", '"'));
    this.picture = new Picture(host, figure);
    tools.replaceChildren(
      this.#toggles("Show", [["convergence", "Gap"], ["objective", "Primal and dual"]], this.#quantity, (what) => (this.#quantity = what)),
      this.#toggles("Against", [["", "Iterations"], ["-time", "Seconds"]], this.#axis, (against) => (this.#axis = against)),
    );
    this.select = element("select", { attributes: { "aria-label": "Method to add" } });
    this.button = element("button", { type: "button", textContent: "Add method", onclick: () => this.#add(this.select.value) });
    this.list = element("ul", { className: "methods" });
    this.words = element("p", { className: "unseen", attributes: { "aria-live": "polite" } });
    this.adder = element("div", { className: "row method-adder" }, this.select, this.button);
    list.replaceChildren(this.adder, this.list, this.words);
  }

  /** Takes a report; other methods stay as long as it is of the same problem. @param {FullReport} report */
  draw(report) {
    const problem = problemOf(report);
    if (problem !== this.#problem) {
      this.#problem = problem;
      this.interrupt();
      this.#others = [];
    }
    this.#report = report;
    this.#others = this.#others.filter(({ method }) => method !== methodOf(report.solver));
    this.#redraw();
  }

  /** The reports of the other methods that ran. */
  get others() {
    return this.#others.flatMap(({ report }) => report ?? []);
  }

  /** Ends what still runs here. */
  interrupt() {
    for (const other of this.#others) other.abort?.abort();
  }

  destroy() {
    this.interrupt();
    this.picture.destroy();
  }

  #redraw() {
    if (!this.#report) return;
    const { solver, objective, spec } = this.#report;
    if (!objective.certificate) this.picture.show(`${this.#quantity}${this.#axis}`, [this.#report, ...this.others]);
    const freeMethods = (this.#methods[spec.model.type ?? "lp"] ?? []).filter((method) => method !== methodOf(solver) && !this.#others.some((other) => other.method === method));
    const selectedMethod = this.select.value;
    this.select.replaceChildren(...freeMethods.map((method) => element("option", { value: method, textContent: methodName(method) })));
    if (freeMethods.includes(selectedMethod)) this.select.value = selectedMethod;
    this.select.disabled = this.button.disabled = freeMethods.length === 0;
    this.adder.hidden = freeMethods.length + this.#others.length === 0;
    this.list.replaceChildren(...this.#others.map((other) => this.#item(other)));
  }

  #item(/** @type {Other} */ other) {
    const words = (other.line = element("span", { textContent: other.words }));
    const name = methodName(other.method);
    const remove = () => {
      other.abort?.abort();
      this.#others = this.#others.filter((listed) => listed !== other);
      this.#redraw();
      this.button.focus();
    };
    return element("li", {}, element("strong", { textContent: name }), " ", words,
      element("button", { type: "button", className: "method-remove", textContent: "×", onclick: remove, attributes: { "aria-label": `${other.abort ? "Stop" : "Remove"} ${name}` } }));
  }

  async #add(/** @type {string} */ method) {
    const abort = new AbortController();
    const report = this.#report;
    if (!report) return;
    const other = /** @type {Other} */ ({ method, words: "is running", abort });
    this.#others.push(other);
    this.#redraw();
    try {
      const result = await this.#solve(sameProblem(report, method), {
        signal: abort.signal,
        onProgress: ({ iteration, gap }) => {
          other.words = iteration ? `is running: iteration ${iteration}, gap ${number(gap, 2)}` : "is running";
          if (other.line) other.line.textContent = other.words;
        },
      });
      if (String(result.alphaRows) !== String(report.alphaRows)) throw new Error("was run on other rows and is not comparable");
      other.report = classReport(result);
      other.words = `${outcome(result)}, ${number(result.solver.seconds.solve, 2)} s`;
    } catch (error) {
      other.words = abort.signal.aborted ? "was stopped" : `failed: ${messageOf(error)}`;
    }
    other.abort = null;
    if (!this.#others.includes(other)) return;
    this.words.textContent = `${methodName(method)} ${other.words}`;
    this.#redraw();
  }

  /**
   * Buttons of which one is pressed.
   * @template {string} Choice
   * @param {string} name @param {[Choice, string][]} choices @param {Choice} first @param {(value: Choice) => void} choose
   */
  #toggles(name, choices, first, choose) {
    const buttons = choices.map(([value, textContent]) => element("button", {
      type: "button", className: "toggle", textContent, attributes: { "aria-pressed": value === first },
      onclick: ({ currentTarget }) => {
        for (const button of buttons) button.setAttribute("aria-pressed", String(button === currentTarget));
        choose(value);
        if (this.#report) this.#redraw();
      },
    }));
    return element("div", { className: "toggles", attributes: { role: "group", "aria-label": name } }, ...buttons);
  }
}

/** The report's experiment with another method: of its model alone, without its search. @param {FullReport} report @param {string} method */
function sameProblem(report, method) {
  const { search, selection, ...others } = structuredClone(report.spec);
  const spec = withStrength(/** @type {FullSpec} */ (others), parameterOf(report) ?? "gamma", strengthOf(report));
  if (report.chosen?.subsample) spec.model.subsample = report.chosen.subsample;
  spec.solver.method = /** @type {FullSpec["solver"]["method"]} */ (method);
  return spec;
}

/** The part of a report that is equal for all methods of one problem, as text. @param {FullReport} report */
function problemOf(report) {
  const { data, target, features, task, split, preprocess, model, solver } = report.spec;
  return JSON.stringify([data, target, features, task, split, preprocess, { ...model, strength: strengthOf(report) }, solver.tolerance, solver.maxIterations, report.alphaRows]);
}
