// The Web Worker that hosts the solver (core/lab as WebAssembly).
//
// Messages, all of them. The page sends:
//
//   {type: "start", module, lock}            the compiled WebAssembly module of the solver; once, and first. lock:
//                                            the name of a Web Lock that the worker holds as long as it lives
//   {id, type: "run", spec, data, options}   spec: an experiment as JSON text; data: ArrayBuffer or null;
//                                            options: {allWeights: boolean, memoryBudget: number of bytes,
//                                            kernelWorkers: number}, where 0 stands for the default; and
//                                            warm: boolean, to begin with the alpha of the last run
//   {id, type: "inspect", spec, data}        as above; of the experiment, only its data are looked at
//   {id, type: "link", document}             a document (an experiment, its view and result) as JSON text
//   {id, type: "inline", document, data}     as above, with the file whose rows are to take its place
//   {id, type: "unlink", text}               the text of a link, its whole address, or a document
//   {id, type: "variants", spec}             an experiment as JSON text
//   {id, type: "figure", reports, name, options}  reports: JSON texts; options: {format: "svg" or "csv",
//                                            theme: "light", "dark", or "" for the reader's}
//   {id, type: "figures", reports}           as above
//
// and the worker answers:
//
//   {type: "awake"}                          after "start", at once
//   {type: "held"}                           its lock
//   {type: "ready"}
//   {id, type: "progress", phase, fraction, remaining, iteration, dual, gap, solved, solves}
//   {id, type: "done", report, weights, memory}      report: JSON text; weights: Float64Array or null
//   {id, type: "inspection", inspection, memory}     inspection: JSON text
//   {id, type: "linked", text, memory}               the text of the link
//   {id, type: "inlined", document, memory}          document: JSON text
//   {id, type: "unlinked", document, seconds, memory}   document: JSON text; seconds: what a run may take, null
//                                                    where only the user's file could tell
//   {id, type: "variants", variants, memory}         variants: JSON text, experiments with their models' names
//   {id, type: "figure", text, memory}               text: the SVG or the CSV
//   {id, type: "figures", figures, memory}           figures: JSON text, the figures that can be drawn
//   {id, type: "error", message, refusal, memory}    the request failed; the worker is fit for the next one.
//                                            refusal: JSON text, where it was a file that cannot be read as it is
//   {type: "died", message}                          the worker is of no more use: terminate it
//
// One request at a time; each gets one answer, apart from progress. memory is
// the number of bytes that the worker holds now and gives back only when it is
// terminated; terminating it is also how a run is cancelled.

"use strict";

importScripts("wasm_exec.js");

// Go writes its last words (a panic, "out of memory") to standard error. They
// are kept, to be turned into the sentence the user reads.
let lastWords = "";
const decoder = new TextDecoder();
globalThis.fs.writeSync = (fd, bytes) => {
  lastWords = (lastWords + decoder.decode(bytes)).slice(0, 4096);
  return bytes.length;
};

// The kernel of products; null where the browser has no SIMD, and the solver does without.
const products = WebAssembly.compileStreaming(fetch("kernel/products.wasm")).catch(() => null);

let memory; // of the Go program
let started; // a promise: requests may come while the program starts

self.onmessage = async ({data: request}) => {
  try {
    if (request.type === "start") {
      post({type: "awake"});
      started = start(request.module);
      await hold(request.lock);
      post({type: "held"});
      await started;
      post({type: "ready"});
    } else {
      await started;
      self.lplabSolver(request);
    }
  } catch (error) {
    died(String(error));
  }
};

async function start(module) {
  const go = new Go();
  go.exit = (code) => died(`exit code ${code}`);
  let kernel; // works in the memory that the Go program brings
  go.importObject.lplab = { products: (...args) => kernel.products(...args) };
  const instance = await WebAssembly.instantiate(module, go.importObject);
  memory = instance.exports.mem;
  const compiled = await products;
  if (compiled) {
    kernel = (await WebAssembly.instantiate(compiled, { env: { memory } })).exports;
    self.lplabVectorized = true;
  }
  go.run(instance).catch((error) => died(String(error))); // sets self.lplabSolver before it first waits
}

// A worker that the browser ends sends no message, but its locks become free.
function hold(name) {
  if (!navigator.locks) { // not a secure context
    return;
  }
  return new Promise((held) => {
    navigator.locks.request(name, () => (held(), new Promise(() => {}))).catch(held);
  });
}

// Exceptions of the engine itself, such as a stack that grew too deep.
self.onerror = (event) => {
  died(String(event.message ?? event));
  return true;
};

const post = self.postMessage.bind(self);

// Go posts its answers through this.
self.postMessage = (message, transfer) => {
  if (message.type !== "progress") {
    message.memory = memory.buffer.byteLength;
  }
  post(message, transfer);
};

function died(how) {
  post({type: "died", message: sentence(lastWords + "\n" + how)});
}

function sentence(words) {
  if (/out of memory|cannot allocate memory|could not allocate/i.test(words)) {
    return "The solver ran out of memory: use fewer training rows (model.subsample), fewer features, " +
      "or a kernel of lower degree.";
  }
  const [first] = words.split("\n").filter((line) => line.trim() !== "");
  return `The solver stopped unexpectedly (${first}); this is a bug in lp Lab.`;
}
