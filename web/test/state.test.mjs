// What was entered is never lost: undone and redone, as a person does it.

import assert from "node:assert/strict";
import { after, afterEach, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { finish, openPage, root, startBrowser, startServer } from "./harness.mjs";

const wpbc = fileURLToPath(new URL("core/sample/wpbc.csv", root));

let server, browser, page;

before(async () => {
  [server, browser] = await Promise.all([startServer(), startBrowser()]);
});

after(async () => {
  await browser?.close();
  await server?.close();
});

afterEach(async (t) => {
  const ended = page;
  page = null;
  if (ended) {
    await finish(t, ended);
  }
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
  assert.equal(await page.getByText("The entries have changed since").count(), 0, "the result is that of the entries");
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
  assert.equal(await label("p").inputValue(), "2");
  assert.equal(await status().textContent(), "Undone: p = 6/5");
});

test("an import is undone, and redone without asking for the file again", async () => {
  await open();
  await importFile();
  await label("Target").selectOption("time");
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await statusIs("Undone: Data = wpbc.csv");
  assert.deepEqual([await label("Sample").inputValue(), await label("Target").inputValue(), await label("Rows").inputValue()], ["synthetic", "y", "125"]);
  await button("Redo").click();
  await button("Redo").click();
  await comesToBe("Target", "time");
  await run();
  assert.match(await status().textContent(), /^Converged/);
  assert.match(await page.getByRole("list", { name: "The experiment shown" }).textContent(), /^wpbc\.csv/);
});

// -- helpers --------------------------------------------------------------------

const label = (name) => page.getByLabel(name, { exact: true });
const button = (name) => page.getByRole("button", { name, exact: true });
const status = () => page.getByRole("status");
const headline = () => page.locator(".headline").textContent();
const ready = () => page.waitForFunction(() => document.documentElement.dataset.lplab === "ready");

async function open(options = {}) {
  page = await openPage(browser, server.url, options);
  await ready();
}

async function run() {
  await button("Run").click();
  await page.waitForFunction(() => document.documentElement.dataset.lplab !== "running");
}

async function importFile() {
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

async function until(condition, complaint) {
  const deadline = Date.now() + 10_000;
  while (!await condition()) {
    if (Date.now() > deadline) {
      assert.fail(await complaint());
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
