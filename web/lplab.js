// The JavaScript API of lp Lab: experiments run in Web Workers, one at a time in
// each, and the page never waits. lplab.d.ts has the types and describes the methods,
// types/messages.d.ts has the messages between this file and a worker.
//
//   import {Lab} from "./lplab.js";
//   const lab = await Lab.start({workers: 2});
//   const report = await lab.run(spec, {data, onProgress, signal});
//   lab.close();

import {program, solver} from "./build.js"; // made by the build: the names of the program and of the solver's directory, which contain hashes of their contents
import {bytesOf, check, checkLimit, checkSize, jsonOf, newJob, optionsOf, textsOf, whenIdle} from "./jobs.js";
import {platform} from "./platform.js";
import {KernelWorkers, START_SECONDS, throwUnknown, WatchedWorker} from "./workers.js";

// A worker that has grown beyond this is replaced once it is idle: WebAssembly
// memory never shrinks, and freed blocks may not fit the next tensor.
const RETIRE_BYTES = 512 * 2 ** 20;

const lossMessages = {
  ended: "The browser ended the solver's worker, probably for lack of memory: try again, or use fewer training rows (model.subsample).",
  late: `The solver did not start within ${START_SECONDS} s, twice: reload the page, or restart the browser.`,
  unreadable: "The browser could not pass data to the solver: reload the page.",
};
const loadError = "The solver could not be loaded: check the connection and try again; if it fails again, reload the page.";

/**
 * @typedef {import("./types/messages.js").ToSolver} ToSolver
 * @typedef {import("./types/messages.js").FromSolver} FromSolver
 * @typedef {import("./types/messages.js").Answer} Answer
 * @typedef {import("./jobs.js").Job} Job
 * @typedef {import("./lplab.js").Lab} API
 * @typedef {WatchedWorker<ToSolver, FromSolver> & { kernels: KernelWorkers, model?: string, file?: Blob | null }} SolverWorker
 * @typedef {{ onReady: () => void, onFailure: (error: Error) => void, onAwake: () => void }} StartCallbacks which settle the lab's promises
 */

const noCallbacks = { onReady() {}, onFailure() {}, onAwake() {} };

/** A pool of solvers. Made by Lab.start. */
export class Lab {
  /** @type {Promise<WebAssembly.Module>} */
  #module = /** @type {any} */ (null); // the solver's program
  #directory = /** @type {URL} */ (/** @type {unknown} */ (null)); // of the workers' scripts
  #limit = 1; // how many jobs run at once
  /** @type {SolverWorker[]} */
  #idle = []; // workers that wait for a job
  /** @type {Map<SolverWorker, Job>} */
  #jobs = new Map(); // worker -> the job it runs
  /** @type {Job[]} */
  #queue = []; // jobs that wait for a worker
  #closed = false;
  #lastId = 0;
  /** @type {Promise<void>} */
  #awake = Promise.resolve();
  /** @type {Promise<void>} */
  #ready = Promise.resolve();
  /** @type {(error: Error) => void} */
  #fail = () => {}; // rejects ready, if it is not settled

  get awake() {
    return this.#awake;
  }

  get ready() {
    return this.#ready;
  }

  /**
   * Loads the solver and starts a worker. The others (one for each experiment that runs at
   * once, and a spare one that replaces a cancelled worker without delay) start when a job
   * needs them, or when the page is idle after the first answer.
   * @param {import("./lplab.js").StartOptions} [options]
   */
  static async start(options) {
    const lab = Lab.open(options);
    await lab.#ready;
    return lab;
  }

  /**
   * As start, but returns at once: calls wait until the worker has started.
   * @param {import("./lplab.js").StartOptions} [options]
   */
  static open(options) {
    const {workers = 1, base = "."} = optionsOf(options, "workers", "base");
    check("workers", workers, Number.isInteger(workers) && workers >= 1, "a whole number from 1");
    const root = new URL(String(base).replace(/[^/]$/, "$&/"), import.meta.url); // a directory
    check("base", root.href, [undefined, root.origin].includes(globalThis.origin), "a directory of the page's own origin, because browsers start workers only from there; copy the files of lp Lab to it"); // Node has no origin
    const lab = new Lab();
    lab.#limit = workers;
    // The page's own program is the same, and is compiled already.
    lab.#module = (globalThis.lplabProgram ?? platform.compile(new URL(program, root)))
      .catch(() => { throw new Error(loadError); });
    lab.#directory = new URL(solver, root);
    lab.#ready = new Promise((/** @type {() => void} */ onReady, onFailure) => {
      lab.#awake = new Promise((/** @type {() => void} */ onAwake) => lab.#add({onReady, onFailure: (lab.#fail = onFailure), onAwake}));
    });
    lab.#ready.catch(() => {}); // a waiting job gets the error, too
    return lab;
  }

  /** @type {API["run"]} */
  async run(spec, options) {
    const {data, onProgress, signal, allWeights = false, memoryBudget = 0, kernelWorkers = 0, warm = false} = optionsOf(options, "data", "onProgress", "signal", "allWeights", "memoryBudget", "kernelWorkers", "warm");
    check("kernelWorkers", kernelWorkers, Number.isInteger(kernelWorkers) && kernelWorkers >= 0 && kernelWorkers <= 16, "a whole number up to 16, or 0 for the default");
    checkSize("memoryBudget", memoryBudget);
    const answer = await this.#submit("done", {
      type: "run",
      spec: jsonOf(spec),
      options: {allWeights: Boolean(allWeights), memoryBudget, kernelWorkers, warm: Boolean(warm)},
    }, {data, onProgress, signal});
    const report = JSON.parse(answer.report);
    const {weights} = answer;
    if (!weights) return report;
    const holders = [report.weights].flat(); // the weights of one class after another
    for (const [k, holder] of holders.entries()) { // not enumerable, and therefore no part of the report's JSON
      const count = weights.length / holders.length;
      Object.defineProperty(holder, "values", {value: weights.subarray(k * count, (k + 1) * count), configurable: true});
    }
    return report;
  }

  /** @type {API["inspect"]} */
  async inspect(description, options) {
    const {data, onProgress, signal, columns = 0, name = ""} = optionsOf(options, "data", "onProgress", "signal", "columns", "name");
    checkLimit("columns", columns);
    // The decoder reads whole experiments; here any target will do.
    const spec = {data: description, target: (description?.source === "inline" && description.columns?.[0]) || "y"};
    const answer = await this.#submit("inspection", {type: "inspect", spec: jsonOf(spec), columns, name: String(name)}, {data, onProgress, signal});
    return JSON.parse(answer.inspection);
  }

  /** @type {API["encode"]} */
  async encode(document) {
    const answer = await this.#submit("linked", {type: "link", document: jsonOf(document)}, {});
    return answer.text;
  }

  /** @type {API["inline"]} */
  async inline(document, options) {
    const {data, signal} = optionsOf(options, "data", "signal");
    const answer = await this.#submit("inlined", {type: "inline", document: jsonOf(document)}, {data, signal});
    return JSON.parse(answer.document);
  }

  /** @type {API["decode"]} */
  async decode(text) {
    const {document, seconds} = await this.#submit("unlinked", {type: "unlink", text: String(text)}, {});
    return {document: JSON.parse(document), seconds};
  }

  /** @type {API["variants"]} */
  async variants(spec) {
    const answer = await this.#submit("variants", {type: "variants", spec: jsonOf(spec)}, {});
    return JSON.parse(answer.variants);
  }

  /** @type {API["solve"]} */
  solve(spec, options) {
    return this.run(spec, options);
  }

  /** @type {API["model"]} */
  async model(report, options) {
    const {data, onProgress, signal, repeat = true, selected = false} = optionsOf(options, "data", "onProgress", "signal", "repeat", "selected");
    check("report", report, Boolean(report?.result), "a report of lab.run");
    const answer = await this.#submit("model", {type: "model", spec: jsonOf(report.spec), digest: report.result.digest, repeat: Boolean(repeat), report: selected ? jsonOf(report) : ""}, {data, onProgress, signal});
    return JSON.parse(answer.model);
  }

  /**
   * @param {import("./lplab.js").ModelFile | string} model
   * @param {Partial<import("./lplab.js").PredictOptions>} [options]
   * @returns {Promise<any>}
   */
  async predict(model, options) {
    const {data, signal, format = "json", limit = 0, errors = false} = optionsOf(options, "data", "signal", "format", "limit", "errors");
    check("data", data, data !== undefined && data !== null, "the file of the rows to predict");
    check("format", format, ["json", "csv"].includes(format), '"json" or "csv"');
    checkLimit("limit", limit);
    const {predictions} = await this.#submit("predicted", {type: "predict", model: jsonOf(model, "the model"), format, limit, errors: Boolean(errors)}, {data, signal});
    return format === "csv" ? predictions : JSON.parse(predictions);
  }

  /** @type {API["code"]} */
  async code(model, language) {
    return (await this.#submit("code", {type: "code", model: jsonOf(model, "the model"), language: String(language)}, {})).text;
  }

  /** @type {API["figure"]} */
  async figure(report, name, options) {
    const given = optionsOf(options, ...figureOptions);
    const answer = await this.#submit("figure", {type: "figure", reports: textsOf(report), name: String(name), options: checkFigureOptions(given)}, given);
    return answer.text;
  }

  /** @type {API["dependence"]} */
  async dependence(model, columns, options) {
    const given = optionsOf(options, "data", ...figureOptions);
    const answer = await this.#submit("figure", {type: "dependence", model: jsonOf(model, "the model"), columns: [columns].flat().map(String), options: checkFigureOptions(given)}, given);
    return answer.text;
  }

  /** @type {API["figures"]} */
  async figures(report, options) {
    const {signal} = optionsOf(options, "signal");
    const answer = await this.#submit("figures", {type: "figures", reports: textsOf(report)}, {signal});
    return JSON.parse(answer.figures);
  }

  /** @type {API["comparison"]} */
  async comparison(reports) {
    const answer = await this.#submit("comparison", {type: "comparison", reports: textsOf(reports)}, {});
    return JSON.parse(answer.comparison);
  }

  /** Ends every worker and frees their memory. What still runs is rejected. */
  close() {
    this.#closed = true;
    const jobs = [...this.#jobs.values(), ...this.#queue];
    for (const worker of [...this.#jobs.keys(), ...this.#idle]) {
      end(worker);
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

  /**
   * Queues a request and waits for its answer.
   * @template {keyof import("./types/messages.js").Answers} T
   * @param {T} answer the type of the answer
   * @param {import("./types/messages.js").Request} request
   * @param {import("./lplab.js").RunOptions} options
   * @returns {Promise<Answer & { type: T }>}
   */
  async #submit(answer, request, {data, onProgress, signal}) {
    check("onProgress", onProgress, !onProgress || typeof onProgress === "function", "a function");
    check("signal", signal, !signal || "addEventListener" in Object(signal), "an AbortSignal");
    if (signal?.aborted) {
      throw signal.reason;
    }
    if (this.#closed) {
      throw new Error("The lab was closed.");
    }
    const job = newJob({...request, id: ++this.#lastId, data: bytesOf(data)}, onProgress);
    const abort = () => this.#cancel(job, signal?.reason);
    signal?.addEventListener("abort", abort, {once: true});
    this.#queue.push(job);
    this.#dispatch();
    try {
      return /** @type {Answer & { type: typeof answer }} */ (await job.promise);
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
      const job = /** @type {Job} */ (this.#queue.shift());
      const worker = this.#take(job);
      this.#jobs.set(worker, job);
      this.#send(worker, job);
    }
  }

  /** @type {(job: Job) => SolverWorker} Takes an idle worker: the one that has read the job's file, because reading may take seconds; otherwise the first one for a run and the last one for other requests. */
  #take({request}) {
    const [data] = [request.data].flat();
    const file = data instanceof Blob ? data : null;
    const reader = file ? this.#idle.findIndex((worker) => worker.file === file) : -1;
    const inTurn = ["run", "model"].includes(request.type) ? 0 : -1;
    const [worker] = this.#idle.splice(reader >= 0 ? reader : inTurn, 1);
    if (["run", "inspect"].includes(request.type)) worker.file = file;
    return worker;
  }

  /**
   * Posts a job's request. It follows the message that brings the program: a worker starts while that is still
   * compiled. One that has not started may be replaced, so the data stay here for the other. A worker keeps the
   * model file of the last request, which may be large; the same file is not sent again.
   * @param {SolverWorker} worker
   * @param {Job} job
   */
  #send(worker, {request}) {
    const message = "model" in request && request.model === worker.model ? {...request, model: ""} : request;
    worker.model = "model" in request ? request.model : worker.model;
    this.#module.then(() => worker.post(message, worker.started && request.data instanceof ArrayBuffer ? [request.data] : []), () => {});
  }

  /** @type {(job: Job, error: Error) => void} */
  #cancel(job, error) {
    this.#queue = this.#queue.filter((queued) => queued !== job);
    for (const [worker, active] of this.#jobs) {
      if (active === job) {
        this.#replace(worker);
      }
    }
    job.reject(error);
    this.#dispatch();
  }

  /**
   * Starts a worker. It can get a job at once, because its messages are queued. isFirst is false if it replaces a late worker.
   * @param {StartCallbacks} callbacks
   * @returns {SolverWorker}
   */
  #add(callbacks = noCallbacks, isFirst = true) {
    const {onReady, onFailure, onAwake} = callbacks;
    const handleFailure = (/** @type {string} */ message) => {
      const job = this.#jobs.get(worker);
      const error = new Error(message);
      onFailure(error);
      job?.reject(error);
      this.#forget(worker);
      if (worker.started) { // one that could not start would fail again and again
        this.#add();
      }
      this.#dispatch();
    };
    /** @type {WatchedWorker<ToSolver, FromSolver>} */
    const watchedWorker = new WatchedWorker(new URL("worker.js", this.#directory), {name: "lp Lab solver"}, {
      onStart: onReady,
      onMessage: (message) => {
        switch (message.type) {
          case "awake":
            onAwake();
            break;
          case "died":
            handleFailure(message.message);
            break;
          case "progress": {
            const job = this.#jobs.get(worker);
            job?.progress(message).catch((error) => this.#cancel(job, error));
            break;
          }
          case "start kernel":
            worker.kernels.start(message);
            break;
          case "end kernel":
            worker.kernels.end(message);
            break;
          default:
            if (!("id" in message)) {
              throwUnknown(message);
            }
            this.#settleJob(worker, message);
        }
      },
      onLoss: (why, detail) => {
        if (why === "late" && isFirst) {
          this.#restart(worker, callbacks);
        } else if (why === "error") {
          handleFailure(detail ? `The solver stopped unexpectedly (${detail}); this is a bug in lp Lab.` : loadError);
        } else {
          handleFailure(lossMessages[why]);
        }
      },
    });
    const worker = Object.assign(watchedWorker, {
      kernels: new KernelWorkers(new URL("kernel/worker.js", this.#directory), (message, transfer) => watchedWorker.post(message, transfer)),
    });
    this.#module.then((module) => worker.start({module}), (error) => handleFailure(error.message));
    this.#idle.push(worker);
    return worker;
  }

  /** @type {(worker: SolverWorker, callbacks: StartCallbacks) => void} Gives the job of a worker that did not start to another one. */
  #restart(worker, callbacks) {
    const job = this.#jobs.get(worker);
    this.#forget(worker);
    const other = this.#add(callbacks, false);
    if (job) {
      this.#idle.pop();
      this.#jobs.set(other, job);
      this.#send(other, job);
    }
  }

  /** @type {(worker: SolverWorker, message: Answer) => void} Settles a worker's job and makes the worker available again. */
  #settleJob(worker, message) {
    const job = /** @type {Job} */ (this.#jobs.get(worker));
    if (message.memory > RETIRE_BYTES && job.request.type !== "inspect") { // a run on the same file follows
      this.#replace(worker);
    } else {
      this.#jobs.delete(worker);
      // It becomes the first one after a run, because the next run may need the tensor that it has built.
      this.#idle[job.request.type === "run" ? "unshift" : "push"](worker);
    }
    if (message.type === "error") {
      job.reject(Object.assign(new Error(message.message), message.refusal && {refusal: JSON.parse(message.refusal)}));
    } else {
      job.resolve(message);
    }
    this.#dispatch();
    whenIdle(() => this.#fill()); // the page has drawn the answer by then
  }

  // #fill starts the workers that are not there yet, one of them to spare.
  #fill() {
    while (!this.#closed && this.#idle.length + this.#jobs.size <= this.#limit) {
      this.#add();
    }
  }

  /** @type {(worker: SolverWorker) => void} Ends a worker, its memory with it, and starts another. */
  #replace(worker) {
    this.#forget(worker);
    this.#add();
  }

  /** @param {SolverWorker} worker */
  #forget(worker) {
    end(worker);
    this.#jobs.delete(worker);
    this.#idle = this.#idle.filter((other) => other !== worker);
  }
}

/** @type {(keyof import("./lplab.js").FigureOptions)[]} */
const figureOptions = ["format", "theme", "width", "height", "class", "signal"];

/** @type {(options: import("./lplab.js").FigureOptions) => import("./types/messages.js").Drawn} Checks the options of a figure and sets the defaults. */
function checkFigureOptions({format = "svg", theme = "", width = 0, height = 0, class: className = ""}) {
  check("format", format, ["svg", "csv"].includes(format), '"svg" or "csv"');
  check("theme", theme, ["", "light", "dark", "page"].includes(theme), '"light", "dark", "page" for that of the page around it, or "" for the browser\'s');
  for (const [name, size] of Object.entries({width, height})) {
    check(name, size, typeof size === "number" && size >= 0 && size <= 10_000, "a number up to 10,000, or 0 for the default");
  }
  return {format, theme, width, height, class: className};
}

/** @type {(worker: SolverWorker) => void} Ends a worker and those that it works with. */
function end(worker) {
  worker.terminate();
  worker.kernels.endAll();
}
