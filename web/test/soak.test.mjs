// The soak test: a thousand small experiments of every kind, run by the page and by the
// JavaScript API in the same page. Its memory must not grow after the first 150. make
// drill runs the test and prints the measurements.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { enter, openLab, press, terminateSolvers, waitUntilIdle } from "./faults.mjs";
import { endBrowser, startBrowser, startServer } from "./harness.mjs";
import { timeLimit } from "./waiting.mjs";

const experiments = 1000;
const first = 50; // all of them by the page, to fill its caches
const blockSize = 10; // experiments; the page runs a fifth of them, and two more are cancelled
const pageTurn = 5; // the turn of byPage before each measurement
const maxGrowth = 0.1; // of growth after the first 150

let server, browser, page;

after(async () => {
  if (browser) await endBrowser(browser);
  await server?.close();
}, { timeout: timeLimit });

test(`${experiments} experiments in one page do not increase its memory`, async (t) => {
  // A separate browser, so that the page's process can be identified, without optimised code,
  // which would grow the heap.
  [server, browser] = await Promise.all([startServer(), startBrowser(["--js-flags=--no-opt --no-maglev --no-sparkplug"])]);
  page = await openLab(browser, server.url, { prepare: (context) => context.addInitScript(keepMemories) });
  const measure = await startMeasuring();
  await page.evaluate(startLab, table(0));
  const measurements = [];
  for (let done = 0, turn = 0; done < experiments; turn++) {
    await byPage(turn);
    done += 2;
    if (done > first) {
      const some = Array.from({ length: blockSize - 2 }, (_, i) => variant(done + i));
      assert.deepEqual(await page.evaluate((specs) => runAll(specs), some), some.map(() => "converged"));
      done += some.length;
    }
    if (done === first || done > first && (done - first) % (experiments / 10) === 0 || done >= experiments) {
      await byPage(pageTurn); // so that the same result is shown at each measurement
      measurements.push({ done, ...await measure() });
      t.diagnostic(describe(measurements.at(-1)));
    }
  }
  await page.assertNoErrors();
  const [, from] = measurements, to = measurements.at(-1); // Go's heap has its working size after 150 experiments
  const growth = Object.fromEntries(["heap", "process", "wasm", "nodes", "listeners"].map((name) => [name, to[name] / from[name] - 1]));
  t.diagnostic(`soaked: ${to.done} experiments in one page, growth ${Object.entries(growth).map(([name, share]) => `${name} ${percent(share)}`).join(", ")}`);
  for (const [name, share] of Object.entries(growth)) {
    // A Go program's memory follows the peaks between garbage collections, and never shrinks.
    assert.ok(share <= (name === "wasm" ? 2.5 : 1) * maxGrowth, `${name} grew by ${percent(share)}: ${measurements.map((at) => at[name]).join(", ")}`);
  }
});

const percent = (share) => `${share < 0 ? "-" : "+"}${(100 * Math.abs(share)).toFixed(1)} %`;
const mega = (bytes) => `${(bytes / 2 ** 20).toFixed(1)} MB`;
const describe = ({ done, heap, process, wasm, nodes, listeners, sessions }) =>
  `after ${done}: JS heap ${mega(heap)}, process ${mega(process)}, WebAssembly ${mega(wasm)}, ${nodes} nodes, ${listeners} listeners, ${sessions} saved entries`;

// -- the experiments ------------------------------------------------------------------

const kernels = [{ type: "linear" }, { type: "polynomial", degree: 2 }, { type: "polynomial", degree: 3 }, { type: "exponential", a: "auto" }];
const losses = ["squared", "absolute", "epsilon-insensitive", "huber"];
const exponents = ["4/3", 2, "6/5"];

/** The k-th experiment, a small one. */
function variant(k) {
  const of = (list, every = 1) => list[Math.floor(k / every) % list.length];
  const spec = {
    data: { source: "synthetic", n: 24 + (k % 5), d: 5 + (k % 4), relevant: 2, seed: k },
    split: { train: 0.75, test: 0.25 },
    model: { kernel: of(kernels), p: of(exponents, 3), loss: { type: of(losses, 2) }, gamma: 1 + (k % 3) },
    solver: { tolerance: 1e-6, maxIterations: 20_000 },
  };
  if (k % 10 === 4) Object.assign(spec, { data: { source: "file", name: "soak.csv" }, target: "y" });
  if (k % 25 === 7) Object.assign(spec, { search: { criterion: "path", count: 8 }, model: { kernel: spec.model.kernel } });
  if (k % 25 === 18) Object.assign(spec.model, { p: 1.5, kernel: kernels[0] }); // this p has no tensor
  if (k % 25 === 12) Object.assign(spec, { model: { type: "ridge" }, solver: {} });
  return spec;
}

/** A small file, another one for each k. */
const table = (k) => `a,b,c,y\n${Array.from({ length: 30 }, (_, i) => [i % 7, (i * i + k) % 11, (i * 3) % 5, ((i % 7) - (i * 3) % 5) / 2].join()).join("\n")}\n`;

/** Runs two experiments by the controls of the page, and cancels a third. */
async function byPage(turn) {
  if (turn % 10 === 3) { // a file of the user
    await page.getByLabel("Data file", { exact: true }).setInputFiles({ name: "soak.csv", mimeType: "text/csv", buffer: Buffer.from(table(turn)) });
    await page.waitForFunction(() => /^soak\.csv: 30 rows/.test(document.querySelector("[role=status]").textContent));
    await enter(page, { target: "y" });
  } else if (turn % 10 === 5) {
    await page.getByLabel("Sample", { exact: true }).selectOption("synthetic");
    await enter(page, { "data.n": "40", "data.d": "20", "data.relevant": "3" });
  }
  await enter(page, { "model.kernel.type": ["linear", "polynomial"][turn % 2], "model.loss.type": losses[turn % losses.length], "model.p": String(exponents[turn % exponents.length]) });
  await enter(page, { "search.criterion": turn % 10 === 7 ? "path" : "" });
  for (const gamma of ["1", String(2 + (turn % 3))]) {
    await enter(page, { "model.gamma": gamma });
    await press(page);
    const { phase, sentence } = await waitUntilIdle(page);
    assert.equal(phase, "ready", sentence);
  }
  await page.evaluate(() => {
    document.getElementById("run").click();
    document.getElementById("cancel").click();
  });
  await waitUntilIdle(page);
  await page.evaluate(() => { workerSpy.digests.length = 0; });
  await page.clearLongTasks(); // other tests report long tasks
}

/** Starts the API; runAll runs experiments, some on the text of a file, and cancels another. Runs in the page. */
async function startLab(file) {
  const { Lab } = await import("/web/lplab.js");
  const lab = await Lab.start();
  globalThis.runAll = async (specs) => {
    const ended = [];
    for (const spec of specs) {
      const { status } = await lab.run(spec, { data: spec.data.source === "file" ? file : undefined, kernelWorkers: spec.model.kernel?.type === "exponential" ? 1 : 0 });
      ended.push(status);
    }
    const abort = new AbortController();
    const cancelled = lab.run({ data: { source: "synthetic", n: 200, d: 2000 }, solver: { strategy: "tensor" } }, { signal: abort.signal, onProgress: () => abort.abort() });
    await cancelled.catch((error) => error.name === "AbortError" || ended.push(error.message));
    return ended;
  };
}

// -- the measurements -----------------------------------------------------------------

/** Records the memories of WebAssembly, and counts the saved entries. Runs in the page. */
function keepMemories() {
  globalThis.memories = [];
  globalThis.countSavedEntries = () => new Promise((resolve) => {
    indexedDB.open("lplab").onsuccess = ({ target: { result: database } }) => {
      const names = [...database.objectStoreNames];
      const transaction = database.transaction(names);
      const counts = names.map((name) => transaction.objectStore(name).count());
      transaction.oncomplete = () => {
        database.close();
        resolve(counts.reduce((sum, { result }) => sum + result, 0));
      };
    };
  });
  const { instantiate } = WebAssembly;
  WebAssembly.instantiate = async (...args) => {
    const result = await instantiate(...args);
    const { mem } = (result.instance ?? result).exports;
    if (mem) memories.push(mem);
    return result;
  };
}

/** Returns a function that measures the page: bytes of its heap, its process and its program's memory, and counts. */
async function startMeasuring() {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable");
  const all = await browser.newBrowserCDPSession();
  const { processInfo } = await all.send("SystemInfo.getProcessInfo");
  // The page's process is the renderer with the most processor time.
  const { id } = processInfo.filter(({ type }) => type === "renderer").sort((a, b) => b.cpuTime - a.cpuTime)[0];
  return async () => {
    await terminateSolvers(page); // new ones for each measurement, of the page and of the API
    await page.evaluate(() => runAll([]));
    await all.send("Memory.simulatePressureNotification", { level: "critical" }).catch(() => {}); // frees caches
    for (let i = 0; i < 5; i++) await devtools.send("HeapProfiler.collectGarbage"); // unused code is freed after several
    const { metrics } = await devtools.send("Performance.getMetrics");
    const metric = (wanted) => metrics.find(({ name }) => name === wanted).value;
    const [wasm, sessions] = await page.evaluate(async () => [memories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0), await countSavedEntries()]);
    return { heap: metric("JSHeapUsedSize"), nodes: metric("Nodes"), listeners: metric("JSEventListeners"), process: residentMemory(id), wasm, sessions };
  };
}

/** Returns the resident bytes of a process; 0 where the system does not report them. */
function residentMemory(pid) {
  try {
    return 1024 * Number(readFileSync(`/proc/${pid}/status`, "utf8").match(/VmRSS:\s+(\d+)/)[1]);
  } catch {
    return 0;
  }
}
