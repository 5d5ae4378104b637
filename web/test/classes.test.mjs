// Classification with three classes: a file is read and solved, and the result is shown by class.

import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { solve } from "./files.mjs";
import { button, enteredShares, keepPage, label, lastReport, page, reopen, run, topWeights, view, waitForStatus } from "./page.mjs";

const others = ["setosa", "versicolor"];
const virginica = "virginica of the northern isles and of the shores of the lakes"; // a name of a class that is wider than a phone

/** Writes a table of three overlapping classes, half of its rows in the last; returns the path. */
function writeFlowers() {
  const lines = ["length,width,species"];
  for (let i = 0; i < 90; i++) {
    const k = [0, 2, 1, 2][i % 4];
    lines.push(`${(4 + 1.5 * k + Math.sin(7 * i)).toFixed(3)},${(3 - k + 0.9 * Math.cos(11 * i)).toFixed(3)},${[...others, virginica][k]}`);
  }
  const file = join(mkdtempSync(join(tmpdir(), "classes-")), "flowers.csv");
  writeFileSync(file, `${lines.join("\n")}\n`);
  return file;
}

const confusion = () => page.getByRole("figure", { name: "Confusion" });
const cells = (name) => confusion().getByRole("table", { name }).locator("tbody tr").evaluateAll((rows) => rows.map((row) => [...row.cells].map((c) => c.textContent)));

for (const [width, size] of [["wide", { width: 1280, height: 900 }], ["narrow", { width: 390, height: 844 }]]) {
  test(`a file of three classes shows metrics, confusion and weights by class on a ${width} screen`, async () => {
    const file = writeFlowers();
    await reopen({ viewport: size });
    await label("Data file").setInputFiles(file);
    await waitForStatus(/^flowers\.csv: 90 rows, 3 columns/);
    assert.equal(await label("Target").inputValue(), "species");
    assert.equal(await label("Task").inputValue(), "classification");
    await run();

    const report = await lastReport();
    assert.deepEqual(report.classes, [...others, virginica]);
    assert.equal(report.objective.length, 3);
    const { spec } = report;
    const expected = solve({ ...spec, data: { source: "file", name: "flowers.csv" }, split: await enteredShares() }, file).report;
    for (const [k, objective] of expected.objective.entries()) {
      assert.ok(Math.abs(report.objective[k].dual - objective.dual) <= 1e-9 * Math.abs(objective.dual), `dual objective of ${report.classes[k]}`);
    }

    const part = expected.metrics.test ?? expected.metrics.train;
    await view("How well");
    await confusion().waitFor();
    assert.deepEqual((await cells("Rows of each class by predicted class")).map(([, ...counts]) => counts.map(Number)), part.confusion);
    assert.ok(await confusion().getByRole("table", { name: "Rows of each class by predicted class" }).evaluate((counts) => {
      counts.parentElement.scrollLeft = 1000;
      return counts.tBodies[0].rows[0].cells[0].getBoundingClientRect().left >= counts.parentElement.getBoundingClientRect().left;
    }), "the actual classes stay in sight");
    const table = page.getByRole("region", { name: "Table of the scores" });
    await table.getByRole("rowheader", { name: "Accuracy", exact: true }).waitFor();
    const scores = await table.locator("tbody tr").evaluateAll((rows) => rows.map((row) => [row.cells[0].firstChild.textContent, row.cells[row.cells.length - 1].textContent]));
    assert.deepEqual(scores.map(([name]) => name), ["Accuracy", "Balanced accuracy", "AUC", ...part.logLoss === undefined ? [] : ["Log-loss"]]);
    for (const [k, value] of [100 * part.accuracy, 100 * part.balancedAccuracy, part.auc].entries()) {
      assert.ok(Math.abs(Number.parseFloat(scores[k][1]) - value) <= (k < 2 ? 0.051 : 5.1e-4), String(scores[k]));
    }
    const byClass = await cells("Metrics by class");
    assert.deepEqual(byClass.map(([name, rows]) => [name, Number(rows)]), expected.classes.map((name, k) => [name, part.perClass[k].rows]));
    assert.ok(byClass.every(([, , recall, , , gap], k) => Math.abs(Number.parseFloat(recall) - 100 * part.perClass[k].recall) < 0.051 && gap !== ""), String(byClass));

    await view("What matters");
    assert.equal(await label("Class").inputValue(), virginica, "the most frequent class is shown first");
    assert.deepEqual(await page.locator(".figure").evaluateAll((tiles) => tiles.filter((tile) => tile.scrollWidth > tile.clientWidth).map((tile) => tile.textContent)), []);
    for (const k of [0, 2]) {
      await label("Class").selectOption(expected.classes[k]);
      await page.locator("#answer").getByText(` to tell ${expected.classes[k]} from the rest`).waitFor(); // the weights of that class are shown
      const first = expected.weights[k].top[0];
      await page.waitForFunction(([name, value]) => {
        const row = [...document.querySelectorAll("table")].find((t) => t.caption?.textContent === "Top weights")?.tBodies[0]?.rows[0];
        return row?.textContent.includes(name) && row.textContent.replace("−", "-").includes(value);
      }, [first.label, first.value.toFixed(4)]);
      assert.equal(await topWeights().locator("tbody th").first().textContent(), first.label);
      assert.match(await page.locator("#plot-weights").getAttribute("aria-label"), new RegExp(`${first.label} `));
    }
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), true, "the page is not wider than the viewport");
    keepPage();
  });
}

async function openVirginica() {
  await reopen();
  await label("Data file").setInputFiles(writeFlowers());
  await waitForStatus(/^flowers\.csv: 90 rows/);
  await run();
  await label("Class").selectOption(virginica);
}

test("the report of three classes is exported with all of them, and the confusion is offered", async () => {
  await openVirginica();
  await button("Export").click();
  const exportAs = async (name) => {
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name }).first().click()]);
    const chunks = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  };
  const report = JSON.parse(await exportAs("Report (JSON)"));
  assert.equal(report.weights.length, 3);
  assert.equal(report.predictions.train[0].length, 3);
  assert.equal(report.weights[0].values, undefined);
  const row = page.locator("li, tr, p, div").filter({ hasText: /many rows of each class are predicted as which/ }).last();
  assert.ok(await row.isVisible(), "the confusion figure is offered");
  await button("Close").click();
  keepPage();
});

test("the downloaded model has all three classes, whichever class is shown", async () => {
  await openVirginica();
  await view("Use");
  const download = page.waitForEvent("download");
  await button("Download selected model").click();
  const file = JSON.parse(readFileSync(await (await download).path(), "utf8"));
  assert.ok(file.refit);
  assert.deepEqual(file.functions.map((f) => f.class), [...others, virginica]);
});
