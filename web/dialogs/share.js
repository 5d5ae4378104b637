// The Share dialog: the experiment as a link, as a picture of one, as Markdown, as
// a frame for another page and as a file; and what a class is to see of it. Nothing
// is sent anywhere: a link holds all that it stands for.
import { Dialog } from "./dialog.js";
import { download, element } from "../dom.js";
import { key, site } from "../shell/place.js";
import { qrCode } from "./qr.js";
import { ShortLink } from "./shortlink.js";

// Lengths, in characters, up to which links work in most places.
const shortLink = 1900; // chat programs cut at 2,000
const longLink = 8000;
const mostHeld = 20_000; // of the link's document are listed
const mostSteps = 50; // experiment.MaxSteps

export class ShareDialog {
  #engine; // () => Promise<Lab>
  #ask; // (lesson): the page answers with show
  #open; // (file): opens a document
  #attempt; // (experiment): the page shows it
  #whole; // (): the page shows all of itself, and answers with show
  #dataOf; // (the "data" of an experiment): the user's file
  #lesson; // what is hidden, locked and led through
  #removed = null; // {step, at}: the step that was removed last
  #answer;
  #held; // the document that the link stands for
  #turn = 0;
  #parts = {};
  #short = new ShortLink();
  #dialog;

  constructor({ engine, ask, open, attempt, whole, dataOf }) {
    this.#engine = engine;
    this.#ask = ask;
    this.#open = open;
    this.#attempt = attempt;
    this.#whole = whole;
    this.#dataOf = dataOf;
    this.#dialog = new Dialog("share", "Share this experiment", (said) => this.#build(said));
  }

  /** Shows the page's answer; opens the dialog where it is closed. */
  async show(answer) {
    this.#answer = answer;
    if (this.#dialog.open()) {
      this.#parts.title.value = answer.lesson.title;
      this.#removed = null;
      const { title, present, hidden, locked, steps } = answer.lesson;
      this.#lesson = { title, present, hidden: hidden ?? [], locked: locked ?? [], steps: steps ?? [] };
      this.#drawLesson();
    }
    await this.#fill();
  }

  #build(said) {
    const parts = this.#parts;
    const line = (label, id) => {
      const input = element("input", { type: "text", id, readOnly: true, spellcheck: false, onfocus: () => input.select() });
      const copy = element("button", { type: "button", onclick: () => this.#copy(input, label) }, element("span", { textContent: "Copy" }), element("span", { className: "unseen", textContent: ` ${label}` }));
      return [input, element("div", { className: "share-line" }, element("label", { htmlFor: id, textContent: label }), input, copy)];
    };
    parts.title = element("input", { type: "text", id: "share-name", maxLength: 80, placeholder: "What the experiment shows, in a few words" });
    parts.title.onchange = () => {
      this.#lesson.title = parts.title.value.trim();
      this.#changed();
    };
    let linkLine, markdownLine, frameLine, scriptLine;
    [parts.link, linkLine] = line("Link", "share-link");
    [parts.markdown, markdownLine] = line("Markdown", "share-markdown");
    [parts.frame, frameLine] = line("Frame for a web page", "share-frame");
    [parts.script, scriptLine] = line("Script that fits the heights of such frames, once for the page", "share-script");
    parts.script.value = `<script src="${new URL("frames.js", import.meta.url)}" async></script>`;
    parts.data = element("p", { className: "share-note", id: "share-data" });
    parts.inline = element("input", { type: "checkbox", onchange: () => this.#fill(), attributes: { "aria-describedby": "share-data" } });
    parts.offer = element("label", { className: "share-offer" }, parts.inline, "Put the rows of the file into the link");
    parts.holds = element("pre", { tabIndex: 0, attributes: { "aria-label": "What the link holds" } });
    parts.meter = element("meter", { min: 0, max: longLink, low: shortLink, high: longLink - 1, optimum: 0, attributes: { "aria-label": "Length of the link" } });
    parts.length = element("p", { id: "share-length", className: "share-note" });
    parts.code = element("figure", { className: "share-code", attributes: { "aria-label": "QR code" } });
    const pick = element("input", { type: "file", accept: ".json", className: "unseen", tabIndex: -1, attributes: { "aria-label": "Experiment file" } });
    pick.onchange = () => {
      if (!pick.files[0]) return;
      this.#open(pick.files[0]);
      pick.value = "";
      this.#dialog.close();
    };
    parts.hide = element("div", { className: "share-checks" });
    parts.lock = element("div", { className: "share-checks" });
    parts.preview = element("a", { className: "share-preview", target: "_blank", rel: "noopener", textContent: "See it as the class will", attributes: { "aria-label": "See it as the class will, in a new tab" } });
    parts.viewed = element("div", { className: "share-viewed" },
      element("p", { className: "share-note", textContent: "This page is shown as its link says: what that hides or locks is out of reach here, too." }),
      element("button", { type: "button", textContent: "Show all of it, to change the lesson", onclick: () => this.#whole() }));
    parts.back = element("button", { type: "button", hidden: true, onclick: () => this.#putBack() });
    parts.present = element("input", { type: "checkbox" });
    parts.present.onchange = () => {
      this.#lesson.present = parts.present.checked;
      this.#changed();
    };
    parts.steps = element("ol", { className: "share-steps" });
    return [
      element("p", { className: "share-note", textContent: "The link holds the experiment itself, behind its #. Nothing is uploaded, and no server gets to see it." }),
      parts.data,
      parts.offer,
      element("div", { className: "share-main" },
        element("div", { className: "share-texts" },
          element("div", { className: "share-line" }, element("label", { htmlFor: "share-name", textContent: "Title" }), parts.title),
          linkLine, element("div", { className: "share-length" }, parts.meter, parts.length), markdownLine, frameLine, scriptLine),
        parts.code),
      element("div", { className: "share-files" },
        element("button", { type: "button", textContent: "Download .lplab.json", onclick: () => this.#download() }),
        element("button", { type: "button", textContent: "Open file", onclick: () => pick.click() }),
        pick),
      said,
      this.#short.element,
      element("details", { className: "share-holds" },
        element("summary", { textContent: "What the link holds" }),
        parts.holds),
      element("details", { className: "share-lesson" },
        element("summary", { textContent: "For a class: hide, lock, lead" }),
        parts.viewed,
        element("p", { className: "share-files" }, parts.preview),
        element("fieldset", {}, element("legend", { textContent: "Steps" }),
          element("p", { className: "share-note", textContent: "The link opens at the first step. Each step has a text, and the entries that the page had when it was added: close this dialog, change the entries, and press Add step, which the page then has at its top." }),
          parts.steps,
          element("div", { className: "share-files" },
            element("button", { type: "button", textContent: "Add a step with the present entries", onclick: () => this.#addStep() }),
            parts.back)),
        element("label", { className: "share-offer" }, parts.present, "Open as a presentation: one plot at a time, large"),
        element("fieldset", {}, element("legend", { textContent: "Hide" }), parts.hide),
        element("fieldset", {}, element("legend", { textContent: "Lock at its entry" }), parts.lock))];
  }

  /** Writes the links of the answer. */
  async #fill() {
    const turn = ++this.#turn;
    const { document: whole, embedded, name, data } = this.#answer;
    const parts = this.#parts;
    const inline = Boolean(data) && parts.inline.checked;
    this.#say("");
    parts.data.textContent = inline
      ? `The rows of ${data}, its target and features, are in the link and in the file below: everyone who has the link can read them.`
      : data
      ? `The data are not in the link: of your file only the name, ${data}, and its SHA-256 go along. Who opens the link is asked for the file.`
      : "";
    parts.data.hidden = parts.offer.hidden = !data;
    let link = "", frame = "";
    this.#held = whole;
    try {
      const solver = await this.#engine();
      const base = site.href + key;
      const held = (d) => (inline ? solver.inline(d, { data: this.#dataOf(whole.data) }) : d);
      const documents = await Promise.all([whole, embedded].map(held));
      if (turn === this.#turn) [this.#held] = documents;
      [link, frame] = await Promise.all(documents.map(async (d) => base + (await solver.encode(d))));
    } catch (error) {
      if (turn === this.#turn) this.#say(error.message || String(error));
    }
    if (turn !== this.#turn) return;
    const title = name.replaceAll(/[\\[\]<>`]/g, "\\$&");
    parts.link.value = link;
    parts.preview.hidden = !link;
    if (link) parts.preview.href = link;
    parts.viewed.hidden = !this.#answer.viewed;
    this.#drawEntries();
    this.#drawHeld();
    this.#short.show(this.#held);
    parts.markdown.value = link && `[${title}](${link})`;
    parts.frame.value = frame && `<iframe src="${frame}" title="${escaped(name)}" width="100%" height="720" loading="lazy"></iframe>`;
    parts.meter.value = Math.min(link.length, longLink);
    const length = link.length.toLocaleString("en");
    parts.length.textContent = !link ? "There is no link: share the file"
      : link.length <= shortLink ? `${length} characters: works everywhere`
      : link.length <= longLink ? `${length} characters: some chat programs cut it; the file is safer there`
      : `${length} characters: too long for many programs; share the file`;
    this.#drawCode(link);
  }

  /** Lists the link's document, as far as one would read. */
  #drawHeld() {
    const text = JSON.stringify(this.#held, null, 1).replaceAll(/\n\s*(?=[^[\]{}]*\])/g, " "); // a row is a line
    this.#parts.holds.textContent = text.length <= mostHeld ? text
      : `${text.slice(0, mostHeld)}\n… ${(text.length - mostHeld).toLocaleString("en")} characters more`;
  }

  /** Draws the link as a QR code, where a camera could read it. */
  #drawCode(link) {
    const { code } = this.#parts;
    const picture = qrCode(link, "QR code of the link");
    code.replaceChildren(...(picture ? [picture] : []));
    code.hidden = !picture;
  }

  async #copy(input, label) {
    try {
      await navigator.clipboard.writeText(input.value);
      this.#say(`${label} copied`);
    } catch {
      input.focus();
      input.select();
      this.#say("This browser does not let the page copy: press Ctrl+C");
    }
  }

  #say(text) {
    this.#dialog.say(text);
  }

  #download() {
    const { name } = this.#answer;
    const file = this.#parts.inline.checked && this.#answer.data ? JSON.stringify(this.#held, null, 2) : this.#answer.file;
    const stem = name.normalize("NFKD").replaceAll(/[^\p{L}\p{N}]+/gu, "-").replaceAll(/^-|-$/g, "").toLowerCase() || "experiment";
    download(`${stem}.lplab.json`, "application/json", file);
  }

  // -- what a class sees ---------------------------------------------------------

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
        button("Show on the page", () => {
          this.#attempt(step.spec);
          this.#dialog.close();
        }, { title: "Enters the step on the page, where its entries may be changed" }),
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

/** Text within an attribute of HTML. */
function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
