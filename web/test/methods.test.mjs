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
  await card.getByText(/errs least on the test rows/).waitFor();
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
