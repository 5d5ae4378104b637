// The address of the page, and the experiments in it. The fragment contains the
// entries, so that a reload, a bookmark or a copy of the address
// restores them; every run has its own entry in the history. The fragment
// never reaches a server. A short link stays in the address until an entry changes.
import { messageOf } from "../dom.js";
import { read } from "../links.js";
import { addressOf, idOf, currentLink } from "./place.js";

const pause = 1000; // ms from the last entry to its address: browsers throttle calls of the history

/** A document without its result and the open tab. @param {string} document */
function withoutResult(document) {
  return document && JSON.stringify(JSON.parse(document), (key, value) => {
    if (key === "result" || key === "tab") return undefined;
    return key === "view" && Object.keys(value).join() === "tab" ? undefined : value;
  });
}

export class Address {
  #engine; // () => Promise<Lab>
  #send; // (kind, text)
  #session;
  #link; // the link of the entries
  #committedLink; // the link of the last run
  #run = ""; // its document, without a result
  #opened = false; // whether the next call of set has the document that was opened
  #shortLink = ""; // the short link of that document, if any
  /** @type {{ link: string, document: string } | null} The short link opened last, and its document without a result. */
  #namedDocument = null;
  #timer = 0;
  #turn = 0; // number of the latest request

  /** @param {{ engine: Engine, send: Send, session: import("./session.js").Session }} page */
  constructor({ engine, send, session }) {
    this.#engine = engine;
    this.#send = send;
    this.#session = session;
    this.#link = this.#committedLink = currentLink() || "";
    for (const event of ["popstate", "hashchange"]) addEventListener(event, () => this.#handleNavigation());
  }

  /** Opens the link that the page was loaded with; false if there was none. */
  async open() {
    if (this.#link === "") return false;
    await this.#receive(this.#link);
    return true;
  }

  /** Opens the text of a link or of a file. @param {string | Promise<string>} source */
  async #receive(source) {
    const turn = ++this.#turn;
    clearTimeout(this.#timer);
    try {
      const text = await source;
      const solver = await this.#engine();
      const id = idOf(text);
      const { document, seconds } = await solver.decode(id ? await read(id) : text);
      if (turn !== this.#turn) return;
      this.#opened = true;
      this.#shortLink = id && text;
      this.#send("received", JSON.stringify({ document, seconds, framed: window !== window.top }));
    } catch (error) {
      if (turn === this.#turn) this.#send("unreadable-link", messageOf(error));
    }
  }

  /** Opens a user's file that contains a document. @param {File} file */
  take(file) {
    const text = file.text().catch(() => { throw new Error(`${file.name} could not be read: choose it again, or a copy of it`); });
    return this.#receive(text.then((text) => text.trimStart() || "1."));
  }

  /** Writes a document into the address; "" is the opening experiment. A committed one gets a new entry in the history, an amended one the entry of the last run. @param {string} document @param {{ committed?: boolean, amended?: boolean }} how */
  set(document, { committed = false, amended = false }) {
    clearTimeout(this.#timer);
    const turn = ++this.#turn;
    if (committed || amended || this.#opened) this.#run = withoutResult(document);
    if (this.#opened && this.#shortLink) this.#namedDocument = { link: this.#shortLink, document: this.#run };
    this.#opened = false;
    if (committed || amended) {
      this.#write(document, committed, turn);
    } else {
      this.#timer = setTimeout(() => this.#write(document, false, turn), pause);
    }
  }

  /** @param {string} document @param {boolean} committed @param {number} turn */
  async #write(document, committed, turn) {
    const view = document && JSON.parse(document).view;
    if (view?.embed) return this.#offer(document); // the history belongs to the surrounding page
    // A document that is too long for a link gets the address without one.
    const text = document && (this.#namedDocument && withoutResult(document) === this.#namedDocument.document ? this.#namedDocument.link : await this.#encode(document));
    if (turn !== this.#turn || currentLink() === null) return; // the benchmark has its own address
    const { historyState } = this.#session;
    if (committed && text !== this.#committedLink) {
      if (this.#link !== this.#committedLink) history.replaceState(historyState, "", addressOf(this.#committedLink));
      history.pushState(historyState, "", addressOf(text));
    } else if (text !== currentLink()) {
      history.replaceState(historyState, "", addressOf(text));
    }
    this.#link = text;
    if (committed || withoutResult(document) === this.#run) this.#committedLink = text;
  }

  async #encode(/** @type {string} */ document) {
    try {
      return await (await this.#engine()).encode(document);
    } catch {
      return "";
    }
  }

  /** Writes the link from an embedded page to the complete page. @param {string} document */
  async #offer(document) {
    const fullDocument = JSON.parse(document);
    delete fullDocument.view.embed;
    const text = await this.#encode(JSON.stringify(fullDocument));
    const link = /** @type {HTMLAnchorElement | null} */ (globalThis.document.getElementById("open-lab"));
    if (link && text) link.href = addressOf(text);
  }

  #handleNavigation() {
    const text = currentLink();
    if (text === null || text === this.#link) return;
    const open = /** @type {NodeListOf<HTMLDialogElement>} */ (document.querySelectorAll("dialog[open]"));
    if (open.length > 0) { // Back on a phone closes a dialog; the experiment below it stays
      for (const dialog of open) dialog.close();
      history.pushState(this.#session.historyState, "", addressOf(this.#link));
      return;
    }
    this.#link = this.#committedLink = text;
    this.#turn++;
    clearTimeout(this.#timer);
    if (text) this.#receive(text);
    else this.#send("home", "");
  }
}
