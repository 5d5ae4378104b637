// Comparison of models on the same rows.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { assertAccessible } from "./accessible.mjs";
import { lplab, openPane } from "./harness.mjs";
import { button, label, load, page, view, waitForPhase } from "./page.mjs";
import { until } from "./waiting.mjs";

/** Compares the models after the run, and returns the card. */
async function compareModels() {
  await page.getByRole("status").filter({ hasText: /^Converged/ }).first().waitFor();
  await view("Compare");
  const card = page.getByRole("figure", { name: "Methods", exact: true });
  await button("Compare models").click();
  await card.getByText(/has the lowest error on the test rows/).waitFor();
  return card;
}

/** Returns the cells of the table on the page. */
const rowsOf = (card) => card.getByRole("row").evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.textContent)));

/** Returns the cells of the table that the command line prints. */
const rowsByCommandLine = (spec) => execFileSync(lplab, ["compare", "-"], { encoding: "utf8", input: JSON.stringify(spec) }).trimEnd().split("\n").map((line) => line.split(/ {2,}/));

/** Returns the comparable columns: not the time, the gap (which may be rounding error), and the name, which the command line writes differently. */
const stableColumns = ([head, ...rows]) => rows.map((row) => row.filter((_, i) => !["Model", "Time", "Certificate"].includes(head[i])));

test("models are compared on the same rows with the results of the command line", async () => {
  await load({ viewport: { width: 390, height: 844 } });
  await waitForPhase("ready");
  await openPane(page, "Data");
  await label("Sample").selectOption("prostate");
  await page.getByText("97 rows, 9 columns").waitFor();
  await button("Run").click();
  const card = await compareModels();
  const rows = await rowsOf(card);
  const expected = rowsByCommandLine({ data: { source: "sample", name: "prostate" }, target: "lpsa" });
  assert.equal(rows.length, expected.length);
  const [lasso] = stableColumns(rows.filter(([model]) => /^(Model|Lasso)$/.test(model)));
  assert.match(lasso.join(), /,\d of 8,lambda = \S+$/);
  assert.deepEqual([lasso], stableColumns(expected.filter(([model]) => /^(Model|lasso)$/.test(model)))); // the page's lp model has other settings
  assert.ok(!rows.some(([model]) => model === "Support vector machine"), "a model of two classes is not offered");

  const [download] = await Promise.all([page.waitForEvent("download"), button("Models as CSV").click()]);
  const csv = readFileSync(await download.path(), "utf8").trim().split("\n");
  assert.equal(csv.length, rows.length);
  assert.match(csv[0], /^model,parameter,value,train MSE,/);

  // Without one model. On a phone the table scrolls sideways, and the page does not.
  await card.getByRole("checkbox", { name: "Ridge", exact: true }).uncheck();
  await until(async () => await card.getByRole("row").count() === rows.length - 1, () => card.textContent());
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await assertAccessible(page, ".methods-card");

  // A run with another target removes the comparison.
  await openPane(page, "Data");
  await label("Target").selectOption("age");
  await button("Run").click();
  await card.getByRole("table").waitFor({ state: "detached" });
});

test("the comparison on planted data lists the true and the false selections of each model", async () => {
  const spec = { version: 1, data: { source: "synthetic", n: 120, d: 30, relevant: 4, noise: 0.5, seed: 3 }, split: { train: 0.5, test: 0.5 } };
  await load({ document: spec });
  await waitForPhase("ready");
  const rows = await rowsOf(await compareModels());
  assert.deepEqual(stableColumns(rows), stableColumns(rowsByCommandLine(spec)));
  const [head] = rows;
  const [selected, found, wrong] = ["Selected", "Planted found", "False"].map((name) => head.indexOf(name));
  assert.ok(selected > 0 && found === selected + 1 && wrong === found + 1, head.join(", "));

  // Each selected weight is planted or false, and the models may differ.
  const planted = rows.slice(1).filter((row) => row[found] !== "–");
  for (const row of planted) {
    assert.equal(Number.parseInt(row[selected]), Number.parseInt(row[found]) + Number(row[wrong]), row.join(", "));
  }
  assert.ok(planted.length >= 4 && planted.some((row) => row[found] === "4 of 4") && new Set(planted.map((row) => row[wrong])).size > 1, rows.join("; "));
});
