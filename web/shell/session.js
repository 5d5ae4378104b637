// The session of this tab: it is saved soon after every change, restored after a reload, and
// offered to a new tab once its own is closed. Each open tab holds a lock with the name of its
// session, so that no other tab takes the session.
import { readStored, writeStored } from "../stored.js";
import { linkHere } from "./place.js";
import { Store } from "./store.js";

const pause = 400; // ms from a change to its saving
const leave = 500; // ms within which a page that is reloaded releases its lock
const lifetime = 30 * 24 * 3600 * 1000; // ms
const largest = 32 * 2 ** 20; // bytes of weights of a result that is saved

const lockOf = (/** @type {string} */ id) => `lplab-session-${id}`;

/** Holds a session's lock for as long as the tab lives; reports whether it was free. @param {string} id */
function hold(id) {
  if (!navigator.locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    navigator.locks
      .request(lockOf(id), { signal: AbortSignal.timeout(leave) }, () => (resolve(true), new Promise(() => {})))
      .catch(() => resolve(false));
  });
}

const remembered = {
  /** @returns {string | null} */
  get id() {
    try {
      return sessionStorage.getItem("lplab-session");
    } catch {
      return null;
    }
  },
  /** @param {string} id */
  set id(id) {
    try {
      sessionStorage.setItem("lplab-session", id);
    } catch {
      // After a reload the session is then offered, as in a new tab.
    }
  },
  /** The session as the page was closed, with writes to the storage not finished. @returns {SavedSession | null} */
  get unwritten() {
    return readStored("lplab-unwritten", "sessionStorage");
  },
  set unwritten(session) {
    writeStored("lplab-unwritten", session, "sessionStorage");
  },
};

export class Session {
  #ask; // () => void: requests the document from Go, which calls save
  #say; // (sentence): why nothing is saved; "" once it is saved again
  /** @type {Store | null} */
  #store = null;
  #id = "";
  #timer = 0;
  #beginning = true;
  #wanted = false; // something changed before begin had ended
  #saving = Promise.resolve();
  #writes = 0; // that have not finished
  /** @type {((saved: Promise<void>) => void) | null} */
  #flushed = null; // settles the promise of flush
  #leaving = false; // the page is about to be closed: save must not wait
  #said = "";

  /** @type {{ id: string, time: number, what: string } | null} The session of a closed tab. */
  offered = null;

  /** @param {{ ask: () => void, say: (sentence: string) => void }} given */
  constructor({ ask, say }) {
    this.#ask = ask;
    this.#say = say;
  }

  /** Whether this tab may have a session to restore; to be read before begin. */
  get returning() {
    return window === window.top && remembered.id !== null;
  }

  /** Begins the session of this tab; gives what was saved of it, or null. A link in the address takes precedence. */
  async begin() {
    if (window !== window.top) return null; // embedded, it is part of another document
    const taken = await this.#take();
    this.#beginning = false;
    if (this.#wanted) this.changed();
    return taken;
  }

  async #take() {
    const mine = remembered.id;
    const free = mine && (await hold(mine));
    const link = linkHere() && !history.state?.own;
    let taken = null; // kept where what follows fails
    try {
      const store = (this.#store = await Store.open());
      const { unwritten } = remembered;
      remembered.unwritten = null;
      const saved = mine ? await store.load(mine, unwritten) : null;
      taken = link ? null : saved;
      await this.#settle(free && (taken || !saved) ? mine : "");
      await this.#forget(store);
      if (!taken) await this.#look(store, free ? mine : "");
      return taken;
    } catch (error) {
      this.#store = null;
      await this.#settle("");
      this.#complain(error);
      return taken;
    }
  }

  /** The storage, opened again where it was closed. */
  async #reach() {
    if (!this.#store || this.#store.closed) this.#store = await Store.open();
    return this.#store;
  }

  /** Sets the id of the session: one with a lock that this tab holds, or for "" a new one. @param {string} id */
  async #settle(id) {
    this.#id = id || (crypto.randomUUID?.() ?? String(Math.random()).slice(2));
    if (!id) await hold(this.#id);
    remembered.id = this.#id;
  }

  /** The names of the locks that open tabs hold. */
  async #living() {
    const { held = [] } = (await navigator.locks?.query()) ?? {};
    return new Set(held.map((lock) => lock.name));
  }

  /** Deletes old sessions of tabs that are closed, except the latest: a wrong clock must not delete them all. @param {Store} store */
  async #forget(store) {
    const living = await this.#living();
    const latest = Math.max(...(await store.sessions()).map((s) => s.time));
    await store.remove((s) => s.time < Math.min(latest, Date.now() - lifetime) && !living.has(lockOf(s.id)));
  }

  /** Looks for the latest session of a closed tab; `left` is one that this tab left for a link. @param {Store} store @param {string} left */
  async #look(store, left) {
    const living = await this.#living();
    const ended = (/** @type {SavedSession} */ s) => s.id !== this.#id && !(s.link && s.link === linkHere()) && (s.id === left || !living.has(lockOf(s.id)));
    const all = (await store.sessions()).filter(ended).sort((a, b) => b.time - a.time);
    this.offered = all[0] ?? null;
  }

  changed() {
    this.#wanted = this.#beginning;
    if (this.#beginning || !this.#store) return;
    this.#timer ||= setTimeout(() => {
      this.#timer = 0;
      this.#ask();
    }, pause);
  }

  /** Saves the latest changes at once. */
  flush() {
    if (!this.#timer) return this.#saving;
    clearTimeout(this.#timer);
    this.#timer = 0;
    return new Promise((resolve) => {
      this.#flushed = resolve;
      this.#ask();
    });
  }

  /** Saves the latest changes before the page is closed, without waiting. The browser aborts writes that have not finished. */
  leave() {
    if (!this.#timer && !this.#writes) return;
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#leaving = true;
    this.#ask();
    this.#leaving = false;
  }

  /** Saves the document. file(key) and result(id) give what it names. @param {string} text @param {(key: string) => File | undefined} file @param {(id: number) => KeptResult | undefined} result */
  save(text, file, result) {
    if (!this.#store) return;
    /** @type {{ what: string, files?: string[], answers?: { id: number }[] }} */
    const { what, files, answers } = JSON.parse(text);
    const results = new Map();
    for (const { id } of answers ?? []) {
      const kept = result(id);
      if (kept && (kept.values?.byteLength ?? 0) <= largest) results.set(`${this.#id}/${id}`, kept);
    }
    const session = {
      id: this.#id, time: Date.now(), what, document: text, link: linkHere() || null,
      files: files ?? [], results: [...results.keys()],
    };
    const itsFiles = new Map();
    for (const key of session.files) if (file(key)) itsFiles.set(key, file(key));
    const things = /** @type {const} */ ([session, itsFiles, results]);
    if (this.#leaving) {
      remembered.unwritten = session;
      if (!this.#store.closed) this.#store.saveLast(...things);
      return;
    }
    this.#writes++;
    this.#saving = this.#saving.then(() => this.#reach()).then((store) => store.save(...things)).then(
      () => this.#complain(null),
      (error) => this.#complain(error),
    ).finally(() => this.#writes--);
    this.#flushed?.(this.#saving);
  }

  /** Gives what is saved of the offered session, which becomes that of this tab; null where another tab has taken it. */
  async restore() {
    const id = this.offered?.id;
    this.offered = null;
    const store = await this.#reach();
    const saved = await store.load(id ?? "");
    if (saved) await store.remove((s) => s.id === id);
    return saved;
  }

  async discard() {
    const id = this.offered?.id;
    this.offered = null;
    await (await this.#reach()).remove((s) => s.id === id);
  }

  /** Deletes every session, also those of other tabs, which save their next changes again. */
  async clear() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.offered = null;
    remembered.unwritten = null;
    await this.#saving;
    await this.#store?.clear();
  }

  #complain(/** @type {unknown} */ error) {
    const full = error instanceof Error && error.name === "QuotaExceededError";
    const why = full ? "The browser's storage is full: a reload loses the entries." : "This browser keeps no copy: a reload loses the entries.";
    const said = error ? why : "";
    if (said !== this.#said) this.#say((this.#said = said));
  }
}
