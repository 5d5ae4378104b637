// Fault drills: what a browser, a network and a clock may do to the page while it
// works. After each of them the page has said in one sentence what happened, where
// and how to mend it, where there is something to mend; nothing that was entered is
// lost; and the next run has the same result. Other drills are in pool.test.mjs and
// api.test.mjs (workers and memory of the JavaScript API), in offline.test.mjs (no
// connection after a visit, versions) and in state.test.mjs (storage that is forbidden,
// sessions). make drill runs all of them that are here, make test the quick ones.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { doom, drill, endWorkers, enter, entries, know, letGo, long, openLab, press, run, runTo, same, sessions, settled } from "./faults.mjs";
import { startServer } from "./harness.mjs";
import { browser, server } from "./stage.mjs";
import { version, versionOf } from "./versions.mjs";
import { until } from "./waiting.mjs";

const slow = { skip: !long && "it takes its time: make drill runs it", timeout: 180_000 };

/** An experiment that is built by kernel workers, and solved in many iterations. */
const medium = { "data.n": "100", "data.d": "300", "solver.strategy": "tensor", "solver.method": "proximal-gradient", "model.gamma": "7" };

const scratch = mkdtempSync(join(tmpdir(), "lplab-drill-"));
after(() => rmSync(scratch, { recursive: true }));

let page; // of the tests that share one, or of the one that runs

async function open(options, url = server.url) {
  page = await openLab(browser, url, options);
}

async function close() {
  await page.quiet();
  await page.context().close();
  page = null;
}

// -- workers that end ---------------------------------------------------------------

const ended = /^The browser ended the solver's worker, as it does when memory runs short: try again, .*\.$/;

test("the solver's worker ends while nothing runs", async () => {
  await open();
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
  }, /^A worker that held a part of the tensor is lost \(it was ended\)\. Run again; /);
});

test("the solver's worker ends while it looks at a file", async () => {
  const file = { name: "small.csv", mimeType: "text/csv", buffer: Buffer.from(table(40)) };
  await drill(page, async () => {
    await doom(page, { type: "inspect" });
    await page.getByLabel("Data file", { exact: true }).setInputFiles(file);
    await until(async () => (await settled(page)).sentence.startsWith("small.csv was not taken"), "the file is refused");
  }, /^small\.csv was not taken: The browser ended the solver's worker, .*try again/);
  await page.getByLabel("Data file", { exact: true }).setInputFiles(file);
  await until(async () => /^small\.csv: 40 rows/.test((await settled(page)).sentence), "the file is taken");
});

// -- files --------------------------------------------------------------------------

test("the user's file is changed after it was chosen, and then removed", async () => {
  const file = join(scratch, "mine.csv");
  writeFileSync(file, table(30));
  await page.getByLabel("Data file", { exact: true }).setInputFiles(file);
  await until(async () => /^mine\.csv: 30 rows/.test((await settled(page)).sentence), "the file is taken");
  await enter(page, { target: "y" });
  await drill(page, () => writeFileSync(file, table(20)));
  await endWorkers(page); // which have read it
  await drill(page, () => rmSync(file));
  await page.getByLabel("Sample", { exact: true }).selectOption("synthetic");
  await enter(page, medium);
});

// -- storage ------------------------------------------------------------------------

test("the browser's storage is full, has room again, and is cleared by the browser", slow, async () => {
  const { origin } = new URL(server.url);
  const devtools = await page.context().newCDPSession(page);
  const room = await roomOf(page);
  const notes = (wanted) => until(async () => {
    await change();
    return wanted.test(await page.locator("#saved-note").textContent());
  }, `the page does not note ${wanted}`);
  await drill(page, async () => {
    await room(1);
    await new Promise((resolve) => setTimeout(resolve, 25_000)); // Chromium goes by what it last knew of the room for nearly as long
    await notes(/^This browser has no room left to keep a copy: a reload loses what is entered\.$/);
  });
  await drill(page, async () => {
    await room();
    await notes(/^A copy stays in this browser until you clear it\.$/);
  });
  await drill(page, async () => {
    await devtools.send("Storage.clearDataForOrigin", { origin, storageTypes: "indexeddb" });
    await change();
    await until(async () => (await page.evaluate(sessions)).length === 1, "the session is saved again");
  });
});

/** Gives the means to leave the page's site so many bytes of storage; none for what it had. */
async function roomOf(page) {
  const { origin } = new URL(page.url());
  const devtools = await page.context().newCDPSession(page);
  return (quotaSize) => devtools.send("Storage.overrideQuotaForOrigin", { origin, quotaSize });
}

/** Enters another gamma, and the one of before again. */
async function change() {
  const { Gamma: gamma } = await entries(page);
  await enter(page, { "model.gamma": "8" });
  await enter(page, { "model.gamma": gamma });
}

test("the browser's storage is full when a second short link is made", async () => {
  const kept = {};
  let full = false;
  globalThis.localStorage = {
    getItem: (name) => kept[name] ?? null,
    setItem(name, text) {
      if (full) throw new DOMException("full", "QuotaExceededError");
      kept[name] = text;
    },
  };
  const { own } = await import("../dialogs/ownlinks.js");
  const link = (id) => ({ id, url: `http://127.0.0.1/s/${id}`, token: `of ${id}` });
  const ids = () => own.list().map(({ id }) => id);
  own.add(link("a"));
  full = true;
  own.add(link("b"));
  assert.deepEqual(ids(), ["b", "a"], "the token that deletes the link is still known");
  full = false;
  own.remove("a");
  assert.deepEqual([ids(), JSON.parse(Object.values(kept)[0]).length], [["b"], 1]);
  delete globalThis.localStorage;
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

test("the page is reloaded in the middle of a run, and of an entry", async () => {
  const known = await know(page);
  await endWorkers(page); // nothing is kept of the run before
  await runTo(page, { type: "built" });
  await page.getByLabel("p", { exact: true }).fill("6/5"); // typed, and not even left
  assert.equal((await entries(page)).p, "6/5", "what is typed stays");
  await page.reload();
  await settled(page);
  assert.equal((await entries(page)).p, "6/5");
  await press(page, "Undo");
  await until(async () => (await entries(page)).p === known.entered.p, "the entry is undone");
  await same(page, known);
  await close();
});

// -- memory -------------------------------------------------------------------------

test("WebAssembly's memory cannot grow", slow, async () => {
  const pages = 1600; // of 64 KiB: enough for what is small
  await open({
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
  await close();
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
  await open();
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
  await close();
});

// -- the network --------------------------------------------------------------------

test("the network is cut after the page has loaded, and comes back", slow, async () => {
  await open({ expected: /ERR_INTERNET_DISCONNECTED|could not be loaded/ });
  await enter(page, medium);
  await page.context().setOffline(true);
  const entered = await entries(page);
  assert.match((await run(page)).sentence, /^The tensor kernel could not be loaded: check the connection and run again\.$/);
  await page.getByRole("contentinfo").getByText("How it works").click();
  await page.getByRole("contentinfo").getByRole("link", { name: "Benchmark" }).click();
  await page.getByRole("heading", { name: "Benchmark" }).waitFor();
  await page.getByRole("link", { name: "Back to the lab" }).click();
  await press(page, "Share");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await enter(page, { "solver.strategy": "features" }); // which needs nothing more
  assert.equal((await run(page)).phase, "ready");
  await enter(page, { "solver.strategy": "tensor" });
  await page.context().setOffline(false);
  assert.deepEqual(await entries(page), entered);
  await same(page, { entered, digest: await reference() });
  await press(page, "Share");
  await page.getByRole("dialog").waitFor();
  await close();
});

test("neither the opening result nor the solver's worker is to be had while the page loads", slow, async () => {
  const files = /opening\.json$|\/worker\.js$/;
  await open({ expected: /ERR_FAILED/, prepare: (context) => context.route(files, (route) => route.abort()) });
  assert.match((await settled(page)).sentence, /^The solver could not be loaded: check the connection and try again; /);
  await page.context().unroute(files);
  await enter(page, medium);
  await same(page, { entered: await entries(page), digest: await reference() });
  await close();
});

test("the network is cut while a new version comes, and the update interrupts a run", slow, async () => {
  const next = await startServer({ program: version(scratch, "next") });
  const line = await cuttable(server.url);
  try {
    page = await openLab(browser, line.url, { offline: true, expected: /Failed to load resource|ERR_|fetch/ });
    await enter(page, medium);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
    line.to(next.url, 10);
    const outcome = await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      const installing = await registration.update().then(({ installing }) => installing, () => null);
      if (installing?.state === "installing") await new Promise((resolve) => installing.addEventListener("statechange", resolve, { once: true }));
      return { tried: installing?.state ?? "failed", waits: Boolean(registration.waiting) };
    });
    assert.deepEqual(outcome, { tried: "redundant", waits: false });
    const known = { entered: await entries(page), digest: await reference() };
    await same(page, known); // without a connection, that is
    line.to(next.url);
    await page.evaluate(() => navigator.serviceWorker.getRegistration().then((registration) => registration.update()).then(() => {}));
    const offer = page.getByRole("button", { name: "Reload for the new version" });
    await offer.waitFor();
    await runTo(page, { type: "contracted" }); // by the workers that are there: the server has none of that version
    await offer.click();
    await page.waitForFunction(() => document.documentElement.dataset.version === "next");
    await settled(page);
    await same(page, known);
    await close();
  } finally {
    line.close();
    await next.close();
  }
});

/** An address at which a server is reached, until the line is cut after so many answers. */
async function cuttable(url) {
  let target = url, left = Infinity;
  const proxy = createServer(async (request, response) => {
    if (left-- <= 0) return request.socket.destroy();
    const answer = await fetch(new URL(request.url, target), { headers: { "accept-encoding": "identity" } });
    const headers = Object.fromEntries(["content-type", "content-security-policy", "cache-control", "etag"].filter((name) => answer.headers.has(name)).map((name) => [name, answer.headers.get(name)]));
    response.writeHead(answer.status, headers).end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${proxy.address().port}/`,
    to(url, answers = Infinity) {
      [target, left] = [url, answers];
    },
    close() {
      proxy.closeAllConnections();
      proxy.close();
    },
  };
}

test("the site gets a new version under a tab that has nothing kept of its own", slow, async () => {
  const old = await startServer();
  await open({ prepare: (context) => context.route("nothing:", () => {}), expected: /Failed to load resource/ }, old.url);
  await enter(page, medium);
  const known = { entered: await entries(page), digest: await reference() };
  await same(page, known);
  await old.close();
  const renewed = await startServer({ program: version(scratch, "renewed"), port: Number(new URL(old.url).port) });
  try {
    const other = await page.context().newPage();
    await other.goto(renewed.url);
    await settled(other);
    assert.equal(await versionOf(other), "renewed");
    await endWorkers(page);
    await until(async () => /could not be loaded/.test((await run(page)).sentence), "the old solver is gone");
    assert.match((await settled(page)).sentence, /^The solver could not be loaded: .*reload the page\.$/);
    assert.deepEqual(await entries(page), known.entered);
    await page.reload();
    await settled(page);
    assert.equal(await versionOf(page), "renewed");
    await same(page, known);
    await enter(other, medium);
    await same(other, known); // beside it
    await close();
  } finally {
    await renewed.close();
  }
});

test("a new version of the site finds no room", slow, async () => {
  const old = await startServer();
  await open({ offline: true }, old.url);
  await enter(page, medium);
  const known = { entered: await entries(page), digest: await reference() };
  await page.evaluate(() => navigator.serviceWorker.ready);
  const room = await roomOf(page);
  await room(await page.evaluate(async () => (await navigator.storage.estimate()).usage + 2 ** 20));
  await old.close();
  const renewed = await startServer({ program: version(scratch, "roomless"), port: Number(new URL(old.url).port) });
  try {
    await until(async () => (await page.evaluate(fetchUpdate)) === "redundant", "the new version finds no room");
    assert.equal(await page.evaluate(async () => (await caches.keys()).length), 1, "nothing of it is left");
    await page.reload();
    await settled(page);
    assert.equal(await versionOf(page), "one");
    await same(page, known);
    await room();
    await until(async () => (await page.evaluate(fetchUpdate)) === "installed", "the new version finds room");
    await page.getByRole("button", { name: "Reload for the new version" }).click();
    await page.waitForFunction(() => document.documentElement.dataset.version === "roomless");
    await settled(page);
    await same(page, known);
    await close();
  } finally {
    await renewed.close();
  }
});

/** Looks for a new version; gives what becomes of one that comes: "installed", or "redundant". Runs in the page. */
async function fetchUpdate() {
  const registration = await navigator.serviceWorker.getRegistration();
  await registration.update();
  const worker = registration.installing ?? registration.waiting;
  while (worker?.state === "installing") await new Promise((resolve) => worker.addEventListener("statechange", resolve, { once: true }));
  return worker?.state;
}

// -- the clock ----------------------------------------------------------------------

test("the clock jumps by a year and a day at every look", slow, async () => {
  await open({
    prepare: async (context) => {
      await context.addInitScript(jumpClock);
      await context.route("**/worker.js", async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: `(${jumpClock})();\n${await response.text()}` });
      });
    },
  });
  await enter(page, medium);
  await same(page, { entered: await entries(page), digest: await reference() });
  await close();
});

test("the clock is a year ahead when the page is opened again, and then right again", slow, async () => {
  await open();
  await enter(page, medium);
  const known = { entered: await entries(page), digest: await reference() };
  await until(async () => (await page.evaluate(sessions)).some(({ document }) => document.includes('"gamma":7')), "the session is saved");
  const context = page.context();
  const other = Object.assign(await context.newPage(), { quiet: page.quiet });
  await other.addInitScript(setClock, 365 * 24 * 3600 * 1000);
  await other.goto(server.url); // looks after the sessions
  await settled(other);
  await page.reload();
  await settled(page);
  await same(page, known);
  await page.close({ runBeforeUnload: false });
  await other.reload();
  await other.getByRole("region", { name: "Earlier session" }).getByRole("button", { name: "Restore" }).click();
  await until(async () => (await entries(other)).Gamma === "7", "the session is restored");
  page = other;
  await same(page, known);
  await context.close();
  page = null;
});

/** Has the clock tell a year too late and a day too early by turns. */
function jumpClock() {
  const Original = Date, day = 24 * 3600 * 1000;
  let looks = 0;
  const now = () => Original.now() + [0, 365 * day, -day][looks++ % 3];
  globalThis.Date = class extends Original {
    constructor(...given) {
      super(...(given.length > 0 ? given : [now()]));
    }

    static now() {
      return now();
    }
  };
}

/** Sets the clock ahead. Runs in the page. */
function setClock(ahead) {
  const Original = Date;
  globalThis.Date = class extends Original {
    constructor(...given) {
      super(...(given.length > 0 ? given : [Original.now() + ahead]));
    }

    static now() {
      return Original.now() + ahead;
    }
  };
}

// -- what the drills share ----------------------------------------------------------

let digest; // of the experiment that they run
/** Its result, in a page that nothing happened to. */
async function reference() {
  if (!digest) {
    const untouched = await openLab(browser, server.url);
    await enter(untouched, medium);
    ({ digest } = await run(untouched));
    await untouched.quiet();
    await untouched.context().close();
  }
  return digest;
}

/** Rows of a file. */
function table(n) {
  const rows = Array.from({ length: n }, (_, i) => [i % 7, (i * i) % 11, (i * 3) % 5, ((i % 7) - (i * 3) % 5) / 2]);
  return `a,b,c,y\n${rows.map((row) => row.join()).join("\n")}\n`;
}
