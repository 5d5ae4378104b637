// What the lab uses of a browser. web/build/package/node.js replaces both for Node.

export const platform = {
  worker: (/** @type {URL} */ script, /** @type {WorkerOptions} */ options) => new Worker(script, options),

  compile: (/** @type {URL} */ address) => WebAssembly.compileStreaming(fetch(address)),
};
