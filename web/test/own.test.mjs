// Files of the user: reading, classes, many columns, and the results of the command line.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { solve, write } from "./files.mjs";
import { assertClose } from "./golden.mjs";
import { wpbc } from "./harness.mjs";
import { button, certificateValue, enteredShares, keepPage, label, lastReport, open, page, reusePage, run, status, topWeights, waitForStatus } from "./page.mjs";

test("a file with a target, a kernel and p gives the result of the command line", async () => {
  await open();
  await label("Data file").setInputFiles(wpbc);
  await waitForStatus(/^wpbc\.csv: 198 rows, 34 columns/);
  await label("Target").selectOption("time");
  await label("Kernel").selectOption("Polynomial");
  await label("Degree").fill("2");
  await label("p").fill("4/3");
  await run();
  assert.match(await status().textContent(), /^Converged in \d+ iterations?, relative gap \S+, \S+ m?s$/);

  const report = await lastReport();
  const expected = solve({
    data: { source: "file", name: "wpbc.csv" },
    target: "time",
    split: await enteredShares(),
    model: { kernel: { type: "polynomial", degree: 2 }, p: "4/3" },
  }, wpbc).report;
  assert.equal(report.spec.data.sha256, expected.spec.data.sha256);
  assertNear(report.objective.dual, expected.objective.dual, 1e-9, "dual objective");
  assertNear(report.objective.primal, expected.objective.primal, 1e-9, "primal objective");
  assertNear(report.metrics.test.mse, expected.metrics.test.mse, 1e-6, "error on test rows");
  assert.equal(report.weights.selected, expected.weights.selected);

  assert.equal(await certificateValue("Primal"), number7(expected.objective.primal));
  await button("Show all 100").click();
  await button("Show the first 20").waitFor();
  const labels = await topWeights().locator("tbody th").allTextContents();
  const selected = expected.weights.top.filter((w) => Math.abs(w.value) > expected.weights.threshold);
  assert.deepEqual(new Set(labels.slice(0, selected.length)), new Set(selected.map((w) => w.label)));
  assert.deepEqual(labels.slice(0, 5), expected.weights.top.slice(0, 5).map((w) => w.label));
  assert.deepEqual(await page.locator(".story li").allTextContents(),
    [`wpbc.csv, ${expected.rows.train.length + expected.rows.test.length} × 33`, "polynomial kernel, degree 2", "p = 4/3", `${expected.weights.count} weights`]
      .map((text) => text.replace(/(\d)(\d{3}) weights/, "$1,$2 weights")));
});

test("the header has the size of a table with a long name", async () => {
  await open({ viewport: { width: 1280, height: 720 } });
  await label("Data file").setInputFiles(write(`${"measurements of the year ".repeat(3)}.csv`, readFileSync(wpbc)));
  await waitForStatus(/^measurements .*\.csv: /);
  await run();
  const [chip, size] = await page.locator(".story li").first().evaluate((item) => {
    const text = item.lastChild;
    const range = document.createRange();
    range.setStart(text, text.length - " × 33".length);
    range.setEnd(text, text.length);
    return [item.getBoundingClientRect().right, range.getBoundingClientRect().right];
  });
  assert.ok(size <= chip, `the size ends at ${size}, and the chip at ${chip}`);
});

test("a target of two classes sets classification, and the logistic and hinge losses converge", async () => {
  await open();
  await label("Data file").setInputFiles(wpbc);
  await waitForStatus(/^wpbc\.csv: /);
  assert.equal(await label("Task").inputValue(), "classification"); // of the likely target, status
  await label("Target").selectOption("time");
  await page.waitForFunction(() => document.getElementById("f-task").value === "regression");
  await label("Target").selectOption("status");
  await page.waitForFunction(() => document.getElementById("f-task").value === "classification");
  assert.equal(await label("Loss").inputValue(), "logistic");
  for (const loss of ["logistic", "hinge"]) {
    await label("Loss").selectOption(loss);
    await run();
    assert.match(await status().textContent(), /^Converged/);
    const report = await lastReport();
    const expected = solve({
      data: { source: "file", name: "wpbc.csv" }, target: "status", task: "classification",
      split: await enteredShares(), model: { loss: { type: loss } },
    }, wpbc).report;
    assertNear(report.objective.dual, expected.objective.dual, 1e-9, `${loss}: dual objective`);
    const accuracy = page.locator("[data-metric=accuracy-test]");
    assertNear(Number(await accuracy.textContent()), expected.metrics.test.accuracy, 1e-4, `${loss}: accuracy`);
  }
  await label("Target").selectOption("time");
  await page.waitForFunction(() => document.getElementById("f-task").value === "regression");
  assert.equal(await label("Loss").inputValue(), "squared");
  keepPage();
});

test("20,000 sparse columns are inspected, solved, and shown by their largest weights", async () => {
  await reusePage();
  const lines = Array.from({ length: 60 }, (_, i) => {
    const cells = Array.from({ length: 40 }, (_, j) => [1 + j * 500 + (i * 7 + j * j) % 499, 1 + (i + j) % 3]);
    return `${i % 2 ? "+1" : "-1"} ${[[1, i % 2 ? 2 : 5], ...cells.slice(1), [20000, 1 + i % 4]].map((pair) => pair.join(":")).join(" ")}`;
  });
  await label("Data file").setInputFiles(write("wide.svm", lines.join("\n")));
  await waitForStatus(/^wide\.svm: 60 rows, 20,001 columns/);
  assert.equal(await label("Target").inputValue(), "label");
  await page.locator(".preview > summary").click(); // the columns
  await page.getByText(/^The first \d+ of 20,001 columns\. All of them are used\.$/).waitFor();
  await label("Kernel").selectOption("Polynomial");
  await label("Standardise").uncheck();
  await run();
  assert.match(await status().textContent(), /^Converged/);
  const { solver, weights } = await lastReport();
  assert.deepEqual([solver.strategy, weights.count], ["sparse", 200_010_000]);
  const plot = page.getByRole("figure", { name: "Weights", exact: true }).getByRole("img");
  await page.waitForFunction((node) => node.getAttribute("aria-label").startsWith("Stem plot of the 100 largest of 200,010,000 weights"), await plot.elementHandle());
  await plot.focus();
  await page.keyboard.press("ArrowRight");
  const readout = await page.locator("#weights-readout").textContent();
  assert.ok(readout.startsWith(`${weights.top[0].label}  `), readout);
});

/** Formats a number with seven significant digits, as the certificate does. */
function number7(x) {
  return Number(x.toPrecision(7)).toString();
}

/** Asserts that got differs from want by at most a share of want. */
function assertNear(got, want, share, what) {
  assertClose(got, want, share * Math.abs(want), what);
}
