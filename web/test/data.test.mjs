// Other data: what suits them comes with them, what was of the old ones goes, and tables of
// very many columns. Every test ends by asserting that nothing went wrong in silence.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { button, comesToBe, done, keep, label, lastReport, open, page, phaseIs, renew, run, status, statusIs, take } from "./page.mjs";
import { until } from "./waiting.mjs";

const table = (columns, n = 40) => [columns.join(","), ...Array.from({ length: n }, (_, i) => columns.map((_, j) => ((i * (j + 3) * (j + 1)) % 17) + (j === columns.length - 1 ? i % 5 : 0)).join(","))].join("\n");

// Files on the disk: one that is handed over as bytes is decoded in the page, as a long task of its own.
const folder = mkdtempSync(join(tmpdir(), "lplab-data-"));
after(() => rmSync(folder, { recursive: true }));
function give(name, text) {
  writeFileSync(join(folder, name), text);
  return label("Data file").setInputFiles(join(folder, name));
}
const names = (n) => Array.from({ length: n }, (_, i) => `c${i + 1}`);

test("a sample brings a model that suits it, which goes with it", async () => {
  await renew();
  await label("Sample").selectOption("Synthetic: 5 products of 40 columns");
  await run();
  const { spec, metrics } = await lastReport();
  assert.deepEqual([spec.model.kernel.type, spec.model.kernel.degree], ["polynomial", 2]);
  assert.ok(metrics.test.r2 > 0.5, `R² ${metrics.test.r2}`);
  await label("Sample").selectOption("prostate");
  await comesToBe("Kernel", "linear");
  await label("Kernel").selectOption("Exponential");
  await label("Sample").selectOption("wpbc");
  await comesToBe("Kernel", "linear");
  await run();
  const { spec: { search }, chosen } = await lastReport();
  assert.deepEqual([search.criterion, search.r], ["cross-validation", ["2/3", 1]]);
  assert.ok(chosen.steps >= 0, "the search chose the steps of reweighting");
  keep();
});

test("a gamma of other data does not stay with an upload", async () => {
  await take();
  await label("Sample").selectOption("prostate");
  await label("Gamma").fill("0.37");
  await label("Gamma").press("Tab");
  await give("other.csv", table(["a", "b", "y"]));
  await statusIs(/^other\.csv: 40 rows/);
  await until(() => label("Auto").isChecked(), "gamma is not automatic");
  await button("Undo").click();
  await comesToBe("Gamma", "0.37");
  keep();
});

test("the result of other data is dimmed, and says of which", async () => {
  await renew();
  const old = page.locator("#result.old");
  assert.equal(await old.count(), 0);
  await give("mine.csv", table(["a", "b", "y"]));
  await old.getByText("Result of Synthetic, 160 × 30, from before").waitFor();
  const opacity = () => page.locator("#plot-weights").evaluate((e) => Number(getComputedStyle(e).opacity));
  await until(async () => await opacity() < 0.6, opacity);
  await statusIs(/^mine\.csv: 40 rows/);
  await run();
  assert.equal(await old.count(), 0);
  await give("spoilt.csv", "a,b\n1,2,3\n4\n5,6\n");
  await old.getByText("Result of mine.csv, 40 × 2, from before").waitFor();
  keep();
});

test("the status has the time that was waited for", async () => {
  await renew();
  await label("Sample").selectOption("prostate"); // whose model is searched
  const waited = await page.evaluate(() => new Promise((resolve) => { // by the clock that the page has
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
  const said = Number(digits) / scale;
  assert.ok(said >= search.seconds - rounding && said <= waited + rounding, `${said} s, of ${waited} s waited, ${search.seconds} s searched, ${solver.seconds.solve} s solved`);
  keep();
});

test("numbers of any size stay within their tiles", async () => {
  const rows = Array.from({ length: 12 }, (_, i) => [i, i < 10 ? 1e6 * (i + 1) : 1e-9 * i]);
  await renew({ document: { data: { source: "inline", columns: ["a", "y"], rows }, split: { train: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9], test: [10, 11] }, target: "y" } });
  const { metrics } = await lastReport();
  assert.ok(metrics.test.r2 < -1e20, `R² ${metrics.test.r2}`);
  const wide = await page.evaluate(() => [...document.querySelectorAll(".figure-value")].filter((tile) => tile.scrollWidth > tile.clientWidth || tile.textContent.length > 12).map((tile) => tile.textContent));
  assert.deepEqual(wide, []);
  keep();
});

test("of very many columns the last is the target where it is called so, and any can be typed", async () => {
  await take();
  await give("wide.csv", table([...names(299), "outcome"]));
  await statusIs("wide.csv: 40 rows, 300 columns. Choose the target, then Run");
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
  await phaseIs("error");
  await label("Target").fill("c7");
  await label("Target").press("Tab");
  await run();
  assert.equal((await lastReport()).spec.target, "c7");
});

test("the inspection of very many columns is cut before it reaches the page", async () => {
  await open({ prepare: (context) => context.addInitScript(weigh) });
  await give("columns.json", JSON.stringify([0, 1, 2].map((row) => Object.fromEntries(names(60_000).map((name, i) => [name, (i * (row + 2)) % 7])))));
  await statusIs("columns.json: 3 rows, 60,000 columns. Choose the target, then Run");
  const characters = await page.evaluate(() => heaviest);
  assert.ok(characters > 1000 && characters < 100_000, `an inspection of ${characters} characters`);
  assert.equal(await label("Target").inputValue(), "c60000");
  await done();
});

/** Remembers, within the page, the length of the longest inspection. */
function weigh() {
  globalThis.heaviest = 0;
  globalThis.Worker = class extends Worker {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", ({ data }) => (globalThis.heaviest = Math.max(heaviest, data?.inspection?.length ?? 0)));
    }
  };
}
