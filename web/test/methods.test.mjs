// Models compared on the same rows, as a person does it.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { assertAccessible } from "./accessible.mjs";
import { lplab, openPane } from "./harness.mjs";
import { button, label, load, page, phaseIs } from "./page.mjs";
import { until } from "./waiting.mjs";

test("models are compared on the same rows, as the command line compares them", async () => {
  await load({ viewport: { width: 390, height: 844 } });
  await phaseIs("ready");
  await openPane(page, "Data");
  await label("Sample").selectOption("prostate");
  await page.getByText("97 rows, 9 columns").waitFor();
  await button("Run").click();
  await page.getByRole("status").filter({ hasText: /^Converged/ }).first().waitFor();
  await page.getByRole("tab", { name: "Compare", exact: true }).click();
  const card = page.getByRole("figure", { name: "Methods", exact: true });
  await button("Compare models").click();
  await card.getByText(/has the lowest error on the test rows/).waitFor();
  const rows = await card.getByRole("row").allTextContents();
  const want = execFileSync(lplab, ["compare", "-"], { encoding: "utf8",
    input: JSON.stringify({ data: { source: "sample", name: "prostate" }, target: "lpsa" }) }).trim().split("\n");
  assert.equal(rows.length, want.length);
  const lasso = rows.find((row) => row.startsWith("Lasso"));
  const [, lambda, selected] = want.find((line) => line.startsWith("lasso")).match(/lambda = (\S+) .* (\d+ of \d+) /);
  assert.ok(lasso.includes(`lambda = ${Number(lambda).toPrecision(3)}`) && lasso.includes(selected) && /gap \S+$/.test(lasso), `${lasso}, ${lambda}, ${selected}`);
  assert.ok(!rows.some((row) => row.startsWith("Support vector machine")), "a model of two classes is not offered");

  const [download] = await Promise.all([page.waitForEvent("download"), button("Models as CSV").click()]);
  const csv = readFileSync(await download.path(), "utf8").trim().split("\n");
  assert.equal(csv.length, rows.length);
  assert.match(csv[0], /^model,parameter,value,train MSE,/);

  // One is left out; the table is a phone's to scroll, and the page is not.
  await card.getByRole("checkbox", { name: "Ridge", exact: true }).uncheck();
  await until(async () => await card.getByRole("row").count() === rows.length - 1, () => card.textContent());
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await assertAccessible(page, ".methods-card");

  // Other rows are another comparison.
  await openPane(page, "Data");
  await label("Target").selectOption("age");
  await button("Run").click();
  await card.getByRole("table").waitFor({ state: "detached" });
});

test("of planted data the comparison has what each model found and what it selected falsely", async () => {
  const spec = { version: 1, data: { source: "synthetic", n: 120, d: 30, relevant: 4, noise: 0.5, seed: 3 }, split: { train: 0.5, test: 0.5 } };
  await load({ document: spec });
  await phaseIs("ready");
  await page.getByRole("status").filter({ hasText: /^Converged/ }).first().waitFor();
  await page.getByRole("tab", { name: "Compare", exact: true }).click();
  const card = page.getByRole("figure", { name: "Methods", exact: true });
  await button("Compare models").click();
  await card.getByText(/has the lowest error on the test rows/).waitFor();
  const [head, ...rows] = await card.getByRole("row").evaluateAll((all) => all.map((row) => [...row.cells].map((cell) => cell.textContent)));
  const [selected, found, wrong] = ["Selected", "Planted found", "False"].map((name) => head.indexOf(name));
  assert.ok(selected > 0 && found === selected + 1 && wrong === found + 1, head.join(", "));

  // Those of the command line, model by model, in the same order.
  const lines = execFileSync(lplab, ["compare", "-"], { encoding: "utf8", input: JSON.stringify(spec) }).trim().split("\n").slice(1);
  assert.equal(rows.length, lines.length);
  const want = lines.map((line) => line.match(/(\d+ of 30)\s+(\d of 4)\s+(\d+)\s/)?.slice(1) ?? ["–", "", ""]);
  assert.deepEqual(rows.map((row) => [row[selected], row[found], row[wrong]]), want);

  // What is selected is planted or false, and no two models need agree.
  const told = rows.filter((row) => row[found] !== "");
  for (const row of told) {
    assert.equal(Number.parseInt(row[selected]), Number.parseInt(row[found]) + Number(row[wrong]), row.join(", "));
  }
  assert.ok(told.length >= 4 && told.some((row) => row[found] === "4 of 4") && new Set(told.map((row) => row[wrong])).size > 1, rows.join("; "));
});
