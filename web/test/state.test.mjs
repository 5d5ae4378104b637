// What was entered is never lost: undone and redone, as a person does it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { openPage, wpbc } from "./harness.mjs";
import { browser, finishEach, server } from "./stage.mjs";
import { until } from "./waiting.mjs";

let page;

finishEach(() => {
  const ended = [page];
  page = null;
  return ended;
});

// -- undo and redo --------------------------------------------------------------

test("entries and their results are undone and redone, by buttons and by keys", async () => {
  await open();
  assert.equal(await button("Undo").getAttribute("aria-disabled"), "true");
  const first = await headline();
  await label("p").fill("2");
  await run();
  await label("p").fill("6/5");
  await run();
  const third = await headline();
  assert.notEqual(third, first);

  assert.equal(await button("Undo").getAttribute("title"), "Undo: p = 6/5 (Ctrl+Z)");
  await button("Undo").click();
  await statusIs("Undone: p = 6/5");
  await button("Undo").click();
  await comesToBe("p", "4/3");
  await until(async () => await headline() === first, headline);
  assert.equal(await page.getByText("The entries have changed").count(), 0, "the result is that of the entries");
  assert.equal(await button("Undo").getAttribute("aria-disabled"), "true");
  assert.equal(await button("Redo").getAttribute("title"), "Redo: p = 2 (Ctrl+Shift+Z)");
  await page.keyboard.press("Control+Shift+Z");
  await comesToBe("p", "2");
  await page.keyboard.press("Control+y");
  await comesToBe("p", "6/5");
  await until(async () => await headline() === third, headline);
  await page.keyboard.press("Control+z");
  await comesToBe("p", "2");

  // What is being typed is the field's own to undo.
  await label("p").press("End");
  await label("p").pressSequentially("5");
  await page.keyboard.press("Control+z");
  await comesToBe("p", "2");
  await statusIs("Undone: p = 6/5");
});

test("an import is undone, and redone without asking for the file again", async () => {
  await open();
  await importFile();
  await label("Target").selectOption("time");
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await statusIs("Undone: Data = wpbc.csv");
  assert.deepEqual([await label("Sample").inputValue(), await label("Target").inputValue(), await label("Rows").inputValue()], ["synthetic-triples", "y", "160"]);
  await button("Redo").click();
  await button("Redo").click();
  await comesToBe("Target", "time");
  await run();
  assert.match(await status().textContent(), /^Converged/);
  assert.match(await page.getByRole("list", { name: "The experiment shown" }).textContent(), /^wpbc\.csv/);
});

// -- saved sessions -------------------------------------------------------------

test("a reload restores files, entries and result; a copy of the tab has a session of its own", async () => {
  await open();
  await importFile();
  await label("Test file").setInputFiles({ name: "more.csv", mimeType: "text/csv", buffer: Buffer.from(readFileSync(wpbc, "utf8").split("\n").slice(0, 61).join("\n")) });
  await statusIs("more.csv has the test rows: press Run");
  await label("Target").selectOption("time");
  await run();
  const seen = await headline();
  await label("p").fill("6/5");
  await label("p").press("Tab");
  await saved((s) => s.document.includes('"p":"6/5"'));

  await page.reload();
  await ready();
  await statusIs("Restored: wpbc.csv, p = 6/5");
  await until(async () => await headline() === seen, headline);
  assert.equal(await label("Target").inputValue(), "time");
  await page.getByText("The entries have changed").waitFor();
  assert.equal(await button("Undo").getAttribute("title"), "Undo: p = 6/5 (Ctrl+Z)");
  await run();
  assert.match(await status().textContent(), /^Converged/);

  // A duplicated tab begins with the session's name.
  const first = page;
  const name = await page.evaluate(() => sessionStorage.getItem("lplab-session"));
  page = await page.context().newPage();
  await page.addInitScript((id) => sessionStorage.getItem("lplab-session") ?? sessionStorage.setItem("lplab-session", id), name);
  await page.goto(server.url);
  await ready();
  await comesToBe("p", "6/5");
  assert.notEqual(await page.evaluate(() => sessionStorage.getItem("lplab-session")), name);
  await label("p").fill("2");
  await label("p").press("Tab");
  await saved((s) => s.document.includes('"p":2') && s.id !== name);
  await page.close();
  page = first;
  await page.reload();
  await ready();
  await comesToBe("p", "6/5");
});

test("after a crash a new tab is offered the session; it may be cleared", async () => {
  await open();
  await importFile();
  await label("p").fill("8/7");
  await label("p").press("Tab");
  await saved((s) => s.document.includes('"p":"8/7"'));
  await another();
  const offer = page.getByRole("region", { name: "Earlier session" });
  await offer.getByText(/^Restore the session of \d\d:\d\d \(wpbc\.csv, p = 8\/7\)\?$/).waitFor();
  assert.equal(await label("p").inputValue(), "4/3");
  await offer.getByRole("button", { name: "Restore" }).click();
  await statusIs("Restored: wpbc.csv, p = 8/7");
  await offer.waitFor({ state: "hidden" });
  await run();
  assert.match(await status().textContent(), /^Converged/);

  await saved((s) => s.results.length === 1);
  await button("Clear saved data").click();
  await statusIs("The saved data are cleared; this tab is unchanged");
  assert.deepEqual(await page.evaluate(stored), { sessions: 0, files: 0, results: 0 });
  assert.equal(await label("p").inputValue(), "8/7");
  await another();
  assert.equal(await page.getByRole("region", { name: "Earlier session" }).count(), 0);
});

test("a damaged record of a session is passed over and swept", async () => {
  await open();
  await label("p").fill("8/7");
  await label("p").press("Tab");
  await saved((s) => s.document.includes('"p":"8/7"'));
  await page.evaluate(() => new Promise((resolve, reject) => {
    indexedDB.open("lplab").onsuccess = ({ target: { result } }) => {
      const write = result.transaction("sessions", "readwrite");
      for (const record of [{ id: "no time" }, { id: "no lists", time: Date.now(), document: "{}" }]) write.objectStore("sessions").put(record);
      write.oncomplete = resolve;
      write.onabort = reject;
    };
  }));
  await another();
  await page.getByRole("region", { name: "Earlier session" }).getByText(/p = 8\/7/).waitFor();
  assert.equal((await page.evaluate(stored)).sessions, 1);
});

test("a session that is discarded is not offered again", async () => {
  await open();
  await label("p").fill("8/7");
  await label("p").press("Tab");
  await saved(() => true);
  await another();
  await button("Discard").click();
  await until(async () => (await page.evaluate(stored)).sessions === 0, () => "it is still there");
  await another();
  assert.equal(await page.getByRole("region", { name: "Earlier session" }).count(), 0);
});

test("where the browser forbids storage everything else works", async () => {
  await open({
    prepare: (context) => context.addInitScript(() => {
      IDBFactory.prototype.open = () => { throw new DOMException("forbidden", "SecurityError"); };
      Object.defineProperty(globalThis, "sessionStorage", { get() { throw new DOMException("forbidden", "SecurityError"); } });
    }),
  });
  await page.getByText("This browser keeps no copy").waitFor();
  assert.equal(await button("Clear saved data").count(), 0);
  await label("p").fill("2");
  await run();
  assert.match(await status().textContent(), /^Converged/);
  await button("Undo").click();
  await comesToBe("p", "4/3");
});

// -- compare --------------------------------------------------------------------

test("two results are pinned, compared, kept over a reload, used and removed", async () => {
  await open();
  const compare = page.getByRole("figure", { name: "Compare", exact: true });
  assert.equal(await compare.count(), 0);
  await button("Pin").click();
  await statusIs(/^Pinned as A/);
  assert.equal(await button("Pin").getAttribute("aria-disabled"), "true", "the same result is not pinned twice");
  await label("p").fill("2");
  await run();
  await button("Pin").click();
  await statusIs("Pinned as B");

  const row = (name) => compare.getByRole("row").filter({ has: page.getByRole("rowheader", { name, exact: true }) }).getByRole("cell").allTextContents();
  const check = async () => {
    await page.getByRole("tab", { name: "Compare", exact: true }).click();
    await compare.waitFor(); // after a reload the session is restored when the page is ready
    assert.deepEqual(await row("p"), ["4/3", "2"]);
    assert.deepEqual((await row("Selected")).map((text) => text.split(" of ")[1]), ["4,960", "4,960"]);
    assert.match((await row("Certificate"))[0], /^gap \S+$/);
    await compare.getByText("Same data and split: the errors are comparable.").waitFor();
    const overlap = compare.getByText(/^Selected by both: \d+; by A alone: \d+; by B alone: \d+\.$/);
    await overlap.waitFor();
    const [both, alone] = (await overlap.textContent()).match(/\d+/g).map(Number);
    assert.equal(`${both + alone} of 4,960`, (await row("Selected"))[0]);
    await page.locator("#plot-compare svg path").first().waitFor();
    const painted = await page.locator("#plot-agreement canvas").evaluate((canvas) => new Set(new Uint32Array(
      canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.buffer)).size);
    assert.ok(painted > 10, `the plot has ${painted} colours`);
  };
  await check();
  await saved((s) => JSON.parse(s.document).pins?.length === 2 && s.results.length === 2);
  await page.reload();
  await ready();
  await check();

  await button("Export").click();
  const [download] = await Promise.all([page.waitForEvent("download"), button("Compare as CSV").click()]);
  assert.match(readFileSync(await download.path(), "utf8"), /^monomial,A,B,selected by A,selected by B\nx\d+[·²³\d,]/);
  await button("Close").click();

  await button("Use A").click();
  await comesToBe("p", "4/3");
  await button("Undo").click();
  await comesToBe("p", "2");
  await label("Split seed").evaluate((e) => { e.closest("details").open = true; });
  await label("Split seed").fill("5");
  await run();
  await button("Pin").click(); // a third one replaces B
  await compare.getByText("The splits differ, so the errors are not comparable.").waitFor();
  await button("Remove A").click();
  const listed = () => compare.getByRole("listitem").allTextContents();
  await until(async () => (await listed()).join() === "ASynthetic, 160 × 30, polynomial kernel, degree 3, p = 2, r = 1/2Use ARemove A", listed);
  await button("Remove A").click();
  await compare.waitFor({ state: "hidden" });
});

// -- helpers --------------------------------------------------------------------

const label = (name) => page.getByLabel(name, { exact: true });
const button = (name) => page.getByRole("button", { name, exact: true });
const status = () => page.locator("#status");
const headline = () => page.locator(".story").textContent();
const ready = () => page.waitForFunction(() => document.documentElement.dataset.lplab === "ready");

async function open(options = {}) {
  page = await openPage(browser, server.url, options);
  await ready();
}

async function run() {
  await button("Run").click();
  await page.waitForFunction(() => document.documentElement.dataset.lplab !== "running");
}

/** Ends the tab without a farewell, and opens another. */
async function another() {
  const context = page.context(), whole = page.whole ?? page.quiet;
  await page.close({ runBeforeUnload: false });
  const tab = await context.newPage();
  page = Object.assign(tab, { whole, quiet: () => whole(tab) });
  await page.goto(server.url);
  await ready();
}

/** How much is stored. Runs in the page. */
async function stored() {
  const database = await new Promise((resolve) => { indexedDB.open("lplab").onsuccess = (e) => resolve(e.target.result); });
  const entries = await Promise.all(["sessions", "files", "results"].map((name) => new Promise((resolve) => {
    database.transaction(name).objectStore(name).count().onsuccess = (e) => resolve([name, e.target.result]);
  })));
  database.close();
  return Object.fromEntries(entries);
}

/** Waits until a session is saved for which the condition holds. */
async function saved(condition) {
  const all = () => page.evaluate(() => new Promise((resolve) => {
    indexedDB.open("lplab").onsuccess = ({ target: { result: database } }) => {
      database.transaction("sessions").objectStore("sessions").getAll().onsuccess = (e) => {
        database.close();
        resolve(e.target.result);
      };
    };
  }));
  await until(async () => (await all()).some(condition), async () => `saved are ${JSON.stringify(await all())}`);
}

async function importFile() {
  await label("Tune the model").uncheck();
  await label("Data file").setInputFiles(wpbc);
  await statusIs(/^wpbc\.csv: 198 rows/);
}

async function statusIs(wanted) {
  const matches = (text) => typeof wanted === "string" ? text === wanted : wanted.test(text);
  await until(async () => matches(await status().textContent()), () => status().textContent());
}

async function comesToBe(name, value) {
  await until(async () => await label(name).inputValue() === value, async () => `${name} is ${await label(name).inputValue()}`);
}
