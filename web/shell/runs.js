// The runs of the page, one at a time.

import { wordsOf } from "../dom.js";

const progressInterval = 100; // ms

/**
 * @typedef {{
 *   emit: (kind: string, id: number, text: string) => void,
 *   ahead: import("./headstart.js").HeadStart["take"],
 *   solve: (spec: FullSpec, options: RunOptions) => Promise<Solved>,
 *   begin: () => void,
 *   finish: (id: number, specText: string, result: Solved & { wall: number }, how: { isTrial: boolean, wasAhead: boolean }) => Promise<unknown>,
 * }} Page
 */

/** Runs experiments for Go, which gets "progress" and, unless finish sends the result, "failed", "cancelled" or "overran". */
export class Runs {
  settled = Promise.resolve(); // once no run is under way
  /** @type {{ id: number, abort: AbortController } | null} */
  #running = null;
  #page;

  /** ahead returns a run of the same text that began before; finish resolves once Go has the result. @param {Page} page */
  constructor(page) {
    this.#page = page;
  }

  /** Starts a run, in place of the one under way. @param {number} id @param {string} specText */
  start(id, specText, isTrial = false) {
    this.settled = this.#run(id, specText, isTrial);
  }

  /** Ends a run that has not ended after the given number of seconds. @param {number} id @param {number} seconds */
  limit(id, seconds) {
    const limited = this.#running;
    setTimeout(() => {
      if (limited && this.#running === limited && limited.id === id) this.#end("overran");
    }, 1000 * seconds);
  }

  cancel() {
    this.#end("cancelled");
  }

  /** Ends the run under way. The message goes first: the worker that replaces the ended one takes some time to start. */
  #end(/** @type {string} */ kind) {
    if (!this.#running) return;
    const { id, abort } = this.#running;
    this.#running = null;
    this.#page.emit(kind, id, "");
    abort.abort();
  }

  /** @param {number} id @param {string} specText @param {boolean} isTrial */
  async #run(id, specText, isTrial) {
    const { emit, solve, begin, finish } = this.#page;
    const ahead = this.#page.ahead(specText);
    const abort = ahead?.abort ?? new AbortController();
    this.#running?.abort.abort();
    const mine = (this.#running = { id, abort });
    begin();
    let last = -progressInterval;
    const began = ahead?.began ?? performance.now();
    let delivered;
    try {
      const { report, values } = await (ahead?.solved ?? solve(JSON.parse(specText), {
        signal: abort.signal,
        onProgress: (p) => {
          const now = performance.now();
          if (this.#running !== mine || now - last < progressInterval) return;
          last = now;
          emit("progress", id, JSON.stringify(p));
        },
      }));
      if (this.#running !== mine) return;
      const wall = (performance.now() - began) / 1000;
      delivered = finish(id, specText, { report, values, wall }, { isTrial, wasAhead: Boolean(ahead) });
    } catch (error) {
      if (this.#running === mine) emit("failed", id, wordsOf(error));
    } finally {
      if (this.#running === mine) this.#running = null;
    }
    await delivered;
  }
}
