// The view Use: the figures of the model's columns, the cards Predict and What if, and Download
// model. The solver makes the model file of the shown report when it is needed.
import { byId, download, element, fileStem, messageOf } from "../dom.js";
import { onceVisible } from "../shell/visibility.js";
import { Dependence, sharesIn } from "./insight.js";
import { countOf, integer, number, sentence } from "../plot/text.js";
import { WhatIf } from "./whatif.js";

const mostRows = 100; // of the table of predictions
const pause = 300; // ms after a result until its model is made automatically
const repeatLimit = 3; // seconds: a longer run is repeated for its model only on request

/**
 * @typedef {{ file: ModelFile, text: string }} LoadedModel A model file, and it as JSON text.
 * @typedef {"python" | "javascript" | "r" | "formula"} Language
 */

/** @type {[string, Language, string][]} */
const programs = [["Python", "python", "py"], ["JavaScript", "javascript", "js"], ["R", "r", "R"], ["Formula", "formula", "txt"]];

export class UseCard {
  #services;
  #report = /** @type {FullReport | null} */ (null); // that is shown
  #model = /** @type {Promise<LoadedModel> | null} */ (null);
  #mayRepeat = false; // whether a run may be repeated for it
  #timer = 0;
  /** @type {IntersectionObserver | null} */
  #observer = null;
  #given = /** @type {File | string} */ (""); // the rows to predict: the file or the text that was given last
  #rows = /** @type {File | string | null} */ (null); // of the last prediction

  /**
   * Fills its hosts on the page. Picture is a parameter, because this module is loaded separately from the page's plots.
   * @param {Services & { Picture: typeof import("../plot/picture.js").Picture }} services
   */
  constructor(services) {
    this.#services = services;
    const { figure, Picture } = services;
    this.file = element("input", { type: "file", id: "predict-file", accept: /** @type {HTMLInputElement} */ (byId("data-file")).accept });
    this.file.onclick = () => { this.file.value = ""; }; // the corrected file may be chosen again
    this.file.onchange = () => {
      const file = this.file.files?.[0];
      if (!file) return;
      this.#given = file;
      this.pasteField.value = "";
      this.#predict();
    };
    this.pasteField = element("textarea", { id: "predict-rows", rows: 3, spellcheck: false, placeholder: "Names of columns, then rows" });
    this.pasteField.oninput = () => {
      this.#given = this.pasteField.value;
      this.file.value = "";
    };
    const button = (/** @type {string} */ textContent, /** @type {() => unknown} */ act) => element("button", { type: "button", textContent, onclick: () => this.#attempt(act) });
    this.save = button("Save predictions", () => this.#save());
    this.selectedButton = button("Download selected model", () => this.#downloadSelected());
    this.words = element("p", { className: "quiet", attributes: { "aria-live": "polite" } });
    this.table = element("div", { className: "scroll", tabIndex: 0, attributes: { role: "region", "aria-label": "Rows with their predictions" } });
    this.predictions = element("div", { hidden: true }, this.table, element("p", { className: "row use-buttons" }, this.save));
    byId("predict").replaceChildren(
      element("div", { className: "use-entries" },
        element("p", { className: "field" }, element("label", { htmlFor: this.file.id, textContent: "Rows to predict" }), this.file),
        element("p", { className: "field" }, element("label", { htmlFor: this.pasteField.id, textContent: "Pasted rows" }), this.pasteField)),
      element("p", { className: "row use-buttons" }, button("Predict", () => this.#predict())),
      this.words, this.predictions,
      element("p", { className: "row use-buttons" }, button("Download model", () => this.#download()), this.selectedButton),
      element("p", { className: "row use-buttons", attributes: { role: "group", "aria-label": "Model as a program" } },
        ...programs.map(([name, language, extension]) => button(name, () => this.#code(language, extension)))));
    const load = () => this.#load();
    this.shares = sharesIn({ figure, Picture });
    this.dependence = new Dependence(byId("dependence"), {
      load, Picture,
      dependence: async (text, columns, options) => (await this.#services.engine()).dependence(text, columns, { ...options, data: this.#data() }),
    });
    this.whatIf = new WhatIf(byId("what-if"), {
      load,
      predict: async (data) => (await this.#services.engine()).predict((await load()).text, { data, errors: true }),
      preview: async () => {
        const inspection = await (await this.#services.engine()).inspect(this.#currentReport().spec.data, { data: this.#data() });
        return { columns: inspection.columns.map(({ name }) => name), rows: inspection.preview };
      },
    });
  }

  #currentReport() {
    if (!this.#report) throw new Error("There is no model yet: press Run.");
    return this.#report;
  }

  /** The user's file of its data. */
  #data() {
    return this.#services.dataOf(this.#currentReport().spec.data);
  }

  /** Takes a report; predictions by another model go. @param {FullReport} report */
  draw(report) {
    const [now, before] = [report, this.#report].map((r) => r && [r.result?.digest, r.spec.target, r.classes, r.selection?.selected].join());
    if (now === before) return;
    this.#report = report;
    this.#model = null;
    const selectsNone = !report.whole && report.selection?.selected?.length === 0; // the file of a class is that of all
    this.selectedButton.hidden = !report.weights || selectsNone;
    this.#clear();
    const { build, solve } = report.solver.seconds;
    for (const figure of this.#figures) figure.draw(report);
    this.#stopWaiting();
    // A slow run is repeated only on request; usually the solver still has its model.
    const repeat = build + solve < repeatLimit && !report.search && !report.stability;
    this.#timer = setTimeout(() => {
      this.#observer = onceVisible([this.whatIf.host, this.dependence.host], () => {
        if (report !== this.#report) return;
        this.#load(repeat).then(() => report === this.#report && [this.dependence, this.whatIf].forEach((figure) => figure.open()), () => {});
      });
    }, pause);
  }

  destroy() {
    this.#stopWaiting();
    this.#report = null;
    for (const figure of this.#figures) figure.destroy();
  }

  get #figures() {
    return [...this.shares, this.dependence, this.whatIf];
  }

  /** Stops waiting to make the model of the previous report. */
  #stopWaiting() {
    clearTimeout(this.#timer);
    this.#observer?.disconnect();
  }

  #clear(words = "") {
    this.words.textContent = words;
    this.predictions.hidden = true;
    this.table.replaceChildren();
    this.#rows = null;
  }

  /** The model of the shown report; requested once, and again if a run may now be repeated for it. */
  async #load(repeat = true) {
    const report = this.#currentReport();
    if (!this.#model || (repeat && !this.#mayRepeat)) {
      const before = this.#model;
      const request = async () => {
        const file = await (await this.#services.engine()).model(report, { data: this.#services.dataOf(report.spec.data), repeat });
        return { file, text: JSON.stringify(file) };
      };
      const model = (this.#model = before ? before.catch(request) : request());
      this.#mayRepeat = repeat;
      model.catch(() => { if (model === this.#model) this.#model = null; });
    }
    return this.#model;
  }

  async #attempt(/** @type {() => unknown} */ act) {
    try {
      await act();
    } catch (error) {
      this.#clear(sentence(messageOf(error)));
    }
  }

  /** @returns {Promise<void>} */
  #predict() {
    return this.#attempt(async () => {
      const source = this.#given;
      if (source === "") {
        this.#clear("Choose a file of rows, or paste some, and press Predict.");
        return;
      }
      const report = this.#report;
      if (typeof source !== "string") this.#clear(`Reading ${source.name}`);
      const table = typeof source === "string" ? source : await this.#services.tableOf(source);
      if (source !== this.#given) return this.#predict(); // other rows were given meanwhile
      if (!table) return this.#clear("No rows were loaded: choose a sheet of the workbook.");
      this.#clear("Predicting");
      const { file, text } = await this.#load();
      const predictions = await (await this.#services.engine()).predict(text, { data: table, limit: mostRows });
      if (report !== this.#report) return this.#report && this.#predict(); // the rows were given before this card had the new result
      this.#rows = table;
      this.#showPredictions(file, predictions);
    });
  }

  /** @param {ModelFile} file @param {Predictions} found */
  #showPredictions(file, { columns, rows, count, unpredicted, problems, notes }) {
    const predictionCount = 1 + (file.classes?.length ?? 0) * (file.probability ? 2 : 1);
    const first = columns.length - predictionCount;
    /** @template Cell @param {Cell[]} cells */
    const predictionsFirst = (cells) => [...cells.slice(first), ...cells.slice(0, first)]; // the predictions come first, in sight
    const head = element("tr", {}, ...predictionsFirst(columns).map((name, j) => element("th", { scope: "col", className: rows.some((cells) => typeof predictionsFirst(cells)[j] === "number") ? "num" : "", textContent: name })));
    const body = rows.map((cells) => element("tr", {}, ...predictionsFirst(cells).map((cell, j) => {
      const td = element("td", { className: typeof cell === "number" ? "num" : "", textContent: typeof cell === "number" ? number(cell, 6) : cell ?? "" });
      if (j === 0) td.dataset.prediction = String(cell ?? "");
      return td;
    })));
    this.table.replaceChildren(element("table", { className: "use-table" }, element("caption", { textContent: "Predictions" }), element("thead", {}, head), element("tbody", {}, ...body)));
    this.predictions.hidden = false;
    const sentences = [`${integer(count - unpredicted)} of ${countOf(count, "row")} predicted`];
    if (count > rows.length) sentences[0] += `, of which the first ${rows.length} are shown`;
    this.words.textContent = [...sentences, ...problems, ...notes].map(sentence).join(" ");
  }

  async #save() {
    const { text } = await this.#load();
    if (this.#rows === null) return;
    download("predictions.csv", "text/csv", await (await this.#services.engine()).predict(text, { data: this.#rows, format: "csv" }));
  }

  async #download() {
    const { file, text } = await this.#load();
    download(`${fileStem(file.target)}.lplab-model.json`, "application/json", text);
  }

  /** Saves the least squares fit of the selected monomials. */
  async #downloadSelected() {
    const current = this.#currentReport();
    const report = current.whole ?? current; // the refits of all classes, whichever is shown
    await this.#load();
    const file = await (await this.#services.engine()).model(report, { data: this.#services.dataOf(report.spec.data), selected: true });
    download(`${fileStem(file.target)}-selected.lplab-model.json`, "application/json", JSON.stringify(file));
  }

  async #code(/** @type {Language} */ language, /** @type {string} */ extension) {
    const { file, text } = await this.#load();
    download(`${fileStem(file.target)}.${extension}`, "text/plain", await (await this.#services.engine()).code(text, language));
  }
}
