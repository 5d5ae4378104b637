// The card Methods: several models on the rows of the experiment that is shown, each
// run by the solver as an experiment of its own; a table of their errors, what they
// selected, their time and what certifies them, with the errors drawn beside.
import { together } from "../report/classes.js";
import { download, element, wordsOf } from "../dom.js";
import { number } from "../plot/text.js";
import { parameterOf, strengthOf } from "../report/strength.js";

/** @typedef {{ label: string, spec: Experiment, wanted: boolean, report?: FullReport, words?: string }} Variant A model on the rows of the report; words: why it has no report. */
/** @typedef {Variant & { report: FullReport }} Ran */

/** @param {Variant} variant @returns {variant is Ran} */
const hasRun = (variant) => Boolean(variant.report && variant.wanted);

export class MethodsCard {
  #services;
  #rows = ""; // the part of the report's experiment that the models share, as text
  #report = /** @type {FullReport | null} */ (null); // that is shown
  #variants = /** @type {Variant[]} */ ([]);
  /** @type {AbortController | null} */
  #abort = null; // while they run

  constructor(/** @type {HTMLElement} */ host, /** @type {Services} */ services) {
    this.host = host;
    this.#services = services;
    this.choices = element("div", { className: "methods-choices", attributes: { role: "group", "aria-label": "Models to compare" } });
    this.button = element("button", { type: "button", textContent: "Compare models", onclick: () => (this.#abort ? this.#abort.abort() : this.#run()) });
    this.words = element("p", { className: "quiet", attributes: { "aria-live": "polite" } }); // the page has one status alone
    this.table = element("div", { className: "scroll", tabIndex: 0, attributes: { role: "region", "aria-label": "Models on the same rows" } });
    this.saves = element("div", { className: "methods-saves" }, .../** @type {const} */ (["svg", "csv"]).map((format) =>
      element("button", { type: "button", textContent: format.toUpperCase(), onclick: () => this.#save(format), attributes: { "aria-label": `Models as ${format.toUpperCase()}` } })));
    host.replaceChildren(this.choices, element("div", { className: "methods-run" }, this.button, this.words), this.table, this.saves);
    this.#redraw();
  }

  /** Takes a report; the comparison stays while the rows are the same. @param {FullReport} report */
  draw(report) {
    const { data, target, features, task, split, preprocess, search } = report.spec;
    const rows = JSON.stringify([data, target, features, task, split, preprocess, search?.criterion, search?.folds, search?.seed, search?.metric]);
    this.#report = report;
    if (rows === this.#rows) return;
    this.#abort?.abort();
    this.#rows = rows;
    this.#variants = [];
    this.words.textContent = "";
    this.#redraw();
  }

  destroy() {
    this.#abort?.abort();
  }

  /** The models that the experiment can be given; requested when first shown. */
  async #offered() {
    if (this.#variants.length > 0 || !this.#report) return;
    const rows = this.#rows;
    const { spec } = this.#report;
    const solver = await this.#services.engine();
    const offered = await solver.variants(spec);
    if (rows === this.#rows) this.#variants = offered.map((v) => ({ ...v, wanted: true }));
  }

  async #run() {
    if (!this.#report) return;
    const abort = (this.#abort = new AbortController());
    this.button.textContent = "Stop";
    try {
      await this.#offered();
      for (const variant of this.#variants) {
        variant.report = undefined;
        if (variant.wanted) variant.words = undefined;
      }
      this.#redraw();
      const solver = await this.#services.engine();
      for (const variant of this.#variants.filter(({ wanted }) => wanted)) {
        this.words.textContent = `${variant.label} is running`;
        try {
          variant.report = await solver.run(variant.spec, { data: this.#services.dataOf(variant.spec.data), signal: abort.signal });
        } catch (error) {
          if (abort.signal.aborted) throw error;
          variant.words = `failed: ${wordsOf(error)}`;
        }
        this.#redraw();
      }
      this.words.textContent = this.#told();
    } catch (error) {
      this.words.textContent = abort.signal.aborted ? "Stopped" : wordsOf(error);
    }
    if (this.#abort === abort) this.#abort = null;
    this.button.textContent = "Compare models";
    this.#redraw();
  }

  /** The model with the lowest error, in words. */
  #told() {
    const ran = this.#ran();
    if (ran.length < 2) return "";
    const part = ran[0].report.metrics.test ? "test" : "train";
    const error = (/** @type {Ran} */ { report }) => errorOn(report, part) ?? Infinity;
    const best = ran.reduce((a, b) => (error(b) < error(a) ? b : a));
    return `${best.label} has the lowest error on the ${part} ${ran[0].report.bags ? "bags" : "rows"}: ${number(error(best), 3)}.`;
  }

  #ran() {
    return this.#variants.filter(hasRun);
  }

  #redraw() {
    this.choices.replaceChildren(...this.#variants.map((variant) => {
      const box = element("input", { type: "checkbox", checked: variant.wanted, disabled: this.#abort !== null });
      box.onchange = () => {
        variant.wanted = box.checked;
        this.#redraw();
      };
      return element("label", {}, box, variant.label);
    }));
    const shown = this.#variants.filter(({ wanted, report, words }) => wanted && (report || words));
    this.table.hidden = shown.length === 0;
    this.saves.hidden = this.#ran().length < 2;
    if (shown.length === 0) return;
    const classes = this.#report?.spec.task === "classification";
    const parts = /** @type {Part[]} */ (["train", "validation", "test"]).filter((part) => this.#ran().some(({ report }) => report.metrics[part]));
    const most = Math.max(...this.#ran().flatMap(({ report }) => parts.map((part) => errorOn(report, part) ?? 0)), 1e-300);
    const heading = (/** @type {string} */ text, numeric = false) => element("th", { scope: "col", textContent: text, className: numeric ? "num" : "" });
    const error = classes ? "wrong" : "MSE";
    const planted = this.#ran().some(({ report }) => report.weights?.recovery);
    this.table.replaceChildren(element("table", { className: "methods-table" },
      element("caption", { className: "unseen", textContent: "Models on the same rows" }),
      element("thead", {}, element("tr", {}, heading("Model"), heading("Chosen"), ...parts.map((part) => heading(`${error}, ${part}`, true)),
        heading("Selected", true), ...(planted ? [heading("Planted found", true), heading("False", true)] : []), heading("Time", true), heading("Certificate"))),
      element("tbody", {}, ...shown.map((variant) => this.#row(variant, parts, most, planted)))));
  }

  /** @param {Variant} variant @param {Part[]} parts @param {number} most @param {boolean} planted */
  #row({ label, report, words }, parts, most, planted) {
    const name = element("th", { scope: "row", textContent: label });
    if (!report) return element("tr", {}, name, element("td", { colSpan: parts.length + (planted ? 6 : 4), textContent: words }));
    const { weights } = together(report);
    const cell = (/** @type {string} */ text, className = "num") => element("td", { className, textContent: text });
    const parameter = parameterOf(report);
    const found = weights?.recovery;
    const { steps, r } = report.chosen ?? {};
    const reweighted = steps === undefined ? "" : `, ${steps} steps${steps > 0 ? ` to r = ${r}` : ""}`;
    return element("tr", {}, name, cell(parameter ? `${parameter} = ${number(strengthOf(report) ?? NaN, 3)}${reweighted}` : "", ""),
      ...parts.map((part) => {
        const error = errorOn(report, part);
        const td = cell(error === undefined ? "" : number(error, 3), "num error");
        td.dataset.part = part;
        td.style.setProperty("--share", String((error ?? 0) / most));
        return td;
      }),
      cell(weights ? `${weights.selected} of ${weights.count}` : "–"),
      ...(planted ? [cell(found ? `${found.found} of ${found.found + found.missed}` : ""), cell(found ? String(found.false) : "")] : []),
      cell(`${number(report.solver.seconds.build + report.solver.seconds.solve + (report.search?.seconds ?? 0), 2)} s`),
      cell(certificate(together(report)), ""));
  }

  async #save(/** @type {"svg" | "csv"} */ format) {
    const text = await (await this.#services.engine()).figure(this.#ran().map(({ report }) => report), "methods", { format });
    download(`methods.${format}`, format === "svg" ? "image/svg+xml" : "text/csv", text);
  }
}

/** The error by which models are compared: the mean square, or the share of misclassified rows. @param {FullReport} given @param {string} part */
function errorOn({ metrics }, part) {
  const m = metrics[part];
  return m === undefined ? undefined : m.accuracy === undefined ? m.mse : 1 - m.accuracy;
}

/** @param {Pick<FullReport, "status" | "objective">} given */
function certificate({ status, objective }) {
  if (status !== "converged") return status.replaceAll("-", " ");
  return objective.certificate ? `residual ${number(objective.residual ?? 0, 1)}` : `gap ${number(objective.relativeGap, 1)}`;
}
