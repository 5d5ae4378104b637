// The sliders of p and of gamma (lambda or C of other models), and the cursor of the search's
// plots, which sets gamma too. During a move the experiment is solved at the newest value, one step
// after another, if that is quick enough; after the move it is run as by Run. Go writes the entry
// (app/page/gamma.go), and the position of a slider that is not being moved as data-at.
import { withStrength } from "../report/strength.js";

const steps = 100; // of the input, from its data-from to its data-to, in decades
const slowestStep = 250; // ms: slower steps are not followed
const pause = 200; // ms without a move until the slider rests; keys move it step by step
const sendInterval = 80; // ms between two moves sent to Go, which renders the page for each

/** The value of a slider: one of its data-stops, or a strength. @param {HTMLInputElement} slider */
export function sliderValue({ dataset, value }) {
  if (dataset.stops) return dataset.stops.split(" ")[Number(value)];
  const [from, to] = [Number(dataset.from), Number(dataset.to)];
  return Number((10 ** (from + ((to - from) * Number(value)) / steps)).toPrecision(3));
}

/**
 * @typedef {{ value?: number, cursor?: string, p?: string }} Move By a value or a p.
 * @typedef {{ send: Send, solve: (spec: FullSpec) => Promise<void>, waitForRun: () => Promise<void>, placeCursor: (strength?: number) => void }} SliderPage
 */

export class ModelSlider {
  #page;
  #at = /** @type {Move} */ ({}); // the newest move
  #experiment = /** @type {{ spec: FullSpec, parameter: string } | null} */ (null); // the experiment to solve during the move, if it is followed
  /** @type {Promise<void> | null} */
  #step = null; // under way
  #timer = 0;
  #sendTimer = 0; // timer
  #slider = /** @type {HTMLInputElement | null} */ (null); // the slider that was moved last; null after the cursor

  #moving = false;
  #isUnsent = false; // the end of the move is not sent to Go yet

  /** Whether the result shown may lag behind a move. */
  get lags() {
    return this.#moving || this.#isUnsent;
  }

  /** Duration of a step in ms, Infinity if it is unknown; solve sets it. */
  stepTime = Infinity;

  /**
   * page has send(kind, text), which sends to Go; solve(spec), which starts from the last solution and shows its result; waitForRun(),
   * which resolves when no run is under way; and placeCursor(gamma), which without a gamma returns the cursor to its last position.
   * @param {SliderPage} page
   */
  constructor(page) {
    this.#page = page;
    document.addEventListener("input", (e) => {
      const slider = /** @type {HTMLInputElement} */ (e.target);
      const { stops, moves } = slider.dataset;
      if (!moves) return;
      this.#slider = slider;
      this.#move(stops ? { p: String(sliderValue(slider)) } : { value: Number(sliderValue(slider)), cursor: "" });
    });
    document.addEventListener("change", (e) => /** @type {HTMLElement} */ (e.target).dataset.moves && this.endMove());
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
    if (!this.lags || slider !== this.#slider) slider.value = slider.dataset.at ?? "";
  }

  /** Moves a parameter as the slider would. k is whole. @param {number} value @param {string} parameter */
  moveTo(value, parameter) {
    this.#slider = null;
    this.#move({ value: parameter === "k" ? Math.max(1, Math.round(value)) : value, cursor: parameter });
  }

  #move(/** @type {Move} */ at) {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#at = at;
    if (at.p === undefined) this.#page.placeCursor(at.value);
    if (this.#moving) {
      this.#sendTimer ||= setTimeout(() => this.#sendMove("moved"), sendInterval);
    } else {
      this.#moving = true;
      this.#sendMove("slide");
    }
    this.#next();
  }

  #sendMove(/** @type {MessageKind} */ kind) {
    clearTimeout(this.#sendTimer);
    this.#sendTimer = 0;
    this.#page.send(kind, JSON.stringify(this.#at));
  }

  /** Go's answer to "slide": the experiment to solve on the way, and what moves in it. @param {{ spec: FullSpec, parameter: string }} experiment */
  follow(experiment) {
    if (!this.#moving || this.stepTime > slowestStep) return;
    this.#experiment = experiment;
    this.#next();
  }

  /** Returns the sliders to their positions, after Go's answer that the entry is locked. */
  reset() {
    clearTimeout(this.#timer);
    clearTimeout(this.#sendTimer);
    this.#timer = this.#sendTimer = 0;
    this.#moving = this.#isUnsent = false;
    this.#experiment = null;
    this.#placeAll();
    this.#page.placeCursor();
  }

  /** Solves at the newest value, and again if that has changed meanwhile. */
  #next() {
    if (this.#step || !this.#experiment) return;
    this.#step = this.#follow().finally(() => (this.#step = null));
  }

  async #follow() {
    await this.#page.waitForRun();
    for (let solvedValue; this.#experiment && solvedValue !== this.#newestValue; ) {
      solvedValue = this.#newestValue;
      const { spec, parameter } = this.#experiment;
      try {
        await this.#page.solve(withStrength(spec, parameter, solvedValue));
      } catch {
        this.#experiment = null; // the run after the move reports the error
      }
      if (this.stepTime > slowestStep) this.#experiment = null;
    }
  }

  get #newestValue() {
    return this.#at.p ?? this.#at.value;
  }

  /** The move has ended, unless another follows at once. */
  endMove() {
    if (!this.#moving) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#end(), pause);
  }

  /** Ends a move that waits for its pause; returns whether there was one. */
  endNow() {
    if (!this.#moving || !this.#timer) return false;
    clearTimeout(this.#timer);
    this.#end();
    return true;
  }

  async #end() {
    const timer = this.#timer;
    clearTimeout(this.#sendTimer);
    this.#sendTimer = 0;
    this.#moving = false;
    this.#isUnsent = true;
    this.#experiment = null;
    await this.#step;
    await this.#sendEnd(timer);
  }

  /** Go's answer to "slid" during a run: "slid" is sent again after the run, unless another move follows. */
  resendEnd() {
    return this.#sendEnd(this.#timer);
  }

  async #sendEnd(/** @type {number} */ timer) {
    await this.#page.waitForRun();
    if (this.#timer !== timer) return; // another move has begun
    this.#isUnsent = false;
    this.#page.send("slid", String(this.#newestValue));
  }
}
