// How fast the tensor work is in Chromium: the kernel alone against what the
// machine can do, and whole runs through the API. Prints a table.

import { cpus } from "node:os";
import { openBlank, startBrowser, startServer } from "./harness.mjs";

const server = await startServer();
const browser = await startBrowser();
const page = await openBlank(browser, server.url);
const rows = [];

try {
  const { solver } = await page.evaluate(() => import("/web/build.js").then(({ solver }) => ({ solver })));
  for (const workers of [1, 2]) {
    const build = await kernels(solver, workers, 90, 650, { kind: "power", degree: 2 });
    rows.push([`build, n = 90, d = 650, degree 2, ${some(workers, "worker")}`, `${build.flops.toFixed(1)} GFlop/s`]);
  }
  for (const n of [150, 200]) {
    const { contract, omega, read } = await kernels(solver, 1, n, 20, { kind: "power", degree: 2 });
    const share = (rate) => `${rate.toFixed(1)} GB/s, ${(100 * rate / read).toFixed(0)} % of reading`;
    rows.push([`omega and M, n = ${n}, 1 worker`, share(contract)], [`omega alone, n = ${n}, 1 worker`, share(omega)],
      [`reading, n = ${n}, 1 worker`, `${read.toFixed(1)} GB/s`]);
  }
  const polynomial = { kernel: { type: "polynomial", degree: 2 } };
  await whole("[S table 2]: n = 90, d = 650, degree 2 (paper 2.73 + 2.49 s)",
    { n: 90, d: 650, relevant: 6, degree: 2 }, polynomial);
  await whole("n = 120, d = 5000, linear ([H fig. 17]: 139 s)", { n: 120, d: 5000, relevant: 6 }, {});
  await whole("n = 200, d = 20, exponential", { n: 200, d: 20, relevant: 4 }, { kernel: { type: "exponential" } });
} finally {
  await browser.close();
  await server.close();
}

const width = Math.max(...rows.map(([what]) => what.length));
console.log(`\n${cpus()[0].model.trim()}, ${some(cpus().length, "core")}, Chromium ${browser.version()}`);
for (const [what, figure] of rows) {
  console.log(`${what.padEnd(width)}  ${figure}`);
}

/** Kernel workers without a solver: the best of some builds and contractions, in units of 10^9 a second. */
function kernels(solver, count, n, d, kernel) {
  return page.evaluate(async ({ solver, count, n, d, kernel }) => {
    const directory = new URL(`/web/${solver}kernel/`, location);
    const module = await WebAssembly.compileStreaming(fetch(new URL("kernel.wasm", directory)));
    const workers = Array.from({ length: count }, () => new Worker(new URL("worker.js", directory), { type: "module" }));
    const all = async (message, answer) => {
      const begin = performance.now();
      await Promise.all(workers.map((worker, i) => new Promise((resolve, reject) => {
        worker.onmessage = ({ data }) => {
          if (data.type === answer) {
            resolve();
          } else if (data.type !== "progress") {
            reject(new Error(JSON.stringify(data)));
          }
        };
        const own = message.shards?.filter((_, s) => s % count === i);
        worker.postMessage({ ...message, shards: own, lock: `benchmark ${Math.random()}` });
      })));
      return (performance.now() - begin) / 1e3;
    };
    await all({ type: "start", module }, "started");
    const rank = (l) => l * (l + 1) * (l + 2) * (l + 3) / 24;
    const entries = rank(n);
    // About 16 shards of whole rows.
    const cuts = Array.from({ length: 17 }, (_, s) => Math.round(n * (s / 16) ** 0.25));
    const shards = cuts.slice(1).map((points, s) => ({ from: rank(cuts[s]), to: rank(points), points, held: true }))
      .filter(({ from, to }) => from < to);
    const x = Float64Array.from({ length: n * d }, () => Math.random() - 0.5);
    const alpha = Float64Array.from({ length: n }, () => Math.random() - 0.5);
    const best = async (times, message, answer) => {
      let least = Infinity;
      for (let i = 0; i < times; i++) {
        least = Math.min(least, await all(message, answer));
      }
      return least;
    };
    const build = await best(3, { type: "build", x, n, d, kernel, shards }, "built");
    // In turns, as other work on the machine comes and goes.
    let [contract, omega, read] = [Infinity, Infinity, Infinity];
    for (let i = 0; i < 10; i++) {
      contract = Math.min(contract, await all({ type: "contract", alpha, hessian: true }, "contracted"));
      omega = Math.min(omega, await all({ type: "contract", alpha, hessian: false }, "contracted"));
      read = Math.min(read, await all({ type: "read" }, "was read"));
    }
    workers.forEach((worker) => worker.terminate());
    const rate = (seconds) => 8 * entries / seconds / 1e9;
    return { flops: 2 * d * entries / build / 1e9, contract: rate(contract), omega: rate(omega), read: rate(read) };
  }, { solver, count, n, d, kernel });
}

/** A whole run with the tensor forced, all rows training, to a gap of 1e-10, twice: the second finds the tensor. */
async function whole(what, data, model) {
  const spec = {
    data: { source: "synthetic", ...data }, split: { train: 1, test: 0 }, model,
    solver: { strategy: "tensor", tolerance: 1e-10 },
  };
  const [first, again] = await page.evaluate(async (spec) => {
    const { Lab } = await import("/web/lplab.js");
    const lab = await Lab.start();
    const runs = [];
    for (let i = 0; i < 2; i++) {
      const begin = performance.now();
      const { status, solver } = await lab.run(spec);
      runs.push({ status, ...solver, whole: (performance.now() - begin) / 1e3 });
    }
    lab.close();
    return runs;
  }, spec);
  const { build, solve } = first.seconds;
  rows.push([what, `${build.toFixed(2)} + ${solve.toFixed(2)} s (${first.whole.toFixed(2)} s in all, ` +
    `${again.whole.toFixed(2)} s again), ${some(first.passes, "pass", "passes")}, ${first.status}`]);
}

function some(count, one, many = `${one}s`) {
  return `${count} ${count === 1 ? one : many}`;
}
