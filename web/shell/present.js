// Presentation, for a projector: one plot at a time, in letters as large as the
// screen allows (styles/present.css). The arrow keys lead through the steps of a guided
// experiment, or through the plots if it has none; Escape ends the presentation.
//
//   Right, Page down, Space / Left, Page up   the next and the previous step or plot
//   Down / Up, Home, End                      the plots
//   F                                         full screen, and back
import { element, setIdle, targetOf } from "../dom.js";

/** @typedef {false | ((by: number) => void)} Step */

const root = document.documentElement;

/** Elements that use the arrow keys themselves. */
const arrowKeyElements = "input, select, textarea, [role=slider], [role=tab], #plot-weights, #plot-heat, dialog *";

/** Starts the presentation; redraw draws every plot again, and step(by) moves to another step of a guided experiment; step is false if there are no steps. @param {{ redraw: () => void, step: Step }} options */
export function present({ redraw, step }) {
  if (!("presenting" in root.dataset)) new Presentation(redraw, step);
}

class Presentation {
  #redraw;
  #step;
  #at = 0; // of the slides
  #name; // in the bar
  #bar;
  #screen; // button of the full screen
  #previousFocus = document.activeElement;
  #abort = new AbortController();
  #drawing = 0;
  #observer = new MutationObserver(() => this.#follow()); // another result can have other slides
  #isSwitching = false; // whether full screen was left by F, which does not end the presentation

  constructor(/** @type {() => void} */ redraw, /** @type {Step} */ step) {
    this.#redraw = redraw;
    this.#step = step;
    /** @param {string} name @param {string} title @param {() => void} onclick @param {string} [text] */
    const button = (name, title, onclick, text) =>
      element("button", { type: "button", title, onclick, textContent: text ?? name, attributes: text ? { "aria-label": name } : {} });
    this.#name = element("h2", { attributes: { "aria-live": "polite" } });
    this.#screen = button("Full screen", "F", () => this.#toggleFullScreen());
    this.#bar = element("nav", { className: "row present-bar", tabIndex: -1, attributes: { "aria-label": "Presentation" } },
      element("h1", { className: "unseen", textContent: "lp Lab" }),
      element("div", { className: "present-plots" },
        button("Plot before", "Up", () => this.#turn(-1), "←"), this.#name, button("Next plot", "Down", () => this.#turn(1), "→")),
      element("div", { className: "present-ends" }, this.#screen, button("Close", "Escape", () => this.#leave())));
    document.body.prepend(this.#bar);
    this.#screen.hidden = !document.fullscreenEnabled;
    const { signal } = this.#abort;
    document.addEventListener("keydown", (e) => this.#handleKey(e), { capture: true, signal });
    document.addEventListener("fullscreenchange", () => this.#handleFullScreen(), { signal });
    addEventListener("resize", () => this.#drawSoon(), { signal }); // the letters follow the screen
    this.#observer.observe(document.body, { subtree: true, attributeFilter: ["data-presents"] });
    root.dataset.presenting = "";
    this.#show();
    this.#drawSoon();
    this.#bar.focus();
    this.#toggleFullScreen();
  }

  /** The slides, which are shown one at a time: the parts of the page that have a name in data-presents. */
  get #slides() {
    return [...document.querySelectorAll("[data-presents]")].filter(({ dataset }) => dataset.presents);
  }

  #turn(/** @type {number} */ by) {
    this.#show(this.#at + by);
  }

  /** Stays on the shown slide when slides before it are added or removed. */
  #follow() {
    const at = this.#slides.findIndex((slide) => "slide" in slide.dataset);
    this.#show(at < 0 ? this.#at : at);
  }

  #show(to = this.#at) {
    const slides = this.#slides;
    this.#at = Math.max(0, Math.min(to, slides.length - 1));
    for (const slide of document.querySelectorAll("[data-slide]")) delete slide.dataset.slide;
    const slide = slides[this.#at];
    if (slide) slide.dataset.slide = "";
    this.#name.textContent = slide ? `${slide.dataset.presents}, ${this.#at + 1} of ${slides.length}` : "";
    const [before, next] = this.#bar.querySelectorAll(".present-plots button");
    setIdle(before, this.#at === 0);
    setIdle(next, this.#at >= slides.length - 1);
  }

  #handleKey(/** @type {KeyboardEvent} */ e) {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const target = targetOf(e);
    const usesArrows = target?.closest(arrowKeyElements) && e.key.startsWith("Arrow");
    const pressesButton = e.key === " " && target?.closest("button, a, summary");
    const advance = (/** @type {number} */ by) => (this.#step ? this.#step(by) : this.#turn(by));
    /** @type {Record<string, () => void>} */
    const actions = {
      ArrowRight: () => advance(1), PageDown: () => advance(1), " ": () => advance(1),
      ArrowLeft: () => advance(-1), PageUp: () => advance(-1),
      ArrowDown: () => this.#turn(1), ArrowUp: () => this.#turn(-1),
      Home: () => this.#show(0), End: () => this.#show(Infinity),
      f: () => this.#toggleFullScreen(), F: () => this.#toggleFullScreen(),
      Escape: () => this.#leave(),
    };
    const action = actions[e.key];
    if (!action || usesArrows || pressesButton || (e.key.length === 1 && target?.matches("input, textarea"))) return;
    e.preventDefault();
    e.stopPropagation();
    action();
  }

  /** Enters or leaves full screen, which browsers allow only after a key or a button was pressed. */
  #toggleFullScreen() {
    this.#isSwitching = Boolean(document.fullscreenElement);
    if (this.#isSwitching) document.exitFullscreen();
    else root.requestFullscreen?.().catch(() => {});
  }

  /** Leaving full screen by Escape, which pages do not receive there, leaves the presentation, too. */
  #handleFullScreen() {
    if (!document.fullscreenElement && !this.#isSwitching) this.#leave();
    this.#isSwitching = false;
    this.#screen.textContent = document.fullscreenElement ? "Leave full screen" : "Full screen";
  }

  #drawSoon() {
    cancelAnimationFrame(this.#drawing);
    this.#drawing = requestAnimationFrame(() => this.#redraw());
  }

  #leave() {
    this.#abort.abort();
    this.#observer.disconnect();
    delete root.dataset.presenting;
    for (const slide of document.querySelectorAll("[data-slide]")) delete slide.dataset.slide;
    this.#bar.remove();
    if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
    this.#drawSoon();
    (this.#previousFocus?.isConnected && this.#previousFocus !== document.body ? this.#previousFocus : document.getElementById("present"))?.focus({ preventScroll: true });
  }
}
