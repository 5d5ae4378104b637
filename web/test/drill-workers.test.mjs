// Drills of workers that end, of changes of the user's file, of a frozen or reloaded tab, and of
// insufficient memory. pool.test.mjs and api.test.mjs have the drills of the JavaScript API.

import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { assertSurvives, assertUnchanged, csvTable, enter, entries, entriesAndDigest, openLab, press, release, runUntil, tensorExperiment, terminateAt, terminateSolvers, waitUntilIdle } from "./faults.mjs";
import { write } from "./files.mjs";
import { closePage, inLab } from "./harness.mjs";
import { browser, server } from "./stage.mjs";
import { until } from "./waiting.mjs";

let page; // some tests share one

// -- workers that end ---------------------------------------------------------------

const workerEnded = /^The browser ended the solver's worker, probably for lack of memory: try again, .*\.$/;

test("the page recovers when the solver's worker ends while idle", async () => {
  page = await openLab(browser, server.url);
  await enter(page, tensorExperiment);
  await assertSurvives(page, () => terminateSolvers(page));
});

for (const point of ["built", "contracted"]) {
  test(`the page recovers when the solver's worker ends during a run, at "${point}"`, async () => {
    await assertSurvives(page, async () => {
      await terminateSolvers(page); // the next ones have empty caches
      await terminateAt(page, { type: point });
      await press(page);
    }, workerEnded);
  });
}

test("the page recovers when a kernel worker ends while its tensor is in use", async () => {
  await assertSurvives(page, async () => {
    await terminateAt(page, { type: "contract" }, "kernel");
    await press(page);
  }, /^A worker that did a part of the run is lost \(it was ended\)\. Run again; /);
});

test("the page recovers when the solver's worker ends while it inspects a file", async () => {
  const file = { name: "small.csv", mimeType: "text/csv", buffer: Buffer.from(csvTable(40)) };
  await assertSurvives(page, async () => {
    await terminateAt(page, { type: "inspect" });
    await page.getByLabel("Data file", { exact: true }).setInputFiles(file);
    await until(async () => (await waitUntilIdle(page)).sentence.startsWith("small.csv was not loaded"), "timeout: the file is not refused");
  }, /^small\.csv was not loaded: The browser ended the solver's worker, .*try again/);
  await page.getByLabel("Data file", { exact: true }).setInputFiles(file);
  await until(async () => /^small\.csv: 40 rows/.test((await waitUntilIdle(page)).sentence), "timeout: the file is not read");
});

// -- files --------------------------------------------------------------------------

test("a run has the same result after the user's file is changed, and after it is removed", async () => {
  const file = write("mine.csv", csvTable(30));
  await page.getByLabel("Data file", { exact: true }).setInputFiles(file);
  await until(async () => /^mine\.csv: 30 rows/.test((await waitUntilIdle(page)).sentence), "timeout: the file is not read");
  await enter(page, { target: "y" });
  await assertSurvives(page, () => writeFileSync(file, csvTable(20)));
  await terminateSolvers(page); // new workers have not read the file
  await assertSurvives(page, () => rmSync(file));
  await page.getByLabel("Sample", { exact: true }).selectOption("synthetic");
  await enter(page, tensorExperiment);
});

// -- the tab ------------------------------------------------------------------------

test("a run completes after its tab was idle and frozen for a minute", async () => {
  const devtools = await page.context().newCDPSession(page);
  await assertSurvives(page, async () => {
    await runUntil(page, { type: "contracted" });
    await devtools.send("Emulation.setIdleOverride", { isUserActive: false, isScreenUnlocked: false });
    await devtools.send("Page.setWebLifecycleState", { state: "frozen" });
    await new Promise((resolve) => setTimeout(resolve, 60_000));
    await devtools.send("Page.setWebLifecycleState", { state: "active" });
    await devtools.send("Emulation.clearIdleOverride");
    await release(page);
  });
});

test("a reload during a run, an entry and a write to the storage keeps all entries", async () => {
  const baseline = await entriesAndDigest(page);
  await terminateSolvers(page); // the next ones have empty caches
  await runUntil(page, { type: "built" });
  await page.getByLabel("p", { exact: true }).fill("6/5"); // the field keeps the focus
  assert.equal((await entries(page)).p, "6/5", "the field has the typed text");
  await page.evaluate(occupyStorage);
  await page.reload();
  await waitUntilIdle(page);
  assert.equal((await entries(page)).p, "6/5");
  await press(page, "Undo");
  await until(async () => (await entries(page)).p === baseline.entered.p, "timeout: the entry is not undone");
  await assertUnchanged(page, baseline);
  await closePage(page);
});

/** Keeps a transaction of the page's storage open, so that other writes wait. Runs in the page. */
function occupyStorage() {
  return new Promise((resolve) => {
    indexedDB.open("lplab").onsuccess = ({ target: { result: database } }) => {
      const sessions = database.transaction("sessions", "readwrite").objectStore("sessions");
      const hold = () => (sessions.count().onsuccess = hold);
      hold();
      resolve();
    };
  });
}

// -- memory -------------------------------------------------------------------------

test("a run that exceeds WebAssembly's memory gives an error message, and the next one converges", async () => {
  const pages = 1600; // of 64 KiB: enough for a small experiment
  page = await openLab(browser, server.url, {
    prepare: (context) => context.route("**/solver-*/worker.js", async (route) => {
      const response = await route.fetch();
      const text = await response.text();
      await route.fulfill({ response, body: `${setMaximum}\n(${limitMemory})("${await program()}", ${pages});\n${text}` });
    }),
  });
  await enter(page, tensorExperiment);
  const rows = { "data.n": tensorExperiment["data.n"], "data.d": tensorExperiment["data.d"] };
  await assertSurvives(page, async () => {
    await enter(page, { "data.n": "2000", "data.d": "5000" });
    await press(page);
    await waitUntilIdle(page);
    await enter(page, rows);
  }, /^The solver ran out of memory: use fewer training rows \(“Subsample”\), fewer features, or a kernel of lower degree\.$/);
  await closePage(page);
});

/** Returns the URL of the WebAssembly program of the page and the solver. */
async function program() {
  const build = await (await fetch(new URL("web/build.js", server.url))).text();
  return new URL(`web/${build.match(/program = "([^"]+)"/)[1]}`, server.url).href;
}

/** Limits the memory of the solver's program to a number of pages. Runs in its worker. */
function limitMemory(program, pages) {
  const { instantiate } = WebAssembly;
  WebAssembly.instantiate = async (module, imports) => {
    if (imports.env) return instantiate(module, imports); // the kernel of inner products
    const bytes = new Uint8Array(await (await fetch(program)).arrayBuffer());
    return (await instantiate(setMaximum(bytes, pages), imports)).instance;
  };
}

/** Returns the module with a maximum of its memory, in pages. Runs in a worker. */
function setMaximum(bytes, maximum) {
  let at = 8;
  const number = () => { // LEB128
    for (let value = 0, shift = 0; ; shift += 7) {
      value += (bytes[at] & 127) * 2 ** shift;
      if (bytes[at++] < 128) return value;
    }
  };
  const encode = (n) => (n < 128 ? [n] : [128 + (n % 128), ...encode(Math.floor(n / 128))]);
  for (;;) {
    const section = at, id = bytes[at++];
    const size = number(), end = at + size;
    if (id === 5) { // one memory, with a minimum of pages
      at += 2;
      const body = [1, 1, ...encode(number()), ...encode(maximum)];
      return new Uint8Array([...bytes.subarray(0, section), 5, ...encode(body.length), ...body, ...bytes.subarray(end)]);
    }
    at = end;
  }
}

test("a small memory budget streams the tensor or is refused, and later runs have the same result", async () => {
  page = await openLab(browser, server.url);
  const [usual, some, none, again] = await inLab(page, async (lab) => {
    const spec = { data: { source: "synthetic", n: 60, d: 30 }, model: { kernel: { type: "exponential" } } };
    const outcomes = [];
    for (const memoryBudget of [0, 5e5, 1, 0]) {
      outcomes.push(await lab.run(spec, { memoryBudget, kernelWorkers: 2 }).then(({ result, solver }) => ({ digest: result.digest, strategy: solver.strategy }), (error) => error.message));
    }
    return outcomes;
  });
  assert.deepEqual(some, { digest: usual.digest, strategy: "streamed" });
  assert.match(none, /^the .* take 1\.\d+ MB, more than the memory budget of .*; (choose|use) /);
  assert.deepEqual(again, usual);
  await closePage(page);
});
