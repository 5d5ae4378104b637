// The latest results with all their weights, so that Undo shows them without a run.

const mostBytes = 64 * 2 ** 20; // bytes of weights
const mostResults = 50;

export class ResultCache {
  #results = new Map(); // by the number of the run, the latest last

  /** Numbers of results that are never removed. */
  pinned = new Set();

  /** Stores a result: {report, values, ...}. @param {number} id @param {RunResult} result */
  put(id, result) {
    this.#results.delete(id);
    this.#results.set(id, result);
    let bytes = 0;
    for (const [i, [other, { values }]] of [...this.#results].reverse().entries()) {
      bytes += values?.byteLength ?? 0;
      if (other !== id && (bytes > mostBytes || i >= mostResults) && !this.pinned.has(other)) this.#results.delete(other);
    }
  }

  /** The largest number so far; 0 if there are no results. */
  get newest() {
    return Math.max(0, ...this.#results.keys());
  }

  get(/** @type {number} */ id) {
    return this.#results.get(id);
  }
}
