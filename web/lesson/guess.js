// A guess before a figure starts: <p class="predict" data-options="It falls|It rises"
// data-answer="1">What does the error do?</p> within the figure.
import { element } from "../dom.js";
import { answerOf, record } from "./progress.js";

/** Shows the question, and calls onGuess after a guess or when the reader continues without one. Returns a function that continues without a guess and does not move the focus; null if there is a guess already, or ask is false. @param {HTMLElement} figure @param {Element} question @param {() => void} onGuess @param {boolean} ask */
export function requestGuess(figure, question, onGuess, ask) {
  const { options = "", answer } = question.dataset;
  const exercise = `${figure.id}-guess`;
  const choices = options.split("|");
  const right = choices[Number(answer) - 1];
  const words = element("p", { className: "guessed", attributes: { role: "status" } });
  const verdict = (/** @type {string} */ guess) => (guess === right ? `You guessed: ${guess}. That is right.` : `You guessed: ${guess}. The answer is: ${right}. The figure shows why.`);
  const before = answerOf(exercise);
  if (before) {
    words.textContent = verdict(String(before.value));
    question.replaceWith(element("div", { className: "predict" }, element("p", { textContent: question.textContent }), words));
    return null;
  }
  if (!ask) return null;
  const skip = element("button", { type: "button", textContent: "Continue without a guess", onclick: () => end() });
  const form = element("fieldset", { className: "predict" }, element("legend", { textContent: `Guess first: ${question.textContent}` }),
    ...choices.map((text) => element("button", { type: "button", textContent: text, onclick: () => end(text) })), skip);
  const end = (guess = "") => {
    if (guess) {
      record(exercise, { kind: "choice", value: guess, right: guess === right });
      words.textContent = verdict(guess);
    }
    form.replaceChildren(element("legend", { textContent: question.textContent }), guess ? words : "");
    onGuess();
  };
  form.addEventListener("click", ({ target }) => {
    if (target instanceof HTMLButtonElement) figure.querySelector(".live-controls :is(input, select, button), .handle")?.focus();
  });
  question.replaceWith(form);
  return () => end();
}
