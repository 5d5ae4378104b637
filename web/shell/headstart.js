// The opening run, which begins while the page's own program still starts.

export class HeadStart {
  #run = /** @type {{ text: string, began: number, abort: AbortController, solved: Promise<Solved> } | null} */ (null);

  /** Whether a run was begun ahead. */
  wasMade = false;

  /** Whether there is a run that take() has not returned. */
  get begun() {
    return this.#run !== null;
  }

  /** solve(spec, {signal}) returns the promise of a result. @param {FullSpec} spec @param {(spec: FullSpec, options: RunOptions) => Promise<Solved>} solve */
  begin(spec, solve) {
    const abort = new AbortController();
    const solved = solve(spec, { signal: abort.signal });
    solved.catch(() => {}); // the caller of take() handles the error
    this.#run = { text: JSON.stringify(spec), began: performance.now(), abort, solved };
    this.wasMade = true;
  }

  /** Returns the run, {began, abort, solved}, if it is one of this experiment; otherwise ends it and returns null. @param {string} text */
  take(text) {
    const run = this.#run;
    this.#run = null;
    if (!run) return null;
    if (JSON.stringify(JSON.parse(text)) === run.text) return run;
    run.abort.abort();
    return null;
  }
}
