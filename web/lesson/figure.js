// The base of live figures: a custom element with a name, the controls of the lesson, a
// stage, a few numbers, and a sentence for screen readers. It starts when it comes near the
// view, and solves again after changes of its controls, with the latest values.
//
//   <lp-... name="Ridge or lasso" src="lasso.json" show="selected r2.test" lab="../#e=1....">
//     controls (controls.js)
//     <p class="goal" data-goal="selected=3">Bring ... to 3.</p>   optional; see measures.js
//     <p class="predict" ...>                                      optional; see guess.js
//   </lp-...>
//
// src is the experiment; id and lab, its link, are added by the build. The numbers in reveal
// are shown after a goal is reached. dataset.state is "guess", "waiting", "running", "ready" or
// "error". The settings are kept in the address: #figure-1?model.p=2&...
import { element, messageOf } from "../dom.js";
import { Controls } from "./controls.js";
import { requestGuess } from "./guess.js";
import { measureValues, reaches } from "./measures.js";
import { record } from "./progress.js";
import { solver } from "./solver.js";

/** @typedef {Omit<FullSpec, "data"> & { data: { source: "inline", columns: string[], rows: number[][] } }} LessonSpec An experiment with its rows. */

/** @template {object} [Result=FullReport] What it draws. */
export class LessonFigure extends HTMLElement {
  #isRequested = false; // whether a run was requested while another is under way
  #running = /** @type {Promise<void> | null} */ (null); // of the runs under way
  #skipGuess = /** @type {(() => void) | null} */ (null); // continues without a guess
  /** @type {IntersectionObserver | null} */
  #observer = null;
  #addressTimer = 0; // timer
  lessonSpec = /** @type {LessonSpec | null} */ (null); // the experiment of the lesson, once it is loaded
  report = /** @type {Result | null} */ (null); // the result of solve
  goals = /** @type {Element[]} */ ([]);
  stage = element("div", { className: "stage" });
  controls = new Controls(this.stage, () => {}); // replaced when the element is connected
  numbers = element("dl", { className: "live-numbers" });
  words = element("p", { className: "live-words", textContent: "The figure starts when it comes into view.", attributes: { "aria-live": "polite" } });
  link = element("a", { className: "live-link", textContent: "Open in lp Lab" });

  connectedCallback() {
    if (this.stage.parentNode) return; // it was moved
    const { name, lab } = /** @type {Record<string, Attr>} */ (/** @type {unknown} */ (this.attributes));
    this.setAttribute("role", "group");
    this.setAttribute("aria-label", name.value);
    this.goals = [...this.querySelectorAll("[data-goal]")];
    const question = this.querySelector(".predict");
    const row = element("div", { className: "live-controls" }, ...[...this.children].filter((child) => child !== question && !this.goals.includes(child)));
    this.link.hidden = !lab;
    if (lab) this.link.href = lab.value;
    this.prepend(element("p", { className: "live-name", textContent: name.value, attributes: { "data-number": this.dataset.number ?? "" } }), ...(question ? [question] : []), row, this.stage, this.numbers, this.words);
    this.append(this.link);
    this.controls = new Controls(row, () => this.begin());
    this.build();
    const hasSettings = this.#readAddress();
    this.#skipGuess = question && requestGuess(this, question, () => this.#open(), !hasSettings);
    if (this.#skipGuess) {
      this.dataset.state = "guess";
      this.words.textContent = "The figure starts after your guess.";
      for (const part of [row, this.stage]) part.hidden = true;
    } else this.#open();
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.report && this.draw());
    addEventListener("hashchange", () => { // to other settings
      const [id, settings] = location.hash.slice(1).split("?");
      if (id === this.id && settings && settings !== this.#settings()) location.reload();
    });
  }

  /** Shows the figure, and begins when it comes near the view. */
  #open() {
    this.dataset.state = "waiting";
    for (const part of [this.querySelector(".live-controls"), this.stage]) /** @type {HTMLElement} */ (part).hidden = false;
    this.#observer = new IntersectionObserver((entries) => entries.some((e) => e.isIntersecting) && this.begin(), { rootMargin: "400px" });
    this.#observer.observe(this);
  }

  /** Reads the settings of this figure from the address; returns whether there are any. */
  #readAddress() {
    const [id, settings] = location.hash.slice(1).split("?");
    if (id !== this.id || !settings) return false;
    const params = new URLSearchParams(settings);
    this.controls.restore(params);
    this.restore(params);
    this.scrollIntoView();
    return true;
  }

  /** The settings that the reader changed, as the address contains them. */
  #settings() {
    return String(new URLSearchParams({ ...this.controls.changedTexts(), ...this.places() }));
  }

  /** Writes the settings into the address after a pause, because browsers limit the number of such calls. */
  #writeAddress() {
    clearTimeout(this.#addressTimer);
    this.#addressTimer = setTimeout(() => {
      const settings = this.#settings();
      if (settings) history.replaceState(null, "", `#${this.id}?${settings}`);
      else if (location.hash.startsWith(`#${this.id}?`)) history.replaceState(null, "", `#${this.id}`);
    }, 400);
  }

  /** The result of solve; throws an error before there is one. */
  get result() {
    if (!this.report) throw new Error("The figure has no result.");
    return this.report;
  }

  /** The places that the reader moved, as texts for the address, which restore reads. @returns {Record<string, string>} */
  places() {
    return {};
  }

  restore(/** @type {URLSearchParams} */ _params) {}

  /** Fills the stage. */
  build() {}

  /** Computes the result that is drawn; each figure implements it. @returns {Promise<Result>} */
  async solve() {
    throw new Error("The figure has nothing to draw.");
  }

  /**
   * Runs an experiment. The link to the lab opens linkSpec.
   * @param {Experiment} spec @param {Experiment} [linkSpec]
   * @returns {Promise<FullReport>} its report
   */
  async run(spec, linkSpec = spec) {
    const lab = await solver();
    const report = await lab.run(spec, { allWeights: true });
    this.link.href = `../#e=${await lab.encode(linkSpec)}`;
    return report;
  }

  /**
   * Draws the result.
   * @returns {void | Promise<void>}
   */
  draw() {}

  /** The sentence that describes the figure. */
  description() {
    return "";
  }

  /** The experiment of the lesson. @returns {Promise<LessonSpec>} */
  async experiment() {
    return (this.lessonSpec ??= await fetch(new URL(this.getAttribute("src") ?? "", document.baseURI)).then((r) => r.json()));
  }

  /** Solves and draws; resolves when the last requested result is drawn. */
  async begin() {
    if (this.dataset.state === "guess") return;
    this.#observer?.disconnect();
    this.#isRequested = true;
    await (this.#running ??= this.#runAll().finally(() => (this.#running = null)));
  }

  /** Draws a figure that has not been drawn yet, without a guess. */
  async drawForPrint() {
    if (this.dataset.state === "guess") this.#skipGuess?.();
    if (!this.report) await this.begin();
    else await this.#running;
  }

  /** Explains on paper that the figure is missing. */
  showPrintNotice() {
    if (this.report || this.dataset.state === "error") return;
    const { textContent } = this.words;
    this.words.textContent = "The figure was not drawn before printing. The button Print at the end of the lesson draws all figures first.";
    addEventListener("afterprint", () => !this.report && (this.words.textContent = textContent), { once: true });
  }

  async #runAll() {
    this.dataset.state = "running";
    if (!this.report) this.words.textContent = "Starting the solver";
    while (this.#isRequested) {
      this.#isRequested = false;
      try {
        this.report = await this.solve();
        await this.draw();
        this.#showOutcome();
        this.toggleAttribute("data-changed", Object.keys(this.controls.changedTexts()).length > 0); // for print.css
        this.#writeAddress();
        if (!this.#isRequested) this.dataset.state = "ready";
      } catch (error) {
        this.words.textContent = messageOf(error);
        this.dataset.state = "error";
      }
    }
  }

  /** Lists numbers under the figure: each a name and a text. @param {[string | Node, string][]} numbers */
  list(numbers) {
    this.numbers.replaceChildren(...numbers.map(([name, text]) => element("div", {}, element("dt", {}, name), element("dd", { textContent: text }))));
  }

  #showOutcome() {
    const names = (/** @type {string} */ name) => this.getAttribute(name)?.split(" ").filter(Boolean) ?? [];
    const report = /** @type {import("./measures.js").Measurable} */ (this.result);
    const reached = this.goals.filter((goal) => reaches(goal.dataset.goal ?? "", report));
    const numbers = measureValues([...names("show"), ...(reached.length ? names("reveal") : [])], report);
    if (numbers.length) this.list(numbers.map(({ label, text, entry }) => [entry ? element("a", { href: `glossary.html#${entry}`, textContent: label }) : label, text]));
    for (const goal of this.goals) goal.classList.toggle("reached", reached.includes(goal));
    if (reached.length) record(this.id, { kind: "move", value: this.#settings().slice(0, 300), right: true, digest: report.result?.digest });
    const numbersText = element("span", { className: "unseen", textContent: numbers.map(({ label, text }) => ` ${label}: ${text}.`).join("") });
    this.words.replaceChildren(this.description(), numbersText, reached.length ? " The goal is reached." : "");
  }
}
