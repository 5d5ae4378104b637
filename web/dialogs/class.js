// The view of a shared experiment for a class: the parts that are hidden or locked, and the
// steps with their texts, questions and goals.
import { element } from "../dom.js";
import { conditions, measures } from "../lesson/measures.js";
import { asAnswer } from "../lesson/numbers.js";
import { site } from "../shell/place.js";

/** @import { Answer, Kind, Lesson, Named, Question, Step } from "../types/share.js" */

const mostSteps = 50; // experiment.MaxSteps
const mostQuestions = 10; // experiment.maxQuestions
const mostCharacters = 4000; // experiment.maxStepText

/** The kinds of questions, with the label of their answer. @type {Record<Kind, { name: string, answer: string }>} */
const kinds = {
  number: { name: "Number", answer: "Answer, such as 12.5; all its digits are checked (empty: not graded)" },
  choice: { name: "Choice", answer: "Right option" },
  words: { name: "Text", answer: "Model answer (empty: none)" },
};
const signs = { "<=": "at most", ">=": "at least", "=": "exactly" };

/** The panels of the entries, which a preset may hide. */
const entryPanels = ["data", "kernel", "norm", "search", "selection", "advanced"];

/**
 * The panels that a preset hides, and the fields that it leaves open; the other fields are locked.
 * @type {Record<string, { hides: string[], open: (field: string) => boolean }>}
 */
const presets = {
  "Everything open": { hides: [], open: () => true },
  "Only p and gamma": { hides: ["data", "kernel", "search", "selection", "advanced"], open: (field) => ["model.p", "model.gamma"].includes(field) },
  "Only the data": { hides: ["kernel", "norm", "search", "selection", "advanced"], open: (field) => /^(data|target|task|features)\b/.test(field) },
  "Only the result": { hides: entryPanels, open: () => false },
};

export class ClassSettings {
  #send;
  #showExperiment;
  #announce;
  #lesson = /** @type {Lesson} */ ({ title: "", present: false, hidden: [], locked: [], steps: [] });
  #open = new WeakSet(); // steps with their questions unfolded
  #removedStep = /** @type {{ step: Step, at: number } | null} */ (null); // the step that was removed last
  #answer = /** @type {Answer | null} */ (null);
  #hide = element("div", { className: "share-checks" });
  #lock = element("div", { className: "share-checks" });
  #preview = element("a", { className: "share-preview", target: "_blank", rel: "noopener", textContent: "Preview as the class sees it", attributes: { "aria-label": "Preview as the class sees it, in a new tab" } });
  #viewNote = element("div", { className: "share-viewed" },
    element("p", { className: "share-note", textContent: "This page was opened by a link that hides or locks parts of it." }));
  #putBackButton = element("button", { type: "button", hidden: true, onclick: () => this.#putBack() });
  #present = element("input", { type: "checkbox", onchange: () => {
    this.#lesson.present = this.#present.checked;
    this.#sendLesson();
  } });
  #preset = element("select", { id: "share-preset", onchange: () => this.#applyPreset(this.#preset.value) },
    element("option", { value: "", textContent: "As set below" }),
    ...Object.keys(presets).map((name) => element("option", { value: name, textContent: name })));
  #steps = element("ol", { className: "share-steps" });

  /**
   * sendLesson sends the lesson to the page, which answers by a call of show; showExperiment shows an experiment on the page; showWhole shows the page without a view, and the page answers by a call of show.
   * @param {{ sendLesson: (lesson: Lesson) => void, showExperiment: (spec: Experiment) => void, showWhole: () => void, announce: (sentence: string) => void }} page
   */
  constructor({ sendLesson, showExperiment, showWhole, announce }) {
    this.#send = sendLesson;
    this.#showExperiment = showExperiment;
    this.#announce = announce;
    this.#viewNote.append(element("button", { type: "button", textContent: "Show everything, to edit the lesson", onclick: showWhole }));
    this.element = element("details", { className: "share-lesson" },
      element("summary", { textContent: "For a class: hide, lock, guide" }),
      this.#viewNote,
      element("p", { className: "row share-files" }, this.#preview),
      element("fieldset", {}, element("legend", { textContent: "Steps" }),
        element("p", { className: "share-note", textContent: "The link opens at the first step. Each step has a text, the entries of the page when it was added, and optionally questions and a goal. To add another step, close this dialog, change the entries, and press Add step, which is then at the top of the page." }),
        this.#steps,
        element("p", { className: "share-note" }, "Students send their answers as a link or a file, which you read in ",
          element("a", { href: new URL("lessons/class.html", site).href, target: "_blank", rel: "noopener", textContent: "Answers of a class" }), ". The link contains the correct answers, so do not use it for marks. If you change the title, the number or order of the steps, a question, its answer or a goal later, students begin the lesson anew."),
        element("div", { className: "row share-files" },
          element("button", { type: "button", textContent: "Add a step with the current entries", onclick: () => this.#addStep() }),
          this.#putBackButton)),
      element("label", { className: "share-offer" }, this.#present, "Open as a presentation, one plot at a time"),
      element("div", { className: "share-line" }, element("label", { htmlFor: "share-preset", textContent: "What may be changed" }), this.#preset),
      element("details", {}, element("summary", { textContent: "Hide and lock one by one" }),
        element("fieldset", {}, element("legend", { textContent: "Hide" }), this.#hide),
        element("fieldset", {}, element("legend", { textContent: "Lock at its entry" }), this.#lock)));
  }

  /** Begins with the lesson of the page's answer. @param {Answer} answer */
  open(answer) {
    const { title, present, hidden, locked, steps } = answer.lesson;
    this.#answer = answer;
    this.#removedStep = null;
    this.#lesson = { title: title ?? "", present: Boolean(present), hidden: hidden ?? [], locked: locked ?? [], steps: steps ?? [] };
    this.#drawLesson();
  }

  /** Shows the steps of the page's answer; link is "" if there is none. @param {Answer} answer @param {string} link */
  show(answer, link) {
    this.#answer = answer;
    this.#preview.hidden = !link;
    if (link) this.#preview.href = link;
    this.#viewNote.hidden = !answer.viewed;
    this.#drawEntries();
  }

  name(/** @type {string} */ title) {
    this.#lesson.title = title;
    this.#sendLesson();
  }

  /** Hides and locks what a preset names. */
  #applyPreset(/** @type {string} */ name) {
    const preset = presets[name];
    if (!preset || !this.#answer) return;
    const values = (/** @type {Named[]} */ places) => places.map(({ value }) => value);
    this.#lesson.hidden = values(this.#answer.panels).filter((panel) => preset.hides.includes(panel));
    this.#lesson.locked = values(this.#answer.fields).filter((field) => !preset.open(field));
    this.#drawLesson();
    this.#sendLesson();
  }

  #sendLesson() {
    this.#send(this.#lesson);
  }

  /** Chooses the preset that hides and locks the same as the lesson, if there is one. */
  #showPreset() {
    const { panels = [], fields = [] } = this.#answer ?? {};
    const { hidden, locked } = this.#lesson;
    const isSame = (/** @type {typeof presets[string]} */ { hides, open }) =>
      hidden.every((name) => hides.includes(name)) && panels.every(({ value }) => hidden.includes(value) || !hides.includes(value)) &&
      !locked.some(open) && fields.every(({ value }) => locked.includes(value) || open(value));
    this.#preset.value = Object.keys(presets).find((name) => isSame(presets[name])) ?? "";
  }

  #drawLesson() {
    const { panels = [], fields = [] } = this.#answer ?? {};
    const checks = (/** @type {Named[]} */ places, /** @type {string[]} */ list) => places.map(({ value, label }) => {
      const box = element("input", { type: "checkbox", checked: list.includes(value) });
      box.onchange = () => {
        if (box.checked) list.push(value);
        else list.splice(list.indexOf(value), 1);
        this.#showPreset();
        this.#sendLesson();
      };
      return element("label", {}, box, label);
    });
    this.#present.checked = this.#lesson.present;
    this.#showPreset();
    this.#hide.replaceChildren(...checks(panels, this.#lesson.hidden));
    this.#lock.replaceChildren(...checks(fields, this.#lesson.locked));
    this.#drawSteps();
  }

  #drawSteps() {
    const { steps } = this.#lesson;
    this.#steps.replaceChildren(...steps.map((step, i) => {
      const text = this.#entry(step, "text", `Text of step ${i + 1}`, { rows: 3, placeholder: "Text for this step: Markdown, with formulas as $w^2$" });
      /** @param {string} name @param {() => void} act @param {{ idle?: boolean, title?: string }} [more] */
      const button = (name, act, more) => makeButton(name, `step ${i + 1}`, act, more);
      return element("li", {}, text, element("p", { className: "share-note share-entries" }),
        this.#questionsOf(step, i),
        element("div", { className: "row share-files" },
          button("Up", () => this.#move(i, i - 1, "Up"), { idle: i === 0 }),
          button("Down", () => this.#move(i, i + 1, "Down"), { idle: i === steps.length - 1 }),
          button("Show on the page", () => this.#showExperiment(step.spec), { title: "Shows the step on the page to edit its entries" }),
          button("Set to the current entries", () => {
            if (!this.#answer) return;
            step.spec = this.#answer.present;
            this.#sendLesson();
            this.#announce(`Step ${i + 1} has the current entries`);
          }),
          button("Remove", () => this.#remove(i))));
    }));
    this.#drawEntries();
    this.#putBackButton.hidden = !this.#removedStep;
    this.#putBackButton.textContent = `Put step ${(this.#removedStep?.at ?? 0) + 1} back`;
  }

  /**
   * An entry of several lines for a text of a step or a question.
   * @template {string} Key
   * @param {{ [key in Key]: string }} of @param {Key} key @param {string} name
   */
  #entry(of, key, name, { rows = 2, placeholder = "", read = (/** @type {string} */ text) => text } = {}) {
    const entry = element("textarea", { value: of[key] ?? "", rows, maxLength: mostCharacters, placeholder, attributes: { "aria-label": name } });
    entry.onchange = () => {
      of[key] = entry.value = read(entry.value.trim());
      this.#sendLesson();
    };
    return entry;
  }

  /** The questions and the goal of a step, folded at first. @param {Step} step @param {number} i @returns {HTMLElement} */
  #questionsOf(step, i) {
    const questions = (step.questions ??= []);
    const details = element("details", { className: "share-asks", open: this.#open.has(step), ontoggle: () => this.#open[details.open ? "add" : "delete"](step) });
    const redraw = (/** @type {string} */ focus) => {
      const replacement = this.#questionsOf(step, i);
      details.replaceWith(replacement);
      replacement.querySelector(focus)?.focus();
    };
    const count = questions.length + (step.goal ? 1 : 0);
    details.append(element("summary", { textContent: `Questions and goal of step ${i + 1}${count ? ` (${count})` : ""}` }),
      ...questions.map((question, k) => this.#question(question, `question ${k + 1} of step ${i + 1}`, () => {
        questions.splice(k, 1);
        this.#sendLesson();
        redraw("[data-add]");
      }, k)),
      this.#goal(step, i, redraw),
      element("div", { className: "row share-files" }, .../** @type {Kind[]} */ (Object.keys(kinds)).map((kind) => {
        const add = makeButton(`Ask for a ${kinds[kind].name.toLowerCase()}`, `step ${i + 1}`, () => {
          questions.push({ kind, text: "", answer: "", hint: "", ...(kind === "choice" && { options: ["Yes", "No"] }) });
          redraw(`[data-question="${questions.length - 1}"] textarea`);
        }, { idle: questions.length >= mostQuestions });
        add.dataset.add = kind;
        return add;
      })));
    return details;
  }

  /** @param {Question} question @param {string} name @param {() => void} remove @param {number} k */
  #question(question, name, remove, k) {
    const { kind } = question;
    /** @type {[string, HTMLElement][]} */
    const lines = [["Question", this.#entry(question, "text", `Text of ${name}`)]];
    if (kind === "choice") {
      let { options: choices = [] } = question;
      const options = element("textarea", { rows: 3, value: choices.join("\n"), attributes: { "aria-label": `Options of ${name}, one per line` } });
      const right = element("select", { attributes: { "aria-label": `Right option of ${name}` } });
      const drawOptions = () => {
        right.replaceChildren(new Option("Not graded", ""), ...choices.map((option) => new Option(option, option)));
        right.value = choices.includes(question.answer) ? question.answer : "";
      };
      options.onchange = right.onchange = () => {
        const before = choices;
        question.options = choices = options.value.split("\n").map((line) => line.trim()).filter(Boolean);
        const corrected = choices.length === before.length ? choices[before.indexOf(right.value)] : ""; // the right option with another text
        question.answer = choices.includes(right.value) ? right.value : corrected ?? "";
        drawOptions();
        this.#sendLesson();
      };
      drawOptions();
      lines.push(["Options, one per line", options], [kinds.choice.answer, right]);
    } else lines.push([kinds[kind].answer, this.#entry(question, "answer", `Answer to ${name}`, kind === "number" ? { rows: 1, read: asAnswer } : {})]);
    if (kind !== "words") lines.push(["Hint after a wrong answer (optional)", this.#entry(question, "hint", `Hint to ${name}`, { rows: 1 })]);
    const entries = element("fieldset", { attributes: { "data-question": k } }, element("legend", { textContent: `${kinds[kind].name}, ${name}` }),
      ...lines.map(([label, entry]) => element("label", { className: "share-ask" }, element("span", { textContent: label }), entry)),
      makeButton("Remove", name, remove));
    entries.addEventListener("focusout", ({ relatedTarget }) => { // a question that is left empty is reported
      if (!question.text && entries.checkVisibility() && !entries.contains(/** @type {Node | null} */ (relatedTarget))) this.#sendLesson();
    });
    return entries;
  }

  /** The goal: conditions on numbers of the result, and an empty one to add another. @param {Step} step @param {number} i @param {(focus: string) => void} redraw */
  #goal(step, i, redraw) {
    const list = step.goal ? conditions(step.goal) : [];
    const saveGoal = () => {
      step.goal = list.filter(({ name }) => name).map(({ name, sign, bound }) => `${name}${sign}${bound}`).join(" ");
      this.#sendLesson();
    };
    const row = (/** @type {import("../lesson/measures.js").Condition} */ condition, /** @type {number} */ k) => {
      const labelOf = (/** @type {string} */ what) => ({ "aria-label": `${what} of condition ${k + 1} of step ${i + 1}` });
      const name = element("select", { attributes: labelOf("Number") }, element("option", { value: "", textContent: k ? "and nothing else" : "none" }),
        ...(this.#answer?.measures ?? []).map((value) => element("option", { value, textContent: measures[value].label })));
      name.value = condition.name;
      name.onchange = () => {
        list[k] = { ...condition, name: name.value };
        saveGoal();
        redraw(`[data-condition="${k}"] select`);
      };
      const sign = element("select", { attributes: labelOf("Comparison") }, ...Object.entries(signs).map(([value, textContent]) => element("option", { value, textContent })));
      sign.value = condition.sign;
      const bound = element("input", { type: "text", inputMode: "decimal", value: condition.bound, attributes: labelOf("Bound") });
      sign.onchange = bound.onchange = () => {
        bound.value = asAnswer(bound.value.replace("%", "/100")).replaceAll(/\s/g, "") || "0";
        [condition.sign, condition.bound] = [sign.value, bound.value];
        saveGoal();
      };
      return element("div", { className: "share-condition", attributes: { "data-condition": k } }, name, ...(condition.name ? [sign, bound] : []));
    };
    return element("fieldset", {}, element("legend", { textContent: "Goal for the result" }),
      ...[...list, { name: "", sign: "<=", bound: "0" }].slice(0, 8).map(row));
  }

  /** Lists the entries that each step sets, once the page has sent them. */
  #drawEntries() {
    const { entries } = this.#answer ?? {};
    this.#steps.querySelectorAll(".share-entries").forEach((line, i) => {
      line.textContent = entries?.[i] ? `Sets ${entries[i]}` : this.#lesson.steps.length > 1 ? "Has the same entries as the others" : "";
    });
  }

  /** Moves a step; the focus stays on the button that did it. @param {number} from @param {number} to @param {"Up" | "Down"} name */
  #move(from, to, name) {
    const { steps } = this.#lesson;
    steps.splice(to, 0, ...steps.splice(from, 1));
    this.#drawSteps();
    this.#sendLesson();
    this.#announce(`Step ${from + 1} is now step ${to + 1}`);
    const buttons = this.#steps.children[to].querySelectorAll(":scope > .share-files > button");
    buttons[name === "Up" ? 0 : 1].focus();
  }

  #remove(/** @type {number} */ at) {
    const [step] = this.#lesson.steps.splice(at, 1);
    this.#removedStep = { step, at };
    this.#drawSteps();
    this.#sendLesson();
    this.#putBackButton.focus();
  }

  #putBack() {
    if (!this.#removedStep) return;
    const { step, at } = this.#removedStep;
    this.#removedStep = null;
    this.#lesson.steps.splice(at, 0, step);
    this.#drawSteps();
    this.#sendLesson();
    this.#steps.children[at].querySelector("textarea")?.focus();
  }

  #addStep() {
    const { steps } = this.#lesson;
    if (steps.length === mostSteps) return this.#announce(`A link holds at most ${mostSteps} steps: remove one to add another`);
    if (!this.#answer) return;
    steps.push({ text: "", questions: [], goal: "", spec: this.#answer.present });
    this.#drawSteps();
    this.#sendLesson();
    this.#steps.lastElementChild?.querySelector("textarea")?.focus();
  }
}

/** A message on a step, with the names of the dialog in place of the path of the entry. @param {string} message */
export function withEntryNames(message) {
  const next = (/** @type {string} */ index) => Number(index) + 1;
  return message
    .replace(/^view\.steps\[(\d+)\](?:\.questions\[(\d+)\])?\.(\w+)(?:\[(\d+)\])? is /, (_, step, question, key, option) =>
      `The ${option ? `option ${next(option)}` : key} of ${question ? `question ${next(question)} of ` : ""}step ${next(step)} is `)
    .replace(/^The text of q(uestion \d+ of step \d+) is "".*/s, "Q$1 has no text: write one")
    .replace(/^The options of q(uestion \d+ of step \d+) is .* a list of (.+)/s, "Q$1 needs $2, one per line");
}

/** A button, with the item that it acts on in its name for screen readers. An idle one takes the focus and does nothing. @param {string} name @param {string} of @param {() => void} act */
function makeButton(name, of, act, { idle = false, title = "" } = {}) {
  return element("button", { type: "button", title, className: idle ? "idle" : "", onclick: () => idle || act(), attributes: { "aria-disabled": idle } },
    element("span", { textContent: name }), element("span", { className: "unseen", textContent: ` (${of})` }));
}
