// What is drawn first as the page starts: what is in view.

const near = 200; // px below or above the window, where one soon scrolls to
const patience = 300; // ms until a page that is never idle draws all the same

const idle = "requestIdleCallback" in globalThis
  ? (/** @type {() => void} */ act) => requestIdleCallback(act, { timeout: patience })
  : (/** @type {() => void} */ act) => setTimeout(act, patience);

function inSight(/** @type {Element} */ element) {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > -near && top < innerHeight + near;
}

/**
 * Acts in a task of its own: the next; or, out of sight, once the page has its first
 * result and is idle, for until then each task delays that.
 * @param {Element} element @param {() => void} act
 */
export function inTurn(element, act) {
  if (document.documentElement.dataset.lplab !== "loading" || inSight(element)) setTimeout(act);
  else addEventListener("lplab-settled", () => idle(act), { once: true });
}

/** A plot that fails must not take the result's text with it. @param {() => void} draw */
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

/** Resolves while no button of a pointer is down. A change that moves the page waits for it: a press that ends on another element is no click. */
export const released = () => up;

/** Acts once, when one of some elements comes into sight; gives the observer, which can be disconnected before. @param {Element[]} elements @param {() => void} act */
export function onSight(elements, act) {
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    act();
  }, { rootMargin: `${near}px` });
  for (const element of elements) observer.observe(element);
  return observer;
}

/** A card whose module is loaded once there is a result and the page is idle. */
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
      idle(() => this.#load());
    }
  }

  destroy() {
    this.#report = null;
    this.#card?.destroy();
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
