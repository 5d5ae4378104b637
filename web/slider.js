// Gamma's slider - of other models lambda's or C's - and whatever else moves gamma as
// it does (the cursor of the search's plots). While it moves, the experiment is solved again and again where
// that is quick enough, one step at a time and always at the newest gamma; when
// it rests, the experiment is run as Run would. Go keeps the controls as they
// were until then (app/page/gamma.go), so that here they may be written to.
import { withStrength } from "./strength.js";

const steps = 100; // of the input, from its data-from to its data-to, in decades
const brisk = 250; // ms: with longer steps the picture would not seem to follow
const pause = 200; // ms without a move until the slider rests; keys move it step by step

export class GammaSlider {
  #say; // (kind, text): to Go
  #solve; // (spec) => Promise: solves, starting from the last solution, and shows
  #settled; // () => Promise: no run is under way
  #moved; // (gamma): for the cursor
  #moving = false;
  #gamma = ""; // the newest
  #spec = null; // of the drag, where it is followed
  #step = null; // promise of the step under way
  #timer = 0;

  /** How long a step takes, in ms, as far as is known: for solve to set. */
  pace = Infinity;

  constructor({ say, solve, settled, moved }) {
    this.#say = say;
    this.#moved = moved;
    this.#solve = solve;
    this.#settled = settled;
    document.addEventListener("input", (e) => e.target.id === "gamma-slider" && this.#slide(e.target));
    document.addEventListener("change", (e) => e.target.id === "gamma-slider" && this.rest());
  }

  /** Whether gamma is being moved: the result shown may lag behind it. */
  get moving() {
    return this.#moving;
  }

  /** Go's answer to "slide": the experiment to solve on the way. */
  follow(spec) {
    if (!this.#moving || this.pace > brisk) return;
    this.#spec = spec;
    this.#next();
  }

  #slide(slider) {
    const [from, to] = [Number(slider.dataset.from), Number(slider.dataset.to)];
    this.#move(Number((10 ** (from + ((to - from) * slider.value) / steps)).toPrecision(3)));
    this.#moved(Number(this.#gamma));
  }

  /** Moves gamma as the slider would, and the slider with it. k is whole. */
  to(gamma) {
    const slider = document.getElementById("gamma-slider");
    if (slider.dataset.parameter === "k") gamma = Math.max(1, Math.round(gamma));
    const [from, to] = [Number(slider.dataset.from), Number(slider.dataset.to)];
    slider.value = Math.round((steps * (Math.log10(gamma) - from)) / (to - from));
    this.#move(gamma);
    this.#moved(gamma);
  }

  #move(gamma) {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#gamma = String(gamma);
    const shown = brief(this.#gamma);
    const slider = document.getElementById("gamma-slider");
    slider.setAttribute("aria-valuetext", shown);
    document.getElementById(slider.dataset.entry).value = shown;
    document.getElementById("gamma-auto").checked = false;
    if (!this.#moving) {
      this.#moving = true;
      this.#say("slide", "");
    }
    this.#next();
  }

  /** Solves at the newest gamma, and again if that has changed meanwhile. */
  #next() {
    if (this.#step || !this.#spec) return;
    this.#step = this.#follow().finally(() => (this.#step = null));
  }

  async #follow() {
    await this.#settled();
    for (let solved = ""; this.#spec && solved !== this.#gamma; ) {
      solved = this.#gamma;
      try {
        await this.#solve(withStrength(this.#spec, document.getElementById("gamma-slider").dataset.parameter, Number(solved)));
      } catch {
        this.#spec = null; // the run at rest will say why
      }
      if (this.pace > brisk) this.#spec = null;
    }
  }

  /** The move has ended, unless another follows at once. */
  rest() {
    if (!this.#moving) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#end(), pause);
  }

  /** Ends a drag that rests, now. Reports whether there was one. */
  hurry() {
    if (!this.#moving || !this.#timer) return false;
    clearTimeout(this.#timer);
    this.#end();
    return true;
  }

  async #end() {
    const ended = this.#timer;
    this.#moving = false;
    this.#spec = null;
    await this.#step;
    await this.#settled();
    if (this.#timer === ended) this.#say("slid", this.#gamma); // else it moved on, and will rest again
  }
}

/** Gamma as its entry shows it (app/page/state.go): that of a search has more digits than anybody types. */
function brief(gamma) {
  return gamma.length > 9 ? String(Number(Number(gamma).toPrecision(4))) : gamma;
}
