// How fast lp Lab is on this device: the tensor work of the kernel workers
// against the device's own limits, and whole experiments against the papers.
// The page (benchview.js) and make bench (test/bench.mjs) both measure with this;
// the cases are those of the command line (app/bench), in bench.json.

import { messageOf } from "./dom.js";
import { solver } from "./build.js";
import { KernelWorker } from "./workers.js";

/** @import { Case, CaseProgress, Figures, Kind, Labs, Options, Row } from "./types/bench.js" */
/** @import { Evaluate, FromKernel, ToKernel } from "./types/messages.js" */

const directory = new URL(`${solver}kernel/`, import.meta.url); // of the kernel workers
const LIMIT_POINTS = 150; // of the tensor that is read: 177 MB, more than the caches contain
const ADD_ROUNDS = 1 << 20;
const ADD_FLOPS = 48; // of one round; see wasm/kernel/limits.ts
const FEWEST_TURNS = 5; // the best counts: other programs run on the device, too
const MOST_TURNS = 50;
const TURN_SECONDS = 2; // after which no more turns begin
const SHORT_SECONDS = 2; // seconds: a run that takes longer is measured once
const FEWEST_RUNS = 3; // shorter runs are measured at least this often and until TURN_SECONDS are over; the best counts

/** The cases that `measure` would measure. @returns {Promise<Case[]>} */
export async function cases({ gigabytes = false, large = false, file = null, only = "" } = {}) {
  /** @type {Case[]} */
  const all = await (await fetch(new URL("./bench.json", import.meta.url))).json();
  const sizes = ["", ...(gigabytes ? ["gigabytes"] : []), ...(large ? ["large"] : [])];
  return all.filter((c) => (only ? c.id === only || (only.endsWith("-") && c.id.startsWith(only)) : sizes.includes(c.size ?? "") && (!c.file || file)));
}

/**
 * Measures cases one after another and yields a row for each figure. Rejects with an "AbortError" when the signal aborts.
 * @param {Case[]} cases
 * @param {{ Lab: Labs, file?: Options["file"], signal?: AbortSignal, onProgress?: (progress: CaseProgress) => void }} options
 * @returns {AsyncGenerator<Row, void>}
 */
export async function* measure(cases, { Lab, file = null, signal, onProgress = () => {} }) {
  for (const c of cases) {
    const options = /** @type {Options} */ ({ Lab, file, signal, onProgress: (fraction) => onProgress({ case: c, fraction }) });
    options.onProgress(0);
    /** @type {Figures[]} */
    let rows;
    try {
      rows = await kinds[c.kind](c, options);
    } catch (error) {
      if (signal?.aborted) throw error;
      rows = [{ failed: messageOf(error) }];
    }
    for (const { part, ...row } of rows) {
      yield { what: c.what, target: c.target, paper: c.paper, ...row, id: part ? `${c.id}-${part}` : c.id };
    }
  }
}

/** @type {Record<Kind, (c: Case, options: Options) => Promise<Figures[]>>} */
const kinds = {
  /** The limits of the device, measured in one worker. */
  limits: (c, options) => withKernels(1, options, async (kernels) => {
    await kernels.build({ n: LIMIT_POINTS, d: 4, degree: 2 });
    const [one, four, add] = await measureInTurns(() => kernels.read(false), () => kernels.read(true), () => kernels.multiplyAdd());
    return [
      rate("read", "Reading memory, one core", 8 * rank(LIMIT_POINTS), "GB/s", fasterOf(one, four)),
      rate("add", "Multiplying and adding, one core", ADD_FLOPS * ADD_ROUNDS, "GFlop/s", add),
    ];
  }),

  build: ({ n, d, degree, workers }, options) => withEach(workers, options, async (kernels, count) => {
    const [durations, add] = await measureInTurns(() => kernels.build({ n, d, degree }), () => kernels.multiplyAdd());
    const what = `Building the tensor, n = ${n}, d = ${d}, degree ${degree}, ${cores(count)}`;
    return [withLimit(rate(count, what, 2 * d * rank(n), "GFlop/s", durations),
      "multiplying and adding", (count * ADD_FLOPS * ADD_ROUNDS) / best(add) / 1e9)];
  }),

  contract: ({ n, workers }, options) => withEach(workers, options, async (kernels, count) => {
    await kernels.build({ n, d: 4, degree: 2 });
    const alpha = numbers(n);
    const [both, alone, one, four] = await measureInTurns(
      () => kernels.all({ type: "contract", alpha, hessian: true }, "contracted"),
      () => kernels.all({ type: "contract", alpha, hessian: false }, "contracted"),
      () => kernels.read(false), () => kernels.read(true));
    const limit = (8 * rank(n)) / best(fasterOf(one, four)) / 1e9;
    const row = (/** @type {string} */ part, /** @type {string} */ what, /** @type {number[]} */ durations) =>
      withLimit(rate(`${part}-${count}`, `A pass over the tensor, n = ${n}, ${what}, ${cores(count)}`, 8 * rank(n), "GB/s", durations), "reading", limit);
    return [row("hessian", "with the Hessian", both), row("omega", "gradient alone", alone)];
  }),

  /** Predictions by the exponential tensor kernel. */
  predict: ({ n, d, rows, workers }, options) => withEach(workers, options, async (kernels, count) => {
    /** @type {Message} */
    const message = { type: "evaluate", x: numbers(n * d), n, d, kernel: { kind: "exponential" }, alphas: numbers(n) };
    const all = numbers(rows * d), cuts = Array.from({ length: count + 1 }, (_, w) => d * Math.floor(rows * w / count));
    const parts = cuts.slice(1).map((to, w) => all.slice(cuts[w], to));
    const [durations] = await measureInTurns(() => kernels.all(message, "evaluated", parts));
    return [{ part: count, what: `Predicting ${rows} rows, n = ${n}, d = ${d}, exponential, ${cores(count)}`, ...time(durations) }];
  }),

  /** A whole experiment, from its text to its report, each time by a solver that has built nothing. */
  async run({ spec, file: ofFile }, { Lab, file, signal, onProgress }) {
    const durations = /** @type {number[]} */ ([]);
    const start = performance.now();
    let text = "";
    while (!durations.some((t) => t > SHORT_SECONDS) && (durations.length < FEWEST_RUNS || durations.length < MOST_TURNS && performance.now() - start < 1e3 * TURN_SECONDS)) {
      await withLab(Lab, async (lab) => {
        const began = performance.now();
        const report = await lab.run(spec, { data: (ofFile && file) || undefined, signal, onProgress: (p) => onProgress(p.phase === "build" ? p.fraction : 0) });
        durations.push((performance.now() - began) / 1e3);
        text = detail(report);
      });
    }
    return [{ ...time(durations), detail: text }];
  },

  /** The steps of gamma's slider, each from the solution before. */
  slide: ({ spec, steps, decades }, { Lab, signal, onProgress }) => withLab(Lab, async (lab) => {
    const { gamma = 1 } = await lab.run(spec, { signal });
    const durations = [];
    for (let i = 1; i <= steps; i++) {
      const began = performance.now();
      const step = { ...spec, model: { ...spec.model, gamma: gamma * 10 ** ((-decades * i) / steps) } };
      const { status } = await lab.run(step, { warm: true, allWeights: true, signal });
      if (status !== "converged") throw new Error(`A step ended with status ${status}.`);
      durations.push((performance.now() - began) / 1e3);
      onProgress(i / steps);
    }
    return [{ value: median(durations), unit: "s", detail: `median of ${steps} steps` }];
  }),

  /** Experiments by every strategy that can hold them: the time of the automatic choice divided by that of the best. */
  async choice({ each }, { Lab, signal, onProgress }) {
    const worst = { value: 0, unit: "of the best", detail: "" };
    for (const [i, { name, spec }] of each.entries()) {
      const seconds = /** @type {Record<string, number>} */ ({});
      let chosen = "";
      for (const strategy of /** @type {const} */ (["auto", "features", "tensor"])) {
        const solver = { ...spec.solver, strategy };
        seconds[strategy] = Infinity;
        for (let turn = 0; turn < (strategy === "auto" ? 1 : FEWEST_RUNS); turn++) {
          const report = await withLab(Lab, (lab) => lab.run({ ...spec, solver }, { signal }).catch(() => signal?.throwIfAborted()));
          if (!report) break; // the case is too large for this strategy
          if (strategy === "auto") chosen = report.solver.strategy;
          else seconds[strategy] = Math.min(seconds[strategy], report.solver.seconds.build + report.solver.seconds.solve);
        }
      }
      const value = seconds[chosen] / Math.min(seconds.features, seconds.tensor);
      if (value > worst.value) {
        Object.assign(worst, { value, detail: `${name}, where ${chosen} is chosen` });
      }
      onProgress((i + 1) / each.length);
    }
    return [worst];
  },
};

/** Calls act with a new lab. @template T @param {Labs} Lab @param {(lab: import("./lplab.js").Lab) => Promise<T>} act */
async function withLab(Lab, act) {
  const lab = await Lab.start();
  try {
    return await act(lab);
  } finally {
    lab.close();
  }
}

/** Calls act with a number of kernel workers. @template T @param {number} count @param {Options} options @param {(kernels: Kernels, count: number) => Promise<T>} act */
async function withKernels(count, options, act) {
  const kernels = await Kernels.start(count, options);
  try {
    return await act(kernels, count);
  } finally {
    kernels.close();
  }
}

/** Calls act with each number of workers up to the number of processors, and returns all rows. @param {number[]} counts @param {Options} options @param {(kernels: Kernels, count: number) => Promise<Figures[]>} act */
async function withEach(counts, options, act) {
  const rows = /** @type {Figures[]} */ ([]);
  for (const count of counts.filter((w) => w <= navigator.hardwareConcurrency)) rows.push(...await withKernels(count, options, act));
  return rows;
}

/** @typedef {Exclude<ToKernel, Evaluate> | Omit<Evaluate, "rows">} Message */

/** Kernel workers without a solver. */
class Kernels {
  #workers = /** @type {{ worker: KernelWorker, port?: MessagePort }[]} */ ([]);
  /** @type {(error: Error) => void} Ends the wait for an answer. */
  #fail = () => {};
  /** @type {AbortSignal | undefined} */
  #signal;
  #abort = () => this.#fail(this.#signal?.reason);

  /** @param {number} count @param {Options} options */
  static async start(count, { signal }) {
    signal?.throwIfAborted();
    const kernels = new Kernels();
    const module = await WebAssembly.compileStreaming(fetch(new URL("kernel.wasm", directory)));
    kernels.#signal = signal;
    signal?.addEventListener("abort", kernels.#abort);
    await kernels.#wait(count, (i, resolve, reject) => {
      const worker = new KernelWorker(new URL("worker.js", directory), module, {
        onStart(port) {
          kernels.#workers[i].port = port;
          resolve();
        },
        onLoss: (why) => reject(new Error(`A kernel worker is lost: ${why}.`)),
      });
      kernels.#workers.push({ worker });
    });
    return kernels;
  }

  /** Builds the tensor of a polynomial kernel over n points, about 16 shards of whole rows. @param {Pick<Case, "n" | "d" | "degree">} tensor */
  build({ n, d, degree }) {
    const cuts = Array.from({ length: 17 }, (_, s) => Math.round(n * (s / 16) ** 0.25));
    const shards = cuts.slice(1).map((points, s) => ({ from: rank(cuts[s]), to: rank(points), points, held: true }))
      .filter(({ from, to }) => from < to);
    return this.all({ type: "build", x: numbers(n * d), n, d, kernel: { kind: "power", degree }, shards }, "built");
  }

  /** Reads the entries of all workers. @param {boolean} fourStreams */
  read(fourStreams) {
    return this.all({ type: "read", fourStreams }, "was read");
  }

  multiplyAdd() {
    return this.all({ type: "compute", rounds: ADD_ROUNDS }, "was computed");
  }

  /** Sends a message to all workers, each with its shards or rows, and returns the seconds until the last answer. @param {Message} message @param {FromKernel["type"]} answer @param {Float64Array[]} rows */
  async all(message, answer, rows = []) {
    const began = performance.now();
    await this.#wait(this.#workers.length, (i, resolve, reject) => {
      const { port } = this.#workers[i];
      if (!port) return;
      port.onmessage = (/** @type {MessageEvent<FromKernel>} */ { data }) => {
        if (data.type === answer) {
          resolve();
        } else if (data.type === "memory") {
          reject(new Error("The browser has no memory for this."));
        } else if (data.type !== "progress") {
          reject(new Error(`The kernel worker failed (${data.type === "failed" ? data.message : data.type}).`));
        }
      };
      const shards = message.type === "build" ? message.shards.filter((_, s) => s % this.#workers.length === i) : undefined;
      port.postMessage({ ...message, shards, rows: rows[i] });
    });
    return (performance.now() - began) / 1e3;
  }

  // #wait waits for each of count actions to resolve; an abort, or a worker that is lost, ends it.
  /** @param {number} count @param {(i: number, resolve: () => void, reject: (error: Error) => void) => void} act @returns {Promise<void>} */
  #wait(count, act) {
    return new Promise((resolve, reject) => {
      this.#fail = reject;
      Promise.all(Array.from({ length: count }, (_, i) => new Promise((/** @type {(value?: void) => void} */ resolve) => act(i, resolve, (error) => this.#fail(error))))).then(() => resolve());
    });
  }

  close() {
    this.#signal?.removeEventListener("abort", this.#abort);
    this.#workers.forEach(({ worker }) => worker.terminate());
  }
}

/** Entries of the packed tensor of order 4 over n points. */
const rank = (/** @type {number} */ n) => (n * (n + 1) * (n + 2) * (n + 3)) / 24;

const numbers = (/** @type {number} */ length) => Float64Array.from({ length }, () => Math.random() - 0.5);

const best = (/** @type {number[]} */ durations) => Math.min(...durations);

const median = (/** @type {number[]} */ durations) => durations.toSorted((a, b) => a - b)[durations.length >> 1];

/** The best of some times, for a row. */
const time = (/** @type {number[]} */ durations) => ({ value: best(durations), unit: "s", median: median(durations), turns: durations.length });

const fasterOf = (/** @type {number[]} */ a, /** @type {number[]} */ b) => (best(a) < best(b) ? a : b);

/**
 * Measures several works in turns, so that other programs on the device affect all of them alike. Gives the seconds
 * of each work by turn.
 * @param {...() => Promise<number>} works
 */
async function measureInTurns(...works) {
  const samples = works.map(() => /** @type {number[]} */ ([]));
  const began = performance.now();
  for (let turn = 0; turn < FEWEST_TURNS || turn < MOST_TURNS && performance.now() - began < 1e3 * TURN_SECONDS; turn++) {
    for (const [i, work] of works.entries()) samples[i].push(await work());
  }
  return samples;
}

/** The row of some work, in units of 10^9 a second. @param {string | number} part @param {string} what @param {number} work @param {string} unit @param {number[]} durations */
const rate = (part, what, work, unit, durations) =>
  ({ part, what, value: work / best(durations) / 1e9, unit, median: work / median(durations) / 1e9, turns: durations.length });

/**
 * The row with its share of a limit, which is at most 1: a rate above the measured limit is itself the limit.
 * @param {ReturnType<typeof rate>} row @param {string} limit @param {number} most
 */
const withLimit = (row, limit, most) => ({ ...row, limit, share: row.value / Math.max(row.value, most) });

const cores = (/** @type {number} */ count) => (count === 1 ? "one core" : `${count} cores`);

/** @param {import("./lplab.js").Report} report */
function detail({ status, solver, objective }) {
  const { build, solve } = solver.seconds;
  return `${solver.strategy}, built in ${build.toFixed(2)} s, solved in ${solve.toFixed(2)} s with ${solver.passes} ${solver.passes === 1 ? "pass" : "passes"}` +
    (status === "converged" ? "" : `, not converged: ${status}, relative gap ${objective.relativeGap.toPrecision(1)}`);
}

// -- in words ---------------------------------------------------------------------

/** A time in two or three digits: "31 ms", "0.34 s", "5.2 s", "139 s". */
export function seconds(/** @type {number} */ t) {
  if (t < 0.0995) return `${Number((1e3 * t).toPrecision(2))} ms`;
  return `${t.toFixed(t < 0.995 ? 2 : t < 99.5 ? 1 : 0)} s`;
}

/** The value of a row, or the error if it has none. */
export const figure = (/** @type {Figures} */ { value = NaN, unit, failed }) => failed ?? (unit === "s" ? seconds(value) : `${value.toFixed(1)} ${unit}`);

/** The median of a row's turns, of which its value is the best. */
export const spread = (/** @type {Figures} */ { median, turns = 1, unit }) => (turns > 1 ? `best of ${turns}, median ${figure({ value: median, unit })}` : "");

/** The limit that a row's value is compared with, the spread of its turns, and its detail. */
export function note(/** @type {Figures} */ row) {
  if (row.failed) return "";
  return [row.share && `${Math.round(100 * row.share)} % of ${row.limit}`, spread(row), row.detail].filter(Boolean).join("; ");
}

/** The time in the paper, and its ratio to the measured one. */
export function paperTime(/** @type {Row} */ { paper, value = NaN, failed }) {
  if (!paper) return "";
  const times = (/** @type {number} */ ratio) => `, ${Number(ratio.toPrecision(2)).toLocaleString("en-US")} times`;
  const ratio = paper.seconds / value;
  const comparison = failed ? "" : ratio >= 1 ? `${times(ratio)} faster` : `${times(1 / ratio)} slower`;
  return `${paper.text} ${paper.source}${comparison}`;
}

/** A table in Markdown; head and rows are lists of cells. @param {string[]} head @param {unknown[][]} rows */
export function table(head, rows) {
  const line = (/** @type {unknown[]} */ cells) => `| ${cells.map((cell) => String(cell ?? "").replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n") + "\n";
}
