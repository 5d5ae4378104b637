// The Web Worker that hosts the solver (core/lab as WebAssembly).
// web/types/messages.d.ts has all of the messages between it and the page (web/lplab.js). There is one request at a
// time; each gets one answer, apart from progress. A run is cancelled by terminating the worker.

"use strict";

importScripts("wasm_exec.js");

// Go writes a panic or "out of memory" to standard error before it exits. The text
// is stored for the message to the user.
let lastOutput = "";
const decoder = new TextDecoder();
globalThis.fs.writeSync = (fd, bytes) => {
  lastOutput = (lastOutput + decoder.decode(bytes)).slice(0, 4096);
  return bytes.length;
};

// The vector operations of the solver; null without SIMD; the solver then uses its operations in Go.
const products = WebAssembly.compileStreaming(fetch("kernel/products.wasm")).catch(() => null);

/** @typedef {import("../../web/types/messages.js").FromSolver} FromSolver */

/** @type {WebAssembly.Memory} */
let memory; // of the Go program
/** @type {Promise<void>} */
let programStart; // a promise: requests may come while the program starts

self.onmessage = async (/** @type {MessageEvent<import("../../web/types/messages.js").ToSolver>} */ {data: request}) => {
  try {
    switch (request.type) {
      case "start":
        post({type: "awake"});
        programStart = start(request.module);
        await programStart;
        post({type: "started"});
        hold(request.lock);
        break;
      case "kernel started":
      case "kernel lost":
        self.lplabKernel?.(request); // undefined if the kernel workers were ended meanwhile
        break;
      default:
        await programStart;
        self.lplabSolver(request);
    }
  } catch (error) {
    reportFailure(String(error));
  }
};

/** @param {WebAssembly.Module} module */
async function start(module) {
  const go = new Go();
  go.exit = (code) => reportFailure(`exit code ${code}`);
  /** @type {Record<string, (...args: number[]) => number>} */
  let kernel; // works in the memory that the Go program brings
  go.importObject.lplab = Object.fromEntries(WebAssembly.Module.imports(module).filter((entry) => entry.module === "lplab")
    .map(({ name }) => [name, (/** @type {number[]} */ ...args) => kernel[name](...args)]));
  const instance = await WebAssembly.instantiate(module, go.importObject);
  memory = /** @type {WebAssembly.Memory} */ (instance.exports.mem);
  const productsModule = await products;
  if (productsModule) {
    kernel = /** @type {any} */ ((await WebAssembly.instantiate(productsModule, { env: { memory } })).exports);
    self.lplabVectorized = true;
  }
  go.run(instance).catch((error) => reportFailure(String(error))); // sets self.lplabSolver before it first waits
}

/**
 * Holds the lock of that name. A worker that the browser ends sends no message, but the browser releases its
 * locks. The promise of the callback never settles, so the lock is held until then.
 * @param {string} name
 */
function hold(name) {
  navigator.locks?.request(name, () => { // undefined if the context is not secure
    post({type: "held"});
    return new Promise(() => {});
  }).catch(() => {}); // locks are forbidden here
}

// Exceptions of the engine itself, such as a stack that grew too deep.
self.onerror = (event) => {
  reportFailure(String(event.message ?? event));
  return true;
};

/** @type {(message: FromSolver, transfer?: any) => void} */
const post = self.postMessage.bind(self);

// Go posts through this.
self.postMessage = (/** @type {any} */ message, /** @type {any} */ transfer) => {
  if ("id" in message && message.type !== "progress") { // an answer
    message.memory = memory.buffer.byteLength;
  }
  post(message, transfer);
};

/** @param {string} cause */
function reportFailure(cause) {
  post({type: "died", message: sentence(lastOutput + "\n" + cause)});
}

/** @param {string} words */
function sentence(words) {
  if (/out of memory|cannot allocate memory|could not allocate/i.test(words)) {
    return "The solver ran out of memory: use fewer training rows (model.subsample), fewer features, " +
      "or a kernel of lower degree.";
  }
  const [first] = words.split("\n").filter((line) => line.trim() !== "");
  return `The solver stopped unexpectedly (${first}); this is a bug in lp Lab.`;
}
