// Tuning: after the upload of a table the page searches for a model and describes it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { solve } from "./files.mjs";
import { root } from "./harness.mjs";
import { button, keepPage, label, lastReport, open, page, reusePage, run, status, waitForPhase, waitForRun } from "./page.mjs";
import { until } from "./waiting.mjs";

const answer = () => page.locator("#answer").textContent();
const metric = async (name) => Number((await page.locator(`[data-metric="${name}"]`).textContent()).replace("−", "-"));
const verdict = () => page.locator("[data-verdict]").getAttribute("data-verdict");

/** Yields numbers of a standard normal distribution, the same in each run. */
function* normal(seed) {
  const uniform = () => ((seed = (seed * 48271) % 2147483647) / 2147483647);
  for (;;) yield Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}

/** Returns a table of normal columns x1, x2, ... and a target. */
function tableOf(rows, columns, target, seed = 7) {
  const random = normal(seed), next = () => random.next().value;
  const names = Array.from({ length: columns }, (_, j) => `x${j + 1}`);
  const lines = Array.from({ length: rows }, () => {
    const x = names.map(next);
    return [...x, target(x, next)].join();
  });
  return [[...names, "outcome"].join(), ...lines].join("\n");
}

async function upload(name, text) {
  await label("Data file").setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
  await waitForPhase("running");
  await page.waitForFunction(() => document.documentElement.dataset.lplab !== "running");
}

test("the search selects the product in a table, and the headline is correct", async () => {
  await open({ tune: true });
  const entries = await page.evaluate(() => history.length);
  const table = tableOf(200, 5, (x, next) => 2 * x[0] + 3 * x[1] * x[2] + 0.5 * next());
  await upload("product.csv", table);
  assert.match(await status().textContent(), /^Converged .*; the best of \d searches$/);
  const r2 = await metric("r2-test");
  assert.ok(r2 > 0.9, `R² ${r2}`);
  assert.match(await answer(), /^Predicts outcome with R² 0\.9\d+ on 50 unseen rows\.Their mean alone scores 0\. Selected: x2·x3 and x1\.$/);
  assert.equal(await verdict(), "good");
  assert.equal(Number(await page.locator("[data-baseline]").getAttribute("data-baseline")), 0);
  assert.equal(await label("Degree").inputValue(), "2");

  // The searches are one entry in the history of the browser, and Forward shows the result without a run.
  const text = await answer();
  const visited = () => page.evaluate(() => history.length);
  await until(async () => await visited() > entries, visited); // the link is encoded after the result is shown
  assert.equal(await visited(), entries + 1);
  await page.goBack();
  await until(async () => await label("Sample").inputValue() === "synthetic-triples", () => label("Sample").inputValue());
  await waitForPhase("ready");
  const runs = await page.evaluate(() => reports.length);
  await page.goForward();
  await until(async () => await answer() === text, answer);
  assert.match(await status().textContent(), /^Converged/);
  assert.equal(await page.evaluate(() => reports.length), runs);
  keepPage();
});

test("a model of noise is rated as no better than the mean", async () => {
  await reusePage({ tune: true });
  await upload("noise.csv", tableOf(120, 4, (x, next) => next()));
  assert.equal(await verdict(), "poor");
  assert.doesNotMatch(await answer(), /matter/);
  keepPage();
});

test("two classes are tuned and compared with the most frequent one", async () => {
  await reusePage({ tune: true });
  await upload("classes.csv", tableOf(160, 4, (x, next) => (x[0] - x[1] + 0.3 * next() > 0.4 ? "yes" : "no")));
  const [report, accuracy] = [await lastReport(), await metric("accuracy-test")];
  assert.ok(accuracy > 0.85, `accuracy ${accuracy}`);
  assert.equal(report.spec.task, "classification");
  const baseline = Number(await page.locator("[data-baseline]").getAttribute("data-baseline"));
  const counts = report.metrics.test.confusion.map(([a, b]) => a + b);
  assert.ok(counts.some((n) => Math.abs(n / 40 - baseline) < 1e-3), `baseline ${baseline} of ${counts}`);
  keepPage();
});

test("Run after the choice of another target keeps the search for its model", async () => {
  await reusePage({ tune: true });
  await upload("product.csv", tableOf(200, 5, (x, next) => 2 * x[0] + 3 * x[1] * x[2] + 0.5 * next()));
  await label("Target").selectOption("x1");
  await button("Run").click({ force: true });
  await page.waitForFunction(() => document.documentElement.dataset.lplab !== "running" && /x1/.test(document.getElementById("answer").textContent));
  assert.match(await status().textContent(), /^Converged .*; (the best of|chosen from) \d searches$/);
  keepPage();
});

test("the tuned model is that of the command line, and one press shows a better one, if offered", async () => {
  await reusePage({ tune: true });
  const file = fileURLToPath(new URL("core/data/sample/prostate.csv", root));
  await upload("prostate.csv", readFileSync(file, "utf8"));
  assert.match(await page.locator("#result > .note").textContent(), /^With an exponential kernel the score on the folds is R² 0\.58; with this model R² 0\.55\./);
  const r2 = await metric("r2-test");
  const before = await page.evaluate(() => reports.length);
  await button("Try it").click();
  await page.waitForFunction((n) => reports.length > n, before);
  await waitForRun();
  await button("Try it").waitFor({ state: "hidden" });
  assert.equal((await lastReport()).spec.model.kernel.type, "exponential");

  await button("Undo").click();
  await run();
  assert.ok(Math.abs(await metric("r2-test") - r2) < 1e-3, "Undo restores the entries of the tuned model");
  const { spec } = await lastReport();
  assert.equal(spec.data.source, "file");
  assert.ok(Math.abs(solve(spec, file).report.metrics.test.r2 - r2) < 1e-3);
});

test("the weights step from p to r, by mouse and by keyboard", async () => {
  await open();
  const words = page.locator("#steps-words");
  const last = await words.textContent(); // the steps end once nothing changes
  assert.match(last, /^Reweighting step (\d) of \1, 4 of 4,960 weights not zero, R²\s0\.9996$/);
  await button("p = 4/3 alone").click();
  await page.waitForFunction(() => document.getElementById("steps-words").textContent.startsWith("p = 4/3 alone, 4,960 of 4,960 weights not zero"));
  const report = solve({ ...(await lastReport()).spec }).report;
  assert.ok(Math.abs(report.metrics.test.r2 - Number((await words.textContent()).match(/R²\s(\S+)$/)[1])) < 1e-3);
  await label("Reweighting step").focus();
  for (let i = 0; i < 8; i++) await page.keyboard.press("ArrowRight");
  await page.waitForFunction((text) => document.getElementById("steps-words").textContent === text, last);
  assert.equal(await label("Reweighting step").getAttribute("aria-valuetext"), await words.textContent());
});
