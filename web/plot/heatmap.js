// The cells of a heat map: choosing one, by pointer or by keys, shows its model.
import { arrows, element } from "../dom.js";
import { gridOf } from "../report/strength.js";
import { Picture } from "./picture.js";

/** @extends {Picture<SearchReport, "heat-map">} */
export class HeatMap extends Picture {
  #rows = /** @type {Element[][]} */ ([]); // the cells of each row, from below
  #modelMark = element("div", { className: "cell-mark", hidden: true }); // on the model shown
  #cellMark = element("div", { className: "cell-mark dashed", hidden: true }); // under the pointer or the keys
  #place = /** @type {Point | null} */ (null); // [row, column] of the model shown
  #cell = /** @type {Point | null} */ (null); // that under the pointer or the keys
  #search = /** @type {Searched | null} */ (null);

  /** @param {HTMLElement} host @param {HTMLElement} readout @param {Choices & { figure: Figure }} page */
  constructor(host, readout, page) {
    super(host, page.figure, (words) => {
      this.#rows = [...host.querySelectorAll("[data-name=cells]")].map(({ children }) => [...children]);
      if (words) host.ariaLabel = `${words} Arrow keys move between cells, Enter shows the model of a cell.`;
      this.#placeMarks();
    });
    this.readout = readout;
    this.page = page;
    this.overlay(this.#modelMark, this.#cellMark);
    host.addEventListener("pointermove", (e) => this.#point(this.#cellAt(e)));
    host.addEventListener("pointerleave", () => this.#point(null));
    host.addEventListener("click", (e) => this.#choose(this.#cellAt(e)));
    host.addEventListener("focus", () => host.matches(":focus-visible") && this.#point(this.#place));
    host.addEventListener("blur", () => this.#point(null));
    host.addEventListener("keydown", (e) => this.#handleKey(e));
  }

  /** Draws the scores of a search that has several rows of them. @param {SearchReport} report @param {ModelAt} at */
  showAt(report, at) {
    this.#search = report.search;
    this.place(at);
    return this.show("heat-map", report);
  }

  /** Marks the model of a gamma, on a size of the subsample or of a form. @param {ModelAt} model */
  place({ gamma = NaN, subsample, form = 0 }) {
    if (!this.#search) return;
    const { forms, subsample: sizes = [] } = this.#search;
    const logs = (forms?.[form].gamma ?? gridOf(this.#search)).map((g) => Math.abs(Math.log10(g / gamma)));
    this.#place = gamma > 0 ? [forms ? form : Math.max(0, sizes.indexOf(subsample)), logs.indexOf(Math.min(...logs))] : null;
    this.#placeMarks();
  }

  /** Puts the marks on their cells. */
  #placeMarks() {
    for (const [mark, place] of /** @type {[HTMLElement, Point | null][]} */ ([[this.#modelMark, this.#place], [this.#cellMark, this.#cell]])) {
      const cell = place && this.#rows[place[0]]?.[place[1]].querySelector("rect");
      mark.hidden = !cell;
      if (cell) this.put(mark, cell.x.baseVal.value, cell.y.baseVal.value, cell.width.baseVal.value, cell.height.baseVal.value);
    }
  }

  /** The cell under the pointer. @param {MouseEvent} e @returns {Point | null} */
  #cellAt({ target }) {
    const cell = /** @type {Element} */ (target).closest("[data-name=cells] > g");
    const row = cell ? this.#rows.findIndex((cells) => cells.includes(cell)) : -1;
    return cell && row >= 0 ? [row, this.#rows[row].indexOf(cell)] : null;
  }

  #point(/** @type {Point | null} */ cell) {
    if (String(cell) === String(this.#cell)) return;
    this.#cell = cell;
    this.readout.textContent = (cell && this.#rows[cell[0]]?.[cell[1]].querySelector("title")?.textContent) ?? "";
    this.#placeMarks();
  }

  #choose(/** @type {Point | null} */ cell) {
    if (cell) this.page.place({ ...(this.#search?.forms ? { subsample: 0, form: cell[0] } : { subsample: cell[0] }), gamma: cell[1] });
  }

  #handleKey(/** @type {KeyboardEvent} */ e) {
    if (!this.#rows.length || e.ctrlKey || e.metaKey || e.altKey) return;
    const move = arrows[e.key];
    const [row, column] = this.#cell ?? this.#place ?? [0, 0];
    if (move) {
      e.preventDefault();
      const to = Math.min(this.#rows.length - 1, Math.max(0, row + move[1]));
      this.#point([to, Math.min(this.#rows[to].length - 1, Math.max(0, column + move[0]))]);
    } else if (e.key === "Enter" || e.key === " ") {
      e.preventDefault();
      this.#choose(this.#cell);
    }
  }
}
