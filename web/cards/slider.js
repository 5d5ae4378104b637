// The sliders of p and of gamma (lambda or C of other models), and the cursor of the search's
// plots, which sets gamma too. During a move the experiment is solved at the newest value, one step
// after another, if that is quick enough; at rest it is run as by Run. Go writes the entry
// (app/page/gamma.go), and the position of a slider that is not being moved as data-at.
import { withStrength } from "../report/strength.js";

const steps = 100; // of the input, from its data-from to its data-to, in decades
const brisk = 250; // ms: slower steps are not followed
const pause = 200; // ms without a move until the slider rests; keys move it step by step
const writing = 80; // ms between two moves sent to Go, which renders the page for each

/** The value of a slider: one of its data-stops, or else a strength. @param {HTMLInputElement} given */
export function valueAt({ dataset, value }) {
  if (dataset.stops) return dataset.stops.split(" ")[Number(value)];
  const [from, to] = [Number(dataset.from), Number(dataset.to)];
  return Number((10 ** (from + ((to - from) * Number(value)) / steps)).toPrecision(3));
}

/**
 * @typedef {{ value?: number, cursor?: string, p?: string }} Move By a value or a p.
 * @typedef {{ say: Say, solve: (spec: FullSpec) => Promise<void>, settled: () => Promise<void>, place: (strength?: number) => void }} SliderPage
 */

export class ModelSlider {
  #page;
  #at = /** @type {Move} */ ({}); // the newest move
  #followed = /** @type {{ spec: FullSpec, parameter: string } | null} */ (null); // of the drag, where it is followed
  /** @type {Promise<void> | null} */
  #step = null; // under way
  #timer = 0;
  #writing = 0; // timer
  #held = /** @type {HTMLInputElement | null} */ (null); // the slider that was moved last; null after the cursor

  #moving = false;
  #unsent = false; // the end of the move is not sent to Go yet

  /** Whether the result shown may lag behind a move. */
  get lags() {
    return this.#moving || this.#unsent;
  }

  /** Duration of a step in ms, as far as is known; solve sets it. */
  pace = Infinity;

  /**
   * page has say(kind, text) to Go; solve(spec), which starts from the last solution and shows its own; settled(),
   * which resolves when no run is under way; and place(gamma) for the cursor, without a gamma back to where it was.
   * @param {SliderPage} page
   */
  constructor(page) {
    this.#page = page;
    document.addEventListener("input", (e) => {
      const slider = /** @type {HTMLInputElement} */ (e.target);
      const { stops, moves } = slider.dataset;
      if (!moves) return;
      this.#held = slider;
      this.#move(stops ? { p: String(valueAt(slider)) } : { value: Number(valueAt(slider)), cursor: "" });
    });
    document.addEventListener("change", (e) => /** @type {HTMLElement} */ (e.target).dataset.moves && this.rest());
    this.#placeAll();
  }

  /** Takes over the sliders that Go has rendered. */
  attach() {
    this.#placeAll();
    new MutationObserver((changes) => changes.forEach(({ target }) => this.#placeOne(/** @type {HTMLInputElement} */ (target))))
      .observe(document.body, { subtree: true, attributeFilter: ["data-at", "data-from", "data-to"] });
  }

  #placeAll() {
    document.querySelectorAll("input[data-at]").forEach((slider) => this.#placeOne(/** @type {HTMLInputElement} */ (slider)));
  }

  /** Moves a slider to the position that Go gives it, but not while it is moved: Go renders earlier moves. */
  #placeOne(/** @type {HTMLInputElement} */ slider) {
    if (!this.lags || slider !== this.#held) slider.value = slider.dataset.at ?? "";
  }

  /** Moves a parameter as the slider would. k is whole. @param {number} value @param {string} parameter */
  to(value, parameter) {
    this.#held = null;
    this.#move({ value: parameter === "k" ? Math.max(1, Math.round(value)) : value, cursor: parameter });
  }

  #move(/** @type {Move} */ at) {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#at = at;
    if (at.p === undefined) this.#page.place(at.value);
    if (this.#moving) {
      this.#writing ||= setTimeout(() => this.#write("moved"), writing);
    } else {
      this.#moving = true;
      this.#write("slide");
    }
    this.#next();
  }

  #write(/** @type {string} */ kind) {
    clearTimeout(this.#writing);
    this.#writing = 0;
    this.#page.say(kind, JSON.stringify(this.#at));
  }

  /** Go's answer to "slide": the experiment to solve on the way, and what moves in it. @param {{ spec: FullSpec, parameter: string }} followed */
  follow(followed) {
    if (!this.#moving || this.pace > brisk) return;
    this.#followed = followed;
    this.#next();
  }

  /** Handles Go's answer that the entry is locked: returns the sliders to their positions. */
  hold() {
    clearTimeout(this.#timer);
    clearTimeout(this.#writing);
    this.#timer = this.#writing = 0;
    this.#moving = this.#unsent = false;
    this.#followed = null;
    this.#placeAll();
    this.#page.place();
  }

  /** Solves at the newest value, and again if that has changed meanwhile. */
  #next() {
    if (this.#step || !this.#followed) return;
    this.#step = this.#follow().finally(() => (this.#step = null));
  }

  async #follow() {
    await this.#page.settled();
    for (let solved; this.#followed && solved !== this.#newest; ) {
      solved = this.#newest;
      const { spec, parameter } = this.#followed;
      try {
        await this.#page.solve(withStrength(spec, parameter, solved));
      } catch {
        this.#followed = null; // the run at rest reports the error
      }
      if (this.pace > brisk) this.#followed = null;
    }
  }

  get #newest() {
    return this.#at.p ?? this.#at.value;
  }

  /** The move has ended, unless another follows at once. */
  rest() {
    if (!this.#moving) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#end(), pause);
  }

  /** Ends a move that is at rest without waiting for the pause; reports whether there was one. */
  hurry() {
    if (!this.#moving || !this.#timer) return false;
    clearTimeout(this.#timer);
    this.#end();
    return true;
  }

  async #end() {
    const ended = this.#timer;
    clearTimeout(this.#writing);
    this.#writing = 0;
    this.#moving = false;
    this.#unsent = true;
    this.#followed = null;
    await this.#step;
    await this.#sendEnd(ended);
  }

  /** Go's answer to "slid" during a run: "slid" is sent again after the run, unless another move follows. */
  again() {
    return this.#sendEnd(this.#timer);
  }

  async #sendEnd(/** @type {number} */ ended) {
    await this.#page.settled();
    if (this.#timer !== ended) return; // another move has begun
    this.#unsent = false;
    this.#page.say("slid", String(this.#newest));
  }
}
