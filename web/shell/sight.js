// The order of drawing as the page starts: plots in view come first.
import { whenIdle } from "../jobs.js";

const near = 200; // px below or above the window that count as in view
const patience = 300; // ms after which a page that is never idle draws, too

function inSight(/** @type {Element} */ element) {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > -near && top < innerHeight + near;
}

/**
 * Acts in the next task or, for an element out of view, once the page has its first result and is
 * idle, because every task before delays that result.
 * @param {Element} element @param {() => void} act
 */
export function inTurn(element, act) {
  if (document.documentElement.dataset.lplab !== "loading" || inSight(element)) setTimeout(act);
  else addEventListener("lplab-settled", () => whenIdle(act, patience), { once: true });
}

/** Draws a plot; an error in it leaves the rest of the page working. @param {() => void} draw */
export function attempt(draw) {
  try {
    draw();
  } catch (error) {
    console.error("plot:", error);
  }
}

let up = Promise.resolve();
let lift = () => {};
if (globalThis.document) {
  addEventListener("pointerdown", () => {
    const before = lift; // of another finger
    up = new Promise((resolve) => (lift = () => (before(), resolve())));
  }, true);
  for (const type of ["pointerup", "pointercancel"]) addEventListener(type, () => setTimeout(lift), true); // after the click
}

/** Resolves once no button of a pointer is down. A change that moves the page waits for this, because a press that ends on another element is no click. */
export const released = () => up;

/** Acts once, when one of some elements comes into view; returns the observer, which can be disconnected before. @param {Element[]} elements @param {() => void} act */
export function onSight(elements, act) {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    act();
  }, { rootMargin: `${near}px` });
  for (const element of elements) observer.observe(element);
  return observer;
}

/** A card in a module that is loaded once there is a result and the page is idle. */
export class Lazy {
  #card = /** @type {Omit<Card, "host"> | null} */ (null); // once it is made
  #report = /** @type {FullReport | null} */ (null); // that it is to show
  #loading = false;
  #module;

  /** module loads the module and gives the function that makes the card. @param {HTMLElement} host @param {() => Promise<() => Omit<Card, "host">>} module */
  constructor(host, module) {
    this.host = host;
    this.#module = module;
  }

  draw(/** @type {FullReport} */ report) {
    this.#report = report;
    if (this.#card) this.#card.draw(report);
    else if (!this.#loading) {
      this.#loading = true;
      whenIdle(() => this.#load(), patience);
    }
  }

  destroy() {
    this.#report = null;
    this.#card?.destroy?.();
  }

  async #load() {
    try {
      const make = await this.#module();
      if (!this.#report) return; // another card has the place of this one by now, and must keep it
      this.#card = make();
      this.#card.draw(this.#report);
    } catch (error) {
      this.#loading = false; // the next result tries again
      console.error("page:", error);
    }
  }
}
