
// The program is the solver's too, and imports what only a solver's worker has.
globalThis.Go = class extends globalThis.Go {
  constructor() {
    super();
    this.importObject.lplab = new Proxy({}, { get: (_, name) => () => { throw new Error(`the page has no kernel for ${name}`); } });
  }
};
