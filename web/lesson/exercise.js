// Questions: <lp-exercise kind="number" answer="15.3"> is graded here, to the digits of its
// answer; kind="choice" has a <ul class="options"> whose item with the data-value of its answer
// is right; kind="words" takes a text, shows the model answer in its <details class="model">,
// and the reader grades it. Without an answer nothing is graded. A <details class="hint">
// opens after a wrong answer. Exercises by moving are the goals of figures (figure.js).
import { element } from "../dom.js";
import { answerTo, record } from "./progress.js";

/** Whether a number is the answer to the digits that it is written with. */
export function agrees(value, answer) {
  const [, decimals = "", exponent = "0"] = answer.match(/^[^.e]*(?:\.(\d*))?(?:e(.*))?$/i);
  return Math.abs(value - Number(answer)) <= 0.50001 * 10 ** (Number(exponent) - decimals.length);
}

/** What each kind enters its answer with: the elements, what was answered before, and a function that gives the answer, "" where there is none. */
const kinds = {
  number(label, before) {
    const entry = element("input", { type: "text", inputMode: "decimal", autocomplete: "off", value: before, attributes: { "aria-label": `${label}: your number` } });
    const read = () => entry.value.trim() === "" ? "" : Number(entry.value.trim().replace(",", ".").replace("−", "-"));
    return { entry, read, missing: "Enter a number, such as 12.5.", right: (value, answer) => agrees(value, answer) };
  },
  choice(label, before, { id, options }) {
    const radios = [...options.children].map((option) => {
      const radio = element("input", { type: "radio", name: `${id}-choice`, value: option.dataset.value, checked: option.dataset.value === before, ariaLabel: option.dataset.value.replaceAll("$", "") });
      return { radio, label: element("label", {}, radio, element("span", {}, ...option.childNodes)) };
    });
    const entry = element("fieldset", { className: "choices" }, element("legend", { className: "unseen", textContent: `${label}: your choice` }), ...radios.map((each) => each.label));
    options.replaceWith();
    const read = () => radios.find(({ radio }) => radio.checked)?.radio.value ?? "";
    return { entry, read, missing: "Choose an answer.", right: (value, answer) => value === answer };
  },
  words(label, before) {
    const entry = element("textarea", { rows: 3, maxLength: 1500, value: before, attributes: { "aria-label": `${label}: your answer` } });
    return { entry, read: () => entry.value.trim(), missing: "Write your answer first." };
  },
};

class LessonExercise extends HTMLElement {
  words = element("p", { className: "graded", attributes: { role: "status" } });

  connectedCallback() {
    if (this.words.parentNode) return; // it was moved
    this.kind = this.getAttribute("kind");
    this.hint = /** @type {HTMLDetailsElement} */ (this.querySelector(".hint"));
    this.model = /** @type {HTMLDetailsElement} */ (this.querySelector(".model"));
    this.options = this.querySelector(".options");
    this.graded = Boolean(this.getAttribute("answer") || this.model);
    const before = answerTo(this.id);
    this.asked = kinds[this.kind](this.querySelector("h2, h3")?.textContent ?? "Question", String(before?.value ?? ""), this);
    /** @type {HTMLElement} */
    this.own = this.model ? this.ownGrade() : element("span", { hidden: true });
    const form = element("form", { className: "answer" }, this.asked.entry,
      element("button", { type: "submit", textContent: this.model ? "Compare" : this.graded ? "Check" : "Keep" }), this.own);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.take(this.asked.read());
    });
    this.insertBefore(form, this.hint ?? this.model ?? null);
    form.after(this.words);
    if (before) this.grade(before.right);
  }

  /** Takes an answer: grades it, or lets the reader do so. */
  take(value) {
    if (value === "" || Number.isNaN(value) || Math.abs(value) === Infinity) {
      this.words.textContent = this.asked.missing;
    } else if (this.model) {
      this.words.textContent = "";
      this.own.hidden = false;
      this.model.open = true;
    } else this.keep(value, this.graded ? this.asked.right(value, this.getAttribute("answer")) : null);
  }

  keep(value, right) {
    record(this.id, { kind: this.kind, value, right });
    this.grade(right);
  }

  /** The reader's own grade, beside the model answer. */
  ownGrade() {
    const grade = (text, right) => element("label", {},
      element("input", { type: "radio", name: `${this.id}-grade`, onchange: () => this.keep(this.asked.read(), right) }), ` ${text}`);
    return element("fieldset", { className: "choices", hidden: true }, element("legend", { textContent: "Compared with the model answer, yours is" }),
      grade("equivalent", true), grade("different, or incomplete", false));
  }

  grade(right) {
    if (right === null) {
      this.words.textContent = "Your answer is kept.";
      return;
    }
    this.dataset.grade = right ? "right" : "wrong";
    this.words.textContent = right ? "✓ Right." : this.model ? "Not equivalent: change your answer, or continue." : this.hint ? "Not right. A hint is open below." : "Not right.";
    if (!right && this.hint) this.hint.open = true;
  }
}

customElements.define("lp-exercise", LessonExercise);
