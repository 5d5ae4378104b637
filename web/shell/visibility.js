// The order of drawing as the page starts: plots in view come first.
import { whenIdle } from "../jobs.js";

const margin = 200; // px below or above the window that count as in view
const idleTimeout = 300; // ms after which a page that is never idle draws, too

function isInView(/** @type {Element} */ element) {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > -margin && top < innerHeight + margin;
}

/**
 * Calls action in the next task or, for an element out of view, once the page has its first result and is
 * idle, because every task before delays that result.
 * @param {Element} element @param {() => void} action
 */
export function schedule(element, action) {
  if (document.documentElement.dataset.lplab !== "loading" || isInView(element)) setTimeout(action);
  else addEventListener("lplab-settled", () => whenIdle(action, idleTimeout), { once: true });
}

/** Draws a plot; an error in it leaves the rest of the page working. @param {() => void} draw */
export function tryDraw(draw) {
  try {
    draw();
  } catch (error) {
    console.error("plot:", error);
  }
}

let release = Promise.resolve();
let resolveRelease = () => {};
if (globalThis.document) {
  addEventListener("pointerdown", () => {
    const before = resolveRelease; // of another finger
    release = new Promise((resolve) => (resolveRelease = () => (before(), resolve())));
  }, true);
  for (const type of ["pointerup", "pointercancel"]) addEventListener(type, () => setTimeout(resolveRelease), true); // after the click
}

/** Resolves once no button of a pointer is down. A change that moves the page waits for this, because a press that ends on another element is no click. */
export const waitForRelease = () => release;

/** Calls action once, when one of the elements comes into view; returns the observer, which can be disconnected before. @param {Element[]} elements @param {() => void} action */
export function onceVisible(elements, action) {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    action();
  }, { rootMargin: `${margin}px` });
  for (const element of elements) observer.observe(element);
  return observer;
}

/** A card in a module that is loaded once there is a result and the page is idle. */
export class LazyCard {
  #card = /** @type {Omit<Card, "host"> | null} */ (null); // after it is made
  #report = /** @type {FullReport | null} */ (null); // that it is to show
  #loading = false;
  #module;

  /** module loads the module and resolves to the function that makes the card. @param {HTMLElement} host @param {() => Promise<() => Omit<Card, "host">>} module */
  constructor(host, module) {
    this.host = host;
    this.#module = module;
  }

  draw(/** @type {FullReport} */ report) {
    this.#report = report;
    if (this.#card) this.#card.draw(report);
    else if (!this.#loading) {
      this.#loading = true;
      whenIdle(() => this.#load(), idleTimeout);
    }
  }

  destroy() {
    this.#report = null;
    this.#card?.destroy?.();
  }

  async #load() {
    try {
      const make = await this.#module();
      if (!this.#report) return; // another card has replaced this one, and must not be replaced
      this.#card = make();
      this.#card.draw(this.#report);
    } catch (error) {
      this.#loading = false; // the next result tries again
      console.error("page:", error);
    }
  }
}
