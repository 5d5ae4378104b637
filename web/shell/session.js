// The session of this tab: it is saved soon after every change, restored after a reload, and
// offered to a new tab after its own tab is closed. Each open tab holds a lock with the name of its
// session, so that no other tab opens the session. The tab's history has the name too: a session takes
// precedence over the link in an address of its own, and Back from another page returns to it.
import { readStored, writeStored } from "../storage.js";
import { currentLink } from "./place.js";
import { Store } from "./store.js";

const pause = 400; // ms from a change to its saving
const lockTimeout = 500; // ms within which a page that is reloaded releases its lock
const lifetime = 30 * 24 * 3600 * 1000; // ms
const mostBytes = 32 * 2 ** 20; // bytes of weights of a result that is saved

const lockOf = (/** @type {string} */ id) => `lplab-session-${id}`;

/** Holds a session's lock until the tab is closed; resolves to whether the lock was free. @param {string} id */
function hold(id) {
  if (!navigator.locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    navigator.locks
      .request(lockOf(id), { signal: AbortSignal.timeout(lockTimeout) }, () => (resolve(true), new Promise(() => {})))
      .catch(() => resolve(false));
  });
}

// What this tab keeps over a reload: the name of its session (if that cannot be stored, the session is offered as in a
// new tab), and the session as the page was closed, with writes to the storage not finished.
const idKey = "lplab-session";
const pendingKey = "lplab-unwritten";

export class Session {
  #requestDocument; // () => void: requests the document from Go, which calls save
  #report; // (sentence): why nothing is saved; "" once it is saved again
  /** @type {Store | null} */
  #store = null;
  #id = "";
  #left = ""; // the session that this tab left for a link
  #timer = 0;
  #beginning = true;
  #hasChanged = false; // something changed before begin had ended
  #saving = Promise.resolve();
  #writes = 0; // that have not finished
  /** @type {((saved: Promise<void>) => void) | null} */
  #resolveFlush = null; // settles the promise of flush
  #leaving = false; // the page is about to be closed: save must not wait
  #message = "";

  /** @type {{ id: string, time: number, what: string } | null} The session of a closed tab. */
  offer = null;

  /** @param {{ requestDocument: () => void, report: (sentence: string) => void }} page */
  constructor({ requestDocument, report }) {
    this.#requestDocument = requestDocument;
    this.#report = report;
  }

  /** Whether this tab may have a session to restore; to be read before begin. */
  get mayRestore() {
    return window === window.top && readStored(idKey, "sessionStorage") !== null;
  }

  /** Begins the session of this tab; returns the saved session, or null. A link in the address takes precedence. */
  async begin() {
    if (window !== window.top) return null; // embedded, it is part of another document
    const session = await this.#take();
    this.#beginning = false;
    if (this.#hasChanged) this.changed();
    return session;
  }

  async #take() {
    const own = history.state?.session;
    const tabId = own || readStored(idKey, "sessionStorage");
    const isFree = tabId && (await hold(tabId));
    const link = currentLink() && !own;
    let session = null; // returned also if the following steps fail
    try {
      const store = (this.#store = await Store.open());
      const pendingSession = readStored(pendingKey, "sessionStorage");
      writeStored(pendingKey, null, "sessionStorage");
      const saved = tabId ? await store.load(tabId, pendingSession) : null;
      session = link ? null : saved;
      await this.#setId(isFree && (session || !saved) ? tabId : "");
      await this.#deleteOld(store);
      if (!session) {
        this.#left = isFree ? tabId : "";
        await this.#findOffer(store);
      }
      return session;
    } catch (error) {
      this.#store = null;
      await this.#setId("");
      this.#reportError(error);
      return session;
    }
  }

  /** The storage, opened again if the browser has closed it. */
  async #openStore() {
    if (!this.#store || this.#store.closed) this.#store = await Store.open();
    return this.#store;
  }

  /** The state of an address of this session. */
  get historyState() {
    return { session: this.#id };
  }

  /** Sets the id of the session: one of which this tab holds the lock, or a new one for "". @param {string} id */
  async #setId(id) {
    this.#id = id || (crypto.randomUUID?.() ?? String(Math.random()).slice(2));
    if (!id) await hold(this.#id);
    writeStored(idKey, this.#id, "sessionStorage");
  }

  /** The names of the locks that open tabs hold, except that of the session left. */
  async #heldLocks() {
    const { held = [] } = (await navigator.locks?.query()) ?? {};
    return new Set(held.map((lock) => lock.name).filter((name) => name !== lockOf(this.#left)));
  }

  /** Deletes old sessions of tabs that are closed, except the latest: a wrong clock must not delete them all. @param {Store} store */
  async #deleteOld(store) {
    const heldLocks = await this.#heldLocks();
    const latest = Math.max(...(await store.sessions()).map((s) => s.time));
    await store.remove((s) => s.time < Math.min(latest, Date.now() - lifetime) && !heldLocks.has(lockOf(s.id)));
  }

  /** Looks for the latest session of a closed tab, or the one left. @param {Store} store */
  async #findOffer(store) {
    const heldLocks = await this.#heldLocks();
    const isClosed = (/** @type {SavedSession} */ s) => s.id !== this.#id && !(s.link && s.link === currentLink()) && !heldLocks.has(lockOf(s.id));
    const all = (await store.sessions()).filter(isClosed).sort((a, b) => b.time - a.time);
    this.offer = all[0] ?? null;
  }

  changed() {
    this.#hasChanged = this.#beginning;
    if (this.#beginning || !this.#store) return;
    this.#timer ||= setTimeout(() => {
      this.#timer = 0;
      this.#requestDocument();
    }, pause);
  }

  /** Saves the latest changes at once. */
  flush() {
    if (!this.#timer) return this.#saving;
    clearTimeout(this.#timer);
    this.#timer = 0;
    return new Promise((resolve) => {
      this.#resolveFlush = resolve;
      this.#requestDocument();
    });
  }

  /** Saves the latest changes before the page is closed, without waiting. The browser aborts writes that have not finished. */
  leave() {
    if (!this.#timer && !this.#writes) return;
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#leaving = true;
    this.#requestDocument();
    this.#leaving = false;
  }

  /** Saves the document. file(key) and result(id) return the files and the results that it names. @param {string} text @param {(key: string) => File | undefined} file @param {(id: number) => RunResult | undefined} result */
  save(text, file, result) {
    if (!this.#store) return;
    /** @type {{ what: string, files?: string[], answers?: { id: number }[] }} */
    const { what, files, answers } = JSON.parse(text);
    const results = new Map();
    for (const { id } of answers ?? []) {
      const stored = result(id);
      if (stored && (stored.values?.byteLength ?? 0) <= mostBytes) results.set(`${this.#id}/${id}`, stored);
    }
    const session = {
      id: this.#id, time: Date.now(), what, document: text, link: currentLink() || null,
      files: files ?? [], results: [...results.keys()],
    };
    if (results.size > 0 && history.state?.session !== this.#id) history.replaceState(this.historyState, "");
    const sessionFiles = new Map();
    for (const key of session.files) if (file(key)) sessionFiles.set(key, file(key));
    const contents = /** @type {const} */ ([session, sessionFiles, results]);
    if (this.#leaving) {
      writeStored(pendingKey, session, "sessionStorage");
      if (!this.#store.closed) this.#store.saveLast(...contents);
      return;
    }
    this.#writes++;
    this.#saving = this.#saving.then(() => this.#openStore()).then((store) => store.save(...contents)).then(
      () => this.#reportError(null),
      (error) => this.#reportError(error),
    ).finally(() => this.#writes--);
    this.#resolveFlush?.(this.#saving);
  }

  /** Returns the offered session, which becomes that of this tab; null if another tab has opened it. */
  async restore() {
    const id = await this.#takeOffer();
    const store = await this.#openStore();
    const saved = await store.load(id);
    if (saved) await store.remove((s) => s.id === id);
    return saved;
  }

  /** Withdraws the offer; returns its id, "" if its tab was opened again. */
  async #takeOffer() {
    const id = this.offer?.id ?? "";
    this.offer = null;
    return (await this.#heldLocks()).has(lockOf(id)) ? "" : id;
  }

  /** The file with a key that a session has saved, if any. @param {string} key */
  async fileOf(key) {
    return this.#store?.file(key);
  }

  async discard() {
    const id = await this.#takeOffer();
    await (await this.#openStore()).remove((s) => s.id === id);
  }

  /** Deletes every session, also those of other tabs, which save their next changes again. */
  async clear() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.offer = null;
    writeStored(pendingKey, null, "sessionStorage");
    await this.#saving;
    await this.#store?.clear();
  }

  #reportError(/** @type {unknown} */ error) {
    const isFull = error instanceof Error && error.name === "QuotaExceededError";
    const reason = isFull ? "The browser's storage is full: a reload loses the entries." : "This browser keeps no copy: a reload loses the entries.";
    const message = error ? reason : "";
    if (message !== this.#message) this.#report((this.#message = message));
  }
}
