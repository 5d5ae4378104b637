// The JavaScript API of lp Lab: experiments run in Web Workers, one at a time in
// each, and the page never waits. Types are in lplab.d.ts, the messages between
// this file and a worker at the head of wasm/solver/worker.js.
//
//   import {Lab} from "./lplab.js";
//   const lab = await Lab.start({workers: 2});
//   const report = await lab.run(spec, {data, onProgress, signal});
//   lab.close();

import {program, solver} from "./build.js"; // made by the build: the names of the program and of the solver's directory, which tell their contents

// A worker that has grown beyond this is replaced once it is idle: WebAssembly
// memory never shrinks, and freed blocks may not fit the next tensor.
const RETIRE_BYTES = 512 * 2 ** 20;

const notLoaded = "The solver could not be loaded: check the connection and try again; if it fails again, reload the page.";

/** A pool of solvers. Made by Lab.start. */
export class Lab {
  #module; // promises the solver's program
  #script; // the worker's
  #limit; // how many jobs run at once
  #idle = []; // workers that wait for a job
  #jobs = new Map(); // worker -> the job it runs
  #queue = []; // jobs that wait for a worker
  #closed = false;
  #lastId = 0;
  #awake;
  #ready;
  #fail; // rejects it, if it is not settled

  /**
   * Loads the solver and starts a worker. The others - as many as run at once, and
   * a spare one that takes the place of a cancelled one without delay - are started
   * when they are wanted, or when the first has answered and the processor is free.
   */
  static async start(options) {
    const lab = Lab.open(options);
    await lab.ready;
    return lab;
  }

  /**
   * Resolves once a worker has its program, and with it what was asked of the lab by then:
   * from here on it needs nothing of this thread, which may be busy.
   */
  get awake() {
    return this.#awake;
  }

  /** Resolves once a worker has started; rejects if the solver cannot be loaded. */
  get ready() {
    return this.#ready;
  }

  /** As start, but at once: what is asked of the lab before its worker has started waits for that. */
  static open({workers = 1, base = "."} = {}) {
    if (!Number.isInteger(workers) || workers < 1) {
      throw new RangeError(`workers is ${workers}: it must be a whole number from 1`);
    }
    const root = new URL(base, import.meta.url);
    const lab = new Lab();
    lab.#limit = workers;
    // A page of this program has it compiled.
    lab.#module = (globalThis.lplabProgram ?? WebAssembly.compileStreaming(fetch(new URL(program, root))))
      .catch(() => { throw new Error(notLoaded); });
    lab.#script = new URL(`${solver}worker.js`, root);
    lab.#ready = new Promise((ready, failed) => {
      lab.#awake = new Promise((awake) => lab.#add(ready, (lab.#fail = failed), awake));
    });
    lab.#ready.catch(() => {}); // a job that waits for it hears of that, too
    return lab;
  }

  /** Runs an experiment (an object, or its JSON text) and gives its report. */
  async run(spec, {data, onProgress, signal, allWeights = false, memoryBudget = 0, kernelWorkers = 0, warm = false} = {}) {
    if (!Number.isInteger(kernelWorkers) || kernelWorkers < 0 || kernelWorkers > 16) {
      throw new RangeError(`kernelWorkers is ${kernelWorkers}: it must be a whole number up to 16, or 0 for the default`);
    }
    const answer = await this.#submit({
      type: "run",
      spec: typeof spec === "string" ? spec : JSON.stringify(spec),
      options: {allWeights: Boolean(allWeights), memoryBudget: Number(memoryBudget), kernelWorkers, warm: Boolean(warm)},
    }, {data, onProgress, signal});
    const report = JSON.parse(answer.report);
    if (answer.weights) {
      report.weights.values = answer.weights;
    }
    return report;
  }

  /** What the importer sees in data described as an experiment's "data" is. */
  async inspect(description, {data, signal} = {}) {
    // The decoder reads whole experiments; here any target will do.
    const spec = {data: description, target: description?.columns?.[0] ?? "y"};
    const answer = await this.#submit({type: "inspect", spec: JSON.stringify(spec)}, {data, signal});
    return JSON.parse(answer.inspection);
  }

  /** The text of a link to a document: an experiment, which may have a view and a result. */
  async encode(document) {
    const answer = await this.#submit({type: "link", document: typeof document === "string" ? document : JSON.stringify(document)}, {});
    return answer.text;
  }

  /** A document with the rows of the user's file in its place, so that it needs the file no more. */
  async inline(document, {data, signal} = {}) {
    const text = typeof document === "string" ? document : JSON.stringify(document);
    const answer = await this.#submit({type: "inline", document: text}, {data, signal});
    return JSON.parse(answer.document);
  }

  /** The document of a link (its text or its whole address) or of a .lplab.json file, and the seconds its run may take. */
  async decode(text) {
    const {document, seconds} = await this.#submit({type: "unlink", text: String(text)}, {});
    return {document: JSON.parse(document), seconds};
  }

  /** The experiment with every model that can take its task, on the same rows: [{label, spec}, ...]. */
  async variants(spec) {
    const answer = await this.#submit({type: "variants", spec: typeof spec === "string" ? spec : JSON.stringify(spec)}, {});
    return JSON.parse(answer.variants);
  }

  /** A figure of a report, of several over each other, or of the theory (null), as SVG; or its numbers as CSV. */
  async figure(report, name, {format = "svg", theme = "", signal} = {}) {
    if (!["svg", "csv"].includes(format)) {
      throw new RangeError(`format is "${format}": it must be "svg" or "csv"`);
    }
    if (!["", "light", "dark"].includes(theme)) {
      throw new RangeError(`theme is "${theme}": it must be "light", "dark", or "" for the reader's`);
    }
    const answer = await this.#submit({
      type: "figure", reports: textsOf(report), name: String(name), options: {format, theme},
    }, {signal});
    return answer.text;
  }

  /** Which figures can be drawn of a report, of several, or of none (null): their names, and what they show. */
  async figures(report, {signal} = {}) {
    const answer = await this.#submit({type: "figures", reports: textsOf(report)}, {signal});
    return JSON.parse(answer.figures);
  }

  /** Ends every worker and frees their memory. What still runs is rejected. */
  close() {
    this.#closed = true;
    const jobs = [...this.#jobs.values(), ...this.#queue];
    for (const worker of [...this.#jobs.keys(), ...this.#idle]) {
      worker.terminate();
    }
    this.#jobs.clear();
    this.#queue = [];
    this.#idle = [];
    const error = new Error("The lab was closed.");
    this.#fail(error);
    for (const job of jobs) {
      job.reject(error);
    }
  }

  // #submit queues a request and waits for its answer.
  async #submit(request, {data, onProgress, signal}) {
    if (signal?.aborted) {
      throw cancelled();
    }
    const bytes = await bytesOf(data);
    if (this.#closed) {
      throw new Error("The lab was closed.");
    }
    if (signal?.aborted) {
      throw cancelled();
    }
    const job = newJob({...request, id: ++this.#lastId, data: bytes}, onProgress);
    const abort = () => this.#cancel(job);
    signal?.addEventListener("abort", abort, {once: true});
    this.#queue.push(job);
    this.#dispatch();
    try {
      return await job.promise;
    } finally {
      signal?.removeEventListener("abort", abort);
    }
  }

  // #dispatch hands waiting jobs to idle workers, up to the limit.
  #dispatch() {
    while (this.#queue.length > 0 && this.#jobs.size < this.#limit) {
      if (this.#idle.length === 0) {
        this.#add();
      }
      const job = this.#queue.shift();
      const worker = job.request.type === "run" ? this.#idle.shift() : this.#idle.pop();
      this.#jobs.set(worker, job);
      // Its message follows that which brings the program: a worker starts while that is still compiled.
      const {request} = job;
      this.#module.then(() => worker.postMessage(request, request.data ? [request.data] : []), () => {});
    }
  }

  #cancel(job) {
    this.#queue = this.#queue.filter((waiting) => waiting !== job);
    for (const [worker, running] of this.#jobs) {
      if (running === job) {
        this.#replace(worker);
      }
    }
    job.reject(cancelled());
    this.#dispatch();
  }

  // #add starts a worker. It may be given a job at once: its messages wait.
  #add(ready = () => {}, failed = () => {}, awake = () => {}) {
    const worker = new Worker(this.#script, {name: "lp Lab solver"});
    const lock = `lp Lab solver ${crypto.randomUUID?.()}`; // which the worker holds
    let started = false;
    const died = (message) => {
      const job = this.#jobs.get(worker);
      const error = new Error(message);
      failed(error);
      job?.reject(error);
      this.#forget(worker);
      if (started) { // one that could not start would fail again and again
        this.#add();
      }
      this.#dispatch();
    };
    worker.onmessage = ({data: message}) => {
      switch (message.type) {
        case "awake":
          awake();
          break;
        case "held":
          // There is no event of a worker's end, but its lock becomes free.
          navigator.locks?.request(lock, () => {
            if (this.#jobs.has(worker) || this.#idle.includes(worker)) {
              died("The browser ended the solver's worker, as it does when memory runs short: try again, and if it happens again use fewer training rows (model.subsample).");
            }
          }).catch(() => {}); // locks are forbidden here
          break;
        case "ready":
          started = true;
          ready();
          break;
        case "died":
          died(message.message);
          break;
        case "progress":
          this.#jobs.get(worker)?.progress(message);
          break;
        default:
          this.#answered(worker, message);
      }
    };
    worker.onerror = (event) => {
      event.preventDefault();
      died(event.message
        ? `The solver stopped unexpectedly (${event.message}); this is a bug in lp Lab.`
        : notLoaded);
    };
    worker.onmessageerror = () => died("The browser could not pass data to the solver: reload the page.");
    this.#module.then((module) => worker.postMessage({type: "start", module, lock}), (error) => died(error.message));
    this.#idle.push(worker);
  }

  // #answered settles a worker's job and makes the worker available again.
  #answered(worker, message) {
    const job = this.#jobs.get(worker);
    if (message.memory > RETIRE_BYTES) {
      this.#replace(worker);
    } else {
      this.#jobs.delete(worker);
      // First in turn after a run: it has built what the next one may need.
      this.#idle[job.request.type === "run" ? "unshift" : "push"](worker);
    }
    if (message.type === "error") {
      job.reject(Object.assign(new Error(message.message), message.refusal && {refusal: JSON.parse(message.refusal)}));
    } else {
      job.resolve(message);
    }
    this.#dispatch();
    whenIdle(() => this.#fill());
  }

  // #fill starts the workers that are not there yet, one of them to spare.
  #fill() {
    while (!this.#closed && this.#idle.length + this.#jobs.size <= this.#limit) {
      this.#add();
    }
  }

  // #replace ends a worker, its memory with it, and starts another.
  #replace(worker) {
    this.#forget(worker);
    this.#add();
  }

  #forget(worker) {
    worker.onmessage = worker.onerror = null;
    worker.terminate();
    this.#jobs.delete(worker);
    this.#idle = this.#idle.filter((other) => other !== worker);
  }
}

// whenIdle acts once the page that got an answer has drawn it.
const whenIdle = globalThis.requestIdleCallback
  ? (act) => requestIdleCallback(act, {timeout: 2000})
  : (act) => setTimeout(act, 200);

// textsOf gives reports, or null for none, as JSON texts, without the weights that are no part of them.
function textsOf(reports) {
  return [reports ?? []].flat().map((report) =>
    typeof report === "string" ? report : JSON.stringify(report, (key, value) => (value instanceof Float64Array ? undefined : value)));
}

// newJob is a request, its promise, and the means to settle it.
function newJob(request, onProgress) {
  const job = {
    request,
    progress({phase, fraction, remaining, iteration, dual, gap, solved, solves}) {
      onProgress?.({phase, fraction, remaining, iteration, dual, gap, solved, solves});
    },
  };
  job.promise = new Promise((resolve, reject) => Object.assign(job, {resolve, reject}));
  return job;
}

function cancelled() {
  return new DOMException("Cancelled", "AbortError");
}

// bytesOf gives the bytes of data in a buffer of their own, which may be
// transferred to a worker without taking anything from the caller.
async function bytesOf(data) {
  if (data === undefined || data === null) {
    return null;
  }
  if (typeof data === "string") {
    return new TextEncoder().encode(data).buffer;
  }
  if (data instanceof Blob) { // a File is one
    return data.arrayBuffer();
  }
  if (data instanceof ArrayBuffer) {
    return data.slice(0);
  }
  if (ArrayBuffer.isView(data)) {
    return data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength);
  }
  throw new TypeError("data must be a File, a Blob, a string, an ArrayBuffer or a Uint8Array");
}
