// Sessions saved in the browser: restored after a reload, offered after a crash, cleared.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { linkOf, wpbc } from "./harness.mjs";
import { button, label, open, page, run, setPage, status, waitForPhase, waitForStatus, waitForValue } from "./page.mjs";
import { sessions, waitForSession } from "./sessions.mjs";
import { server } from "./stage.mjs";
import { until } from "./waiting.mjs";

test("a reload restores files, entries and result; a duplicated tab has its own session", async () => {
  await open();
  await importFile();
  await label("Test file").setInputFiles({ name: "more.csv", mimeType: "text/csv", buffer: Buffer.from(readFileSync(wpbc, "utf8").split("\n").slice(0, 61).join("\n")) });
  await waitForStatus("more.csv has the test rows: press Run");
  await label("Target").selectOption("time");
  await run();
  const before = await headline();
  await label("p").fill("6/5");
  await label("p").press("Tab");
  await waitForSession(page, (s) => s.document.includes('"p":"6/5"'));

  await page.reload();
  await waitForPhase("ready");
  await waitForStatus("Restored: wpbc.csv, p = 6/5");
  await until(async () => await headline() === before, headline);
  assert.equal(await label("Target").inputValue(), "time");
  await page.getByText("The entries have changed").waitFor();
  assert.equal(await button("Undo").getAttribute("title"), "Undo: p = 6/5 (Ctrl+Z)");
  await run();
  assert.match(await status().textContent(), /^Converged/);

  // A duplicated tab starts with the name of the first tab's session.
  const first = page;
  const name = await sessionName();
  setPage(await openWithName(name));
  await waitForPhase("ready");
  await waitForValue("p", "6/5");
  assert.notEqual(await sessionName(), name);
  await label("p").fill("2");
  await label("p").press("Tab");
  await waitForSession(page, (s) => s.document.includes('"p":2') && s.id !== name);
  await page.close();
  setPage(first);
  await page.reload();
  await waitForPhase("ready");
  await waitForValue("p", "6/5");
});

test("after a crash a new tab offers the session, and the saved data can be cleared", async () => {
  await open();
  await importFile();
  await label("p").fill("8/7");
  await label("p").press("Tab");
  await waitForSession(page, (s) => s.document.includes('"p":"8/7"'));
  await openAnother();
  const offer = page.getByRole("region", { name: "Earlier session" });
  await offer.getByText(/^Restore the session of \d\d:\d\d \(wpbc\.csv, p = 8\/7\)\?$/).waitFor();
  assert.equal(await label("p").inputValue(), "4/3");
  // A link to the file of that session finds it in the storage.
  const sha256 = createHash("sha256").update(readFileSync(wpbc)).digest("hex");
  await page.evaluate((to) => { location.hash = to; }, new URL(linkOf({ data: { source: "file", name: "wpbc.csv", sha256 }, target: "time" }, server.url)).hash);
  await waitForStatus("wpbc.csv is the file of this experiment: press Run");
  await offer.getByRole("button", { name: "Restore" }).click();
  await waitForStatus("Restored: wpbc.csv, p = 8/7");
  await offer.waitFor({ state: "hidden" });
  await run();
  assert.match(await status().textContent(), /^Converged/);

  await waitForSession(page, (s) => s.results.length === 1);
  await button("Clear saved data").click();
  await waitForStatus("The saved data are cleared, also those of other tabs; this tab is unchanged");
  assert.deepEqual(await page.evaluate(countRecords), { sessions: 0, files: 0, results: 0 });
  assert.equal(await label("p").inputValue(), "8/7");
  await openAnother();
  assert.equal(await page.getByRole("region", { name: "Earlier session" }).count(), 0);
});

test("a reload of a link keeps a pin, and Back from a lesson's experiment returns to the session before it", async () => {
  await open();
  const short = linkOf({ data: { source: "synthetic", n: 40, d: 12, relevant: 2 } }, server.url);
  await openAnother(short);
  await until(() => page.url() !== short, () => page.url());
  const link = page.url();
  await openAnother(link);
  const hasPin = async () => await page.locator("#compare:not(.gone)").count() === 1;
  await button("Pin").click();
  await waitForSession(page, (s) => JSON.parse(s.document).pins?.length === 1);
  await page.reload();
  await until(hasPin, () => status().textContent());

  await page.goto(new URL("lessons/penalties.html", server.url).href);
  await page.locator('a[href*="#e="]').first().click();
  await page.waitForURL(/#e=/);
  await waitForPhase("ready");
  await waitForSession(page, (s) => !s.document.includes('"n":40'));
  assert.equal(await hasPin(), false);
  await page.goBack();
  await page.goBack();
  await until(hasPin, () => status().textContent());
  assert.equal(await label("Rows").inputValue(), "40");
});

test("a damaged record of a session is ignored and deleted", async () => {
  await open();
  await label("p").fill("8/7");
  await label("p").press("Tab");
  await waitForSession(page, (s) => s.document.includes('"p":"8/7"'));
  await page.evaluate(() => new Promise((resolve, reject) => {
    indexedDB.open("lplab").onsuccess = ({ target: { result } }) => {
      const write = result.transaction("sessions", "readwrite");
      for (const record of [{ id: "no time" }, { id: "no lists", time: Date.now(), document: "{}" }]) write.objectStore("sessions").put(record);
      write.oncomplete = resolve;
      write.onabort = reject;
    };
  }));
  await openAnother();
  await page.getByRole("region", { name: "Earlier session" }).getByText(/p = 8\/7/).waitFor();
  assert.equal((await page.evaluate(countRecords)).sessions, 1);
});

test("a discarded session is not offered again", async () => {
  await open();
  await label("p").fill("8/7");
  await label("p").press("Tab");
  await waitForSession(page, () => true);
  const name = await sessionName();
  await openAnother();
  const [{ time }] = await page.evaluate(sessions);
  const reopened = await openWithName(name);
  await waitForSession(page, (s) => s.time > time);
  await button("Discard").click();
  await reopened.reload(); // the session of an open tab stays
  await reopened.getByText("Restored: ").waitFor();
  await reopened.close({ runBeforeUnload: false });
  await openAnother();
  await button("Discard").click();
  await until(async () => (await page.evaluate(countRecords)).sessions === 0, () => "the session is still stored");
  await openAnother();
  assert.equal(await page.getByRole("region", { name: "Earlier session" }).count(), 0);
});

test("the page works without saved data if the browser forbids storage", async () => {
  await open({
    prepare: (context) => context.addInitScript(() => {
      IDBFactory.prototype.open = () => { throw new DOMException("forbidden", "SecurityError"); };
      for (const storage of ["localStorage", "sessionStorage"]) {
        Object.defineProperty(globalThis, storage, { configurable: true, get() { throw new DOMException("forbidden", "SecurityError"); } });
      }
    }),
  });
  await page.getByText("This browser keeps no copy").waitFor();
  assert.equal(await button("Clear saved data").count(), 0);
  await label("p").fill("2");
  await run();
  assert.match(await status().textContent(), /^Converged/);
  await button("Undo").click();
  await waitForValue("p", "4/3");
});

// -- helpers --------------------------------------------------------------------

const sessionName = () => page.evaluate(() => sessionStorage.getItem("lplab-session"));
const headline = () => page.locator(".story").textContent();

/** Opens another tab with the name of a session, as a duplicated or a reopened tab has it. */
async function openWithName(name) {
  const tab = await page.context().newPage();
  await tab.addInitScript((id) => sessionStorage.getItem("lplab-session") ?? sessionStorage.setItem("lplab-session", id), name);
  await tab.goto(server.url);
  return tab;
}

/** Closes the tab without its unload handlers, and opens another. */
async function openAnother(address = server.url) {
  const context = page.context(), assertTab = page.assertTab ?? page.assertNoErrors;
  await page.close({ runBeforeUnload: false });
  const tab = await context.newPage();
  setPage(Object.assign(tab, { assertTab, assertNoErrors: () => assertTab(tab) }));
  await page.goto(address);
  await waitForPhase("ready");
}

/** Returns the numbers of stored records. Runs in the page. */
async function countRecords() {
  const database = await new Promise((resolve) => { indexedDB.open("lplab").onsuccess = (e) => resolve(e.target.result); });
  const entries = await Promise.all(["sessions", "files", "results"].map((name) => new Promise((resolve) => {
    database.transaction(name).objectStore(name).count().onsuccess = (e) => resolve([name, e.target.result]);
  })));
  database.close();
  return Object.fromEntries(entries);
}

async function importFile() {
  await label("Data file").setInputFiles(wpbc);
  await waitForStatus(/^wpbc\.csv: 198 rows/);
}
