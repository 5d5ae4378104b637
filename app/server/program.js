
// How the page gets its program; go-app's app.js, which comes next, waits for it.

// The program is the solver's too, and imports what only a solver's worker has.
globalThis.Go = class extends globalThis.Go {
  constructor() {
    super();
    this.importObject.lplab = { products() { throw new Error("the page has no kernel of products"); } };
  }
};

// Compiled once, for the page and for the workers, to which lplab.js gives it. The
// browser's own response is compiled, not a copy: only that is kept compiled, too.
globalThis.lplabProgram = WebAssembly.compileStreaming(fetch("/{{program}}"));
