// A kernel worker: it holds some shards of a packed tensor of order 4 in a
// memory of its own and works on them with the SIMD kernel.
//
// Messages, all of them. The solver worker (wasm/solver/pool_js.go) sends:
//
//   {type: "start", module, lock}       the compiled kernel.wasm; once, and first. lock: the name of a Web
//                                       Lock that the worker holds as long as it lives
//   {type: "build", x, n, d, kernel, shards}    see Shards.prepare; replaces the tensor that was there
//   {type: "contract", alpha, hessian}  see Shards.contract; alpha may be that of the first points
//   {type: "read"}                      for benchmarks: reads all entries once
//   {type: "compute", rounds}           for benchmarks: see compute in kernel.ts
//
// and the worker answers:
//
//   {type: "started"}
//   {type: "progress", entries}         built, or in a contraction computed anew, since the last one
//   {type: "built", bytes}              bytes: what the memory holds
//   {type: "contracted", sums}
//   {type: "was read", sum}
//   {type: "was computed", sum}
//   {type: "memory"}                    the memory cannot be had
//   {type: "failed", message}           a mistake in the program

import { Shards } from "./shards.js";

const interval = 50; // milliseconds between messages of progress

let shards;

self.onmessage = async ({ data: message }) => {
  try {
    switch (message.type) {
      case "start":
        shards = new Shards(message.module);
        await hold(message.lock);
        self.postMessage({ type: "started" });
        break;
      case "build":
        shards.prepare(message);
        shards.build(reporter());
        self.postMessage({ type: "built", bytes: shards.bytes });
        break;
      case "contract": {
        const sums = shards.contract(message.alpha, message.hessian, reporter());
        self.postMessage({ type: "contracted", sums }, [sums.buffer]);
        break;
      }
      case "read":
        self.postMessage({ type: "was read", sum: shards.read() });
        break;
      case "compute":
        self.postMessage({ type: "was computed", sum: shards.compute(message.rounds) });
        break;
    }
  } catch (error) {
    self.postMessage(error instanceof RangeError ? { type: "memory" } : { type: "failed", message: String(error) });
  }
};

// reporter gives a function that hears of entries and posts their number now and then.
function reporter() {
  let last = performance.now();
  let entries = 0;
  return (more) => {
    entries += more;
    const now = performance.now();
    if (now - last >= interval) {
      self.postMessage({ type: "progress", entries });
      [last, entries] = [now, 0];
    }
  };
}

// A worker that ends sends no message, but its locks become free. The promise
// given to request never settles, so this one is kept until then.
function hold(name) {
  return new Promise((held) => {
    if (!navigator.locks) { // not a secure context
      held();
      return;
    }
    navigator.locks.request(name, () => {
      held();
      return new Promise(() => {});
    });
  });
}
