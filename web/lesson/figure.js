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
// src is the experiment; id and lab, its link, are added by the build. What reveal names
// is shown once a goal is reached. dataset.state is "guess", "waiting", "running", "ready" or
// "error". The settings are kept in the address: #figure-1?model.p=2&...
import { element, wordsOf } from "../dom.js";
import { Controls } from "./controls.js";
import { askFirst } from "./guess.js";
import { measured, reaches } from "./measures.js";
import { record } from "./progress.js";
import { solver } from "./solver.js";

/** @typedef {Omit<FullSpec, "data"> & { data: { source: "inline", columns: string[], rows: number[][] } }} LessonSpec An experiment with its rows. */

/** @template {object} [Shown=FullReport] What it draws. */
export class LessonFigure extends HTMLElement {
  #wanted = false; // a run was asked for while another is under way
  #work = /** @type {Promise<void> | null} */ (null); // of the runs under way
  #reveal = /** @type {(() => void) | null} */ (null); // goes on without a guess
  /** @type {IntersectionObserver | null} */
  #seen = null;
  #writing = 0; // timer
  given = /** @type {LessonSpec | null} */ (null); // the experiment of the lesson, once it is loaded
  report = /** @type {Shown | null} */ (null); // what solved gave
  goals = /** @type {Element[]} */ ([]);
  stage = element("div", { className: "stage" });
  controls = new Controls(this.stage, () => {}); // none as yet
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
    this.made();
    const given = this.#fromAddress();
    this.#reveal = question && !given ? askFirst(this, question, () => this.#open()) : null;
    if (this.#reveal) {
      this.dataset.state = "guess";
      this.words.textContent = "The figure starts after your guess.";
      for (const part of [row, this.stage]) part.hidden = true;
    } else this.#open();
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.report && this.drawn());
  }

  /** Shows the figure, and begins when it comes near the view. */
  #open() {
    this.dataset.state = "waiting";
    for (const part of [this.querySelector(".live-controls"), this.stage]) /** @type {HTMLElement} */ (part).hidden = false;
    this.#seen = new IntersectionObserver((entries) => entries.some((e) => e.isIntersecting) && this.begin(), { rootMargin: "400px" });
    this.#seen.observe(this);
  }

  /** Takes the settings that the address has for this figure; whether there are any. */
  #fromAddress() {
    const [id, settings] = location.hash.slice(1).split("?");
    if (id !== this.id || !settings) return false;
    const given = new URLSearchParams(settings);
    this.controls.restore(given);
    this.restore(given);
    this.scrollIntoView();
    return true;
  }

  /** Writes the settings into the address, at rest: browsers limit how often that may be done. */
  #toAddress() {
    clearTimeout(this.#writing);
    this.#writing = setTimeout(() => {
      const settings = new URLSearchParams({ ...this.controls.changed(), ...this.places() });
      if (String(settings)) history.replaceState(null, "", `#${this.id}?${settings}`);
    }, 400);
  }

  /** What solved gave, once it has. */
  get shown() {
    if (!this.report) throw new Error("The figure has no result.");
    return this.report;
  }

  /** The places that the reader moved, as texts for the address; restore reads them. @returns {Record<string, string>} */
  places() {
    return {};
  }

  restore(/** @type {URLSearchParams} */ _given) {}

  /** Fills the stage. */
  made() {}

  /** Computes what is drawn; each figure has its own. @returns {Promise<Shown>} */
  async solved() {
    throw new Error("The figure has nothing to draw.");
  }

  /**
   * Runs an experiment. The link to the lab follows it, or what is to be opened in its place.
   * @param {Experiment} spec @param {Experiment} [opened]
   * @returns {Promise<FullReport>} its report
   */
  async run(spec, opened = spec) {
    const lab = await solver();
    const report = await lab.run(spec, { allWeights: true });
    this.link.href = `../#e=${await lab.encode(opened)}`;
    return report;
  }

  /**
   * Draws what solved gave.
   * @returns {void | Promise<void>}
   */
  drawn() {}

  /** The sentence that describes the figure. */
  description() {
    return "";
  }

  /** The experiment of the lesson. @returns {Promise<LessonSpec>} */
  async experiment() {
    return (this.given ??= await fetch(new URL(this.getAttribute("src") ?? "", document.baseURI)).then((r) => r.json()));
  }

  /** Solves and draws; resolves when nothing more is to be drawn. */
  async begin() {
    if (this.dataset.state === "guess") return;
    this.#seen?.disconnect();
    this.#wanted = true;
    await (this.#work ??= this.#runs().finally(() => (this.#work = null)));
  }

  /** Draws a figure that has not been drawn, without a guess. */
  async forPrint() {
    if (this.dataset.state === "guess") this.#reveal?.();
    if (!this.report) await this.begin();
    else await this.#work;
  }

  /** Says on paper what is missing there. */
  whilePrinting() {
    if (this.report || this.dataset.state === "error") return;
    const { textContent } = this.words;
    this.words.textContent = "The figure was not drawn before printing. The button Print at the end of the lesson draws all figures first.";
    addEventListener("afterprint", () => !this.report && (this.words.textContent = textContent), { once: true });
  }

  async #runs() {
    this.dataset.state = "running";
    if (!this.report) this.words.textContent = "Starting the solver";
    while (this.#wanted) {
      this.#wanted = false;
      try {
        this.report = await this.solved();
        await this.drawn();
        this.#tell();
        this.#toAddress();
        if (!this.#wanted) this.dataset.state = "ready";
      } catch (error) {
        this.words.textContent = wordsOf(error);
        this.dataset.state = "error";
      }
    }
  }

  /** Lists numbers under the figure: each a name and a text. @param {[string | Node, string][]} numbers */
  list(numbers) {
    this.numbers.replaceChildren(...numbers.map(([name, text]) => element("div", {}, element("dt", {}, name), element("dd", { textContent: text }))));
  }

  #tell() {
    const names = (/** @type {string} */ name) => this.getAttribute(name)?.split(" ").filter(Boolean) ?? [];
    const report = /** @type {import("./measures.js").Measured} */ (this.shown);
    const reached = this.goals.filter((goal) => reaches(goal.dataset.goal ?? "", report));
    const numbers = measured([...names("show"), ...(reached.length ? names("reveal") : [])], report);
    if (numbers.length) this.list(numbers.map(({ label, text, entry }) => [entry ? element("a", { href: `glossary.html#${entry}`, textContent: label }) : label, text]));
    for (const goal of this.goals) goal.classList.toggle("reached", reached.includes(goal));
    if (reached.length) {
      const settings = new URLSearchParams({ ...this.controls.changed(), ...this.places() });
      record(this.id, { kind: "move", value: String(settings).slice(0, 300), right: true, digest: report.result?.digest });
    }
    const numbersText = element("span", { className: "unseen", textContent: numbers.map(({ label, text }) => ` ${label}: ${text}.`).join("") });
    this.words.replaceChildren(this.description(), numbersText, reached.length ? " The goal is reached." : "");
  }
}
