// The family of models: each runs on a bundled sample and gives the result of the command line.

import assert from "node:assert/strict";
import { test } from "node:test";
import { solve } from "./files.mjs";
import { button, choose, keepPage, label, lastReport, open, page, reopen, reusePage, run, runForReport, status } from "./page.mjs";

test("each model runs, shows how it was solved, and gives the result of the command line", async () => {
  await open({ viewport: { width: 1280, height: 900 } });
  await choose("Sample", "wpbc");
  await choose("Target", "status");
  for (const [model, statusText, figure] of [
    ["least-squares", /^Solved without iterations, relative gap /, "Weights"],
    ["ridge", /^(Converged in \d+ iterations?|Solved without iterations), relative gap /, "Weights"],
    ["lasso", /^Converged in \d+ iterations, relative gap /, "Weights"],
    ["elastic-net", /^Converged in /, "Weights"],
    ["group-lasso", /^Converged in /, "Weights"],
    ["kernel-ridge", /^(Converged in|Solved without iterations)/, "Fit"],
    ["svm", /^Converged in /, "Fit"],
    ["kernel-logistic", /^Converged in /, "Fit"],
    ["kernel-group-lasso", /^Converged in /, "Fit"],
    ["knn", /^Done: this model has no objective/, "Fit"],
  ]) {
    await choose("Type", model);
    const report = await runForReport();
    assert.match(await status().textContent(), statusText, model);
    assert.equal(report.spec.model.type, model);
    if (figure === "Fit") {
      await page.getByRole("tab", { name: "How well", exact: true }).click();
      await page.getByRole("figure", { name: "Fit", exact: true }).waitFor();
      await page.getByRole("tab", { name: "What matters", exact: true }).click();
      await page.locator("#without-weights").waitFor();
      if (model !== "kernel-group-lasso") await page.locator("[data-part=importance] p.quiet").filter({ hasText: `Fall of the accuracy in % on the test rows if the values of one column are permuted; the largest column: ${report.importance[0].column}, ` }).waitFor();
    }
    assert.equal(await page.getByRole("figure", { name: "Weights", exact: true }).isVisible(), figure === "Weights", model);
    assert.equal(await page.getByText("A kernel machine has no weights").or(page.getByText("Nearest neighbours have no weights")).isVisible(), figure === "Fit", model);
    await page.locator(`button${figure === "Fit" ? "[hidden]" : ":not([hidden])"}`, { hasText: "Download selected model" }).waitFor({ state: "attached" });
    const native = solve(report.spec).report;
    assert.equal(report.status, native.status);
    assert.equal(report.result.digest, native.result.digest, `${model}: digest`);
    assert.ok(Math.abs(report.objective.primal - native.objective.primal) <= 1e-9 * Math.abs(native.objective.primal), `${model}: ${report.objective.primal} and ${native.objective.primal}`);
    const scale = Math.max(...native.predictions.test.map(Math.abs));
    report.predictions.test.forEach((f, i) => assert.ok(Math.abs(f - native.predictions.test[i]) <= 1e-6 * scale, `${model}, test row ${i}: ${f} and ${native.predictions.test[i]}`));
    assert.equal(report.weights?.selected, native.weights?.selected, model);
    assert.deepEqual(report.importance, native.importance, model);
  }
  keepPage();
});

test("least squares on few columns lists the best subset of each size, and the number of subsets", async () => {
  await reusePage({ viewport: { width: 1280, height: 900 } });
  await choose("Sample", "prostate");
  await choose("Target", "lpsa");
  await choose("Type", "least-squares");
  const { linear } = await runForReport();
  await page.getByRole("tab", { name: "Choose", exact: true }).click();
  const table = page.getByRole("table", { name: "Best subsets", exact: true });
  await table.getByRole("row").nth(9).waitFor();
  assert.equal(await table.getByRole("row").count(), 1 + 9);
  assert.ok((await table.getByRole("row").nth(2).textContent()).includes(linear.subsets.best[1].features[0]));
  await page.getByText("each of the 256 subsets").waitFor();
  keepPage();
});

test("the cursor of a search over lambda moves to smaller penalties, and sets lambda", async () => {
  await reusePage({ viewport: { width: 1280, height: 900 } });
  await choose("Sample", "wpbc");
  await choose("Type", "lasso");
  await page.getByRole("tab", { name: "Choose", exact: true }).click();
  await page.getByRole("tab", { name: "Validation" }).click();
  const { search, lambda } = await runForReport(() => button("Cross-validate").click());
  assert.equal(lambda, search.lambda[search.minimum.gamma]);
  assert.equal(search.lambda.at(-1), search.scale);
  assert.match(await page.locator("#choice-line").textContent(), /^Lambda [\d.]+: mean squared error .*, the best\.$/);
  const cursor = page.locator("#plot-validation").getByRole("slider", { name: "Lambda cursor" });
  await cursor.focus();
  const before = await page.evaluate(() => reports.length);
  await cursor.press("ArrowRight");
  await page.waitForFunction((n) => reports.length > n && document.documentElement.dataset.lplab === "ready", before);
  const next = await lastReport();
  assert.equal(next.lambda, search.lambda[search.minimum.gamma - 1], "ArrowRight decreases lambda");
  assert.equal(Number(await label("Lambda").inputValue()), Number(next.lambda.toPrecision(4)));
  assert.equal(await label("Lambda slider").getAttribute("aria-valuetext"), await label("Lambda").inputValue());
  keepPage();
});

test("a support vector machine refuses a numeric target with an error message", async () => {
  await reopen({ viewport: { width: 1280, height: 900 } });
  await label("Type").selectOption("svm");
  await run();
  assert.match(await status().textContent(), /^Model is “Support vector machine”: it needs classes; set “Task” to “Classification”, or choose “Kernel ridge” or “Nearest neighbours”$/);
  assert.match(await page.locator("#f-model-type-wrong").textContent(), /it needs classes/);
});
