// Drills of workers that end, of the user's file, of a tab that is frozen or reloaded, and of memory
// that is refused. pool.test.mjs and api.test.mjs have those of the JavaScript API.

import assert from "node:assert/strict";
import { rmSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { doom, drill, endWorkers, enter, entries, know, leave, letGo, medium, openLab, press, runTo, same, settled, slow, table } from "./faults.mjs";
import { write } from "./files.mjs";
import { browser, server } from "./stage.mjs";
import { until } from "./waiting.mjs";

let page; // of the tests that share one, or of the one that runs

// -- workers that end ---------------------------------------------------------------

const ended = /^The browser ended the solver's worker, probably for lack of memory: try again, .*\.$/;

test("the solver's worker ends while nothing runs", async () => {
  page = await openLab(browser, server.url);
  await enter(page, medium);
  await drill(page, () => endWorkers(page));
});

for (const point of ["built", "contracted"]) {
  test(`the solver's worker ends while it is at work: ${point}`, async () => {
    await drill(page, async () => {
      await endWorkers(page); // nothing is kept of the run before
      await doom(page, { type: point });
      await press(page);
    }, ended);
  });
}

test("a kernel worker ends while its tensor is in use", async () => {
  await drill(page, async () => {
    await doom(page, { type: "contract" }, "kernel");
    await press(page);
  }, /^A worker that did a part of the run is lost \(it was ended\)\. Run again; /);
});

test("the solver's worker ends while it looks at a file", async () => {
  const file = { name: "small.csv", mimeType: "text/csv", buffer: Buffer.from(table(40)) };
  await drill(page, async () => {
    await doom(page, { type: "inspect" });
    await page.getByLabel("Data file", { exact: true }).setInputFiles(file);
    await until(async () => (await settled(page)).sentence.startsWith("small.csv was not loaded"), "the file is refused");
  }, /^small\.csv was not loaded: The browser ended the solver's worker, .*try again/);
  await page.getByLabel("Data file", { exact: true }).setInputFiles(file);
  await until(async () => /^small\.csv: 40 rows/.test((await settled(page)).sentence), "the file is taken");
});

// -- files --------------------------------------------------------------------------

test("the user's file is changed after it was chosen, and then removed", async () => {
  const file = write("mine.csv", table(30));
  await page.getByLabel("Data file", { exact: true }).setInputFiles(file);
  await until(async () => /^mine\.csv: 30 rows/.test((await settled(page)).sentence), "the file is taken");
  await enter(page, { target: "y" });
  await drill(page, () => writeFileSync(file, table(20)));
  await endWorkers(page); // which have read it
  await drill(page, () => rmSync(file));
  await page.getByLabel("Sample", { exact: true }).selectOption("synthetic");
  await enter(page, medium);
});

// -- the tab ------------------------------------------------------------------------

test("the tab is hidden and frozen in the middle of a run", slow, async () => {
  const devtools = await page.context().newCDPSession(page);
  await drill(page, async () => {
    await runTo(page, { type: "contracted" });
    await devtools.send("Emulation.setIdleOverride", { isUserActive: false, isScreenUnlocked: false });
    await devtools.send("Page.setWebLifecycleState", { state: "frozen" });
    await new Promise((resolve) => setTimeout(resolve, 60_000));
    await devtools.send("Page.setWebLifecycleState", { state: "active" });
    await devtools.send("Emulation.clearIdleOverride");
    await letGo(page);
  });
});

test("the page is reloaded in the middle of a run, of an entry, and of a write to its storage", async () => {
  const known = await know(page);
  await endWorkers(page); // nothing is kept of the run before
  await runTo(page, { type: "built" });
  await page.getByLabel("p", { exact: true }).fill("6/5"); // typed, and not even left
  assert.equal((await entries(page)).p, "6/5", "what is typed stays");
  await page.evaluate(occupyStorage);
  await page.reload();
  await settled(page);
  assert.equal((await entries(page)).p, "6/5");
  await press(page, "Undo");
  await until(async () => (await entries(page)).p === known.entered.p, "the entry is undone");
  await same(page, known);
  await leave(page);
});

/** Keeps a transaction of the page's storage open, after which its other writes wait. Runs in the page. */
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

test("WebAssembly's memory cannot grow", slow, async () => {
  const pages = 1600; // of 64 KiB: enough for what is small
  page = await openLab(browser, server.url, {
    prepare: (context) => context.route("**/solver-*/worker.js", async (route) => {
      const response = await route.fetch();
      const text = await response.text();
      await route.fulfill({ response, body: `${capped}\n(${limitMemory})("${await program()}", ${pages});\n${text}` });
    }),
  });
  await enter(page, medium);
  const rows = { "data.n": medium["data.n"], "data.d": medium["data.d"] };
  await drill(page, async () => {
    await enter(page, { "data.n": "2000", "data.d": "5000" });
    await press(page);
    await settled(page);
    await enter(page, rows);
  }, /^The solver ran out of memory: use fewer training rows \(model\.subsample\), fewer features, or a kernel of lower degree\.$/);
  await leave(page);
});

/** The address of the program of the page and of the solver. */
async function program() {
  const build = await (await fetch(new URL("web/build.js", server.url))).text();
  return new URL(`web/${build.match(/program = "([^"]+)"/)[1]}`, server.url).href;
}

/** Has the solver's program run in a memory of so many pages at most. Runs in its worker. */
function limitMemory(program, pages) {
  const { instantiate } = WebAssembly;
  WebAssembly.instantiate = async (module, imports) => {
    if (imports.env) return instantiate(module, imports); // the kernel of products
    const bytes = new Uint8Array(await (await fetch(program)).arrayBuffer());
    return (await instantiate(capped(bytes, pages), imports)).instance;
  };
}

/** A module whose memory has a maximum, in pages. Runs in a worker. */
function capped(bytes, most) {
  let at = 8;
  const number = () => { // LEB128
    for (let value = 0, shift = 0; ; shift += 7) {
      value += (bytes[at] & 127) * 2 ** shift;
      if (bytes[at++] < 128) return value;
    }
  };
  const written = (n) => (n < 128 ? [n] : [128 + (n % 128), ...written(Math.floor(n / 128))]);
  for (;;) {
    const section = at, id = bytes[at++];
    const size = number(), end = at + size;
    if (id === 5) { // one memory, of so many pages at least
      at += 2;
      const body = [1, 1, ...written(number()), ...written(most)];
      return new Uint8Array([...bytes.subarray(0, section), 5, ...written(body.length), ...body, ...bytes.subarray(end)]);
    }
    at = end;
  }
}

test("there is next to no memory for the tensor", slow, async () => {
  page = await openLab(browser, server.url);
  const [usual, some, none, again] = await page.evaluate(async () => {
    const { Lab } = await import("/web/lplab.js");
    const lab = await Lab.start();
    const spec = { data: { source: "synthetic", n: 60, d: 30 }, model: { kernel: { type: "exponential" } } };
    const found = [];
    for (const memoryBudget of [0, 5e5, 1, 0]) {
      found.push(await lab.run(spec, { memoryBudget, kernelWorkers: 2 }).then(({ result, solver }) => ({ digest: result.digest, strategy: solver.strategy }), (error) => error.message));
    }
    lab.close();
    return found;
  });
  assert.deepEqual(some, { digest: usual.digest, strategy: "streamed" });
  assert.match(none, /^the .* take 1\.\d+ MB, more than the memory budget of .*; (choose|use) /);
  assert.deepEqual(again, usual);
  await leave(page);
});
