// The figure What if: one row, an entry and a slider for each column of numbers and a choice
// for each category; the prediction follows every change.
import { element, messageOf } from "../dom.js";
import { integer, number } from "../plot/text.js";
import { waitForRelease } from "../shell/visibility.js";

const mostColumns = 24; // columns with entries; the others keep the values of the initial row
const steps = 200; // of a slider
const mostClasses = 5; // in the table of the prediction

/**
 * @typedef {ModelFile["columns"][number]} ModelColumn
 * @typedef {string | number | null | undefined} Cell
 * @typedef {{ columns: string[], rows: string[][] }} Preview The first rows of the data.
 * @typedef {{ load: () => Promise<import("./use.js").LoadedModel>, predict: (rows: string) => Promise<Predictions>, preview: () => Promise<Preview> }} ModelServices
 */

export class WhatIf {
  #model;
  #file = /** @type {ModelFile | null} */ (null); // the model's, once there are entries
  #whole = /** @type {Set<string>} */ (new Set()); // the columns of whole numbers
  #row = /** @type {Record<string, Cell>} */ ({}); // by column
  entries = /** @type {Map<string, (cell: Cell) => void>} */ (new Map()); // functions that show a cell, by column
  #latestChange = 0; // number of the latest change
  #busy = false;
  #report = /** @type {FullReport | null} */ (null);
  // An output would be a second element with the role "status" on the page.
  answer = element("span", { className: "what-if-answer", ariaLive: "polite" });
  detail = element("div", { className: "quiet" });
  words = element("p", { className: "quiet", attributes: { "aria-live": "polite" } });

  /** model.predict(rows as JSON text) promises their predictions. @param {HTMLElement} host @param {ModelServices} model */
  constructor(host, model) {
    this.host = host;
    this.#model = model;
  }

  /** Takes a report. The entries are made on a press, or when the model is available. @param {FullReport} report */
  draw(report) {
    this.#report = report;
    this.#file = null;
    const open = element("button", { type: "button", textContent: "Try values", onclick: () => this.open() });
    this.words.textContent = report.spec.bag ? "This model predicts bags of rows, not single rows." : "";
    this.host.replaceChildren(element("p", { hidden: Boolean(report.spec.bag) }, open), this.words);
  }

  destroy() {
    this.#report = null;
  }

  async open() {
    const report = this.#report;
    if (this.#file || report?.spec.bag) return;
    try {
      const { file } = await this.#model.load();
      const preview = await this.#model.preview();
      await waitForRelease();
      if (report !== this.#report) return;
      this.#file = file;
      this.#makeEntries(file, preview);
    } catch (error) {
      if (report === this.#report) this.words.textContent = messageOf(error);
    }
  }

  /** @param {ModelFile} file @param {Preview} preview */
  #makeEntries(file, { columns, rows }) {
    const begin = element("select", { id: "what-if-begin" }, new Option("Means", ""), ...rows.map((_, i) => new Option(`Row ${i + 1}`, String(i))));
    begin.onchange = () => {
      this.#reset(file, begin.value === "" ? {} : Object.fromEntries(columns.map((name, j) => [name, rows[Number(begin.value)][j]])));
      this.#follow();
    };
    const isWhole = (/** @type {ModelColumn} */ { name, min = 0, max = 0 }) => Number.isInteger(min) && Number.isInteger(max) && rows.every((row) => Number.isInteger(Number(row[columns.indexOf(name)])));
    this.#whole = new Set(file.columns.filter(isWhole).map(({ name }) => name));
    this.entries.clear();
    const shownColumns = mainColumns(file);
    const fields = shownColumns.map((column, i) => this.#field(column, `what-if-${i}`));
    const order = file.functions.some(({ terms }) => terms) ? ", largest coefficients first" : "";
    this.words.textContent = shownColumns.length < file.columns.length
      ? `${shownColumns.length} of ${integer(file.columns.length)} columns${order}. The other columns keep the values of the initial row.` : "";
    this.host.replaceChildren(
      element("div", { className: "row what-if-head" },
        element("p", { className: "field" }, element("label", { htmlFor: begin.id, textContent: "Begin with" }), begin),
        element("div", {}, element("span", { className: "quiet", textContent: `Prediction of ${file.target}` }), this.answer, this.detail)),
      element("div", { className: "what-if-fields" }, ...fields), this.words);
    this.#reset(file, {});
    this.#follow();
  }

  #field(/** @type {ModelColumn} */ column, /** @type {string} */ id) {
    const label = element("label", { htmlFor: id, textContent: column.name });
    const set = (/** @type {Cell} */ value) => {
      this.#row[column.name] = value;
      this.#follow();
    };
    if (column.type === "category") {
      const choice = element("select", { id }, ...(column.levels ?? []).map((level) => new Option(level, level)));
      choice.onchange = () => set(choice.value);
      this.entries.set(column.name, (value) => (choice.value = String(value)));
      return element("p", { className: "what-if-field" }, label, choice);
    }
    const { min = 0, max = 0 } = column;
    const step = this.#whole.has(column.name) && max - min <= steps ? 1 : max > min ? (max - min) / steps : "any";
    const entry = element("input", { id, type: "number", step: "any" });
    const slider = element("input", { type: "range", min: String(min), max: String(max), step: String(step), attributes: { "aria-label": `${column.name}, slider` } });
    slider.oninput = () => {
      const value = round(slider.valueAsNumber, max - min);
      entry.value = String(value);
      set(value);
    };
    entry.oninput = () => {
      slider.value = entry.value;
      set(entry.value === "" ? null : Number(entry.value));
    };
    this.entries.set(column.name, (value) => (entry.value = slider.value = String(value ?? "")));
    return element("p", { className: "what-if-field" }, label, entry, slider);
  }

  /** Begins with the training rows' means, rounded in columns of whole numbers, and most frequent levels, or with the cells of a row. @param {ModelFile} file @param {Record<string, string>} cells */
  #reset(file, cells) {
    this.#row = {};
    for (const { name, type, min = 0, max = 0, mean = 0, mode } of file.columns) {
      const cell = cells[name] ?? "";
      const value = type === "category" ? cell || mode : cell === "" ? (this.#whole.has(name) ? Math.round(mean) : round(mean, max - min)) : Number(cell);
      this.#row[name] = Number.isNaN(value) ? null : value;
      this.entries.get(name)?.(this.#row[name]);
    }
  }

  /** Shows the prediction of the row; during a request only the latest change waits. */
  async #follow() {
    const change = ++this.#latestChange;
    if (this.#busy) return;
    this.#busy = true;
    const report = this.#report;
    try {
      const { rows: [cells], columns, problems } = await this.#model.predict(JSON.stringify([this.#row]));
      if (report !== this.#report || !this.#file) return;
      const at = this.#file.columns.length;
      const value = cells[at];
      this.answer.textContent = typeof value === "number" ? number(value, 6) : value ?? "none";
      this.answer.dataset.whatIf = String(value ?? "");
      if (problems.length > 0) this.detail.textContent = problems[0].replace(/^row 1: /, "");
      else this.detail.replaceChildren(...detailsOf(this.#file, new Map(columns.slice(at + 1).map((name, k) => [name, Number(cells[at + 1 + k])]))));
    } catch (error) {
      if (report === this.#report) this.words.textContent = messageOf(error);
    } finally {
      this.#busy = false;
    }
    if (change !== this.#latestChange && report === this.#report) this.#follow();
  }
}

/** A number of a column that the entry has room for: near 0, to three digits or a thousandth of the column's range. @param {number} x @param {number} range */
function round(x, range) {
  const digits = Math.abs(x) < 0.01 ? Math.ceil(3 + Math.log10(Math.abs(x) / (range || 1))) : 6;
  return Number(x.toPrecision(Math.min(6, Math.max(3, digits))));
}

/**
 * The classes with the highest scores in a table, and the largest solver error.
 * @param {ModelFile} file @param {Map<string, number>} numbers By the names of the columns of predictions.
 */
function detailsOf({ classes = [] }, numbers) {
  const ranked = classes.toSorted((a, b) => (numbers.get(`score:${b}`) ?? 0) - (numbers.get(`score:${a}`) ?? 0)).slice(0, mostClasses);
  const kinds = ["probability", "score"].filter((kind) => numbers.has(`${kind}:${classes[0]}`));
  const title = ranked.length < classes.length ? `class, ${ranked.length} of ${classes.length}` : "class";
  const headings = kinds.map((kind) => element("th", { scope: "col", className: "num", textContent: kind }));
  const body = ranked.map((name) => element("tr", {}, element("th", { scope: "row", textContent: name }),
    ...kinds.map((kind) => element("td", { className: "num", textContent: number(numbers.get(`${kind}:${name}`) ?? NaN, 3) }))));
  const errors = [...numbers].filter(([name]) => /^error(:|$)/.test(name)).map(([, value]) => value);
  return [
    ...(body.length > 0 ? [element("table", { className: "use-table" }, element("thead", {}, element("tr", {}, element("th", { scope: "col", textContent: title }), ...headings)), element("tbody", {}, ...body))] : []),
    ...(errors.length > 0 ? [element("span", { textContent: `Solver error at most ${number(Math.max(...errors), 3)}.` })] : []),
  ];
}

/** The names in a formula: of columns, without their back-quotes, and of functions. @param {string} formula */
const namesIn = (formula) => Array.from(formula.matchAll(/`((?:[^`]|``)+)`|[\p{L}_.][\p{L}\p{N}_.]*/gu), ([name, quoted]) => quoted?.replaceAll("``", "`") ?? name);

/** The columns to show: those with the largest coefficients in units of the features' deviations. @param {ModelFile} file */
function mainColumns({ columns, features, functions }) {
  const scale = new Map(features.map(({ name, scale }) => [name, scale]));
  const namesOf = new Map(features.map(({ name, column, formula = "" }) => [name, column ? [column] : namesIn(formula)]));
  const size = new Map();
  for (const { terms = [] } of functions) {
    for (const { monomial, coefficient } of terms) {
      const names = Object.keys(monomial);
      const value = names.reduce((product, name) => product * (scale.get(name) ?? 1) ** monomial[name], Math.abs(coefficient));
      for (const name of names.flatMap((feature) => namesOf.get(feature) ?? [])) size.set(name, Math.max(size.get(name) ?? 0, value));
    }
  }
  return columns.toSorted((a, b) => (size.get(b.name) ?? 0) - (size.get(a.name) ?? 0)).slice(0, mostColumns);
}
