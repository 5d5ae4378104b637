// A kernel worker. It runs the SIMD kernel on shards of a packed tensor of order 4, or on the monomials of
// points, in its own memory. The page (web/workers.js) starts and ends it; the solver's worker
// (wasm/solver/pool_js.go) sends requests through the port of the start message. web/types/messages.d.ts has
// all messages.

import { Monomials } from "./monomials.js";
import { Shards } from "./shards.js";

const interval = 50; // milliseconds between progress messages

/** @typedef {Omit<MessagePort, "postMessage"> & { postMessage(message: import("../../web/types/messages.js").FromKernel, transfer?: Transferable[]): void }} Port */

/** @type {WebAssembly.Module} */
let kernel;
/** @type {Shards} */
let shards;
/** @type {Monomials | undefined} */
let monomials;

self.onmessage = (/** @type {MessageEvent<import("../../web/types/messages.js").KernelStart>} */ { data: { module, lock, port } }) => {
  kernel = module;
  shards = new Shards(module);
  port.onmessage = ({ data }) => work(data, port);
  self.postMessage({ type: "started" });
  hold(lock);
};

/** @type {(message: import("../../web/types/messages.js").ToKernel, port: Port) => void} */
function work(message, port) {
  try {
    switch (message.type) {
      case "build":
        monomials = undefined;
        shards.prepare(message);
        shards.build(reporter(port));
        port.postMessage({ type: "built", bytes: shards.bytes });
        break;
      case "contract": {
        const { alpha, hessian, sides, entries } = message;
        const sums = shards.contract(alpha, hessian, reporter(port), sides, entries);
        port.postMessage({ type: "contracted", sums }, [sums.buffer]);
        break;
      }
      case "evaluate": { // in a separate memory, so that the tensor is kept
        const values = new Shards(kernel).evaluate(message);
        port.postMessage({ type: "evaluated", values }, [values.buffer]);
        break;
      }
      case "monomials":
        monomials = new Monomials(kernel, message);
        break;
      case "pass": {
        const sums = /** @type {Monomials} */ (monomials)[message.sums](message.values);
        port.postMessage({ type: "passed", sums }, [sums.buffer]);
        break;
      }
      case "read":
        port.postMessage({ type: "was read", sum: shards.read(message.fourStreams) });
        break;
      case "compute":
        port.postMessage({ type: "was computed", sum: shards.compute(message.rounds) });
        break;
      default:
        throw new Error(`unknown message ${JSON.stringify(message)}`);
    }
  } catch (error) {
    port.postMessage(error instanceof RangeError ? { type: "memory" } : { type: "failed", message: String(error) });
  }
}

/** @type {(port: Port) => (more: number) => void} Returns a function that counts entries and posts their number at each interval. */
function reporter(port) {
  let last = performance.now();
  let entries = 0;
  return (more) => {
    entries += more;
    const now = performance.now();
    if (now - last >= interval) {
      port.postMessage({ type: "progress", entries });
      [last, entries] = [now, 0];
    }
  };
}

/**
 * Holds the lock with a name. A worker that ends sends no message, but its locks are released.
 * The promise of the callback never settles, so the lock is held until then.
 * @param {string} name
 */
function hold(name) {
  navigator.locks?.request(name, () => { // undefined if the context is not secure
    self.postMessage({ type: "held" });
    return new Promise(() => {});
  }).catch(() => {}); // the browser may forbid locks
}
