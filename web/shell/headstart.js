// The opening run, which begins while the page's own program still starts.

export class HeadStart {
  #run = /** @type {{ text: string, began: number, abort: AbortController, solved: Promise<Solved> } | null} */ (null);

  /** Whether a run was begun ahead. */
  wasMade = false;

  /** Whether a run waits to be taken. */
  get begun() {
    return this.#run !== null;
  }

  /** solve(spec, {signal}) promises what a run gives. @param {FullSpec} spec @param {(spec: FullSpec, options: RunOptions) => Promise<Solved>} solve */
  begin(spec, solve) {
    const abort = new AbortController();
    const solved = solve(spec, { signal: abort.signal });
    solved.catch(() => {}); // take() hands over the failure
    this.#run = { text: JSON.stringify(spec), began: performance.now(), abort, solved };
    this.wasMade = true;
  }

  /** Hands the run over to a run of this experiment, {began, abort, solved}; ends it for any other, and gives null. @param {string} text */
  take(text) {
    const run = this.#run;
    this.#run = null;
    if (!run) return null;
    if (JSON.stringify(JSON.parse(text)) === run.text) return run;
    run.abort.abort();
    return null;
  }
}
