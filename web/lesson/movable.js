// A figure with a drawing in which the reader moves points.
import { element } from "../dom.js";
import { Drawing } from "../plot/frame.js";
import { LessonFigure } from "./figure.js";
import { Handles } from "./handles.js";

/**
 * @template {object} [Result=FullReport]
 * @extends {LessonFigure<Result>}
 */
export class MovableFigure extends LessonFigure {
  points = /** @type {Record<string, Point>} */ ({}); // the points that the reader moves, by name; the address contains them
  initialPoints = this.points; // their initial places
  extent = 2; // of the numbers that an address may give
  square = true; // the drawing
  host = element("div", { className: "plot live-plot", attributes: { role: "group", "aria-label": "Not drawn yet" } });
  drawing = new Drawing(this.host);
  handles = new Handles(this.host, () => this.begin());
  #hasHandles = false; // whether addHandles was called

  build() {
    this.host.classList.toggle("live-square", this.square);
    this.stage.append(this.host);
    this.drawing.paint = (...args) => this.paint(...args);
    this.initialPoints = structuredClone(this.points);
  }

  /** @returns {Record<string, string>} */
  places() {
    return Object.fromEntries(Object.entries(this.points).map(([name, place]) => [name, place.join(",")]).filter(([name, text]) => text !== this.initialPoints[name].join(",")));
  }

  restore(/** @type {URLSearchParams} */ params) {
    for (const [name, { length }] of Object.entries(this.points)) {
      const place = (params.get(name) ?? "").split(/[ ,]/).map(Number);
      if (place.length === length && place.every((v) => Math.abs(v) <= this.extent)) this.points[name] = /** @type {Point} */ (place);
    }
  }

  /** Adds handles after the first result, which determines their number or their plane. */
  addHandles() {}

  draw() {
    if (!this.#hasHandles) this.addHandles();
    this.#hasHandles = true;
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
