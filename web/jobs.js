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
    const kind = kindOf(value);
    const hasText = !isObject(value) && !["bigint", "function"].includes(typeof value);
    const shown = kind === "String" ? `"${value}"` : kind === "Object" ? "an object" : hasText ? String(value) : `of type ${kind}`;
    throw new RangeError(`${name} is ${shown}: it must be ${rule}`);
  }
}

const isObject = (/** @type {unknown} */ value) => typeof value === "object" && value !== null;

/** The type of a value by its name, also of one from another frame: "Object", "Array", "Promise". */
const kindOf = (/** @type {unknown} */ value) => Object.prototype.toString.call(value).slice(8, -1);

/** The caller's options, which can only be those named. @type {<T extends object>(options: T | undefined, ...names: (keyof T & string)[]) => Partial<T>} */
export function optionsOf(options = /** @type {any} */ ({}), ...names) {
  check("options", options, kindOf(options) === "Object", "an object");
  for (const name of Object.keys(options)) {
    if (!(/** @type {string[]} */ (names)).includes(name)) {
      throw new RangeError(`options.${name} is unknown: the options are ${names.join(", ")}`);
    }
  }
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

// The types of values that JSON has; it drops the others, or writes them as other values.
const jsonKinds = ["Object", "Array", "String", "Number", "Boolean", "Null", "Undefined", "Date"];

/**
 * The caller's document as JSON text; a text is JSON already. The name is that of the document.
 * @param {object | string} value
 */
export function jsonOf(value, name = "the experiment") {
  checkEntries(value, name, []);
  return typeof value === "string" ? value : JSON.stringify(value ?? null);
}

/** Checks that JSON has all entries of a value; path are the keys to it, and holders the objects that it is in. @type {(value: unknown, name: string, path: string[], holders?: unknown[]) => void} */
function checkEntries(value, name, path, holders = []) {
  if (!jsonKinds.includes(kindOf(value)) || (typeof value === "number" && !Number.isFinite(value))) {
    check(nameOf(path, name), value, false, typeof value === "number" ? "a finite number" : "an object, a list, a text, a number, true, false or null");
  }
  if (!isObject(value) || (Array.isArray(value) && value.every(Number.isFinite))) { // as the numbers of reports
    return;
  }
  if (holders.includes(value)) {
    check(nameOf(path, name), value, false, "an object that is not part of itself");
  }
  holders.push(value);
  const entries = /** @type {Record<string, unknown>} */ (value);
  for (const key of Object.keys(entries)) {
    if (Number.isFinite(entries[key])) continue; // as most cells of rows
    path.push(key);
    checkEntries(entries[key], name, path, holders);
    path.pop();
  }
  holders.pop();
}

const nameOf = (/** @type {string[]} */ path, /** @type {string} */ name) => path.map((key) => (/^\d+$/.test(key) ? `[${key}]` : `.${key}`)).join("").replace(/^\./, "") || name;

/**
 * Reports as JSON texts; null is no report.
 * @param {Report | string | (Report | string)[] | null} reports
 */
export const textsOf = (reports) => [reports ?? []].flat().map((report) => jsonOf(report, "the report"));

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

/**
 * Data for a worker: a Blob, which the worker reads, or a copy of the bytes, which may be
 * transferred; both for a data file and its test file.
 * @param {import("./lplab.js").Bytes | import("./lplab.js").Bytes[] | null | undefined} data
 * @returns {Blob | ArrayBuffer | null | any[]}
 */
export function bytesOf(data) {
  if (Array.isArray(data) && [1, 2].includes(data.length)) {
    return [bytesOf(data[0]), bytesOf(data[1])];
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
