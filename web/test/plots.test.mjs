// The figures of fit, convergence and memory, and their export.
// Every test also fails on console errors and requests to other origins.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { assertAccessible } from "./accessible.mjs";
import { button, keepPage, label, lastReport, page, reopen, run, waitForEntries, waitForRun, waitForStatus } from "./page.mjs";
import { browser } from "./stage.mjs";
import { until } from "./waiting.mjs";

test("methods are added to the convergence plot, can fail, and are removed with the experiment", async () => {
  await reopen();
  await tab("Solver").click();
  const plot = page.locator("#plot-convergence");
  const add = async (method, outcome) => {
    await label("Method to add").selectOption(method);
    await button("Add method").click();
    await methods().filter({ hasText: method.replaceAll("-", " ") }).filter({ hasText: outcome }).waitFor();
  };
  await add("dual-gradient", /converged in [\d,]+ iterations/);
  await add("proximal-gradient", /converged in|stopped at the limit/);
  const courses = /newton: duality gap .*dual-gradient: duality gap .*proximal-gradient: duality gap/;
  await until(async () => courses.test(await plot.getAttribute("aria-label")), () => plot.getAttribute("aria-label"));
  const names = await plot.locator("text").allTextContents();
  for (const method of ["newton", "dual-gradient", "proximal-gradient", "tolerance"]) assert.ok(names.includes(method), names.join());
  assert.ok(!(await label("Method to add").locator("option").allTextContents()).includes("Newton"), "a method in the plot is not offered");

  await button("Primal and dual").click();
  await button("Seconds").click();
  const objectives = /^Primal and dual bound by time: newton: primal from .*dual-gradient: primal/;
  await until(async () => objectives.test(await plot.getAttribute("aria-label")), () => plot.getAttribute("aria-label"));
  assert.equal(await button("Primal and dual").getAttribute("aria-pressed"), "true");
  assert.equal(await button("Gap").getAttribute("aria-pressed"), "false");
  assert.ok(await isPainted("#plot-convergence"));

  await button("Remove proximal gradient").click();
  await until(async () => await methods().count() === 1, () => methods().count());
  await assertAccessible(page, 'figure[aria-label="Convergence"]');

  // The next experiment is another problem, with a loss without a gradient for primal methods.
  await label("Loss").selectOption("absolute");
  await run();
  await until(async () => await methods().count() === 0, () => methods().allTextContents());
  await add("fista", /failed: .*fista/i);
  keepPage();
});

test("a fit of two classes has tabs for the keyboard, the ROC with the report's AUC, and margins", async () => {
  await reopen();
  await tab("How well").click();
  await label("Sample").selectOption("wpbc");
  await until(async () => (await label("Target").locator("option").allTextContents()).includes("status"), () => "the columns are not loaded");
  await label("Target").selectOption("status");
  await until(async () => await label("Task").inputValue() === "classification", () => label("Task").inputValue());
  await run();
  await until(async () => await tab("ROC").isVisible(), () => "no tab ROC");
  assert.ok(!(await tab("Residuals").isVisible()) && !(await tab("Curve").isVisible()), "the tabs of a regression are not offered");
  await until(async () => /^Decision values by class: \d+ train rows/.test(await page.locator("#plot-fit").getAttribute("aria-label")), () => page.locator("#plot-fit").getAttribute("aria-label"));
  await tab("Predicted").focus();
  await page.keyboard.press("ArrowLeft"); // wraps to the last tab
  await until(async () => await tab("ROC").getAttribute("aria-selected") === "true", () => "ROC is not chosen");
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "ROC");
  const report = await lastReport();
  const rounded = (v) => String(Number(v.toPrecision(3)));
  const areas = Object.entries(report.metrics).map(([part, { auc }]) => `${rounded(auc)} on the ${part} rows`);
  for (const element of [page.locator("#panel-roc p"), page.locator("#plot-roc")]) {
    const words = async () => `${await element.textContent()} ${await element.getAttribute("aria-label")}`;
    for (const area of areas) await until(async () => (await words()).includes(area), words);
  }
  assert.ok(await isPainted("#plot-roc"));
  await page.keyboard.press("ArrowLeft");
  await until(async () => await tab("Margin").getAttribute("aria-selected") === "true", () => "Margin is not chosen");
  const wrong = rounded(100 * (1 - report.metrics.train.accuracy));
  await until(async () => (await page.locator("#panel-margin p").textContent()).includes(`${wrong} % are below zero`), () => page.locator("#panel-margin p").textContent());
  await assertAccessible(page, 'figure[aria-label="Fit"]');
  keepPage();
});

test("one input gives a curve; figures and numbers are saved, and no saved name is a formula", async () => {
  await reopen();
  const rows = Array.from({ length: 40 }, (_, i) => `${i / 4},${Math.round(1000 * Math.sin(i / 6)) / 1000}`);
  const csv = `=x,y\n${rows.join("\n")}\n`;
  await label("Tune the model").uncheck();
  await label("Data file").setInputFiles({ name: "wave.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  await page.getByText("40 rows, 2 columns").first().waitFor();
  await label("Target").selectOption("y");
  await run();
  await tab("How well").click();
  await tab("Curve").click();
  await until(async () => /^The fitted function of =x, from .*: \d+ train rows/.test(await page.locator("#plot-curve").getAttribute("aria-label")),
    () => page.locator("#plot-curve").getAttribute("aria-label"));
  assert.ok(await isPainted("#plot-curve"));
  const report = await lastReport();

  await button("Export").focus();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Export" }).waitFor();
  await button("Curve as SVG").waitFor();
  await assertAccessible(page, "dialog");
  const figures = await page.locator(".exports tbody th").evaluateAll((cells) => cells.map((cell) => cell.firstChild.data));
  assert.deepEqual(figures, ["Weights", "Fit", "Residuals", "Curve", "Convergence", "Convergence in time", "Objective", "Objective in time", "Importance", "Memory"]);
  const lists = {};
  const otherPage = await browser.newPage(); // the policy of the site refuses the styles of a parsed document
  for (const figure of figures) {
    const svg = (await fileOf(`${figure} as SVG`)).toString();
    const description = await otherPage.evaluate((text) => {
      const parsed = new DOMParser().parseFromString(text, "image/svg+xml");
      return parsed.documentElement.localName === "svg" && !parsed.querySelector("parsererror") && parsed.querySelector("desc").textContent;
    }, svg);
    assert.ok(description, `${figure} is an SVG with a description`);
    assert.ok(!svg.includes("prefers-color-scheme"), "the figure has the light theme only");
    lists[figure] = (await fileOf(`${figure} as CSV`)).toString().trim().split("\n").map((line) => line.split(","));
  }
  await otherPage.context().close();
  const png = await fileOf("Curve as PNG");
  assert.deepEqual([...png.subarray(0, 8)], [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  assert.equal(png.readUInt32BE(16), 2 * 720, "the PNG is twice as wide as the figure");
  assert.ok(png.length > 10_000, "the PNG is not blank");

  assert.deepEqual(lists.Curve[0], ["part", "'=x", "y"]);
  assert.deepEqual(lists.Weights.slice(1).map(([, name, value]) => [name, Number(value)]), report.weights.top.map(({ label: name, value }) => [`'${name}`, value]));
  const train = lists.Fit.filter(([part]) => part === "train").map(([, row, actual, predicted]) => [row, actual, predicted].map(Number));
  assert.deepEqual(train, report.rows.train.map((row, i) => [row + 1, report.actual.train[i], report.predictions.train[i]]));
  assert.deepEqual(lists.Convergence.slice(1).map((cells) => Number(cells.at(-1))), report.objective.history.map(({ gap }) => gap));
  const { search, chosen, stability, ...plain } = JSON.parse(await fileOf("Report (JSON)"));
  assert.deepEqual([search, chosen, stability], [undefined, undefined, undefined]);
  assert.deepEqual(plain, report);
  assert.equal((await fileOf("Table of the data")).toString(), csv);
  const experiment = await fileOf("Experiment (JSON)");
  assert.deepEqual(JSON.parse(experiment), report.spec);

  await label("Colours").selectOption("Dark");
  assert.ok((await fileOf("Fit as SVG")).includes("#181c22"));
  await page.keyboard.press("Escape");
  assert.equal(await page.getByRole("dialog").count(), 0);
  assert.equal(await page.evaluate(() => document.activeElement.id), "export", "the focus returns");

  // The page opens the experiment, also under the name that a browser gives a second copy.
  await label("Data file").setInputFiles({ name: "report.json", mimeType: "", buffer: Buffer.from(JSON.stringify(plain)) });
  await page.locator("p.wrong").filter({ hasText: "report.json was not loaded: the file is a report of lp Lab" }).waitFor();
  await label("Data file").setInputFiles({ name: "wave-experiment.lplab (1).json", mimeType: "", buffer: experiment });
  await waitForStatus("The experiment is loaded: press Run");
  assert.equal(await page.getByText("was not loaded").count(), 0, "no earlier refusal is left");
  keepPage();
});

test("a result that comes while Export is open is the one exported", async () => {
  await reopen();
  await label("Gamma").fill("3");
  await label("Gamma").press("Tab");
  await waitForEntries();
  await page.evaluate(() => {
    document.getElementById("run").click();
    document.getElementById("export").click();
  });
  await page.getByRole("dialog", { name: "Export" }).waitFor();
  await waitForRun();
  assert.equal(JSON.parse(await fileOf("Experiment (JSON)")).model.gamma, 3);
  await page.keyboard.press("Escape");
  keepPage();
});

test("the memory for the entries is shown before any run", async () => {
  await reopen();
  await tab("Solver").click();
  const words = page.locator('figure[aria-label="Memory"] > div > p');
  const untilText = (text) => until(async () => (await words.textContent()).startsWith(text), () => words.textContent());
  await untilText("Of 100 points the tensor of order 4 has 800 MB in full and 35.4 MB packed, 4.42 % of it.");
  await enter("p", "6/5");
  await untilText("Of 100 points the tensor of order 6 has 8 TB in full and 12.9 GB packed");
  assert.match(await words.textContent(), /exceeds the default memory budget/);
  await enter("p", "1.9");
  await untilText("This p has no tensor");
  assert.ok(await page.locator("#plot-memory").isHidden());
  await enter("p", "2");
  await untilText("Of 100 points the tensor of order 2 has 80 kB in full and 40.4 kB packed, 50.5 % of it.");
  assert.match(await page.locator("#picture-memory").getAttribute("aria-label"), /over 12 points/);
  await enter("Rows", "20");
  await until(async () => /^Of 1\d points the tensor of order 2/.test(await words.textContent()), () => words.textContent());
  assert.ok(await isPainted("#plot-memory") && await isPainted("#picture-memory"));
});

// -- parts of the page -----------------------------------------------------------

const tab = (name) => page.getByRole("tab", { name, exact: true });
const methods = () => page.locator(".methods > li");

/** Enters a value without running it. */
async function enter(name, value) {
  await label(name).fill(value);
  await label(name).blur();
}

/** Returns the bytes of the file that a button of the dialog saves. It waits because Chromium drops more than ten files a second. */
async function fileOf(name) {
  await page.waitForTimeout(100);
  const [download] = await Promise.all([page.waitForEvent("download"), button(name).click()]);
  assert.match(download.suggestedFilename(), /^[a-z0-9-]+(\.svg|\.png|\.csv|-report\.json|-experiment\.lplab\.json)$/);
  return readFileSync(await download.path());
}

/** Waits until a plot is drawn, as SVG in a colour of the page or on a canvas, and returns true. */
async function isPainted(plot) {
  return page.waitForFunction((selector) => {
    const lines = [...document.querySelectorAll(`${selector} svg[role="img"] g[data-name] path`)];
    if (lines.length > 0) return lines.some((line) => line.getBBox().width > 50 && getComputedStyle(line).stroke.startsWith("rgb"));
    const canvas = document.querySelector(`${selector} canvas`);
    if (!canvas?.width) return false;
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    return data.filter((v, i) => i % 4 === 3 && v > 0).length > 500;
  }, plot).then(() => true);
}
