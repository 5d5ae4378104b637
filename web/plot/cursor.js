// The cursor of a figure over the strengths of a search: a line with a knob that is dragged,
// clicked to, or moved by keys.
import { element } from "../dom.js";
import { gridOf, parameterOf } from "../report/strength.js";
import { Picture } from "./picture.js";
import { number } from "./text.js";

const snap = 6; // px within which the cursor snaps to a strength of the search

/** @extends {Picture<SearchReport, "path" | "validation">} */
export class StrengthPicture extends Picture {
  gamma = NaN; // or lambda, C or k
  parameter = "gamma";
  #gammas = /** @type {number[]} */ ([]);
  #range = /** @type {Point} */ ([0, 1]); // logarithms of the strengths at the left and the right edge
  #field = element("div", { className: "gamma-field", hidden: true }); // over the plot of the picture
  #line;

  /** @param {HTMLElement} host @param {Figure} figure @param {Moves} page */
  constructor(host, figure, page) {
    super(host, figure, (words) => this.#fit(words));
    this.page = page;
    const [field, line] = [this.#field, (this.#line = element("div", { className: "gamma-cursor", tabIndex: 0, onkeydown: (e) => this.#handleKey(e), role: "slider" }))];
    field.append(line);
    this.overlay(field);
    field.addEventListener("pointerdown", (e) => {
      if (e.button !== 0) return;
      e.preventDefault();
      line.focus({ preventScroll: true });
      field.setPointerCapture(e.pointerId);
      this.#follow(e);
    });
    field.addEventListener("pointermove", (e) => field.hasPointerCapture(e.pointerId) && this.#follow(e));
    field.addEventListener("lostpointercapture", () => page.endMove());
  }

  /** Draws the figure of a search, with the cursor at a strength. @param {"path" | "validation"} name @param {SearchReport} report @param {number | undefined} gamma */
  showAt(name, report, gamma) {
    this.parameter = parameterOf(report.search) ?? "gamma";
    this.#gammas = gridOf(report.search);
    this.#line.ariaLabel = `${this.parameter[0].toUpperCase()}${this.parameter.slice(1)} cursor`;
    [this.#line.ariaValueMin, this.#line.ariaValueMax] = [this.#gammas[0], this.#gammas[this.#gammas.length - 1]].map((g) => Math.log10(g).toFixed(3));
    this.place(gamma);
    return this.show(name, report);
  }

  /** Puts the field over the plot of a picture. @param {string} words of the picture; "" without one */
  #fit(words) {
    this.#field.hidden = !words;
    if (!words) return;
    const [left, top, right, bottom] = this.numbers("plot");
    this.put(this.#field, left, top, right - left, bottom - top);
    this.#range = /** @type {Point} */ (this.numbers("x").map(Math.log10));
    this.place(this.gamma);
  }

  place(/** @type {number | undefined} */ gamma = NaN) {
    this.gamma = gamma;
    const log = Math.log10(gamma);
    this.#line.hidden = !Number.isFinite(log);
    if (this.#line.hidden) return;
    this.#line.style.left = `${100 * Math.min(1, Math.max(0, this.#share(gamma)))}%`;
    this.#line.ariaValueNow = log.toFixed(3);
    this.#line.ariaValueText = `${this.parameter} ${number(gamma)}`;
  }

  /** The position of a strength in the field, from 0 at the left to 1 at the right. @param {number} gamma */
  #share(gamma) {
    const [from, to] = this.#range;
    return (Math.log10(gamma) - from) / (to - from);
  }

  #follow(/** @type {PointerEvent} */ e) {
    const { left, width } = this.#field.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (e.clientX - left) / width));
    const distanceTo = (/** @type {number} */ gamma) => Math.abs(this.#share(gamma) - share) * width;
    const nearest = this.#gammas.reduce((best, gamma) => (distanceTo(gamma) < distanceTo(best) ? gamma : best));
    const [from, to] = this.#range;
    this.#move(distanceTo(nearest) <= snap ? nearest : Number((10 ** (from + share * (to - from))).toPrecision(3)));
  }

  /** Arrow keys go from one strength of the search to the next. @param {KeyboardEvent} e */
  #handleKey(e) {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const nextIndex = this.#gammas.findIndex((g) => g > this.gamma * (1 + 1e-9));
    const previousIndex = this.#gammas.findLastIndex((g) => g < this.gamma * (1 - 1e-9));
    const last = this.#gammas.length - 1;
    const above = nextIndex < 0 ? last : nextIndex;
    const below = Math.max(0, previousIndex);
    const [right, left] = this.#range[0] < this.#range[1] ? [above, below] : [below, above];
    /** @type {Record<string, number>} */
    const targets = {
      ArrowRight: right,
      ArrowUp: above,
      ArrowLeft: left,
      ArrowDown: below,
      PageUp: Math.min(last, above + 4),
      PageDown: Math.max(0, below - 4),
      Home: 0,
      End: last,
    };
    const target = targets[e.key];
    if (target === undefined) return;
    e.preventDefault();
    this.#move(this.#gammas[target]);
    this.page.endMove();
  }

  #move(/** @type {number} */ gamma) {
    if (gamma !== this.gamma) this.page.move(gamma, this.parameter);
  }
}
