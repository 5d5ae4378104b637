// The runs of the page, one at a time.

import { messageOf } from "../dom.js";

const progressInterval = 100; // ms

/**
 * @typedef {{
 *   emit: (kind: MessageKind, id: number, text: string) => void,
 *   takeHeadStart: import("./headstart.js").HeadStart["take"],
 *   solve: (spec: FullSpec, options: RunOptions) => Promise<Solved>,
 *   begin: () => void,
 *   finish: (id: number, specText: string, result: Solved & { wall: number }, how: { isTrial: boolean, wasAhead: boolean }) => Promise<unknown>,
 * }} Page
 */

/** Runs experiments for Go, which gets "progress" and, unless finish sends the result, "failed", "cancelled" or "overran". */
export class Runs {
  completion = Promise.resolve(); // once no run is under way
  /** @type {{ id: number, abort: AbortController } | null} */
  #running = null;
  #page;

  /** takeHeadStart returns a run of the same text that has begun already; finish resolves once Go has the result. @param {Page} page */
  constructor(page) {
    this.#page = page;
  }

  /** Starts a run, in place of the one under way. @param {number} id @param {string} specText */
  start(id, specText, isTrial = false) {
    this.completion = this.#run(id, specText, isTrial);
  }

  /** Ends a run that has not ended after the given number of seconds. @param {number} id @param {number} seconds */
  limit(id, seconds) {
    const run = this.#running;
    setTimeout(() => {
      if (run && this.#running === run && run.id === id) this.#end("overran");
    }, 1000 * seconds);
  }

  cancel() {
    this.#end("cancelled");
  }

  /** Ends the run under way. The message goes first: the worker that replaces the ended one takes some time to start. */
  #end(/** @type {MessageKind} */ kind) {
    if (!this.#running) return;
    const { id, abort } = this.#running;
    this.#running = null;
    this.#page.emit(kind, id, "");
    abort.abort();
  }

  /** @param {number} id @param {string} specText @param {boolean} isTrial */
  async #run(id, specText, isTrial) {
    const { emit, solve, begin, finish } = this.#page;
    const headStart = this.#page.takeHeadStart(specText);
    const abort = headStart?.abort ?? new AbortController();
    this.#running?.abort.abort();
    const current = (this.#running = { id, abort });
    begin();
    let last = -progressInterval;
    const start = headStart?.began ?? performance.now();
    let delivery;
    try {
      const { report, values } = await (headStart?.solved ?? solve(JSON.parse(specText), {
        signal: abort.signal,
        onProgress: (p) => {
          const now = performance.now();
          if (this.#running !== current || now - last < progressInterval) return;
          last = now;
          emit("progress", id, JSON.stringify(p));
        },
      }));
      if (this.#running !== current) return;
      const wall = (performance.now() - start) / 1000;
      delivery = finish(id, specText, { report, values, wall }, { isTrial, wasAhead: Boolean(headStart) });
    } catch (error) {
      if (this.#running === current) emit("failed", id, messageOf(error));
    } finally {
      if (this.#running === current) this.#running = null;
    }
    await delivery;
  }
}
