// Labelled bags of rows, and formulas as features.

import assert from "node:assert/strict";
import { test } from "node:test";
import { choose, keepPage, label, page, reopen, runForReport } from "./page.mjs";

test("the sample of bags runs without other entries, and other samples have no bags", async () => {
  await reopen({ viewport: { width: 1280, height: 900 } });
  await choose("Sample", "bags");
  const report = await runForReport();
  assert.equal(report.status, "converged");
  assert.deepEqual([report.bags.length, report.rows.train.length, report.spec.bag], [80, 60, "bag"]);
  assert.ok(report.metrics.test.r2 > 0.9, `R² ${report.metrics.test.r2}`);
  assert.equal(await label("Bag").inputValue(), "bag");
  assert.match(await label("Sample").locator("option[value=bags]").textContent(), /80 bags$/);
  await page.getByRole("tab", { name: "How well", exact: true }).click();
  await page.locator("#plot-fit[aria-label*='60 train bags, 20 test bags']").waitFor();
  assert.match(await page.locator("#panel-fit p").textContent(), /on the train bags/);
  await page.getByRole("tab", { name: "Use", exact: true }).click();
  await page.locator("[data-part=what-if]", { hasText: "predicts bags of rows" }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Try values" }).count(), 0);
  assert.equal(await label("Dimension").isVisible(), false);
  await choose("Sample", "prostate");
  await label("Bag").waitFor({ state: "hidden" });
  assert.equal((await runForReport()).bags, undefined);
  keepPage();
});

test("formulas replace the columns, and an invalid formula is reported beside the entry", async () => {
  await reopen({ viewport: { width: 1280, height: 900 } });
  await choose("Sample", "prostate");
  await label("Type").selectOption("ridge");
  await page.getByText("Formulas as features").click();
  const basis = label("Basis");
  await enter(basis, "age, age^2, max(lcavol, lweight)");
  const report = await runForReport();
  assert.deepEqual(report.features, ["age", "age^2", "max(lcavol, lweight)"]);
  await enter(basis, "age, log(lcavol");
  await page.locator("#f-basis-wrong").filter({ hasText: "is not closed" }).waitFor(); // the page checks an entry after a delay
  assert.match(await page.locator("#f-basis-wrong").textContent(), /^Basis is "log\(lcavol": character 4: "\(" is not closed; add "\)"$/);
  await enter(basis, "age, log(lcp)");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.waitForFunction(() => document.documentElement.dataset.lplab === "error");
  assert.match(await page.locator("#status").textContent(), /^Basis is "log\(lcp\)": it is not finite in row 0 of the data .*"lcp" is -1\.38/);
});

async function enter(control, text) {
  await control.fill(text);
  await control.press("Tab");
}
