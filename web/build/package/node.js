// The lab in Node, from version 20 on: as lplab.js, with threads in the place of Web Workers and
// files in that of addresses.
import {readFile} from "node:fs/promises";
import {Worker} from "node:worker_threads";

import {platform} from "./platform.js";

/** A thread with what WatchedWorker uses of a Web Worker. */
class Thread {
  /** @type {((event: any) => void) | null} */
  onmessage = null;
  /** @type {((event: any) => void) | null} */
  onerror = null;
  /** @type {((event: any) => void) | null} */
  onmessageerror = null;

  #thread;

  /**
   * @param {URL} script
   * @param {WorkerOptions} options
   */
  constructor(script, {type = "classic"}) {
    this.#thread = new Worker(new URL("./thread.js", import.meta.url), {workerData: {script: script.href, type}, execArgv: []}); // options of the program are not for its threads
    const fail = (/** @type {string} */ message) => this.onerror?.({message, preventDefault() {}});
    this.#thread.on("message", (data) => this.onmessage?.({data}));
    this.#thread.on("messageerror", () => this.onmessageerror?.({}));
    this.#thread.on("error", (error) => fail(error instanceof Error ? error.message : String(error)));
    this.#thread.on("exit", () => fail("it was ended"));
  }

  /** @type {(message: any, transfer: any[]) => void} */
  postMessage(message, transfer) {
    this.#thread.postMessage(message, transfer);
  }

  terminate() {
    this.#thread.removeAllListeners("exit").terminate();
  }
}

platform.worker = (script, options) => /** @type {any} */ (new Thread(script, options));
platform.compile = async (address) => WebAssembly.compile(await readFile(address));

export {Lab} from "./lplab.js";
