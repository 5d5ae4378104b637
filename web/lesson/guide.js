// A step of a link for a class, in the lab: its text, its questions and its goal, as lessons
// have them. The words are those of the link's author.
import { element, fileStem } from "../dom.js";
import { showAnswers } from "./answers.js";
import "./exercise.js";
import { untrustedMarkdown } from "./markdown.js";
import { conditions, measureValues, measures, reaches } from "./measures.js";
import { context, record } from "./progress.js";
import { mostOfTitle } from "./submission.js";

const signs = /** @type {Record<string, string>} */ ({ "=": "=", "<=": "≤", ">=": "≥" });

/** @type {{ line: HTMLElement, text: string, step: number } | null} */
let goal = null; // of the shown step

/** @typedef {import("../types/share.js").Question} Question */
/** @typedef {Omit<import("../types/share.js").Step, "spec">} Step */

/** Text of the link, as HTML in an element. @param {keyof HTMLElementTagNameMap} tag @param {string} text */
function renderText(tag, text, render = untrustedMarkdown.render) {
  const node = element(tag);
  node.innerHTML = render.call(untrustedMarkdown, text);
  return node;
}

/** A question as an exercise of a lesson. @param {Question} question @param {number} i @param {number} step */
function exercise({ kind, text, options = [], answer = "", hint = "" }, i, step) {
  const makeDetails = (/** @type {string} */ name, /** @type {string} */ title, /** @type {string} */ inner) => inner && element("details", { className: name }, element("summary", { textContent: title }), renderText("div", inner));
  return element(/** @type {"article"} */ (/** @type {string} */ ("lp-exercise")), { id: `step-${step}-question-${i + 1}`, attributes: { kind, ...(kind !== "words" && { answer }) } },
    element("h2", { textContent: `Question ${i + 1}` }),
    renderText("div", text),
    ...(options.length ? [element("ul", { className: "options" }, ...options.map((option) => {
      const item = renderText("li", option, untrustedMarkdown.renderInline);
      item.dataset.value = option;
      return item;
    }))] : []),
    ...[makeDetails("hint", "Hint", hint), makeDetails("model", "Model answer", kind === "words" ? answer : "")].filter(Boolean));
}

/** The name of a lesson in stored and sent answers: its title, and a hash (FNV) of its questions and goals, the same in every copy of a link and after a correction of its texts and hints. @param {string} title @param {Step[]} steps */
function nameOf(title, steps) {
  const exercises = steps.map(({ questions = [], goal = "" }) => [questions.map(({ kind, text, options = [], answer = "" }) => [kind, text, options, answer]), goal]);
  const hash = Array.from(JSON.stringify(exercises)).reduce((h, letter) => Math.imul(h ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0, 0x811c9dc5);
  const words = fileStem(title, "").replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^[-\d]+|-$/g, "").slice(0, mostOfTitle);
  return `${words || "class"}-${hash.toString(16).padStart(8, "0")}`;
}

/** Shows one of the steps of a lesson in a host; site is the folder of the site. @param {Element} host @param {{ title: string, at: number, steps: Step[] }} lesson @param {URL} site */
export function show(host, { title, at, steps }, site) {
  context.lesson = nameOf(title, steps);
  const { text, questions = [], goal: goalText } = steps[at];
  goal = goalText ? { text: goalText, step: at + 1, line: element("p", { className: "goal" }) } : null;
  if (goal) goal.line.textContent = `${conditions(goal.text).map(({ name, sign, bound }) => `${measures[name].label} ${signs[sign]} ${bound}`).join(", ")}.`;
  const exerciseCount = steps.reduce((sum, step) => sum + (step.questions?.length ?? 0) + (step.goal ? 1 : 0), 0);
  const answers = element("details", { className: "guide-answers" }, element("summary", { textContent: "Your answers" }));
  host.replaceChildren(renderText("div", text), ...(goal ? [goal.line] : []), ...questions.map((question, i) => exercise(question, i, at + 1)), ...(exerciseCount ? [answers] : []));
  for (const link of host.querySelectorAll("a")) link.href = new URL(link.getAttribute("href") ?? "", site).href;
  showAnswers(answers, { exerciseCount, page: new URL("lessons/class.html", site) });
}

/** Sets the result of the page: later answers are stored with its digest, and the goal is checked. */
export function takeReport(/** @type {FullReport} */ report) {
  context.digest = report.result?.digest ?? "";
  if (!goal) return;
  const reached = reaches(goal.text, report);
  goal.line.classList.toggle("reached", reached);
  if (!reached) return;
  const numbers = measureValues(conditions(goal.text).map(({ name }) => name), report);
  record(`step-${goal.step}-goal`, { kind: "move", value: numbers.map(({ label, text }) => `${label} ${text}`).join(", "), right: true });
}
