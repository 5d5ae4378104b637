// The short link, within the Share dialog, where the site has a service of them: what
// would be uploaded, the link once it was, and the links made before, which can be
// deleted.
import { element, wordsOf } from "../dom.js";
import { copyLine } from "./dialog.js";
import { remove, service, store } from "../links.js";
import { own } from "./ownlinks.js";
import { showCode } from "./qr.js";

const terms = { "30d": "30 days", "1y": "1 year", keep: "until I delete it" };

export class ShortLink {
  #document = ""; // what would be uploaded
  #taken; // what the service takes
  /** @type {{ document: string, keep: string, url: string } | null} The link that is shown. */
  #made = null;
  #parts = {};
  element;

  constructor() {
    this.element = this.#build();
    this.element.hidden = true;
    service().then((taken) => {
      this.#taken = taken;
      if (!taken) return this.element.remove();
      this.element.hidden = false;
      this.#parts.keep.replaceChildren(...taken.keep.map((value) => element("option", { value, textContent: terms[value] ?? value, selected: value === taken.usual })));
      this.#draw();
      this.#list();
    });
  }

  /** Takes what the dialog is to share. */
  show(document) {
    this.#document = JSON.stringify(document);
    this.#draw();
  }

  #build() {
    const parts = this.#parts;
    parts.upload = element("pre", { tabIndex: 0, attributes: { "aria-label": "Text to be uploaded" } });
    parts.size = element("p", { className: "share-note" });
    parts.keep = element("select", { id: "short-keep", onchange: () => this.#draw() });
    parts.make = element("button", { type: "button", textContent: "Upload and make the link", onclick: () => this.#make() });
    parts.code = element("figure", { className: "share-code", attributes: { "aria-label": "QR code of the short link" } });
    const [link, line] = copyLine("Short link", "short-link", (text) => this.#say(text));
    parts.link = link;
    parts.spelled = element("p", { className: "short-spelled" }); // whole, to be written on a blackboard
    line.classList.add("short-line");
    line.append(parts.spelled);
    parts.result = element("div", { className: "share-main", hidden: true }, line, parts.code);
    parts.said = element("p", { className: "dialog-said", attributes: { role: "status" } });
    parts.list = element("ul", { className: "short-list" });
    parts.own = element("details", { className: "short-own" }, element("summary", { textContent: "Short links made in this browser" }), parts.list);
    return element("details", { className: "share-short" },
      element("summary", { textContent: "Short link, for a blackboard" }),
      element("p", { className: "share-note", textContent: `Short links are stored on ${location.host}. The button uploads exactly this text. Everyone who has or guesses the link can read it.` }),
      parts.upload,
      parts.size,
      element("div", { className: "share-files" },
        element("label", { htmlFor: "short-keep", textContent: "Keep it" }), parts.keep,
        parts.make),
      parts.said,
      parts.result,
      parts.own);
  }

  /** Writes what would be uploaded, and the link where just that has been. */
  #draw() {
    const { upload, size, make, keep, result, link, spelled, code } = this.#parts;
    if (!this.#taken || !this.#document) return;
    const bytes = new TextEncoder().encode(this.#document).length;
    const fits = bytes <= this.#taken.maxBytes;
    const number = (n) => n.toLocaleString("en");
    upload.textContent = this.#document;
    size.textContent = fits ? `${number(bytes)} bytes` : `${number(bytes)} bytes: a short link holds at most ${number(this.#taken.maxBytes)}; share the file`;
    make.disabled = !fits;
    const made = this.#made?.document === this.#document && this.#made.keep === keep.value ? this.#made : null;
    result.hidden = !made;
    link.value = made?.url ?? "";
    spelled.textContent = link.value.replace(/^https?:\/\//, "");
    showCode(code, made?.url, "QR code of the short link");
  }

  async #make() {
    const { make, keep } = this.#parts;
    const document = this.#document;
    make.disabled = true;
    this.#say("Uploading …");
    try {
      const link = await store(document, keep.value);
      this.#made = { document, keep: keep.value, url: link.url };
      const before = own.list().find(({ id }) => id === link.id);
      own.add({ ...link, title: JSON.parse(document).title ?? "", time: Date.now() });
      if (before) await remove(before.id, before.token).catch(() => {}); // what was chosen last holds
      this.#say("The link is stored; this browser can delete it");
    } catch (error) {
      this.#say(wordsOf(error));
    }
    this.#draw();
    this.#list();
  }

  /** Lists the links that can be deleted. */
  #list() {
    const links = own.list();
    this.#parts.own.hidden = links.length === 0;
    this.#parts.list.replaceChildren(...links.map((link) => {
      const name = link.title || "Untitled";
      const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric" }).format(link.time);
      return element("li", {},
        element("a", { href: link.url, target: "_blank", rel: "noopener", textContent: name }),
        element("span", { className: "share-note", textContent: `${link.id}, ${day}` }),
        element("button", { type: "button", onclick: () => this.#delete(link) }, element("span", { textContent: "Delete" }), element("span", { className: "unseen", textContent: ` the short link ${link.id}, ${name}` })));
    }));
  }

  async #delete(link) {
    try {
      const kept = await remove(link.id, link.token);
      own.remove(link.id);
      if (this.#made?.url === link.url) this.#made = null;
      this.#say(kept ? "The short link is deleted here; it still opens while others store the same experiment" : "The short link is deleted and no longer opens");
    } catch (error) {
      this.#say(wordsOf(error));
    }
    this.#draw();
    this.#list();
    this.element.querySelector("summary")?.focus();
  }

  #say(text) {
    this.#parts.said.textContent = text;
  }
}
