// Points of a figure that the reader moves: by pointer or touch, and with the arrow keys
// while one has the focus. Each is a button over the drawing, at a place in the units of
// the figure.
import { arrows, element } from "../dom.js";

/**
 * @typedef {{ name: string | (() => string), place: () => Point, move: (to: Point) => void }} Held
 * @typedef {Held & { button: HTMLButtonElement }} Handle
 * @typedef {(place: Point) => Point} Turn
 */

export class Handles {
  #list = /** @type {Handle[]} */ ([]);
  /** @type {Turn | undefined} From units to pixels from the host's corner. */
  #at;
  /** @type {Turn | undefined} And back. */
  #from;

  /** host holds the drawing; changed is called after each move. @param {HTMLElement} host @param {() => void} changed */
  constructor(host, changed) {
    this.host = host;
    this.changed = changed;
    new ResizeObserver(() => this.place()).observe(host);
  }

  /**
   * Adds a handle. place() gives its [x, y]; move([x, y]) takes a new place, and may keep
   * another; step is the length of an arrow key's move.
   * @param {Held & { step?: number }} held
   */
  add({ name, place, move, step = 0.1 }) {
    const button = element("button", { type: "button", className: "handle", attributes: { "aria-roledescription": "movable point" } });
    const handle = { button, name, place, move };
    button.addEventListener("keydown", (event) => {
      const way = arrows[event.key];
      if (!way) return;
      event.preventDefault();
      const [x, y] = place();
      const length = event.shiftKey ? 5 * step : step;
      this.#moved(handle, [x + way[0] * length, y + way[1] * length]);
    });
    button.addEventListener("pointerdown", (event) => {
      button.setPointerCapture(event.pointerId);
      event.preventDefault();
      button.focus();
    });
    button.addEventListener("pointermove", (event) => {
      if (!button.hasPointerCapture(event.pointerId) || !this.#from) return;
      const box = this.host.getBoundingClientRect();
      this.#moved(handle, this.#from([event.clientX - box.left, event.clientY - box.top]));
    });
    this.#list.push(handle);
    this.host.append(button);
  }

  /** Takes the plane: at turns units into pixels, from turns them back. @param {Turn} at @param {Turn} from */
  plane(at, from) {
    [this.#at, this.#from] = [at, from];
    this.place();
  }

  /** Puts every handle where its point is. */
  place() {
    if (!this.#at || !this.host.clientWidth) return;
    for (const { button, name, place } of this.#list) {
      const here = place();
      const [left, top] = this.#at(here);
      button.style.left = `${left}px`;
      button.style.top = `${top}px`;
      const text = typeof name === "function" ? name() : name;
      button.setAttribute("aria-label", `${text}, at ${here.map((v) => Number(v.toFixed(2))).join(", ")}`);
    }
  }

  /** @param {Handle} handle @param {Point} to */
  #moved(handle, [x, y]) {
    handle.move([Number(x.toFixed(3)), Number(y.toFixed(3))]);
    this.place();
    this.changed();
  }
}

/**
 * A plane of equal units, centred in a host, from -extent to extent: [at, from].
 * @param {{ clientWidth: number, clientHeight: number }} host @param {number} extent
 * @returns {[Turn, Turn]}
 */
export function square(host, extent) {
  const within = (/** @type {number} */ v) => Math.max(-extent, Math.min(extent, v));
  const unit = () => Math.min(host.clientWidth, host.clientHeight) / (2 * extent);
  return [
    ([a, b]) => [host.clientWidth / 2 + a * unit(), host.clientHeight / 2 - b * unit()],
    ([x, y]) => [within((x - host.clientWidth / 2) / unit()), within((host.clientHeight / 2 - y) / unit())],
  ];
}
