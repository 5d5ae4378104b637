// A run that will surely be asked for, begun while the page's own program still starts.

export class HeadStart {
  #run = null; // {text, began, abort, solved}

  /** Resolves once the run has ended, well or not; at once where there is none. */
  ended = Promise.resolve();

  /** Whether there is one that nobody has asked for yet. */
  get begun() {
    return this.#run !== null;
  }

  /** solve(spec, {signal}) promises what a run gives. */
  begin(spec, solve) {
    const abort = new AbortController();
    const solved = solve(spec, { signal: abort.signal });
    this.#run = { text: JSON.stringify(spec), began: performance.now(), abort, solved };
    this.ended = solved.then(() => {}, () => {}); // whoever takes it hears why it failed
  }

  /** Hands the run over to who asks for this experiment, {began, abort, solved}; ends it for any other, and gives null. */
  take(text) {
    const run = this.#run;
    this.#run = null;
    if (!run) return null;
    if (JSON.stringify(JSON.parse(text)) === run.text) return run;
    run.abort.abort();
    return null;
  }
}
