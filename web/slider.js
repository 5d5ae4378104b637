// Gamma's slider. While it moves, the experiment is solved again and again where
// that is quick enough, one step at a time and always at the newest gamma; when
// it rests, the experiment is run as Run would. Go keeps the controls as they
// were until then (app/page/gamma.go), so that here they may be written to.

const steps = 100; // of the input, from its data-from to its data-to, in decades
const brisk = 250; // ms: with longer steps the picture would not seem to follow
const pause = 200; // ms without a move until the slider rests; keys move it step by step

export class GammaSlider {
  #say; // (kind, text): to Go
  #solve; // (spec) => Promise: solves, starting from the last solution, and shows
  #settled; // () => Promise: no run is under way
  #moving = false;
  #gamma = ""; // the newest
  #spec = null; // of the drag, where it is followed
  #step = null; // promise of the step under way
  #timer = 0;

  /** How long a step takes, in ms, as far as is known: for solve to set. */
  pace = Infinity;

  constructor({ say, solve, settled }) {
    this.#say = say;
    this.#solve = solve;
    this.#settled = settled;
    document.addEventListener("input", (e) => e.target.id === "gamma-slider" && this.#move(e.target));
    document.addEventListener("change", (e) => e.target.id === "gamma-slider" && this.#rest());
  }

  /** Go's answer to "slide": the experiment to solve on the way. */
  follow(spec) {
    if (!this.#moving || this.pace > brisk) return;
    this.#spec = spec;
    this.#next();
  }

  #move(slider) {
    clearTimeout(this.#timer);
    this.#timer = 0;
    const [from, to] = [Number(slider.dataset.from), Number(slider.dataset.to)];
    this.#gamma = String(Number((10 ** (from + ((to - from) * slider.value) / steps)).toPrecision(3)));
    slider.setAttribute("aria-valuetext", this.#gamma);
    document.getElementById("f-model-gamma").value = this.#gamma;
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
        await this.#solve({ ...this.#spec, model: { ...this.#spec.model, gamma: Number(solved) } });
      } catch {
        this.#spec = null; // the run at rest will say why
      }
      if (this.pace > brisk) this.#spec = null;
    }
  }

  #rest() {
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
