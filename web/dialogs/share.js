// The Share dialog: the experiment as a link, as a picture of one, as Markdown, as
// a frame for another page and as a file; and what a class is to see of it. Nothing
// is sent anywhere: a link holds all that it stands for.
import { ClassSettings } from "./class.js";
import { copyLine, Dialog } from "./dialog.js";
import { download, element, wordsOf } from "../dom.js";
import { key, site } from "../shell/place.js";
import { showCode } from "./qr.js";
import { ShortLink } from "./shortlink.js";

// Lengths, in characters, up to which links work in most places.
const shortLink = 1900; // chat programs cut at 2,000
const longLink = 8000;
const mostHeld = 20_000; // of the link's document are listed

export class ShareDialog {
  #engine; // () => Promise<Lab>
  #open; // (file): opens a document
  #dataOf; // (the "data" of an experiment): the user's file
  #class; // what a class sees of it
  #answer;
  #held; // the document that the link stands for
  #turn = 0;
  #parts = {};
  #short = new ShortLink();
  #dialog;

  constructor({ engine, ask, open, attempt, whole, dataOf }) {
    this.#engine = engine;
    this.#open = open;
    this.#dataOf = dataOf;
    this.#class = new ClassSettings({
      ask, whole,
      attempt: (spec) => {
        attempt(spec);
        this.#dialog.close();
      },
      say: (text) => this.#say(text),
    });
    this.#dialog = new Dialog("share", "Share this experiment", (said) => this.#build(said));
  }

  /** Shows the page's answer; opens the dialog where it is closed. */
  async show(answer) {
    this.#answer = answer;
    if (this.#dialog.open()) {
      this.#parts.title.value = answer.lesson.title;
      this.#class.open(answer);
    }
    await this.#fill();
  }

  #build(said) {
    const parts = this.#parts;
    const line = (label, id) => copyLine(label, id, (text) => this.#say(text));
    parts.title = element("input", { type: "text", id: "share-name", maxLength: 80, placeholder: "A short description of the experiment" });
    parts.title.onchange = () => this.#class.name(parts.title.value.trim());
    const [link, linkLine] = line("Link", "share-link");
    const [markdown, markdownLine] = line("Markdown", "share-markdown");
    const [frame, frameLine] = line("Frame for a web page", "share-frame");
    const [script, scriptLine] = line("Script that adjusts the heights of frames, once per page", "share-script");
    Object.assign(parts, { link, markdown, frame });
    script.value = `<script src="${new URL("frames.js", import.meta.url)}" async></script>`;
    parts.data = element("p", { className: "share-note", id: "share-data" });
    parts.inline = element("input", { type: "checkbox", onchange: () => this.#fill(), attributes: { "aria-describedby": "share-data" } });
    parts.offer = element("label", { className: "share-offer" }, parts.inline, "Include the rows of the file in the link");
    parts.holds = element("pre", { tabIndex: 0, attributes: { "aria-label": "Contents of the link" } });
    parts.meter = element("meter", { min: 0, max: longLink, low: shortLink, high: longLink - 1, optimum: 0, attributes: { "aria-label": "Length of the link" } });
    parts.length = element("p", { id: "share-length", className: "share-note" });
    parts.code = element("figure", { className: "share-code", attributes: { "aria-label": "QR code" } });
    const pick = element("input", { type: "file", accept: ".json", className: "unseen", tabIndex: -1, attributes: { "aria-label": "Experiment file" } });
    pick.onchange = () => {
      const file = pick.files?.[0];
      if (!file) return;
      this.#open(file);
      pick.value = "";
      this.#dialog.close();
    };
    return [
      element("p", { className: "share-note", textContent: "The link contains the experiment after its #. Nothing is uploaded or sent to a server." }),
      parts.data,
      parts.offer,
      element("div", { className: "share-main" },
        element("div", { className: "share-texts" },
          element("div", { className: "share-line" }, element("label", { htmlFor: "share-name", textContent: "Title" }), parts.title),
          linkLine, element("div", { className: "share-length" }, parts.meter, parts.length),
          element("details", {}, element("summary", { textContent: "Markdown, and a frame for a web page" }), markdownLine, frameLine, scriptLine)),
        parts.code),
      element("div", { className: "share-files" },
        element("button", { type: "button", textContent: "Download .lplab.json", onclick: () => this.#download() }),
        element("button", { type: "button", textContent: "Open file", onclick: () => pick.click() }),
        pick),
      said,
      this.#short.element,
      element("details", { className: "share-holds" },
        element("summary", { textContent: "Contents of the link" }),
        parts.holds),
      this.#class.element];
  }

  /** Writes the links of the answer. */
  async #fill() {
    const turn = ++this.#turn;
    const { document: whole, embedded, name, data } = this.#answer;
    const parts = this.#parts;
    const inline = Boolean(data) && parts.inline.checked;
    this.#say("");
    parts.data.textContent = inline
      ? `The link and the file below contain the target and the features of ${data}: everyone with the link can read them.`
      : data
      ? `The link does not contain the data, only the name ${data} and its SHA-256. To run the experiment, readers need the file.`
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
      if (turn === this.#turn) this.#say(wordsOf(error));
    }
    if (turn !== this.#turn) return;
    const title = name.replaceAll(/[\\[\]<>`]/g, "\\$&");
    parts.link.value = link;
    this.#class.show(this.#answer, link);
    this.#drawHeld();
    this.#short.show(this.#held);
    parts.markdown.value = link && `[${title}](${link})`;
    parts.frame.value = frame && `<iframe src="${frame}" title="${escaped(name)}" width="100%" height="720" loading="lazy"></iframe>`;
    parts.meter.value = Math.min(link.length, longLink);
    const length = link.length.toLocaleString("en");
    parts.length.textContent = !link ? "There is no link: share the file"
      : link.length <= shortLink ? `${length} characters: works everywhere`
      : link.length <= longLink ? `${length} characters: some chat programs shorten such links; share the file there`
      : `${length} characters: too long for many programs; share the file`;
    showCode(parts.code, link, "QR code of the link");
  }

  /** Lists the link's document, as far as one would read. */
  #drawHeld() {
    const text = JSON.stringify(this.#held, null, 1).replaceAll(/\n\s*(?=[^[\]{}]*\])/g, " "); // a row is a line
    this.#parts.holds.textContent = text.length <= mostHeld ? text
      : `${text.slice(0, mostHeld)}\n… ${(text.length - mostHeld).toLocaleString("en")} characters more`;
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
}

/** Text within an attribute of HTML. */
function escaped(text) {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
