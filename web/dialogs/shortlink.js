// The part of the Share dialog for short links, if the site has the service: the text
// to upload, the link, and the links made before, which can be deleted.
import { element, messageOf } from "../dom.js";
import { copyLine } from "./dialog.js";
import { remove, service, store } from "../links.js";
import { ownLinks } from "./ownlinks.js";
import { showCode } from "./qr.js";

const terms = /** @type {Record<string, string>} */ ({ "30d": "30 days", "1y": "1 year", keep: "until I delete it" });

export class ShortLink {
  #document = ""; // what would be uploaded
  #service = /** @type {import("../links.js").Service | null} */ (null); // the limits of the service
  /** @type {{ document: string, keep: string, url: string } | null} The link that is shown. */
  #storedLink = null;
  #upload = element("pre", { tabIndex: 0, attributes: { "aria-label": "Text to be uploaded" } });
  #size = element("p", { className: "share-note" });
  #keep = element("select", { id: "short-keep", onchange: () => this.#draw() });
  #button = element("button", { type: "button", textContent: "Upload and make the link", onclick: () => this.#make() });
  #code = element("figure", { className: "share-code", attributes: { "aria-label": "QR code of the short link" } });
  #copyParts = copyLine("Short link", "short-link", (text) => this.#showMessage(text));
  #link = this.#copyParts[0];
  #line = this.#copyParts[1];
  #plainLink = element("p", { className: "short-spelled" }); // whole, to be written on a blackboard
  #result = element("div", { className: "share-main", hidden: true }, this.#line, this.#code);
  #message = element("p", { className: "dialog-said", attributes: { role: "status" } });
  #links = element("ul", { className: "short-list" });
  #ownLinks = element("details", { className: "short-own" }, element("summary", { textContent: "Short links made in this browser" }), this.#links);

  constructor() {
    this.#line.classList.add("short-line");
    this.#line.append(this.#plainLink);
    this.element = element("details", { className: "share-short", hidden: true },
      element("summary", { textContent: "Short link, for a blackboard" }),
      element("p", { className: "share-note", textContent: `Short links are stored on ${location.host}. The button uploads exactly this text. Everyone who has or guesses the link can read it.` }),
      this.#upload,
      this.#size,
      element("div", { className: "row share-files" },
        element("label", { htmlFor: "short-keep", textContent: "Keep it" }), this.#keep,
        this.#button),
      this.#message,
      this.#result,
      this.#ownLinks);
    service().then((limits) => {
      this.#service = limits;
      if (!limits) return this.element.remove();
      this.element.hidden = false;
      this.#keep.replaceChildren(...limits.keep.map((value) => element("option", { value, textContent: terms[value] ?? value, selected: value === limits.usual })));
      this.#draw();
      this.#list();
    });
  }

  show(/** @type {object} */ document) {
    this.#document = JSON.stringify(document);
    this.#draw();
  }

  /** Shows the text to upload, and the link if that text was uploaded. */
  #draw() {
    if (!this.#service || !this.#document) return;
    const bytes = new TextEncoder().encode(this.#document).length;
    const fits = bytes <= this.#service.maxBytes;
    const number = (/** @type {number} */ n) => n.toLocaleString("en");
    this.#upload.textContent = this.#document;
    this.#size.textContent = fits ? `${number(bytes)} bytes` : `${number(bytes)} bytes: a short link holds at most ${number(this.#service.maxBytes)}; share the file`;
    this.#button.disabled = !fits;
    const link = this.#storedLink?.document === this.#document && this.#storedLink.keep === this.#keep.value ? this.#storedLink : null;
    this.#result.hidden = !link;
    this.#link.value = link?.url ?? "";
    this.#plainLink.textContent = this.#link.value.replace(/^https?:\/\//, "");
    showCode(this.#code, link?.url, "QR code of the short link");
  }

  async #make() {
    const document = this.#document;
    this.#button.disabled = true;
    this.#showMessage("Uploading …");
    try {
      const link = await store(document, this.#keep.value);
      this.#storedLink = { document, keep: this.#keep.value, url: link.url };
      const before = ownLinks.list().find(({ id }) => id === link.id);
      ownLinks.add({ ...link, title: JSON.parse(document).title ?? "", time: Date.now() });
      if (before) await remove(before.id, before.token).catch(() => {}); // the latest retention replaces the earlier one
      this.#showMessage("The link is stored; this browser can delete it");
    } catch (error) {
      this.#showMessage(messageOf(error));
    }
    this.#draw();
    this.#list();
  }

  #list() {
    const links = ownLinks.list();
    this.#ownLinks.hidden = links.length === 0;
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
      const isShared = await remove(link.id, link.token);
      ownLinks.remove(link.id);
      if (this.#storedLink?.url === link.url) this.#storedLink = null;
      this.#showMessage(isShared ? "The short link is deleted here; it still opens while others store the same experiment" : "The short link is deleted and no longer opens");
    } catch (error) {
      this.#showMessage(messageOf(error));
    }
    this.#draw();
    this.#list();
    this.element.querySelector("summary")?.focus();
  }

  #showMessage(/** @type {string} */ text) {
    this.#message.textContent = text;
  }
}
