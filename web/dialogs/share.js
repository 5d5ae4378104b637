// The Share dialog: the experiment as a link, QR code, Markdown, frame for another page and
// file; and the view of it for a class. Nothing is sent: a link contains the experiment.
import { ClassSettings, withEntryNames } from "./class.js";
import { copyLine, Dialog } from "./dialog.js";
import { download, element, fileStem, messageOf } from "../dom.js";
import { key, site } from "../shell/place.js";
import { showCode } from "./qr.js";
import { ShortLink } from "./shortlink.js";

// Lengths, in characters, up to which links work in most places.
const shortLength = 1900; // chat programs cut at 2,000
const longLength = 8000;
const mostCharacters = 20_000; // characters of the link's document that are listed

export class ShareDialog {
  #engine;
  #open;
  #dataOf;
  #class; // the view for a class
  #answer = /** @type {import("../types/share.js").Answer | null} */ (null);
  #document = /** @type {object} */ ({}); // the document of the link
  #turn = 0;
  #title = element("input", { type: "text", id: "share-name", maxLength: 80, placeholder: "A short description of the experiment", onchange: () => this.#class.name(this.#title.value.trim()) });
  #link = this.#line("Link", "share-link");
  #markdown = this.#line("Markdown", "share-markdown");
  #frame = this.#line("Frame for a web page", "share-frame");
  #script = this.#line("Script that adjusts the heights of frames, once per page", "share-script");
  #data = element("p", { className: "share-note", id: "share-data" });
  #inline = element("input", { type: "checkbox", onchange: () => this.#fill(), attributes: { "aria-describedby": "share-data" } });
  #offer = element("label", { className: "share-offer" }, this.#inline, "Include the rows of the file in the link");
  #contents = element("pre", { tabIndex: 0, attributes: { "aria-label": "Contents of the link" } });
  #meter = element("meter", { min: 0, max: longLength, low: shortLength, high: longLength - 1, optimum: 0, attributes: { "aria-label": "Length of the link" } });
  #length = element("p", { id: "share-length", className: "share-note" });
  #code = element("figure", { className: "share-code", attributes: { "aria-label": "QR code" } });
  #save = element("button", { type: "button", textContent: "Download .lplab.json", onclick: () => this.#download() });
  #short = new ShortLink();
  #dialog;

  /**
   * open opens a file with a document; the other members are those of ClassSettings.
   * @param {Pick<Services, "engine" | "dataOf"> & { open: (file: File) => void } & Omit<ConstructorParameters<typeof ClassSettings>[0], "announce">} page
   */
  constructor({ engine, sendLesson, open, showExperiment, showWhole, dataOf }) {
    this.#engine = engine;
    this.#open = open;
    this.#dataOf = dataOf;
    this.#class = new ClassSettings({
      sendLesson, showWhole,
      showExperiment: (spec) => {
        showExperiment(spec);
        this.#dialog.close();
      },
      announce: (text) => this.#dialog.showMessage(text),
    });
    this.#dialog = new Dialog("share", "Share this experiment", (message) => this.#build(message));
  }

  /** Shows the page's answer; opens the dialog if it is closed. @param {import("../types/share.js").Answer} answer */
  async show(answer) {
    this.#answer = answer;
    if (this.#dialog.open()) {
      this.#title.value = answer.lesson.title ?? "";
      this.#class.open(answer);
    }
    await this.#fill();
  }

  #line(/** @type {string} */ label, /** @type {string} */ id) {
    return copyLine(label, id, (text) => this.#dialog.showMessage(text));
  }

  #build(/** @type {HTMLElement} */ message) {
    this.#script[0].value = `<script src="${new URL("frames.js", import.meta.url)}" async></script>`;
    const pick = element("input", { type: "file", accept: ".json", className: "unseen", tabIndex: -1, attributes: { "aria-label": "Experiment file" } });
    pick.onchange = () => {
      const file = pick.files?.[0];
      if (!file) return;
      this.#open(file);
      pick.value = "";
      this.#dialog.close();
    };
    return [
      element("p", { className: "share-note", textContent: "The link contains the experiment after its #, the part that browsers do not send to a server." }),
      this.#data,
      this.#offer,
      element("div", { className: "share-main" },
        element("div", { className: "share-texts" },
          element("div", { className: "share-line" }, element("label", { htmlFor: "share-name", textContent: "Title" }), this.#title),
          this.#link[1], element("div", { className: "row share-length" }, this.#meter, this.#length),
          element("details", {}, element("summary", { textContent: "Markdown, and a frame for a web page" }), this.#markdown[1], this.#frame[1], this.#script[1])),
        this.#code),
      element("div", { className: "row share-files" },
        this.#save,
        element("button", { type: "button", textContent: "Open file", onclick: () => pick.click() }),
        pick),
      message,
      this.#short.element,
      element("details", { className: "share-holds" },
        element("summary", { textContent: "Contents of the link" }),
        this.#contents),
      this.#class.element];
  }

  /** Writes the links of the answer. */
  async #fill() {
    if (!this.#answer) return;
    const turn = ++this.#turn;
    const { document: whole, name, data, mixed } = this.#answer;
    const { present, ...view } = whole.view ?? {};
    const inline = Boolean(data) && !mixed && this.#inline.checked;
    this.#dialog.showMessage("");
    this.#data.textContent = inline
      ? `The link and the file below contain the target and the features of ${data}: everyone with the link can read them.`
      : data
      ? `The link does not contain the data, only the name ${data} and its SHA-256. To run the experiment, readers need the file.${mixed ? " The rows can be included only if all steps use the same data." : ""}`
      : "";
    this.#data.hidden = !data;
    this.#offer.hidden = !data || mixed;
    let link = "", frame = "", isWrong = false; // whether the error names an entry, which can be corrected
    this.#document = whole;
    try {
      const solver = await this.#engine();
      const base = site.href + key;
      const withRows = (/** @type {typeof whole} */ d) => (inline ? solver.inline(d, { data: this.#dataOf(whole.data) }) : d);
      const documents = await Promise.all([whole, { ...whole, view: { ...view, embed: true } }].map(withRows));
      if (turn === this.#turn) [this.#document] = documents;
      [link, frame] = await Promise.all(documents.map(async (d) => base + (await solver.encode(d))));
    } catch (error) {
      if (turn !== this.#turn) return;
      const message = withEntryNames(messageOf(error));
      isWrong = message !== messageOf(error);
      this.#dialog.showMessage(message);
    }
    if (turn !== this.#turn) return;
    this.#save.disabled = isWrong;
    const title = name.replaceAll(/[\\[\]<>`]/g, "\\$&");
    this.#link[0].value = link;
    this.#class.show(this.#answer, link);
    this.#drawContents();
    this.#short.show(this.#document);
    this.#markdown[0].value = link && `[${title}](${link})`;
    this.#frame[0].value = frame && `<iframe src="${frame}" title="${escapeHTML(name)}" width="100%" height="720" loading="lazy"></iframe>`;
    this.#meter.value = Math.min(link.length, longLength);
    const length = link.length.toLocaleString("en");
    this.#length.textContent = isWrong ? "There is no link until this is corrected"
      : !link ? "There is no link: share the file"
      : link.length <= shortLength ? `${length} characters: works everywhere`
      : link.length <= longLength ? `${length} characters: some chat programs shorten such links; share the file there`
      : `${length} characters: too long for many programs; share the file`;
    showCode(this.#code, link, "QR code of the link", this.#short.element.hidden ? "share the link or the file" : "use a short link");
  }

  /** Lists the link's document, at most mostCharacters of it. */
  #drawContents() {
    const text = JSON.stringify(this.#document, null, 1).replaceAll(/\n\s*(?=[^[\]{}]*\])/g, " "); // a row is a line
    this.#contents.textContent = text.length <= mostCharacters ? text
      : `${text.slice(0, mostCharacters)}\n… ${(text.length - mostCharacters).toLocaleString("en")} characters more`;
  }

  #download() {
    if (!this.#answer) return;
    const { name } = this.#answer;
    const file = this.#inline.checked && this.#answer.data ? JSON.stringify(this.#document, null, 2) : this.#answer.file;
    download(`${fileStem(name)}.lplab.json`, "application/json", file);
  }
}

/** Text within an attribute of HTML. */
function escapeHTML(/** @type {string} */ text) {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
