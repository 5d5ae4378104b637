// Web Workers of the lab. The page starts all of them, including those of the tensor kernel: in Firefox
// the constructor of a worker may block for ever in a worker (web/test/firefox.test.mjs). Each start has
// a time limit. The browser has no event for the end of a worker, but it releases the Web Lock of the worker.

import {platform} from "./platform.js";

/** Seconds that a worker has for its start, from the message "start" to its message "started". */
export const START_SECONDS = 30;

/** The number of ticks in that time. The time is counted in ticks, because timers of a frozen page fire once when it continues. */
const TICKS = 10;

/**
 * Why a worker is lost.
 * @typedef {"error" | "ended" | "late" | "unreadable"} Loss
 * @typedef {import("./types/messages.js").Started} Started
 */

/**
 * A worker that is sent {type: "start", lock, ...} first, and which answers with {type: "started"} once it
 * works and with {type: "held"} once it holds the lock of that name.
 * @template {{ type: string }} To
 * @template {{ type: string }} From
 */
export class WatchedWorker {
  /** Whether it has started. */
  started = false;

  #worker;
  #onLoss;
  #lock = `lp Lab ${crypto.randomUUID?.()}`;
  /** @type {number | undefined} */
  #timer;
  #isOver = false;

  /**
   * onMessage gets every message except those above. onLoss(why, detail) is called once, after the worker has ended
   * without a call of terminate, or has been ended because it is late. detail is the text of an error event, or "".
   * @param {URL} script
   * @param {WorkerOptions} options
   * @param {{ onStart: () => void, onMessage: (message: Exclude<From, Started>) => void, onLoss: (why: Loss, detail: string) => void }} callbacks
   */
  constructor(script, options, {onStart, onMessage, onLoss}) {
    this.#onLoss = onLoss;
    this.#worker = platform.worker(script, options);
    this.#worker.onmessage = ({data}) => {
      switch (data.type) {
        case "started":
          this.started = true;
          clearInterval(this.#timer);
          onStart();
          break;
        case "held":
          navigator.locks.request(this.#lock, () => this.#fail("ended")).catch(() => {}); // locks are forbidden here
          break;
        default:
          onMessage(data);
      }
    };
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.#fail("error", event.message);
    };
    this.#worker.onmessageerror = () => this.#fail("unreadable");
  }

  /**
   * Sends the first message, and limits the time until the worker has started.
   * @param {Omit<To & { type: "start" }, "type" | "lock">} message
   * @param {Transferable[]} transfer
   */
  start(message, transfer = []) {
    if (this.#isOver) {
      return;
    }
    let ticks = 0;
    this.#timer = setInterval(() => ++ticks === TICKS && this.#fail("late"), 1000 * START_SECONDS / TICKS);
    this.post(/** @type {any} */ ({...message, type: "start", lock: this.#lock}), transfer);
  }

  /** @type {(message: To, transfer?: Transferable[]) => void} */
  post(message, transfer = []) {
    this.#worker.postMessage(message, transfer);
  }

  /** Ends the worker and frees its memory. */
  terminate() {
    this.#isOver = true;
    clearInterval(this.#timer);
    this.#worker.onmessage = this.#worker.onerror = this.#worker.onmessageerror = null;
    this.#worker.terminate();
  }

  /** @type {(why: Loss, detail?: string) => void} */
  #fail(why, detail = "") {
    if (!this.#isOver) {
      this.terminate();
      this.#onLoss(why, detail);
    }
  }
}

/** A worker of the tensor kernel (wasm/kernel/worker.js). One that does not start in time is replaced once. */
export class KernelWorker {
  /** @type {WatchedWorker<import("./types/messages.js").KernelStart, Started>} */
  #worker = /** @type {any} */ (null);

  /**
   * module: kernel.wasm, compiled. onStart(port) gets the port to which requests are sent; onLoss(why) gets the reason in a few words.
   * @param {URL} script
   * @param {WebAssembly.Module} module
   * @param {{ onStart: (port: MessagePort) => void, onLoss: (why: string) => void }} callbacks
   */
  constructor(script, module, {onStart, onLoss}) {
    const start = (/** @type {boolean} */ isFirst) => {
      const {port1, port2} = new MessageChannel();
      this.#worker = new WatchedWorker(script, {type: "module", name: "lp Lab kernel"}, {
        onStart: () => onStart(port1),
        onMessage: throwUnknown,
        onLoss: (why, detail) => {
          if (why === "late" && isFirst) {
            start(false);
          } else {
            onLoss({
              error: detail || "its script did not load",
              ended: "it was ended",
              late: `two did not start within ${START_SECONDS} s`,
              unreadable: "a message could not be read",
            }[why]);
          }
        },
      });
      this.#worker.start({module, port: port2}, [port2]);
    };
    start(true);
  }

  /** Ends the worker and frees its memory. */
  terminate() {
    this.#worker.terminate();
  }
}

/** The kernel workers of one solver, which requests them; they end with it. */
export class KernelWorkers {
  #script;
  #post;
  /** @type {Map<number, KernelWorker>} */
  #workers = new Map(); // by the solver's numbers of them

  /**
   * post(message, transfer) sends a message to the solver.
   * @param {URL} script
   * @param {(message: import("./types/messages.js").KernelNotice, transfer?: Transferable[]) => void} post
   */
  constructor(script, post) {
    this.#script = script;
    this.#post = post;
  }

  /** @param {{ kernel: number, module: WebAssembly.Module }} request */
  start({kernel, module}) {
    this.#workers.set(kernel, new KernelWorker(this.#script, module, {
      onStart: (port) => this.#post({type: "kernel started", kernel, port}, [port]),
      onLoss: (message) => {
        this.#workers.delete(kernel);
        this.#post({type: "kernel lost", kernel, message});
      },
    }));
  }

  /** @param {{ kernel: number }} request */
  end({kernel}) {
    this.#workers.get(kernel)?.terminate();
    this.#workers.delete(kernel);
  }

  endAll() {
    for (const worker of this.#workers.values()) {
      worker.terminate();
    }
    this.#workers.clear();
  }
}

/** @type {(message: never) => never} Throws on a message of an unknown type, a mistake in the program, which the types exclude. */
export function throwUnknown(message) {
  throw new Error(`lplab: unknown message ${JSON.stringify(message)}`);
}
