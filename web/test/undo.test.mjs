// Undo and redo of entries and results, and the comparison of pinned results.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { wpbc } from "./harness.mjs";
import { button, keepPage, label, openLink, page, reopen, run, status, waitForPhase, waitForStatus, waitForValue } from "./page.mjs";
import { waitForSession } from "./sessions.mjs";
import { until } from "./waiting.mjs";

test("entries and their results are undone and redone, by buttons and by keyboard", async () => {
  await reopen();
  assert.equal(await button("Undo").getAttribute("aria-disabled"), "true");
  const first = await storyText();
  await label("p").fill("2");
  await run();
  await label("p").fill("6/5");
  await run();
  const third = await storyText();
  assert.notEqual(third, first);

  assert.equal(await button("Undo").getAttribute("title"), "Undo: p = 6/5 (Ctrl+Z)");
  await button("Undo").click();
  await waitForStatus("Undone: p = 6/5");
  await button("Undo").click();
  await waitForValue("p", "4/3");
  await until(async () => await storyText() === first, storyText);
  assert.equal(await page.getByText("The entries have changed").count(), 0, "the result matches the entries");
  assert.equal(await button("Undo").getAttribute("aria-disabled"), "true");
  assert.equal(await button("Redo").getAttribute("title"), "Redo: p = 2 (Ctrl+Shift+Z)");
  await page.keyboard.press("Control+Shift+Z");
  await waitForValue("p", "2");
  await page.keyboard.press("Control+y");
  await waitForValue("p", "6/5");
  await until(async () => await storyText() === third, storyText);
  await page.keyboard.press("Control+z");
  await waitForValue("p", "2");

  // While a text is being typed, the keys undo within the field.
  await label("p").press("End");
  await label("p").pressSequentially("5");
  await page.keyboard.press("Control+z");
  await waitForValue("p", "2");
  await waitForStatus("Undone: p = 6/5");
  keepPage();
});

test("an import is undone, and redone without choosing the file again", async () => {
  await reopen();
  await label("Data file").setInputFiles(wpbc);
  await waitForStatus(/^wpbc\.csv: 198 rows/);
  await label("Target").selectOption("time");
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await waitForStatus("Undone: Data = wpbc.csv");
  assert.deepEqual([await label("Sample").inputValue(), await label("Target").inputValue(), await label("Rows").inputValue()], ["synthetic-triples", "y", "160"]);
  await button("Redo").click();
  await button("Redo").click();
  await waitForValue("Target", "time");
  await run();
  assert.match(await status().textContent(), /^Converged/);
  assert.match(await page.getByRole("list", { name: "The experiment shown" }).textContent(), /^wpbc\.csv/);
  keepPage();
});

test("pinned results are compared, kept over a reload, restored and removed", async () => {
  await reopen();
  const compare = page.getByRole("figure", { name: "Compare", exact: true });
  assert.equal(await compare.count(), 0);
  await button("Pin").click();
  await waitForStatus(/^Pinned as A/);
  assert.equal(await button("Pin").getAttribute("aria-disabled"), "true", "the same result is not pinned twice");
  await label("p").fill("2");
  await run();
  await button("Pin").click();
  await waitForStatus("Pinned as B");

  const row = (name) => compare.getByRole("row").filter({ has: page.getByRole("rowheader", { name, exact: true }) }).getByRole("cell").allTextContents();
  const check = async () => {
    await page.getByRole("tab", { name: "Compare", exact: true }).click();
    await compare.waitFor(); // after a reload the session is restored once the page is ready
    assert.deepEqual(await row("p"), ["4/3", "2"]);
    assert.deepEqual((await row("Selected")).map((text) => text.split(" of ")[1]), ["4,960", "4,960"]);
    assert.match((await row("Certificate"))[0], /^gap \S+$/);
    await compare.getByText("Same data and split: the errors are comparable.").waitFor();
    const overlap = compare.getByText(/^Selected by both: \d+; by A alone: \d+; by B alone: \d+\.$/);
    await overlap.waitFor();
    const [both, alone] = (await overlap.textContent()).match(/\d+/g).map(Number);
    assert.equal(`${both + alone} of 4,960`, (await row("Selected"))[0]);
    await page.locator("#plot-compare svg path").first().waitFor();
    const colours = await page.locator("#plot-agreement canvas").evaluate((canvas) => new Set(new Uint32Array(
      canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data.buffer)).size);
    assert.ok(colours > 10, `the plot has ${colours} colours`);
  };
  await check();
  await waitForSession(page, (s) => JSON.parse(s.document).pins?.length === 2 && s.results.length === 2);
  await page.reload();
  await waitForPhase("ready");
  await check();

  await button("Export").click();
  const [download] = await Promise.all([page.waitForEvent("download"), button("Compare as CSV").click()]);
  assert.match(readFileSync(await download.path(), "utf8"), /^monomial,A,B,selected by A,selected by B\nx\d+[·²³\d,]/);
  await button("Close").click();

  await button("Use A").click();
  await waitForValue("p", "4/3");
  await button("Undo").click();
  await waitForValue("p", "2");
  await label("Split seed").evaluate((e) => { e.closest("details").open = true; });
  await label("Split seed").fill("5");
  await run();
  await button("Pin").click(); // a third result replaces B
  await compare.getByText("The splits differ, so the errors are not comparable.").waitFor();
  await button("Remove A").click();
  const items = () => compare.getByRole("listitem").allTextContents();
  await until(async () => (await items()).join() === "ASynthetic, 160 × 30, polynomial kernel, degree 3, p = 2, r = 1/2Use ARemove A", items);
  await button("Remove A").click();
  await compare.waitFor({ state: "hidden" });
});

test("weights of linear models are compared, and a model without weights is named", async () => {
  const document = (model) => ({ data: { source: "synthetic", n: 40, d: 5, relevant: 2, noise: 0.5 }, model });
  const pinned = async (model, words) => {
    await openLink(document(model));
    await button("Pin").click();
    await page.getByRole("tab", { name: "Compare" }).click();
    if (words) await page.locator("#compare-overlap").getByText(words).waitFor();
  };
  await reopen();
  await pinned({ gamma: 1 });
  await pinned({ type: "ridge", lambda: 1 }, /^Selected/);
  assert.ok(await page.locator("#plot-agreement").isVisible());
  await pinned({ type: "knn" }, "B has no weights; the table compares the errors.");
  assert.ok(!await page.locator("#plot-compare").isVisible() && !await page.locator("#plot-agreement").isVisible());
});

const storyText = () => page.locator(".story").textContent();
