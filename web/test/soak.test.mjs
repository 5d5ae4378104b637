// The soak: a thousand small experiments in one page, of every kind, through the page
// and through the JavaScript API beside it. Its memory must stay what it was after the
// first hundred and fifty. make drill runs them and prints the course.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, test } from "node:test";
import { endWorkers, enter, openLab, press, settled } from "./faults.mjs";
import { endBrowser, startBrowser, startServer } from "./harness.mjs";
import { patience } from "./waiting.mjs";

const experiments = 1000;
const first = 50; // all of them by the page: then everything that it keeps is there
const block = 10; // experiments of which a fifth is run by the page, and two more are cancelled
const sameTurn = 5; // of byPage, before the page is weighed
const most = 0.1; // of growth from there on

let server, browser, page;

after(async () => {
  if (browser) await endBrowser(browser);
  await server?.close();
}, { timeout: patience });

test(`${experiments} experiments in one page leave its memory as it was`, async (t) => {
  // A browser of its own, so that the page's process is known; it does not compile scripts
  // for speed, or its heap would hold more and more of their code.
  [server, browser] = await Promise.all([startServer(), startBrowser(["--js-flags=--no-opt --no-maglev --no-sparkplug"])]);
  page = await openLab(browser, server.url, { prepare: (context) => context.addInitScript(keepMemories) });
  const measure = await scales();
  await page.evaluate(startLab, table(0));
  const course = [];
  for (let done = 0, turn = 0; done < experiments; turn++) {
    await byPage(turn);
    done += 2;
    if (done > first) {
      const some = Array.from({ length: block - 2 }, (_, i) => variant(done + i));
      assert.deepEqual(await page.evaluate((specs) => runAll(specs), some), some.map(() => "converged"));
      done += some.length;
    }
    if (done === first || done > first && (done - first) % (experiments / 10) === 0 || done >= experiments) {
      await byPage(sameTurn); // what a result shows has its weight, too
      course.push({ done, ...await measure() });
      t.diagnostic(words(course.at(-1)));
    }
  }
  await page.quiet();
  const [, from] = course, to = course.at(-1); // Go's heap has its working size after 150
  const growth = Object.fromEntries(["heap", "process", "wasm", "nodes", "listeners"].map((name) => [name, to[name] / from[name] - 1]));
  t.diagnostic(`soaked: ${to.done} experiments in one page, growth ${Object.entries(growth).map(([name, share]) => `${name} ${percent(share)}`).join(", ")}`);
  for (const [name, share] of Object.entries(growth)) {
    // A Go program's memory follows the peaks between its collections, and never shrinks.
    assert.ok(share <= (name === "wasm" ? 2.5 : 1) * most, `${name} grew by ${percent(share)}: ${course.map((at) => at[name]).join(", ")}`);
  }
});

const percent = (share) => `${share < 0 ? "-" : "+"}${(100 * Math.abs(share)).toFixed(1)} %`;
const mega = (bytes) => `${(bytes / 2 ** 20).toFixed(1)} MB`;
const words = ({ done, heap, process, wasm, nodes, listeners, sessions }) =>
  `after ${done}: JS heap ${mega(heap)}, process ${mega(process)}, WebAssembly ${mega(wasm)}, ${nodes} nodes, ${listeners} listeners, ${sessions} things saved`;

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
  if (k % 25 === 18) Object.assign(spec.model, { p: 1.5, kernel: kernels[0] }); // which no tensor is of
  if (k % 25 === 12) Object.assign(spec, { model: { type: "ridge" }, solver: {} });
  return spec;
}

/** A small file, of the k-th kind. */
const table = (k) => `a,b,c,y\n${Array.from({ length: 30 }, (_, i) => [i % 7, (i * i + k) % 11, (i * 3) % 5, ((i % 7) - (i * 3) % 5) / 2].join()).join("\n")}\n`;

/** Two experiments as a person runs them, and one that is cancelled. */
async function byPage(turn) {
  if (turn % 10 === 3) { // a file of the user's
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
    const { phase, sentence } = await settled(page);
    assert.equal(phase, "ready", sentence);
  }
  await page.evaluate(() => {
    document.getElementById("run").click();
    document.getElementById("cancel").click();
  });
  await settled(page);
  await page.evaluate(() => { spied.digests.length = 0; });
  await page.calm(); // what tasks take is told elsewhere
}

/** The API beside the page, which runs a list of experiments, on a file's text where they want one, and cancels another. Runs in the page. */
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

// -- the scales -----------------------------------------------------------------------

/** Remembers what tells of memory outside of the page's heap. Runs in the page. */
function keepMemories() {
  globalThis.memories = [];
  globalThis.saved = () => new Promise((resolve) => {
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
  WebAssembly.instantiate = async (...given) => {
    const made = await instantiate(...given);
    const { mem } = (made.instance ?? made).exports;
    if (mem) memories.push(mem);
    return made;
  };
}

/** Gives the means to weigh the page: bytes of its heap, its process and its program's memory, and counts. */
async function scales() {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable");
  const all = await browser.newBrowserCDPSession();
  const { processInfo } = await all.send("SystemInfo.getProcessInfo");
  // The page's is the renderer that has worked most.
  const { id } = processInfo.filter(({ type }) => type === "renderer").sort((a, b) => b.cpuTime - a.cpuTime)[0];
  return async () => {
    await endWorkers(page); // those of the page and of the API are new whenever it is weighed
    await page.evaluate(() => runAll([]));
    await all.send("Memory.simulatePressureNotification", { level: "critical" }).catch(() => {}); // what is kept in hand is let go
    for (let i = 0; i < 5; i++) await devtools.send("HeapProfiler.collectGarbage"); // code is let go that has slept through a few
    const { metrics } = await devtools.send("Performance.getMetrics");
    const metric = (wanted) => metrics.find(({ name }) => name === wanted).value;
    const [wasm, sessions] = await page.evaluate(async () => [memories.reduce((sum, { buffer }) => sum + buffer.byteLength, 0), await saved()]);
    return { heap: metric("JSHeapUsedSize"), nodes: metric("Nodes"), listeners: metric("JSEventListeners"), process: resident(id), wasm, sessions };
  };
}

/** Bytes of a process that are in memory; 0 where the system does not tell. */
function resident(pid) {
  try {
    return 1024 * Number(readFileSync(`/proc/${pid}/status`, "utf8").match(/VmRSS:\s+(\d+)/)[1]);
  } catch {
    return 0;
  }
}
