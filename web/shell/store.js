// Sessions in the browser's own storage (IndexedDB), with the files and results
// that they need:
//
//   sessions  {id, time, what, document, link, files: [key], results: [key]}
//   files     key -> File, shared by the sessions that name it
//   results   key -> {report, values, wall}
//
// Files and results that no session names are deleted within the same transaction, and so
// is a session of another form than this site writes.

const stores = ["sessions", "files", "results"];
const patience = 20_000; // ms until opening the database fails: a busy disk takes seconds

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const done = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const ended = (/** @type {IDBTransaction} */ transaction) =>
  new Promise((/** @type {(value?: unknown) => void} */ resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error("The transaction was aborted."));
  });

const usable = (/** @type {SavedSession} */ s) => Number.isFinite(s.time) && Array.isArray(s.files) && Array.isArray(s.results) && typeof s.document === "string";

export class Store {
  constructor(/** @type {IDBDatabase} */ database) {
    this.#database = database;
    // Another tab may bring a later version: it must not wait for this one.
    database.onversionchange = () => database.close();
    database.onclose = () => (this.closed = true);
  }

  #database;
  #written = new Set(); // the keys of files and results that are known to be stored

  /** Whether the browser has closed the storage under the page, as it does when its data are cleared. */
  closed = false;

  /** Opens the storage; rejects where the browser forbids it. */
  static async open(name = "lplab") {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("sessions", { keyPath: "id" });
      request.result.createObjectStore("files");
      request.result.createObjectStore("results");
    };
    const late = new Promise((/** @type {(value: never) => void} */ _, reject) => setTimeout(() => reject(new Error("The storage does not respond.")), patience));
    return new Store(await Promise.race([done(request), late]));
  }

  /**
   * @param {IDBTransactionMode} mode
   * @typedef {{ transaction: IDBTransaction, sessions: IDBObjectStore, files: IDBObjectStore, results: IDBObjectStore }} Tables
   * @returns {Tables}
   */
  #begin(mode) {
    const transaction = this.#database.transaction(stores, mode);
    const store = (/** @type {string} */ name) => transaction.objectStore(name);
    return { transaction, sessions: store("sessions"), files: store("files"), results: store("results") };
  }

  async sessions() {
    return (await done(this.#begin("readonly").sessions.getAll())).filter(usable);
  }

  /**
   * A session with its files and results, each by its key; null where it is gone. unwritten is a later state of it, if it has
   * that id and is not stored.
   * @param {string} id
   * @param {SavedSession | null} unwritten
   */
  async load(id, unwritten = null) {
    const { sessions, files, results } = this.#begin("readonly");
    const stored = await done(sessions.get(id));
    const session = unwritten?.id === id && unwritten.time > (stored?.time ?? 0) ? unwritten : stored;
    if (!session || !usable(session)) return null;
    /** @template T @param {IDBObjectStore} store @param {string[]} keys @returns {Promise<Map<string, T>>} */
    const all = async (store, keys) => new Map(/** @type {[string, T][]} */ (await Promise.all(keys.map(async (key) => [key, await done(store.get(key))]))).filter(([, value]) => value));
    const [itsFiles, itsResults] = await Promise.all([all(files, session.files), all(results, session.results)]);
    for (const key of [...itsFiles.keys(), ...itsResults.keys()]) this.#written.add(key);
    return { session, files: itsFiles, results: itsResults, isStored: session === stored };
  }

  /** Saves a session with the files and results that it names, of which those already stored are not written again. @param {SavedSession} session @param {Map<string, File>} files @param {Map<string, KeptResult>} results */
  async save(session, files, results) {
    const tables = this.#begin("readwrite");
    const whole = ended(tables.transaction);
    tables.sessions.put(session);
    const add = async (/** @type {IDBObjectStore} */ store, /** @type {Map<string, unknown>} */ things) => {
      for (const [key, value] of things) if (!(await done(store.count(key)))) store.put(value, key);
    };
    await Promise.all([add(tables.files, files), add(tables.results, results)]);
    await this.#sweep(tables);
    await whole;
    for (const key of [...files.keys(), ...results.keys()]) this.#written.add(key);
  }

  /** Saves a session within one task, before the page is closed: writes what is not known to be stored, and deletes nothing. @param {SavedSession} session @param {Map<string, File>} files @param {Map<string, KeptResult>} results */
  saveLast(session, files, results) {
    const tables = this.#begin("readwrite");
    tables.sessions.put(session);
    for (const [key, value] of files) if (!this.#written.has(key)) tables.files.put(value, key);
    for (const [key, value] of results) if (!this.#written.has(key)) tables.results.put(value, key);
    tables.transaction.commit();
  }

  /** Forgets the sessions for which `out` holds. @param {(session: SavedSession) => boolean} out */
  async remove(out) {
    const tables = this.#begin("readwrite");
    const whole = ended(tables.transaction);
    for (const session of await done(tables.sessions.getAll())) if (!usable(session) || out(session)) tables.sessions.delete(session.id);
    await this.#sweep(tables);
    await whole;
  }

  async clear() {
    const { transaction, sessions, files, results } = this.#begin("readwrite");
    const whole = ended(transaction);
    for (const store of [sessions, files, results]) store.clear();
    this.#written.clear();
    await whole;
  }

  /** Deletes the files and results that no session names. @param {Tables} tables */
  async #sweep({ sessions, files, results }) {
    /** @type {SavedSession[]} */
    const named = (await done(sessions.getAll())).filter(usable);
    for (const { store, keys } of [{ store: files, keys: new Set(named.flatMap((s) => s.files)) }, { store: results, keys: new Set(named.flatMap((s) => s.results)) }]) {
      for (const key of (await done(store.getAllKeys())).map(String)) {
        if (keys.has(key)) continue;
        store.delete(key);
        this.#written.delete(key);
      }
    }
  }
}
