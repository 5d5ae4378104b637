// The figures Importance, Interactions and Dependence, which core draws of the model and its columns.
import { byId, element, messageOf } from "../dom.js";
import { onceVisible, waitForRelease } from "../shell/visibility.js";

const pause = 500; // ms after a result until figures out of view are drawn

/**
 * @typedef {typeof import("../plot/picture.js").Picture} PictureClass
 * @typedef {import("./use.js").LoadedModel} LoadedModel
 * @typedef {{ figure: Figure, Picture: PictureClass }} FigureServices
 */

/** The importance of the columns or of the pairs, if the report has it, as a figure with the host's name. */
class Shares {
  /** @param {HTMLElement} host @param {"importance" | "interactions"} list @param {FigureServices} services */
  constructor(host, list, { figure, Picture }) {
    this.host = host;
    this.name = /** @type {FigureName} */ (host.id);
    this.list = list; // as high as this has entries
    this.words = element("p", { className: "quiet" });
    this.plot = element("div", { id: `plot-${host.id}`, className: "plot plot-shares", role: "img", ariaLabel: "Not drawn yet" });
    host.replaceChildren(this.plot, this.words);
    this.picture = new Picture(this.plot, figure, (words) => (this.words.textContent = words));
    /** @type {IntersectionObserver | null} */
    this.observer = null; // the figure is drawn when it comes into view, or after a pause, because it may be printed
    this.timer = 0;
  }

  draw(/** @type {FullReport} */ report) {
    const entryCount = (report.weights?.[this.list] ?? (this.list === "importance" ? report.importance : undefined))?.length ?? 0;
    if (entryCount === 0) return;
    this.plot.style.height = `${Math.max(10, 5 + 1.3 * Math.min(20, entryCount))}rem`;
    this.#stopWaiting();
    const show = () => {
      this.#stopWaiting();
      this.picture.show(this.name, report);
    };
    this.observer = onceVisible([this.plot], show);
    this.timer = setTimeout(show, pause);
  }

  #stopWaiting() {
    this.observer?.disconnect();
    clearTimeout(this.timer);
  }

  destroy() {
    this.#stopWaiting();
    this.picture.destroy();
  }
}

/** The mean prediction by a column or by two, by the model of the shown report, which load returns. */
export class Dependence {
  #model = /** @type {LoadedModel | null} */ (null); // of the report that is shown
  #report = /** @type {FullReport | null} */ (null);

  /**
   * @param {HTMLElement} host
   * @param {{ load: () => Promise<LoadedModel>, dependence: (text: string, columns: string[], options: FigureOptions) => Promise<string>, Picture: PictureClass }} services
   */
  constructor(host, { load, dependence, Picture }) {
    this.host = host;
    this.load = load;
    this.words = element("p", { className: "quiet", ariaLive: "polite" });
    this.plot = element("div", { id: "plot-dependence", className: "plot plot-small", role: "img", ariaLabel: "Not drawn yet", hidden: true });
    this.columns = ["Column", "Second column"].map((text, i) => {
      const choice = element("select", { id: `dependence-${i}`, onchange: () => this.#show() });
      return { choice, field: element("p", { className: "field" }, element("label", { htmlFor: choice.id, textContent: text }), choice) };
    });
    this.button = element("button", { type: "button", textContent: "Show dependence", onclick: () => this.#show() });
    this.entries = element("div", { className: "use-entries", hidden: true }, ...this.columns.map(({ field }) => field));
    host.replaceChildren(this.entries, element("p", { className: "row use-buttons" }, this.button), this.plot, this.words);
    this.picture = new Picture(this.plot, (/** @type {string[]} */ columns, /** @type {string} */ _, options) => dependence(this.#model?.text ?? "", columns, { ...options, class: this.#className() }), (words) => (this.words.textContent = this.#model ? words : ""));
  }

  draw(/** @type {FullReport} */ report) {
    this.#report = report;
    this.#model = null;
    this.plot.hidden = this.entries.hidden = true;
    this.button.hidden = false;
    this.words.textContent = "";
  }

  destroy() {
    this.#report = null;
    this.picture.destroy();
  }

  #className() {
    return this.#report?.whole ? this.#report.classes?.[1] : "";
  }

  open() {
    if (!this.#model) this.#show();
  }

  async #show() {
    const report = this.#report;
    try {
      const model = await this.load();
      await waitForRelease();
      if (report !== this.#report) return;
      if (!this.#model && report) this.#offer(model.file, report);
      this.#model = model;
      const columns = this.columns.map(({ choice }) => choice.value).filter((name, i, all) => name !== "" && all.indexOf(name) === i);
      this.plot.hidden = false;
      await this.picture.show("dependence", columns);
    } catch (error) {
      if (report === this.#report) this.words.textContent = messageOf(error);
    }
  }

  /** The columns of the model, the most important first. @param {ModelFile} file @param {FullReport} report */
  #offer(file, report) {
    const importantColumns = report.importance?.map(({ column }) => column) ?? report.weights?.importance?.map(({ columns }) => columns[0]) ?? [];
    const rank = (/** @type {{ name: string }} */ { name }) => (importantColumns.includes(name) ? importantColumns.indexOf(name) : importantColumns.length);
    const names = file.columns.toSorted((a, b) => rank(a) - rank(b)).map(({ name }) => name);
    this.columns.forEach(({ choice }, i) => choice.replaceChildren(...(i ? [new Option("None", "")] : []), ...names.map((name) => new Option(name, name))));
    this.entries.hidden = false;
    this.button.hidden = true;
  }
}

/** The figures in their hosts. @param {FigureServices} services */
export const sharesIn = (services) =>
  [new Shares(byId("importance"), "importance", services), new Shares(byId("interactions"), "interactions", services), new Shares(byId("pairs"), "importance", services)];
