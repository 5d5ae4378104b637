// The requests of lplab.js to a worker, and the conversion of the caller's values for them.

/**
 * @typedef {import("./lplab.js").Report} Report
 * @typedef {import("./types/messages.js").NumberedRequest} NumberedRequest
 * @typedef {import("./types/messages.js").Answer} Answer
 * @typedef {{
 *   request: NumberedRequest,
 *   promise: Promise<Answer>,
 *   resolve: (answer: Answer) => void,
 *   reject: (error: Error) => void,
 *   progress: (message: import("./types/messages.js").FromSolver & { type: "progress" }) => Promise<void>,
 * }} Job
 */

/** @type {(action: () => void, timeout?: number) => void} Calls action when the page is idle, or after timeout in ms. */
export const whenIdle = "requestIdleCallback" in globalThis
  ? (action, timeout = 2000) => requestIdleCallback(action, {timeout})
  : (action) => setTimeout(action, 200);

/**
 * Throws the error of an argument that is not valid; rule describes a valid one.
 * @type {(name: string, value: unknown, isValid: boolean, rule: string) => void}
 */
export function check(name, value, isValid, rule) {
  if (!isValid) {
    const shown = isObject(value) ? "an object" : typeof value === "string" ? `"${value}"` : String(value);
    throw new RangeError(`${name} is ${shown}: it must be ${rule}`);
  }
}

const isObject = (/** @type {unknown} */ value) => typeof value === "object" && value !== null;

/** The caller's options. @type {<T extends object>(options?: T) => Partial<T>} */
export function optionsOf(options = /** @type {any} */ ({})) {
  check("options", options, isObject(options), "an object");
  return options;
}

/** Checks a number of rows or columns. @type {(name: string, value: unknown) => void} */
export function checkLimit(name, value) {
  check(name, value, Number.isInteger(value) && Number(value) >= 0, "a whole number, 0 for all");
}

/** Checks a size. @type {(name: string, value: unknown) => void} */
export function checkSize(name, value) {
  check(name, value, typeof value === "number" && value >= 0, "a number from 0, 0 for the default");
}

/**
 * A value as JSON text; a text is JSON already.
 * @param {object | string} value
 */
export const jsonOf = (value) => (typeof value === "string" ? value : JSON.stringify(value ?? null));

/** The caller's experiment or document as JSON text. @param {object | string} value */
export function experimentOf(value) {
  checkEntries(value, []);
  return jsonOf(value);
}

/** Checks that JSON has all entries of a value; path are the keys to it, and holders the objects that it is in. @type {(value: unknown, path: string[], holders?: unknown[]) => void} */
function checkEntries(value, path, holders = []) {
  if (typeof value === "bigint" || (typeof value === "number" && !Number.isFinite(value))) {
    check(nameOf(path), value, false, "a finite number, and no BigInt");
  }
  if (!isObject(value)) {
    return;
  }
  check(nameOf(path), value, !holders.includes(value), "an object that is not part of itself");
  holders.push(value);
  const entries = /** @type {Record<string, unknown>} */ (value);
  for (const key in entries) {
    if (Number.isFinite(entries[key])) continue; // as most cells of rows
    path.push(key);
    checkEntries(entries[key], path, holders);
    path.pop();
  }
  holders.pop();
}

const nameOf = (/** @type {string[]} */ path) => path.map((key) => (/^\d+$/.test(key) ? `[${key}]` : `.${key}`)).join("").replace(/^\./, "") || "the experiment";

/**
 * Reports as JSON texts; null is no report.
 * @param {Report | string | (Report | string)[] | null} reports
 */
export const textsOf = (reports) => [reports ?? []].flat().map(jsonOf);

/**
 * A request, its promise, and the means to settle it.
 * @param {NumberedRequest} request
 * @param {import("./lplab.js").RunOptions["onProgress"]} onProgress
 * @returns {Job}
 */
export function newJob(request, onProgress) {
  const job = /** @type {Job} */ ({
    request,
    async progress({phase, fraction, remaining, iteration, dual, gap, solved, solves}) { // rejects if onProgress throws or rejects
      await onProgress?.({phase, fraction, remaining, iteration, dual, gap, solved, solves});
    },
  });
  job.promise = new Promise((resolve, reject) => Object.assign(job, {resolve, reject}));
  return job;
}

/** The error of a job that was cancelled. */
export function cancelError() {
  return new DOMException("Cancelled", "AbortError");
}

/**
 * Data for a worker: a Blob, which the worker reads, or a copy of the bytes, which may be
 * transferred; both for a data file and its test file.
 * @param {import("./lplab.js").Bytes | import("./lplab.js").Bytes[] | null | undefined} data
 * @returns {Blob | ArrayBuffer | null | any[]}
 */
export function bytesOf(data) {
  if (Array.isArray(data) && [1, 2].includes(data.length)) {
    return data.map(bytesOf);
  }
  if (data === undefined || data === null) {
    return null;
  }
  if (typeof data === "string") {
    return new TextEncoder().encode(data).buffer;
  }
  if (data instanceof Blob) { // a File is one
    return data;
  }
  if (data instanceof ArrayBuffer || ArrayBuffer.isView(data)) {
    try {
      const {buffer, byteOffset, byteLength} = data instanceof ArrayBuffer ? new Uint8Array(data) : data;
      return /** @type {ArrayBuffer} */ (buffer.slice(byteOffset, byteOffset + byteLength));
    } catch {
      throw new TypeError("data are bytes that were transferred to another thread: pass a copy of them");
    }
  }
  throw new TypeError("data must be a File, a Blob, a string, an ArrayBuffer or a Uint8Array, or a list of the data file and its test file");
}
