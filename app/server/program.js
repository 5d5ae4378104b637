
// The solver's workers run the same program. It imports functions that exist only there.
globalThis.Go = class extends globalThis.Go {
  constructor() {
    super();
    this.importObject.lplab = new Proxy({}, { get: (_, name) => () => { throw new Error(`the page has no kernel for ${name}`); } });
  }
};
