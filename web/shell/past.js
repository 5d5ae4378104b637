// The experiments that were run in this browser, the latest first, in its local storage.
import { download } from "../dom.js";
import { readStored, writeStored } from "../storage.js";

const key = "lplab.experiments";
const mostRuns = 50;
const mostCharacters = 20_000; // characters of an experiment: a longer one is not stored

/** @typedef {{ time: number, data: string, model: string, score: string, spec: object }} Run */

const isValid = (/** @type {Run} */ run) => Number.isFinite(run?.time) && [run.data, run.model, run.score].every((text) => typeof text === "string") && typeof run.spec === "object";

/** Formats a time: of today without the day. @param {number} time */
export function formatTime(time) {
  const date = new Date(time);
  /** @type {Intl.DateTimeFormatOptions} */
  const day = date.toDateString() === new Date().toDateString() ? {} : { day: "numeric", month: "long" };
  return new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", hour12: false, ...day }).format(date);
}

export class Past {
  #onChange;

  /** onChange is called with the list after each change, in this tab or another. @param {(list: string) => void} onChange */
  constructor(onChange) {
    this.#onChange = onChange;
    addEventListener("storage", (event) => event.key === key && onChange(this.list));
  }

  /** @returns {Run[]} */
  get #runs() {
    const runs = readStored(key);
    return Array.isArray(runs) ? runs.filter(isValid) : [];
  }

  /** @param {Run[]} runs */
  #store(runs) {
    writeStored(key, runs.length ? runs.slice(0, mostRuns) : null);
    this.#onChange(this.list);
  }

  /** The list for the page, as JSON. */
  get list() {
    return JSON.stringify(this.#runs.map(({ time, ...run }) => ({ ...run, when: formatTime(time) })));
  }

  /** Adds a run; the same experiment moves to the front. @param {string} text */
  add(text) {
    const run = JSON.parse(text);
    const spec = JSON.stringify(run.spec);
    if (spec.length > mostCharacters) return;
    this.#store([{ ...run, time: Date.now() }, ...this.#runs.filter((other) => JSON.stringify(other.spec) !== spec)]);
  }

  delete(/** @type {number} */ at) {
    this.#store(this.#runs.toSpliced(at, 1));
  }

  clear() {
    this.#store([]);
  }

  /** Saves the list with its experiments as a file. */
  save() {
    download("experiments.json", "application/json", JSON.stringify(this.#runs.map(({ time, ...run }) => ({ time: new Date(time).toISOString(), ...run })), null, 2));
  }
}
