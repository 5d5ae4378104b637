// Sessions in the browser's own storage (IndexedDB), with the files and results
// that they need:
//
//   sessions  {id, time, what, document, link, files: [key], results: [key]}
//   files     key -> File, shared by the sessions that name it
//   results   key -> {report, values, wall}
//
// Files and results that no session names are deleted within the same transaction, and so
// is a session that is not of the form that this site writes.

const stores = ["sessions", "files", "results"];
const timeLimit = 20_000; // ms until opening the database fails: a busy disk needs seconds

/** @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
const resultOf = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

const completionOf = (/** @type {IDBTransaction} */ transaction) =>
  new Promise((/** @type {(value?: unknown) => void} */ resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new Error("The transaction was aborted."));
  });

const isValid = (/** @type {SavedSession} */ s) => Number.isFinite(s.time) && Array.isArray(s.files) && Array.isArray(s.results) && typeof s.document === "string";

export class Store {
  constructor(/** @type {IDBDatabase} */ database) {
    this.#database = database;
    // Another tab may bring a later version: it must not wait for this one.
    database.onversionchange = () => database.close();
    database.onclose = () => (this.closed = true);
  }

  #database;
  #storedKeys = new Set(); // the keys of files and results that are certainly stored

  /** Whether the browser has closed the storage under the page, as it does when its data are cleared. */
  closed = false;

  /** Opens the storage; rejects if the browser forbids it. */
  static async open(name = "lplab") {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("sessions", { keyPath: "id" });
      request.result.createObjectStore("files");
      request.result.createObjectStore("results");
    };
    const timeout = new Promise((/** @type {(value: never) => void} */ _, reject) => setTimeout(() => reject(new Error("The storage does not respond.")), timeLimit));
    return new Store(await Promise.race([resultOf(request), timeout]));
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
    return (await resultOf(this.#begin("readonly").sessions.getAll())).filter(isValid);
  }

  /**
   * A session with its files and results, each by its key; null if it does not exist. pending is a later state of the session, if it has
   * that id and is not stored.
   * @param {string} id
   * @param {SavedSession | null} pending
   */
  async load(id, pending = null) {
    const { sessions, files, results } = this.#begin("readonly");
    const record = await resultOf(sessions.get(id));
    const session = pending?.id === id && pending.time > (record?.time ?? 0) ? pending : record;
    if (!session || !isValid(session)) return null;
    /** @template T @param {IDBObjectStore} store @param {string[]} keys @returns {Promise<Map<string, T>>} */
    const load = async (store, keys) => new Map(/** @type {[string, T][]} */ (await Promise.all(keys.map(async (key) => [key, await resultOf(store.get(key))]))).filter(([, value]) => value));
    const [sessionFiles, sessionResults] = await Promise.all([load(files, session.files), load(results, session.results)]);
    for (const key of [...sessionFiles.keys(), ...sessionResults.keys()]) this.#storedKeys.add(key);
    return { session, files: sessionFiles, results: sessionResults, isStored: session === record };
  }

  /** Saves a session with the files and results that it names, of which those already stored are not written again. @param {SavedSession} session @param {Map<string, File>} files @param {Map<string, RunResult>} results */
  async save(session, files, results) {
    const tables = this.#begin("readwrite");
    const completion = completionOf(tables.transaction);
    tables.sessions.put(session);
    const add = async (/** @type {IDBObjectStore} */ store, /** @type {Map<string, unknown>} */ values) => {
      for (const [key, value] of values) if (!(await resultOf(store.count(key)))) store.put(value, key);
    };
    await Promise.all([add(tables.files, files), add(tables.results, results)]);
    await this.#sweep(tables);
    await completion;
    for (const key of [...files.keys(), ...results.keys()]) this.#storedKeys.add(key);
  }

  /** Saves a session within one task, before the page is closed: writes the files and results that are not certainly stored, and deletes nothing. @param {SavedSession} session @param {Map<string, File>} files @param {Map<string, RunResult>} results */
  saveLast(session, files, results) {
    const tables = this.#begin("readwrite");
    tables.sessions.put(session);
    for (const [key, value] of files) if (!this.#storedKeys.has(key)) tables.files.put(value, key);
    for (const [key, value] of results) if (!this.#storedKeys.has(key)) tables.results.put(value, key);
    tables.transaction.commit();
  }

  /** Deletes the sessions for which isRemoved holds. @param {(session: SavedSession) => boolean} isRemoved */
  async remove(isRemoved) {
    const tables = this.#begin("readwrite");
    const completion = completionOf(tables.transaction);
    for (const session of await resultOf(tables.sessions.getAll())) if (!isValid(session) || isRemoved(session)) tables.sessions.delete(session.id);
    await this.#sweep(tables);
    await completion;
  }

  /** The file with a key, if a session names it. @param {string} key @returns {Promise<File | undefined>} */
  file(key) {
    return resultOf(this.#begin("readonly").files.get(key));
  }

  async clear() {
    const { transaction, sessions, files, results } = this.#begin("readwrite");
    const completion = completionOf(transaction);
    for (const store of [sessions, files, results]) store.clear();
    this.#storedKeys.clear();
    await completion;
  }

  /** Deletes the files and results that no session names. @param {Tables} tables */
  async #sweep({ sessions, files, results }) {
    /** @type {SavedSession[]} */
    const remaining = (await resultOf(sessions.getAll())).filter(isValid);
    for (const { store, keys } of [{ store: files, keys: new Set(remaining.flatMap((s) => s.files)) }, { store: results, keys: new Set(remaining.flatMap((s) => s.results)) }]) {
      for (const key of (await resultOf(store.getAllKeys())).map(String)) {
        if (keys.has(key)) continue;
        store.delete(key);
        this.#storedKeys.delete(key);
      }
    }
  }
}
