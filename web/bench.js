// How fast lp Lab is on this device: the tensor work of the kernel workers
// against the device's own limits, and whole experiments against the papers.
// The page (benchview.js) and make bench (test/bench.mjs) both measure with this;
// the cases are those of the command line (app/bench), in bench.json.

import { solver } from "./build.js";
import { KernelWorker } from "./workers.js";

const directory = new URL(`${solver}kernel/`, import.meta.url); // of the kernel workers
const ADD_ROUNDS = 1 << 22;
const ADD_FLOPS = 48; // of one round; see wasm/kernel/limits.ts
const TURNS = 5; // the best counts: other programs run on the device, too
const SHORT = 2; // seconds: a run that takes longer is measured once
const REPEATED = 3; // of shorter ones the best counts

/** The cases that `measure` would measure. */
export async function cases({ gigabytes = false, large = false, file = null, only = "" } = {}) {
  const all = await (await fetch(new URL("./bench.json", import.meta.url))).json();
  const sizes = ["", ...(gigabytes ? ["gigabytes"] : []), ...(large ? ["large"] : [])];
  return all.filter((c) => (only ? c.id === only || (only.endsWith("-") && c.id.startsWith(only)) : sizes.includes(c.size ?? "") && (!c.file || file)));
}

/**
 * Measures cases one after another and yields a row for each figure:
 * {id, what, value, unit ("s", "GB/s", "GFlop/s", or what value is a multiple of), share, limit (what share is a
 * share of), detail, target (seconds), paper, failed (why there is no value)}.
 * file: the bytes of the cases that need a file. onProgress hears {case, fraction}.
 * Rejects with an "AbortError" when the signal aborts.
 */
export async function* measure(cases, { Lab, file = null, signal, onProgress = (_told) => {} }) {
  for (const c of cases) {
    const options = { Lab, file, signal, onProgress: (fraction) => onProgress({ case: c, fraction }) };
    options.onProgress(0);
    let rows;
    try {
      rows = await kinds[c.kind](c, options);
    } catch (error) {
      if (signal?.aborted) throw error;
      rows = [{ failed: error.message }];
    }
    for (const { part, ...row } of rows) {
      yield { what: c.what, target: c.target, paper: c.paper, ...row, id: part ? `${c.id}-${part}` : c.id };
    }
  }
}

const kinds = {
  /** Of one worker. */
  async limits(c, options) {
    const kernels = await Kernels.start(1, options);
    try {
      await kernels.build({ n: 150, d: 4, degree: 2 });
      const read = await best(TURNS, () => kernels.all({ type: "read" }, "was read"));
      const add = await best(TURNS, () => kernels.all({ type: "compute", rounds: ADD_ROUNDS }, "was computed"));
      return [
        { part: "read", what: "Reading memory, one core", value: (8 * rank(150)) / read / 1e9, unit: "GB/s" },
        { part: "add", what: "Multiplying and adding, one core", value: (ADD_FLOPS * ADD_ROUNDS) / add / 1e9, unit: "GFlop/s" },
      ];
    } finally {
      kernels.close();
    }
  },

  async build({ n, d, degree, workers }, options) {
    const rows = [];
    for (const count of workers.filter((w) => w <= navigator.hardwareConcurrency)) {
      const kernels = await Kernels.start(count, options);
      try {
        let [took, add] = [Infinity, Infinity];
        for (let i = 0; i < TURNS; i++) { // in turns: what the device has to give comes and goes
          took = Math.min(took, await kernels.build({ n, d, degree }));
          add = Math.min(add, await kernels.all({ type: "compute", rounds: ADD_ROUNDS }, "was computed"));
        }
        const [value, limit] = [(2 * d * rank(n)) / took / 1e9, (count * ADD_FLOPS * ADD_ROUNDS) / add / 1e9];
        rows.push({
          part: count, what: `Building the tensor, n = ${n}, d = ${d}, degree ${degree}, ${cores(count)}`,
          value, unit: "GFlop/s", share: value / limit, limit: "multiplying and adding",
        });
      } finally {
        kernels.close();
      }
    }
    return rows;
  },

  async contract({ n }, options) {
    const kernels = await Kernels.start(1, options);
    try {
      await kernels.build({ n, d: 4, degree: 2 });
      const alpha = numbers(n);
      let [both, alone, read] = [Infinity, Infinity, Infinity];
      for (let i = 0; i < TURNS; i++) {
        both = Math.min(both, await kernels.all({ type: "contract", alpha, hessian: true }, "contracted"));
        alone = Math.min(alone, await kernels.all({ type: "contract", alpha, hessian: false }, "contracted"));
        read = Math.min(read, await kernels.all({ type: "read" }, "was read"));
      }
      const row = (part, what, took) => ({
        part, what: `A pass over the tensor, n = ${n}, ${what}, one core`,
        value: (8 * rank(n)) / took / 1e9, unit: "GB/s", share: read / took, limit: "reading",
      });
      return [row("hessian", "with the Hessian", both), row("omega", "gradient alone", alone)];
    } finally {
      kernels.close();
    }
  },

  /** A whole experiment, from its text to its report, each time by a solver that has built nothing. */
  async run({ spec }, { Lab, file, signal, onProgress }) {
    let least = Infinity;
    let report;
    for (let i = 0; i < REPEATED; i++) {
      const lab = await Lab.start();
      try {
        const began = performance.now();
        report = await lab.run(spec, { data: file, signal, onProgress: (p) => onProgress(p.phase === "build" ? p.fraction : 0) });
        const took = (performance.now() - began) / 1e3;
        least = Math.min(least, took);
        if (took > SHORT) break;
      } finally {
        lab.close();
      }
    }
    return [{ value: least, unit: "s", detail: detail(report) }];
  },

  /** The steps of gamma's slider, each from the solution before. */
  async slide({ spec, steps, decades }, { Lab, signal, onProgress }) {
    const lab = await Lab.start();
    try {
      const { gamma } = await lab.run(spec, { signal });
      const took = [];
      for (let i = 1; i <= steps; i++) {
        const began = performance.now();
        const step = { ...spec, model: { ...spec.model, gamma: gamma * 10 ** ((-decades * i) / steps) } };
        const { status } = await lab.run(step, { warm: true, allWeights: true, signal });
        if (status !== "converged") throw new Error(`A step ended with status ${status}.`);
        took.push((performance.now() - began) / 1e3);
        onProgress(i / steps);
      }
      took.sort((a, b) => a - b);
      return [{ value: took[steps >> 1], unit: "s", detail: `median of ${steps} steps` }];
    } finally {
      lab.close();
    }
  },

  /** Experiments by every strategy that can hold them: how much longer the automatic choice takes than the best. */
  async choice({ each }, { Lab, signal, onProgress }) {
    const worst = { value: 0, unit: "of the best" };
    for (const [i, { name, spec }] of each.entries()) {
      const seconds = {};
      let chosen;
      for (const strategy of ["auto", "features", "tensor"]) {
        const solver = { ...spec.solver, strategy };
        seconds[strategy] = Infinity;
        for (let turn = 0; turn < REPEATED; turn++) {
          const lab = await Lab.start();
          try {
            const report = await lab.run({ ...spec, solver }, { signal });
            if (strategy === "auto") {
              chosen = report.solver.strategy;
              break;
            }
            seconds[strategy] = Math.min(seconds[strategy], report.solver.seconds.build + report.solver.seconds.solve);
          } catch {
            signal?.throwIfAborted();
            break; // this strategy cannot hold the case
          } finally {
            lab.close();
          }
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

/** Kernel workers without a solver. */
class Kernels {
  #workers = []; // {worker, port}
  #fail; // ends the wait for an answer
  #signal;
  #abort = () => this.#fail?.(this.#signal.reason);

  static async start(count, { signal }) {
    signal?.throwIfAborted();
    const kernels = new Kernels();
    const module = await WebAssembly.compileStreaming(fetch(new URL("kernel.wasm", directory)));
    kernels.#signal = signal;
    signal?.addEventListener("abort", kernels.#abort);
    await kernels.#wait(count, (i, resolve, reject) => {
      const worker = new KernelWorker(new URL("worker.js", directory), module, {
        started(port) {
          kernels.#workers[i].port = port;
          resolve();
        },
        lost: (why) => reject(new Error(`A kernel worker is lost: ${why}.`)),
      });
      kernels.#workers.push({ worker });
    });
    return kernels;
  }

  /** Builds the tensor of a polynomial kernel over n points, about 16 shards of whole rows. */
  build({ n, d, degree }) {
    const cuts = Array.from({ length: 17 }, (_, s) => Math.round(n * (s / 16) ** 0.25));
    const shards = cuts.slice(1).map((points, s) => ({ from: rank(cuts[s]), to: rank(points), points, held: true }))
      .filter(({ from, to }) => from < to);
    return this.all({ type: "build", x: numbers(n * d), n, d, kernel: { kind: "power", degree }, shards }, "built");
  }

  /** Sends a message to all workers, to each with its shards, and gives the seconds until the last has answered. */
  async all(message, answer) {
    const began = performance.now();
    await this.#wait(this.#workers.length, (i, resolve, reject) => {
      const { port } = this.#workers[i];
      port.onmessage = ({ data }) => {
        if (data.type === answer) {
          resolve();
        } else if (data.type === "memory") {
          reject(new Error("The browser has no memory for this."));
        } else if (data.type !== "progress") {
          reject(new Error(`The kernel worker failed (${data.message}).`));
        }
      };
      const shards = message.shards?.filter((_, s) => s % this.#workers.length === i);
      port.postMessage({ ...message, shards });
    });
    return (performance.now() - began) / 1e3;
  }

  // #wait waits for each of count actions to resolve; an abort, or a worker that is lost, ends it.
  #wait(count, act) {
    return new Promise((resolve, reject) => {
      this.#fail = reject;
      Promise.all(Array.from({ length: count }, (_, i) => new Promise((resolve) => act(i, resolve, (error) => this.#fail(error))))).then(resolve);
    });
  }

  close() {
    this.#signal?.removeEventListener("abort", this.#abort);
    this.#workers.forEach(({ worker }) => worker.terminate());
  }
}

/** Entries of the packed tensor of order 4 over n points. */
const rank = (n) => (n * (n + 1) * (n + 2) * (n + 3)) / 24;

const numbers = (length) => Float64Array.from({ length }, () => Math.random() - 0.5);

async function best(times, work) {
  let least = Infinity;
  for (let i = 0; i < times; i++) least = Math.min(least, await work());
  return least;
}

const cores = (count) => (count === 1 ? "one core" : `${count} cores`);

function detail({ status, solver, objective }) {
  const { build, solve } = solver.seconds;
  return `${solver.strategy}, built in ${build.toFixed(2)} s, solved in ${solve.toFixed(2)} s with ${solver.passes} ${solver.passes === 1 ? "pass" : "passes"}` +
    (status === "converged" ? "" : `, not converged: ${status}, relative gap ${objective.relativeGap.toPrecision(1)}`);
}

// -- in words ---------------------------------------------------------------------

/** A time in two or three digits: "31 ms", "0.34 s", "5.2 s", "139 s". */
export function seconds(t) {
  if (t < 0.0995) return `${Number((1e3 * t).toPrecision(2))} ms`;
  return `${t.toFixed(t < 0.995 ? 2 : t < 99.5 ? 1 : 0)} s`;
}

/** The value of a row, or why there is none. */
export const figure = ({ value, unit, failed }) => failed ?? (unit === "s" ? seconds(value) : `${value.toFixed(1)} ${unit}`);

/** What a row's value is compared with, or how it came about. */
export function note({ share, limit, detail, failed }) {
  if (failed) return "";
  return [share && `${Math.round(100 * share)} % of ${limit}`, detail].filter(Boolean).join("; ");
}

/** What the paper reports, and how much faster this was. */
export function beside({ paper, value, failed }) {
  if (!paper) return "";
  const times = (ratio) => `, ${Number(ratio.toPrecision(2)).toLocaleString("en-US")} times`;
  const ratio = paper.seconds / value;
  const compared = failed ? "" : ratio >= 1 ? `${times(ratio)} faster` : `${times(1 / ratio)} slower`;
  return `${paper.text} ${paper.source}${compared}`;
}

/** A table in Markdown; head and rows are lists of cells. */
export function table(head, rows) {
  const line = (cells) => `| ${cells.map((cell) => String(cell ?? "").replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n") + "\n";
}
