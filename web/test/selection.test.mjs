// Selections with error control, by the panel and by the buttons of the card.
// Every test also fails on console errors and requests to other origins.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { assertAccessible } from "./accessible.mjs";
import { solve } from "./files.mjs";
import { lplab, openPane } from "./harness.mjs";
import { button, choose, keepPage, label, page, reopen, runForReport, stopTrace, view } from "./page.mjs";

const card = () => page.locator("#selection-card");

test("each rule with error control describes it, and selects the weights of the command line", async () => {
  await reopen({ viewport: { width: 1280, height: 900 } });
  await choose("Sample", "prostate");
  await choose("Target", "lpsa");
  await choose("Type", "lasso");
  await runForReport();
  await view("What matters");
  await card().getByText("controls no error").waitFor();
  assert.deepEqual(await card().getByRole("columnheader").allTextContents(), ["R²", "All weights", "Selected"]);
  for (const [rule, text] of [
    ["Select by stability", /The expected number of false selections is at most/],
    ["Select above the noise", /a probability of at most 5/],
    ["Select by knockoffs", /No weight can be selected: a rate of 0.1 needs at least 10/],
  ]) {
    const report = await runForReport(() => button(rule).click());
    await card().getByText(text).first().waitFor();
    const expected = solve(report.spec).report.selection;
    assert.deepEqual(report.selection.selected, expected.selected, rule);
    assert.deepEqual(report.selection.assumptions, expected.assumptions, rule);
    const r2 = report.selection.refit.metrics.train.r2;
    assert.ok(Math.abs(r2 - expected.refit.metrics.train.r2) < 1e-9, `${rule}: ${r2}`);
    if (expected.selected.length > 0) await card().getByRole("cell", { name: r2.toFixed(3) }).first().waitFor();
    else assert.equal(await card().getByRole("table").isVisible(), false, "a refit of no weight is not compared");
    assert.equal(await button(rule).isVisible(), false, "the active rule is not offered");
  }
  await view("Use");
  assert.equal(await button("Download selected model").isVisible(), false, "a refit of no weight is not offered");
  await view("What matters");
  // The least squares fit on the weights selected by stability equals the model of the command line.
  const { spec } = await runForReport(() => button("Select by stability").click());
  await view("Use");
  const download = page.waitForEvent("download");
  await button("Download selected model").click();
  const file = JSON.parse(readFileSync(await (await download).path(), "utf8"));
  const { stdout, stderr } = spawnSync(lplab, ["model", "-", "-selected"], { input: JSON.stringify(solve(spec).report), encoding: "utf8" });
  const expected = JSON.parse(stdout || assert.fail(stderr));
  assert.ok(file.refit && expected.functions[0].terms.length > 0);
  expected.functions[0].terms.forEach(({ monomial, coefficient }, k) => {
    const term = file.functions[0].terms[k];
    assert.deepEqual(term.monomial, monomial);
    assert.ok(Math.abs(term.coefficient - coefficient) <= 1e-9 * Math.abs(coefficient), `${coefficient}, ${JSON.stringify(monomial)}: ${term.coefficient}`);
  });
  await view("What matters");
  await stopTrace();
  await assertAccessible(page, "#selection-card");
  keepPage();
});

test("on a phone the panel offers the rule and its level, and the card fits", async () => {
  await reopen({ viewport: { width: 390, height: 844 } });
  await openPane(page, "Data");
  await choose("Sample", "prostate");
  await choose("Target", "lpsa");
  await openPane(page, "Model");
  await choose("Type", "lasso");
  await page.locator("#panel-selection > summary").click();
  await label("Selection").selectOption("stability");
  await label("False selections").fill("2");
  await label("Selection folds").fill("4");
  await label("Selection folds").press("Tab");
  const report = await runForReport();
  assert.equal(report.spec.selection.falseSelections, 2);
  assert.ok(report.selection.bound > 0 && report.selection.bound <= 2, `the bound is ${report.selection.bound}`);
  await card().getByText("held out of selection").waitFor();
  await card().getByText(`from ${Math.min(...report.selection.refit.perFold)} to ${Math.max(...report.selection.refit.perFold)} weights were selected`).waitFor();
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "the page is not wider than the viewport");
  assert.ok(await card().evaluate((c) => c.scrollWidth <= c.clientWidth), "the card does not overflow");
  await page.setViewportSize({ width: 320, height: 844 });
  assert.ok(await card().getByRole("region", { name: "Table of the refit" }).evaluate((t) => t.scrollWidth <= t.clientWidth), "the table does not scroll");
  await stopTrace();
  await assertAccessible(page, "#selection-card");
});
