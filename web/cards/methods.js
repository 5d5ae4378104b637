// The card Methods: several models on the rows of the shown experiment, each
// run by the solver as a separate experiment; a table of their scores, selected
// weights, times and certificates, as core/reports/figure compares them.
import { download, element, messageOf } from "../dom.js";

/** @typedef {{ label: string, spec: Experiment, isChosen: boolean, report?: FullReport, words?: string }} Variant A model on the rows of the report; words: why it has no report. */
/** @typedef {Variant & { report: FullReport }} FinishedVariant */
/** @typedef {import("../lplab.js").Comparison} Comparison */

/** @param {Variant} variant @returns {variant is FinishedVariant} */
const hasRun = (variant) => Boolean(variant.report && variant.isChosen);

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
    this.choices = element("div", { className: "row methods-choices", attributes: { role: "group", "aria-label": "Models to compare" } });
    this.button = element("button", { type: "button", textContent: "Compare models", onclick: () => (this.#abort ? this.#abort.abort() : this.#run()) });
    this.words = element("p", { className: "quiet", attributes: { "aria-live": "polite" } }); // the page has one status alone
    this.table = element("div", { className: "scroll", tabIndex: 0, attributes: { role: "region", "aria-label": "Models on the same rows" } });
    this.saves = element("div", { className: "row methods-saves" }, .../** @type {const} */ (["svg", "csv"]).map((format) =>
      element("button", { type: "button", textContent: format.toUpperCase(), onclick: () => this.#save(format), attributes: { "aria-label": `Models as ${format.toUpperCase()}` } })));
    host.replaceChildren(this.choices, element("div", { className: "row methods-run" }, this.button, this.words), this.table, this.saves);
    this.#reset();
  }

  /** Takes a report; the comparison stays while the rows are the same. @param {FullReport} report */
  draw(report) {
    const { data, target, features, task, split, preprocess, search } = report.spec;
    const rows = JSON.stringify([data, target, features, task, split, preprocess, search?.criterion, search?.folds, search?.seed, search?.metric]);
    this.#report = report;
    if (rows === this.#rows) return;
    this.#rows = rows;
    this.#reset();
  }

  #reset() {
    this.#abort?.abort();
    this.#variants = [];
    this.#setIdle();
    this.#tabulate();
  }

  /** Sets the button and the choices for the time when no model runs. */
  #setIdle() {
    this.#abort = null;
    this.button.textContent = "Compare models";
    this.#drawChoices();
  }

  destroy() {
    this.#abort?.abort();
  }

  /** Requests the models for the experiment, if they are not loaded. */
  async #loadVariants() {
    if (this.#variants.length > 0 || !this.#report) return;
    const rows = this.#rows;
    const { spec } = this.#report;
    const solver = await this.#services.engine();
    const variants = await solver.variants(spec);
    if (rows === this.#rows) this.#variants = variants.map((v) => ({ ...v, isChosen: true }));
  }

  async #run() {
    if (!this.#report) return;
    const abort = (this.#abort = new AbortController());
    this.button.textContent = "Stop";
    let outcome = "";
    try {
      await this.#loadVariants();
      for (const variant of this.#variants) {
        variant.report = undefined;
        if (variant.isChosen) variant.words = undefined;
      }
      this.#drawChoices();
      this.#tabulate();
      const solver = await this.#services.engine();
      for (const variant of this.#variants.filter(({ isChosen }) => isChosen)) {
        this.words.textContent = `${variant.label} is running`;
        try {
          variant.report = await solver.run(variant.spec, { data: this.#services.dataOf(variant.spec.data), signal: abort.signal });
        } catch (error) {
          if (abort.signal.aborted) throw error;
          variant.words = `failed: ${messageOf(error)}`;
        }
        await this.#tabulate();
      }
    } catch (error) {
      outcome = abort.signal.aborted ? "Stopped" : messageOf(error);
    }
    if (this.#abort !== abort) return; // other rows are shown
    this.#setIdle();
    await this.#tabulate();
    if (outcome) this.words.textContent = outcome;
  }

  #drawChoices() {
    this.choices.replaceChildren(...this.#variants.map((variant) => {
      const box = element("input", { type: "checkbox", checked: variant.isChosen, disabled: this.#abort !== null });
      box.onchange = () => {
        variant.isChosen = box.checked;
        this.#tabulate();
      };
      return element("label", {}, box, variant.label);
    }));
  }

  #finishedVariants() {
    return this.#variants.filter(hasRun);
  }

  async #tabulate() {
    const variants = this.#finishedVariants();
    let comparison = /** @type {Comparison | null} */ (null);
    try {
      if (variants.length > 0) comparison = await (await this.#services.engine()).comparison(variants.map(({ report }) => shortOf(report)));
    } catch (error) {
      this.words.textContent = messageOf(error);
      return;
    }
    const currentVariants = this.#finishedVariants();
    if (variants.length !== currentVariants.length || variants.some((variant, i) => variant !== currentVariants[i])) return; // another table is on its way
    const listedVariants = this.#variants.filter(({ isChosen, report, words }) => isChosen && (report || words));
    this.table.hidden = listedVariants.length === 0;
    this.saves.hidden = variants.length < 2;
    if (!this.#abort) this.words.textContent = comparison?.best ?? "";
    const { columns, rows } = comparison ?? { columns: [], rows: [] };
    const heading = (/** @type {string} */ text, numeric = false) => element("th", { scope: "col", textContent: text, className: numeric ? "num" : "" });
    this.table.replaceChildren(element("table", { className: "methods-table" },
      element("caption", { className: "unseen", textContent: "Models on the same rows" }),
      element("thead", {}, element("tr", {}, heading("Model"), ...columns.map(({ title, text }) => heading(title, !text)))),
      element("tbody", {}, ...listedVariants.map((variant) => {
        const cells = hasRun(variant) ? rows[variants.indexOf(variant)] : null;
        return element("tr", {}, element("th", { scope: "row", textContent: variant.label }), ...(cells?.map((cell, i) => cellOf(columns[i], cell))
          ?? [element("td", { colSpan: Math.max(1, columns.length), textContent: variant.words })]));
      }))));
  }

  async #save(/** @type {"svg" | "csv"} */ format) {
    const text = await (await this.#services.engine()).figure(this.#finishedVariants().map(({ report }) => report), "methods", { format });
    download(`methods.${format}`, format === "svg" ? "image/svg+xml" : "text/csv", text);
  }
}

/** A cell of the table; a score is a bar, too, as a share of the largest. @param {Comparison["columns"][0]} column @param {Comparison["rows"][0][0]} cell */
function cellOf({ part, text }, { text: textContent, share = 0 }) {
  const td = element("td", { className: text ? "" : part ? "num score" : "num", textContent });
  if (part) td.dataset.part = part;
  td.style.setProperty("--share", String(share));
  return td;
}

/** A report without its rows, of which there may be many. @param {FullReport} report */
const shortOf = ({ rows, actual, predictions, alpha, ...rest }) => /** @type {FullReport} */ (rest);
