// What the lab uses of a browser. web/build/package/node.js replaces both for Node.

export const platform = {
  /** Makes a worker of the script. */
  worker: (/** @type {URL} */ script, /** @type {WorkerOptions} */ options) => new Worker(script, options),

  /** Compiles the WebAssembly program at an address. */
  compile: (/** @type {URL} */ address) => WebAssembly.compileStreaming(fetch(address)),
};
