// What a class sees of an experiment that is shared: what is hidden and locked, and the steps
// that lead through it.
import { element } from "../dom.js";

const mostSteps = 50; // experiment.MaxSteps

/** The panels of the entries, which a preset may hide. */
const entryPanels = ["data", "kernel", "norm", "search", "selection", "advanced"];

/**
 * What a preset hides, of the panels, and leaves open, of the fields; the other fields are locked.
 * @type {Record<string, { hides: string[], open: (field: string) => boolean }>}
 */
const presets = {
  "Everything open": { hides: [], open: () => true },
  "Only p and gamma": { hides: ["data", "kernel", "search", "selection", "advanced"], open: (field) => ["model.p", "model.gamma"].includes(field) },
  "Only the data": { hides: ["kernel", "norm", "search", "selection", "advanced"], open: (field) => /^(data|target|task|features)\b/.test(field) },
  "Only the result": { hides: entryPanels, open: () => false },
};

export class ClassSettings {
  #ask; // (lesson): the page answers with show
  #attempt; // (experiment): the page shows it
  #say; // (sentence)
  #lesson; // what is hidden, locked and led through
  #removed = null; // {step, at}: the step that was removed last
  #answer;
  #parts = {};

  /** whole() asks the page to show all of itself, and to answer with show. */
  constructor({ ask, attempt, whole, say }) {
    this.#ask = ask;
    this.#attempt = attempt;
    this.#say = say;
    const parts = this.#parts;
    parts.hide = element("div", { className: "share-checks" });
    parts.lock = element("div", { className: "share-checks" });
    parts.preview = element("a", { className: "share-preview", target: "_blank", rel: "noopener", textContent: "See it as the class will", attributes: { "aria-label": "See it as the class will, in a new tab" } });
    parts.viewed = element("div", { className: "share-viewed" },
      element("p", { className: "share-note", textContent: "This page is shown as its link says: what that hides or locks is out of reach here, too." }),
      element("button", { type: "button", textContent: "Show all of it, to change the lesson", onclick: whole }));
    parts.back = element("button", { type: "button", hidden: true, onclick: () => this.#putBack() });
    parts.present = element("input", { type: "checkbox" });
    parts.present.onchange = () => {
      this.#lesson.present = parts.present.checked;
      this.#changed();
    };
    parts.preset = element("select", { id: "share-preset", onchange: () => this.#preset(parts.preset.value) },
      element("option", { value: "", textContent: "As set below" }),
      ...Object.keys(presets).map((name) => element("option", { value: name, textContent: name })));
    parts.steps = element("ol", { className: "share-steps" });
    this.element = element("details", { className: "share-lesson" },
      element("summary", { textContent: "For a class: hide, lock, guide" }),
      parts.viewed,
      element("p", { className: "share-files" }, parts.preview),
      element("fieldset", {}, element("legend", { textContent: "Steps" }),
        element("p", { className: "share-note", textContent: "The link opens at the first step. Each step has a text, and the entries that the page had when it was added: close this dialog, change the entries, and press Add step, which the page then has at its top." }),
        parts.steps,
        element("div", { className: "share-files" },
          element("button", { type: "button", textContent: "Add a step with the present entries", onclick: () => this.#addStep() }),
          parts.back)),
      element("label", { className: "share-offer" }, parts.present, "Open as a presentation: one plot at a time, large"),
      element("div", { className: "share-line" }, element("label", { htmlFor: "share-preset", textContent: "What may be changed" }), parts.preset),
      element("details", {}, element("summary", { textContent: "Hide and lock one by one" }),
        element("fieldset", {}, element("legend", { textContent: "Hide" }), parts.hide),
        element("fieldset", {}, element("legend", { textContent: "Lock at its entry" }), parts.lock)));
  }

  /** Begins with the lesson of the page's answer. */
  open(answer) {
    const { title, present, hidden, locked, steps } = answer.lesson;
    this.#answer = answer;
    this.#removed = null;
    this.#lesson = { title, present, hidden: hidden ?? [], locked: locked ?? [], steps: steps ?? [] };
    this.#drawLesson();
  }

  /** Shows what the page's answer says of the steps; link is "" where there is none. */
  show(answer, link) {
    this.#answer = answer;
    this.#parts.preview.hidden = !link;
    if (link) this.#parts.preview.href = link;
    this.#parts.viewed.hidden = !answer.viewed;
    this.#drawEntries();
  }

  /** Gives the lesson a title. */
  name(title) {
    this.#lesson.title = title;
    this.#changed();
  }

  /** Hides and locks as a preset says. */
  #preset(name) {
    const preset = presets[name];
    if (!preset) return;
    const values = (places) => places.map(({ value }) => value);
    this.#lesson.hidden = values(this.#answer.panels).filter((panel) => preset.hides.includes(panel));
    this.#lesson.locked = values(this.#answer.fields).filter((field) => !preset.open(field));
    this.#drawLesson();
    this.#parts.preset.value = name;
    this.#changed();
  }

  #changed() {
    this.#ask(this.#lesson);
  }

  #drawLesson() {
    const checks = (places, list) => places.map(({ value, label }) => {
      const box = element("input", { type: "checkbox", checked: list.includes(value) });
      box.onchange = () => {
        if (box.checked) list.push(value);
        else list.splice(list.indexOf(value), 1);
        this.#changed();
      };
      return element("label", {}, box, label);
    });
    this.#parts.present.checked = this.#lesson.present;
    this.#parts.preset.value = "";
    this.#parts.hide.replaceChildren(...checks(this.#answer.panels, this.#lesson.hidden));
    this.#parts.lock.replaceChildren(...checks(this.#answer.fields, this.#lesson.locked));
    this.#drawSteps();
  }

  #drawSteps() {
    const { steps } = this.#lesson;
    this.#parts.steps.replaceChildren(...steps.map((step, i) => {
      const text = element("textarea", { value: step.text, rows: 2, maxLength: 1000, placeholder: "What the class reads at this step", attributes: { "aria-label": `Text of step ${i + 1}` } });
      text.onchange = () => {
        step.text = text.value;
        this.#changed();
      };
      const button = (name, act, { idle = false, title = "" } = {}) => {
        const made = element("button", { type: "button", title, className: idle ? "idle" : "", attributes: { "aria-disabled": String(idle) } },
          element("span", { textContent: name }), element("span", { className: "unseen", textContent: ` (step ${i + 1})` }));
        made.onclick = () => idle || act(made);
        return made;
      };
      return element("li", {}, text, element("p", { className: "share-note share-entries" }), element("div", { className: "share-files" },
        button("Up", () => this.#move(i, i - 1, "Up"), { idle: i === 0 }),
        button("Down", () => this.#move(i, i + 1, "Down"), { idle: i === steps.length - 1 }),
        button("Show on the page", () => this.#attempt(step.spec), { title: "Enters the step on the page, where its entries may be changed" }),
        button("Set to the present entries", () => {
          step.spec = this.#answer.present;
          this.#changed();
          this.#say(`Step ${i + 1} has the present entries`);
        }),
        button("Remove", () => this.#remove(i))));
    }));
    this.#drawEntries();
    this.#parts.back.hidden = !this.#removed;
    this.#parts.back.textContent = `Put step ${(this.#removed?.at ?? 0) + 1} back`;
  }

  /** Says under each step what it sets, once the page has sent it. */
  #drawEntries() {
    const { entries } = this.#answer;
    this.#parts.steps.querySelectorAll(".share-entries").forEach((line, i) => {
      line.textContent = entries?.[i] ? `Sets ${entries[i]}` : this.#lesson.steps.length > 1 ? "Has the same entries as the others" : "";
    });
  }

  /** Moves a step; the focus stays on the button that did it. */
  #move(from, to, name) {
    const { steps } = this.#lesson;
    steps.splice(to, 0, ...steps.splice(from, 1));
    this.#drawSteps();
    this.#changed();
    this.#say(`Step ${from + 1} is step ${to + 1} now`);
    const buttons = this.#parts.steps.children[to].querySelectorAll("button");
    buttons[name === "Up" ? 0 : 1].focus();
  }

  #remove(at) {
    const [step] = this.#lesson.steps.splice(at, 1);
    this.#removed = { step, at };
    this.#drawSteps();
    this.#changed();
    this.#parts.back.focus();
  }

  #putBack() {
    const { step, at } = this.#removed;
    this.#removed = null;
    this.#lesson.steps.splice(at, 0, step);
    this.#drawSteps();
    this.#changed();
    this.#parts.steps.children[at].querySelector("textarea").focus();
  }

  #addStep() {
    const { steps } = this.#lesson;
    if (steps.length === mostSteps) return this.#say(`A link holds at most ${mostSteps} steps: remove one to add another`);
    steps.push({ text: "", spec: this.#answer.present });
    this.#drawSteps();
    this.#changed();
    this.#parts.steps.lastElementChild.querySelector("textarea").focus();
  }
}
