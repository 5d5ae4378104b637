// The part of the Share dialog for short links, where the site has their service: the text
// to upload, the link, and the links made before, which can be deleted.
import { element, wordsOf } from "../dom.js";
import { copyLine } from "./dialog.js";
import { remove, service, store } from "../links.js";
import { own } from "./ownlinks.js";
import { showCode } from "./qr.js";

const terms = /** @type {Record<string, string>} */ ({ "30d": "30 days", "1y": "1 year", keep: "until I delete it" });

export class ShortLink {
  #document = ""; // what would be uploaded
  #taken = /** @type {import("../links.js").Service | null} */ (null); // what the service takes
  /** @type {{ document: string, keep: string, url: string } | null} The link that is shown. */
  #made = null;
  #upload = element("pre", { tabIndex: 0, attributes: { "aria-label": "Text to be uploaded" } });
  #size = element("p", { className: "share-note" });
  #keep = element("select", { id: "short-keep", onchange: () => this.#draw() });
  #button = element("button", { type: "button", textContent: "Upload and make the link", onclick: () => this.#make() });
  #code = element("figure", { className: "share-code", attributes: { "aria-label": "QR code of the short link" } });
  #copied = copyLine("Short link", "short-link", (text) => this.#say(text));
  #link = this.#copied[0];
  #line = this.#copied[1];
  #spelled = element("p", { className: "short-spelled" }); // whole, to be written on a blackboard
  #result = element("div", { className: "share-main", hidden: true }, this.#line, this.#code);
  #said = element("p", { className: "dialog-said", attributes: { role: "status" } });
  #links = element("ul", { className: "short-list" });
  #own = element("details", { className: "short-own" }, element("summary", { textContent: "Short links made in this browser" }), this.#links);

  constructor() {
    this.#line.classList.add("short-line");
    this.#line.append(this.#spelled);
    this.element = element("details", { className: "share-short", hidden: true },
      element("summary", { textContent: "Short link, for a blackboard" }),
      element("p", { className: "share-note", textContent: `Short links are stored on ${location.host}. The button uploads exactly this text. Everyone who has or guesses the link can read it.` }),
      this.#upload,
      this.#size,
      element("div", { className: "share-files" },
        element("label", { htmlFor: "short-keep", textContent: "Keep it" }), this.#keep,
        this.#button),
      this.#said,
      this.#result,
      this.#own);
    service().then((taken) => {
      this.#taken = taken;
      if (!taken) return this.element.remove();
      this.element.hidden = false;
      this.#keep.replaceChildren(...taken.keep.map((value) => element("option", { value, textContent: terms[value] ?? value, selected: value === taken.usual })));
      this.#draw();
      this.#list();
    });
  }

  /** Takes the document to share. */
  show(/** @type {object} */ document) {
    this.#document = JSON.stringify(document);
    this.#draw();
  }

  /** Shows the text to upload, and the link if that text was uploaded. */
  #draw() {
    if (!this.#taken || !this.#document) return;
    const bytes = new TextEncoder().encode(this.#document).length;
    const fits = bytes <= this.#taken.maxBytes;
    const number = (/** @type {number} */ n) => n.toLocaleString("en");
    this.#upload.textContent = this.#document;
    this.#size.textContent = fits ? `${number(bytes)} bytes` : `${number(bytes)} bytes: a short link holds at most ${number(this.#taken.maxBytes)}; share the file`;
    this.#button.disabled = !fits;
    const made = this.#made?.document === this.#document && this.#made.keep === this.#keep.value ? this.#made : null;
    this.#result.hidden = !made;
    this.#link.value = made?.url ?? "";
    this.#spelled.textContent = this.#link.value.replace(/^https?:\/\//, "");
    showCode(this.#code, made?.url, "QR code of the short link");
  }

  async #make() {
    const document = this.#document;
    this.#button.disabled = true;
    this.#say("Uploading …");
    try {
      const link = await store(document, this.#keep.value);
      this.#made = { document, keep: this.#keep.value, url: link.url };
      const before = own.list().find(({ id }) => id === link.id);
      own.add({ ...link, title: JSON.parse(document).title ?? "", time: Date.now() });
      if (before) await remove(before.id, before.token).catch(() => {}); // the latest retention replaces the earlier one
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
    this.#own.hidden = links.length === 0;
    this.#links.replaceChildren(...links.map((link) => {
      const name = link.title || "Untitled";
      const day = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric" }).format(link.time);
      return element("li", { className: "row" },
        element("a", { href: link.url, target: "_blank", rel: "noopener", textContent: name }),
        element("span", { className: "share-note", textContent: `${link.id}, ${day}` }),
        element("button", { type: "button", onclick: () => this.#delete(link) }, element("span", { textContent: "Delete" }), element("span", { className: "unseen", textContent: ` the short link ${link.id}, ${name}` })));
    }));
  }

  async #delete(/** @type {import("./ownlinks.js").OwnLink} */ link) {
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

  #say(/** @type {string} */ text) {
    this.#said.textContent = text;
  }
}
