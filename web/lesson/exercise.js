// Questions: <lp-exercise kind="number" answer="15.3"> is graded here, to the digits of its
// answer; kind="choice" has a <ul class="options">, of which the item with the data-value of its answer
// is right; kind="words" has a text as its answer, shows the model answer in its <details class="model">,
// and the reader grades it. Without an answer nothing is graded. A <details class="hint">
// opens after a wrong answer. Exercises by moving are the goals of figures (figure.js).
import { element } from "../dom.js";
import { agrees, readings } from "./numbers.js";
import { answerOf, draftOf, follow, keepDraft, record } from "./progress.js";

/**
 * The entry of each kind of question: its elements, and functions that return the answer, "" if there is none, and show one;
 * draft returns the entry as it is written, if that is not the answer.
 * @typedef {string | number} AnswerValue
 * @typedef {{ entry: HTMLElement, read: () => AnswerValue, write: (value: string) => void, missing: string, draft?: () => string, right?: (value: AnswerValue, answer: string) => boolean }} Entry
 * @type {Record<string, (label: string, exercise: { id: string, answer: string, options: Element | null }) => Entry>}
 */
const kinds = {
  number(label, { answer }) {
    const entry = element("input", { type: "text", inputMode: "decimal", autocomplete: "off", attributes: { "aria-label": `${label}: your number` } });
    const read = () => {
      const values = readings(entry.value, answer);
      return entry.value.trim() && (values.find((value) => agrees(value, answer)) ?? values[0] ?? NaN);
    };
    return { entry, read, draft: () => entry.value, write: (value) => { entry.value = value; }, missing: "Enter a number, such as 12.5.", right: (value, answer) => agrees(Number(value), answer) };
  },
  choice(label, { id, options }) {
    const radios = [...options?.children ?? []].map((option) => {
      const { value = "" } = option.dataset;
      const radio = element("input", { type: "radio", name: `${id}-choice`, value, ariaLabel: value.replaceAll("$", "") });
      return { radio, label: element("label", {}, radio, element("span", {}, ...option.childNodes)) };
    });
    const entry = element("fieldset", { className: "choices" }, element("legend", { className: "unseen", textContent: `${label}: your choice` }), ...radios.map((each) => each.label));
    options?.replaceWith();
    const read = () => radios.find(({ radio }) => radio.checked)?.radio.value ?? "";
    const write = (/** @type {string} */ value) => radios.forEach(({ radio }) => { radio.checked = radio.value === value; });
    return { entry, read, write, missing: "Choose an answer.", right: (value, answer) => value === answer };
  },
  words(label) {
    const entry = element("textarea", { rows: 3, maxLength: 1500, attributes: { "aria-label": `${label}: your answer` } });
    return { entry, read: () => entry.value.trim(), write: (value) => { entry.value = value; }, missing: "Write your answer first." };
  },
};

class LessonExercise extends HTMLElement {
  kind = "";
  answer = "";
  hint = /** @type {HTMLDetailsElement | null} */ (null);
  model = /** @type {HTMLDetailsElement | null} */ (null);
  options = /** @type {Element | null} */ (null);
  graded = false;
  notice = "";
  input = /** @type {Entry} */ ({ entry: element("span"), read: () => "", write: () => {}, missing: "" });
  stored = ""; // the stored answer that is shown, as JSON
  draft = ""; // the draft that is shown
  /** @type {HTMLElement} Where the reader grades the answer. */
  gradeField = element("span", { hidden: true });
  words = element("p", { className: "graded", attributes: { role: "status" } });

  connectedCallback() {
    if (this.words.parentNode) return; // it was moved
    this.kind = this.getAttribute("kind") ?? "";
    this.hint = /** @type {HTMLDetailsElement | null} */ (this.querySelector(".hint"));
    this.model = /** @type {HTMLDetailsElement | null} */ (this.querySelector(".model"));
    this.options = this.querySelector(".options");
    this.answer = this.getAttribute("answer") ?? "";
    this.graded = Boolean(this.answer || this.model);
    this.input = kinds[this.kind](this.querySelector("h2, h3")?.textContent ?? "Question", this);
    if (this.model) this.gradeField = this.makeGradeField();
    const button = this.model ? "Compare" : this.graded ? "Check" : "Keep";
    const form = element("form", { className: "row exercise-answer" }, this.input.entry, element("button", { type: "submit", textContent: button }), this.gradeField);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.take(this.input.read());
    });
    this.notice = `Not yet answered: press ${button}.`;
    this.input.entry.addEventListener("input", () => {
      const { draft = this.input.read } = this.input;
      this.keep(String(draft()));
      this.showDraft();
    });
    this.insertBefore(form, this.hint ?? this.model ?? null);
    form.after(this.words);
    follow(() => {
      this.showStored();
      return this.isConnected;
    });
  }

  /** Keeps a draft, which is shown. */
  keep(/** @type {string} */ draft) {
    this.draft = draft;
    keepDraft(this.id, draft);
  }

  showDraft() {
    delete this.dataset.grade;
    if (this.words.textContent !== this.notice) this.words.textContent = this.notice; // announced once
  }

  /** Shows the stored answer, or the draft in its place, if one has changed: here, by a file or in another tab. */
  showStored() {
    const answer = answerOf(this.id);
    const stored = JSON.stringify(answer) ?? "";
    const draft = draftOf(this.id);
    if (stored === this.stored && draft === this.draft) return;
    [this.stored, this.draft] = [stored, draft];
    const value = draft || String(answer?.value ?? "");
    if (value !== String(this.input.read())) this.input.write(value);
    this.grade(answer ? answer.right : null);
    if (!answer) {
      this.words.textContent = "";
      this.gradeField.hidden = true;
    }
    if (draft) this.showDraft();
  }

  /** Takes an answer: grades it, or lets the reader do so. */
  take(/** @type {AnswerValue} */ value) {
    this.keep("");
    if (value === "" || typeof value === "number" && !Number.isFinite(value)) {
      delete this.dataset.grade;
      this.words.textContent = this.input.missing;
    } else if (this.model) {
      this.gradeField.hidden = false;
      this.model.open = true;
      const kept = answerOf(this.id);
      if (value === kept?.value) return this.grade(kept.right);
      for (const radio of this.gradeField.querySelectorAll("input")) radio.checked = false;
      this.save(value, null);
    } else this.save(value, this.graded && this.input.right ? this.input.right(value, this.answer) : null);
  }

  save(/** @type {AnswerValue} */ value, /** @type {boolean | null} */ right) {
    this.keep("");
    record(this.id, { kind: this.kind, value, right });
    this.grade(right);
  }

  /** The reader's own grade, beside the model answer. */
  makeGradeField() {
    const grade = (/** @type {string} */ text, /** @type {boolean} */ right) => element("label", {},
      element("input", { type: "radio", name: `${this.id}-grade`, onchange: () => this.save(this.input.read(), right) }), ` ${text}`);
    return element("fieldset", { className: "choices", hidden: true }, element("legend", { textContent: "Compared with the model answer, yours is" }),
      grade("equivalent", true), grade("different, or incomplete", false));
  }

  grade(/** @type {boolean | null} */ right) {
    if (right === null) {
      delete this.dataset.grade;
      this.words.textContent = "Your answer is kept.";
      return;
    }
    this.dataset.grade = right ? "right" : "wrong";
    const kept = answerOf(this.id);
    this.words.textContent = right ? "✓ Right." : kept?.right ? `Not right; your right answer ${String(kept.value).replaceAll("$", "")} is kept.` : this.model ? "Not equivalent: change your answer, or continue." : this.hint ? "Not right. A hint is open below." : "Not right.";
    if (!right && this.hint) this.hint.open = true;
  }
}

customElements.define("lp-exercise", LessonExercise);
