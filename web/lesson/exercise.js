// Exercises: <lp-exercise kind="number" answer="15.3"> is graded here, to the digits of its
// answer; <lp-exercise kind="words"> takes a text, shows the model answer in its <details
// class="model">, and the reader grades it. A <details class="hint"> opens after a wrong
// answer. Exercises by moving are the goals of figures (figure.js).
import { element } from "../dom.js";
import { answerTo, record } from "./progress.js";

/** Whether a number is the answer to the digits that it is written with. */
export function agrees(value, answer) {
  const decimals = answer.split(".")[1]?.length ?? 0;
  return Math.abs(value - Number(answer)) <= 0.50001 * 10 ** -decimals;
}

class LessonExercise extends HTMLElement {
  connectedCallback() {
    if (this.words) return;
    this.words = element("p", { className: "graded", attributes: { role: "status" } });
    this.hint = this.querySelector(".hint");
    this.model = this.querySelector(".model");
    const label = this.querySelector("h3")?.textContent ?? "Exercise";
    const form = this.getAttribute("kind") === "number" ? this.number(label) : this.text(label);
    this.insertBefore(form, this.hint ?? this.model ?? null);
    form.after(this.words);
    const before = answerTo(this.id);
    if (before) this.grade(before.right);
  }

  number(label) {
    const entry = element("input", { type: "text", inputMode: "decimal", autocomplete: "off", attributes: { "aria-label": `${label}: your number` } });
    const form = element("form", { className: "answer" }, entry, element("button", { type: "submit", textContent: "Check" }));
    const before = answerTo(this.id);
    if (before) entry.value = String(before.value);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const value = Number(entry.value.trim().replace(",", ".").replace("−", "-"));
      if (entry.value.trim() === "" || !Number.isFinite(value)) {
        this.words.textContent = "Enter a number, such as 12.5.";
        return;
      }
      const right = agrees(value, this.getAttribute("answer"));
      record(this.id, { kind: "number", value, right });
      this.grade(right);
    });
    return form;
  }

  text(label) {
    const entry = element("textarea", { rows: 3, maxLength: 1500, attributes: { "aria-label": `${label}: your answer` } });
    entry.value = String(answerTo(this.id)?.value ?? "");
    const choice = element("fieldset", { className: "own-grade", hidden: true }, element("legend", { textContent: "Compared with the model answer, yours is" }),
      ...[["the same in substance", true], ["different, or incomplete", false]].map(([text, right]) => {
        const input = element("input", { type: "radio", name: this.id });
        input.addEventListener("change", () => {
          record(this.id, { kind: "words", value: entry.value.trim(), right: Boolean(right) });
          this.grade(Boolean(right));
        });
        return element("label", {}, input, ` ${text}`);
      }));
    const form = element("form", { className: "answer" }, entry, element("button", { type: "submit", textContent: "Compare" }), choice);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (entry.value.trim() === "") {
        this.words.textContent = "Write your answer first.";
        return;
      }
      this.words.textContent = "";
      choice.hidden = false;
      if (this.model) /** @type {HTMLDetailsElement} */ (this.model).open = true;
    });
    return form;
  }

  grade(right) {
    this.dataset.grade = right ? "right" : "wrong";
    const own = this.getAttribute("kind") !== "number";
    this.words.textContent = right ? "✓ Right." : own ? "Not yet: change your answer, or go on." : this.hint ? "Not right. A hint is open below." : "Not right.";
    if (!right && this.hint) /** @type {HTMLDetailsElement} */ (this.hint).open = true;
  }
}

customElements.define("lp-exercise", LessonExercise);
