// What every live figure is: a custom element with a name, the controls that the lesson
// wrote into it, a stage, a few numbers, and one sentence that is read out when these
// change. It begins when it comes near the view, and solves again with every change of
// its controls, the latest alone.
//
//   <lp-... name="Ridge or lasso" src="lasso.json" show="selected r2.test" lab="../#e=1....">
//     controls (controls.js)
//     <p class="goal" data-goal="selected=3">Bring ... to 3.</p>   optional; see measures.js
//   </lp-...>
//
// src is the experiment; lab, its link, is added by the build. dataset.state is
// "waiting", "running", "ready" or "error".
import { element } from "../dom.js";
import { Controls } from "./controls.js";
import { measured, reaches } from "./measures.js";
import { solver } from "./solver.js";

export class LessonFigure extends HTMLElement {
  #wanted = false; // a run was asked for while another is under way
  #busy = false;
  #seen = null; // IntersectionObserver
  given; // the experiment of the lesson, once it is loaded

  connectedCallback() {
    if (this.words) return; // it was moved
    const { name, lab } = /** @type {Record<string, Attr>} */ (/** @type {unknown} */ (this.attributes));
    this.setAttribute("role", "group");
    this.setAttribute("aria-label", name.value);
    this.goals = [...this.querySelectorAll("[data-goal]")];
    const row = element("div", { className: "live-controls" }, ...[...this.children].filter((child) => !this.goals.includes(child)));
    this.stage = element("div", { className: "stage" });
    this.numbers = element("dl", { className: "live-numbers" });
    this.words = element("p", { className: "live-words", textContent: "The figure starts when it comes into view.", attributes: { "aria-live": "polite" } });
    this.link = element("a", { className: "live-link", textContent: "Open in the lab" });
    this.link.hidden = !lab;
    if (lab) this.link.href = lab.value;
    this.prepend(element("p", { className: "live-name", textContent: name.value }), row, this.stage, this.numbers, this.words);
    this.append(this.link);
    this.controls = new Controls(row, () => this.begin());
    this.dataset.state = "waiting";
    this.made();
    this.#seen = new IntersectionObserver((entries) => entries.some((e) => e.isIntersecting) && this.begin(), { rootMargin: "400px" });
    this.#seen.observe(this);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.report && this.drawn());
  }

  /** Fills the stage; for figures of their own kind. */
  made() {}

  /** Finds what is drawn: the report of what the controls say. */
  async solved() {
    return this.run(this.controls.applied(await this.experiment()));
  }

  /** Runs an experiment. The link to the lab follows it, or what is to be opened in its place. */
  async run(spec, opened = spec) {
    const lab = await solver();
    const report = await lab.run(spec, { allWeights: true });
    this.link.href = `../#e=${await lab.encode(opened)}`;
    return report;
  }

  /**
   * Draws this.report, what solved gave.
   * @returns {void | Promise<void>}
   */
  drawn() {}

  /** The sentence that describes the figure. */
  told() {
    return ended(this.report);
  }

  /** The experiment of the lesson. */
  async experiment() {
    this.given ??= await fetch(new URL(this.getAttribute("src"), document.baseURI)).then((r) => r.json());
    return this.given;
  }

  async begin() {
    this.#seen?.disconnect();
    this.#wanted = true;
    if (this.#busy) return;
    this.#busy = true;
    this.dataset.state = "running";
    if (!this.report) this.words.textContent = "Starting the solver";
    while (this.#wanted) {
      this.#wanted = false;
      try {
        this.report = await this.solved();
        await this.drawn();
        this.#tell();
        this.dataset.state = "ready";
      } catch (error) {
        this.words.textContent = error.message;
        this.dataset.state = "error";
      }
    }
    this.#busy = false;
  }

  #tell() {
    const names = this.getAttribute("show")?.split(" ") ?? [];
    const numbers = measured(names, this.report);
    if (numbers.length) this.numbers.replaceChildren(...numbers.map(({ label, text, entry }) =>
      element("div", {}, element("dt", {}, element("a", { href: `glossary.html#${entry}`, textContent: label })), element("dd", { textContent: text }))));
    const reached = this.goals.filter((goal) => reaches(goal.dataset.goal, this.report));
    for (const goal of this.goals) goal.classList.toggle("reached", reached.includes(goal));
    const numbersTold = element("span", { className: "unseen", textContent: numbers.map(({ label, text }) => ` ${label}: ${text}.`).join("") });
    this.words.replaceChildren(this.told(), numbersTold, reached.length ? " The goal is reached." : "");
  }
}

const endings = {
  converged: "Converged in",
  exact: "Nothing is minimised:",
  "iteration-limit": "Not converged: stopped at the limit of",
  cancelled: "Cancelled after",
  stalled: "Not converged: stalled after",
};

/** How a run ended: "Converged in 8 iterations." */
export function ended({ status, solver: { iterations } }) {
  return `${endings[status]} ${iterations === 1 ? "1 iteration" : `${iterations} iterations`}.`;
}
