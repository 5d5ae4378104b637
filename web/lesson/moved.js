// A figure with a drawing in which the reader moves points.
import { element } from "../dom.js";
import { Drawing } from "../plot/frame.js";
import { LessonFigure } from "./figure.js";
import { Handles } from "./handles.js";

/**
 * @template {object} [Shown=FullReport]
 * @extends {LessonFigure<Shown>}
 */
export class MovedFigure extends LessonFigure {
  points = /** @type {Record<string, Point>} */ ({}); // what the reader moves, by name: kept in the address
  first = this.points; // where they are at first
  extent = 2; // of the numbers that an address may give
  square = true; // the drawing
  host = element("div", { className: "plot live-plot", attributes: { role: "group", "aria-label": "Not drawn yet" } });
  drawing = new Drawing(this.host);
  handles = new Handles(this.host, () => this.begin());
  #gripped = false; // whether grips has added its handles

  made() {
    this.host.classList.toggle("live-square", this.square);
    this.stage.append(this.host);
    this.drawing.paint = (...given) => this.paint(...given);
    this.first = structuredClone(this.points);
  }

  /** @returns {Record<string, string>} */
  places() {
    return Object.fromEntries(Object.entries(this.points).map(([name, place]) => [name, place.join(",")]).filter(([name, text]) => text !== this.first[name].join(",")));
  }

  restore(/** @type {URLSearchParams} */ given) {
    for (const [name, { length }] of Object.entries(this.points)) {
      const place = (given.get(name) ?? "").split(/[ ,]/).map(Number);
      if (place.length === length && place.every((v) => Math.abs(v) <= this.extent)) this.points[name] = /** @type {Point} */ (place);
    }
  }

  /** Adds handles after the first result, which gives their number or their plane. */
  grips() {}

  drawn() {
    if (!this.#gripped) this.grips();
    this.#gripped = true;
    this.drawing.show(this.summary());
    this.handles.place();
  }

  /** Describes the drawing for screen readers. */
  summary() {
    return "";
  }

  /** @type {Paint} */
  paint(_ctx, _width, _height, _t) {}
}
