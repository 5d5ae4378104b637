// Points of a figure that the reader moves: by pointer or touch, and with the arrow keys
// while one has the focus. Each is a button over the drawing, at a place in the units of
// the figure.
import { arrows, element } from "../dom.js";

/**
 * @typedef {{ name: string | (() => string), place: () => Point, move: (to: Point) => void }} HandleOptions
 * @typedef {HandleOptions & { button: HTMLButtonElement }} Handle
 * @typedef {(place: Point) => Point} Transform
 */

export class Handles {
  #list = /** @type {Handle[]} */ ([]);
  /** @type {Transform | undefined} From units to pixels from the host's corner. */
  #toPixels;
  /** @type {Transform | undefined} The inverse. */
  #toUnits;

  /** host holds the drawing; onChange is called after each move. @param {HTMLElement} host @param {() => void} onChange */
  constructor(host, onChange) {
    this.host = host;
    this.onChange = onChange;
    new ResizeObserver(() => this.place()).observe(host);
  }

  /**
   * Adds a handle. place() returns its [x, y]; move([x, y]) sets a new place, or
   * another one near it; step is the length of an arrow key's move.
   * @param {HandleOptions & { step?: number }} options
   */
  add({ name, place, move, step = 0.1 }) {
    const button = element("button", { type: "button", className: "handle", attributes: { "aria-roledescription": "movable point" } });
    const handle = { button, name, place, move };
    button.addEventListener("keydown", (event) => {
      const direction = arrows[event.key];
      if (!direction) return;
      event.preventDefault();
      const [x, y] = place();
      const length = event.shiftKey ? 5 * step : step;
      this.#move(handle, [x + direction[0] * length, y + direction[1] * length]);
    });
    button.addEventListener("pointerdown", (event) => {
      button.setPointerCapture(event.pointerId);
      event.preventDefault();
      button.focus();
    });
    button.addEventListener("pointermove", (event) => {
      if (!button.hasPointerCapture(event.pointerId) || !this.#toUnits) return;
      const box = this.host.getBoundingClientRect();
      this.#move(handle, this.#toUnits([event.clientX - box.left, event.clientY - box.top]));
    });
    this.#list.push(handle);
    this.host.append(button);
  }

  /** Sets the plane: at converts units to pixels, from converts pixels to units. @param {Transform} at @param {Transform} from */
  setPlane(at, from) {
    [this.#toPixels, this.#toUnits] = [at, from];
    this.place();
  }

  /** Moves every handle to its point. */
  place() {
    if (!this.#toPixels || !this.host.clientWidth) return;
    for (const { button, name, place } of this.#list) {
      const here = place();
      const [left, top] = this.#toPixels(here);
      button.style.left = `${left}px`;
      button.style.top = `${top}px`;
      const text = typeof name === "function" ? name() : name;
      button.setAttribute("aria-label", `${text}, at ${here.map((v) => Number(v.toFixed(2))).join(", ")}`);
    }
  }

  /** @param {Handle} handle @param {Point} to */
  #move(handle, [x, y]) {
    handle.move([Number(x.toFixed(3)), Number(y.toFixed(3))]);
    this.place();
    this.onChange();
  }
}

/**
 * A plane of equal units, centred in a host, from -extent to extent: [at, from].
 * @param {{ clientWidth: number, clientHeight: number }} host @param {number} extent
 * @returns {[Transform, Transform]}
 */
export function square(host, extent) {
  const clamp = (/** @type {number} */ v) => Math.max(-extent, Math.min(extent, v));
  const unit = () => Math.min(host.clientWidth, host.clientHeight) / (2 * extent);
  return [
    ([a, b]) => [host.clientWidth / 2 + a * unit(), host.clientHeight / 2 - b * unit()],
    ([x, y]) => [clamp((x - host.clientWidth / 2) / unit()), clamp((host.clientHeight / 2 - y) / unit())],
  ];
}
