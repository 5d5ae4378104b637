// Changes of the data: the model that a sample sets, results of previous data, and tables of
// very many columns.

import assert from "node:assert/strict";
import { test } from "node:test";
import { write } from "./files.mjs";
import { button, keepPage, label, lastReport, open, page, reopen, reusePage, run, status, waitForPhase, waitForRun, waitForStatus, waitForValue } from "./page.mjs";
import { until } from "./waiting.mjs";

const table = (columns, n = 40) => [columns.join(","), ...Array.from({ length: n }, (_, i) => columns.map((_, j) => ((i * (j + 3) * (j + 1)) % 17) + (j === columns.length - 1 ? i % 5 : 0)).join(","))].join("\n");

// Files are on disk: Playwright decodes a file given as bytes in the page, in a long task.
const upload = (name, text) => label("Data file").setInputFiles(write(name, text));
const names = (n) => Array.from({ length: n }, (_, i) => `c${i + 1}`);

test("a sample sets a suitable model, and the next sample replaces it", async () => {
  await reopen();
  await label("Sample").selectOption("Synthetic: 5 products of 40 columns");
  await run();
  const { spec, metrics } = await lastReport();
  assert.deepEqual([spec.model.kernel.type, spec.model.kernel.degree], ["polynomial", 2]);
  assert.ok(metrics.test.r2 > 0.5, `R² ${metrics.test.r2}`);
  await label("Sample").selectOption("prostate");
  await waitForValue("Kernel", "linear");
  await label("Kernel").selectOption("Exponential");
  await label("Sample").selectOption("wpbc");
  await waitForValue("Kernel", "linear");
  await run();
  const { spec: { search }, chosen } = await lastReport();
  assert.deepEqual([search.criterion, search.r], ["cross-validation", ["2/3", 1]]);
  assert.ok(chosen.steps >= 0, "the search chose the steps of reweighting");
  keepPage();
});

test("an upload resets gamma to automatic, and Undo restores it", async () => {
  await reusePage();
  await label("Sample").selectOption("prostate");
  await label("Gamma").fill("0.37");
  await label("Gamma").press("Tab");
  await upload("other.csv", table(["a", "b", "y"]));
  await waitForStatus(/^other\.csv: 40 rows/);
  await until(() => label("Auto").isChecked(), "gamma is not automatic");
  await button("Undo").click();
  await waitForValue("Gamma", "0.37");
  keepPage();
});

test("the result of previous data is dimmed and labelled with their name", async () => {
  await reopen();
  const oldResult = page.locator("#result.old");
  assert.equal(await oldResult.count(), 0);
  await upload("mine.csv", table(["a", "b", "y"]));
  await oldResult.getByText("Result of Synthetic, 160 × 30, from before").waitFor();
  const opacity = () => page.locator("#plot-weights").evaluate((e) => Number(getComputedStyle(e).opacity));
  await until(async () => await opacity() < 0.6, opacity);
  await waitForStatus(/^mine\.csv: 40 rows/);
  await run();
  assert.equal(await oldResult.count(), 0);
  await upload("spoilt.csv", "a,b\n1,2,3\n4\n5,6\n");
  await oldResult.getByText("Result of mine.csv, 40 × 2, from before").waitFor();
  keepPage();
});

test("the status shows the time from pressing Run to the result", async () => {
  await reopen();
  await label("Sample").selectOption("prostate"); // a sample with a search
  const elapsed = await page.evaluate(() => new Promise((resolve) => { // by the clock of the page
    const root = document.documentElement, began = performance.now();
    new MutationObserver((_, observer) => {
      if (root.dataset.lplab === "running") return;
      observer.disconnect();
      resolve((performance.now() - began) / 1000);
    }).observe(root, { attributeFilter: ["data-lplab"] });
    document.getElementById("run").click();
  }));
  const { solver, search } = await lastReport();
  const [, digits, unit] = (await status().textContent()).match(/, ([\d.]+) (m?s)$/);
  const scale = unit === "ms" ? 1000 : 1, rounding = 10 ** -(digits.split(".")[1]?.length ?? 0) / scale;
  const value = Number(digits) / scale;
  assert.ok(value >= search.seconds - rounding && value <= elapsed + rounding, `status ${value} s, run ${elapsed} s, search ${search.seconds} s, solve ${solver.seconds.solve} s`);
  keepPage();
});

test("numbers of any size fit in their tiles", async () => {
  const rows = Array.from({ length: 12 }, (_, i) => [i, i < 10 ? 1e6 * (i + 1) : 1e-9 * i]);
  await reopen({ document: { data: { source: "inline", columns: ["a", "y"], rows }, split: { train: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], test: [10, 11] }, target: "y" } });
  const { metrics } = await lastReport();
  assert.ok(metrics.test.r2 < -1e20, `R² ${metrics.test.r2}`);
  const clippedTiles = await page.evaluate(() => [...document.querySelectorAll(".figure-value")].filter((tile) => tile.scrollWidth > tile.clientWidth || tile.textContent.length > 12).map((tile) => tile.textContent));
  assert.deepEqual(clippedTiles, []);
  keepPage();
});

test("with 300 columns the target is the last, called outcome, and any other can be typed", async () => {
  await reusePage();
  await upload("wide.csv", table([...names(299), "outcome"]));
  await waitForStatus("wide.csv: 40 rows, 300 columns. Choose the target, then Run");
  assert.equal(await label("Target").inputValue(), "outcome");
  await run();
  assert.equal((await lastReport()).spec.target, "outcome");
  await label("Target").fill("c250");
  await label("Target").press("Tab");
  await until(async () => await page.getByText("There is no column").count() === 0, "c250 is refused");
  await run();
  assert.equal((await lastReport()).spec.target, "c250");
  await label("Target").fill("c999");
  await label("Target").press("Tab");
  await page.getByText("There is no column called c999").waitFor();
  await button("Run").click();
  await waitForPhase("error");
  await label("Target").fill("c7");
  await label("Target").press("Tab");
  await run();
  assert.equal((await lastReport()).spec.target, "c7");
});

test("the inspection of very many columns is shortened before it is sent to the page", async () => {
  await open({ prepare: (context) => context.addInitScript(recordInspections) });
  await upload("columns.json", JSON.stringify([0, 1, 2].map((row) => Object.fromEntries(names(60_000).map((name, i) => [name, (i * (row + 2)) % 7])))));
  await waitForStatus("columns.json: 3 rows, 60,000 columns. Choose the target, then Run");
  const characters = await page.evaluate(() => longestInspection);
  assert.ok(characters > 1000 && characters < 100_000, `an inspection of ${characters} characters`);
  assert.equal(await label("Target").inputValue(), "c60000");
  await waitForRun();
});

/** Records the length of the longest inspection. Runs in the page. */
function recordInspections() {
  globalThis.longestInspection = 0;
  globalThis.Worker = class extends Worker {
    constructor(...args) {
      super(...args);
      this.addEventListener("message", ({ data }) => (globalThis.longestInspection = Math.max(longestInspection, data?.inspection?.length ?? 0)));
    }
  };
}
