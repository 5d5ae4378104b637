// Use of a model: predictions of new rows and of a changed row, and the model file; also by
// the JavaScript API and the command line.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { assertAccessible } from "./accessible.mjs";
import { solve, write } from "./files.mjs";
import { closePage, inLab, lplab, openBlank, openPane, root } from "./harness.mjs";
import { button, keepPage, label, open, page, reopen, run } from "./page.mjs";
import { browser, server } from "./stage.mjs";

const desktop = { width: 1280, height: 800 };

const prostate = fileURLToPath(new URL("core/data/sample/prostate.csv", root));
const lines = readFileSync(prostate, "utf8").trim().split("\n");

for (const [device, viewport] of [["a desktop", desktop], ["a phone", { width: 390, height: 844 }]]) {
  test(`new rows are predicted and saved, and the model file gives the same, on ${device}`, async () => {
    await openSample(viewport);
    await page.getByRole("tab", { name: "Use", exact: true }).click();
    const rows = write("rows.csv", [...lines.slice(0, 6), lines[6].replace(/^[^,]*/, "much"), ""].join("\n"));
    await page.getByLabel("Rows to predict", { exact: true }).setInputFiles(rows);
    const table = page.getByRole("table", { name: "Predictions", exact: true });
    await table.waitFor();
    const shown = await table.locator("[data-prediction]").evaluateAll((cells) => cells.map((cell) => cell.dataset.prediction));
    assert.equal(shown.length, 6);
    assert.equal(shown[5], "", "a row with a text in a numeric column has no prediction");
    await page.getByText('5 of 6 rows predicted. Row 6: column "lcavol" holds "much", which is not a number.').waitFor();

    const parts = await page.locator("#predict").locator("table, button").evaluateAll((all) => all.slice(0, 4).map((part) => part.caption?.textContent ?? part.textContent));
    assert.deepEqual(parts, ["Predict", "Predictions", "Save predictions", "Download model"]);

    const csv = await fileOf("Save predictions");
    const model = await fileOf("Download model");
    const file = write("m.lplab-model.json", model);
    assert.equal(execFileSync(lplab, ["predict", file, "-data", rows], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }), csv, "the command line writes the same predictions");
    assert.deepEqual(csv.trim().split("\n").slice(1).map((line) => line.split(",").at(-1)), shown);

    assert.equal(await fileOf("Python"), execFileSync(lplab, ["model", file, "-as", "python"], { encoding: "utf8" }));
    const program = write("model.js", await fileOf("JavaScript"));
    const outputLines = execFileSync("node", [program], { encoding: "utf8", input: readFileSync(rows), stdio: ["pipe", "pipe", "ignore"] }).split("\n");
    shown.forEach((value, i) => assert.ok(value === outputLines[i] || Math.abs(value - outputLines[i]) <= 1e-10 * Math.abs(value), `${outputLines[i]} instead of ${value}`));

    // The file can be chosen again after a change; rows pasted after it replace it.
    await Promise.all([page.waitForEvent("filechooser"), label("Rows to predict").click()]);
    assert.equal(await label("Rows to predict").inputValue(), "", "the browser reports the same file as a new choice");
    await page.getByLabel("Rows to predict", { exact: true }).setInputFiles(rows);

    // Rows can be pasted, and a message says what is wrong with them.
    await page.getByLabel("Pasted rows", { exact: true }).fill("lcavol\n1\n");
    await button("Predict").click();
    await page.getByText(/^The rows to predict lack the \d columns "lweight", "age"/).waitFor();
    assert.equal(await table.count(), 0);
    await page.locator("#predict").evaluate((card, text) => { // outside all fields
      const clipboardData = new DataTransfer();
      clipboardData.setData("text/plain", text);
      card.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }, lines.slice(0, 3).join("\n"));
    assert.equal(await label("Pasted rows").inputValue(), lines.slice(0, 3).join("\n"), "a table pasted in the view Use is not the data");
    await button("Predict").click();
    await table.waitFor();
    assert.deepEqual(await table.locator("[data-prediction]").evaluateAll((cells) => cells.map((cell) => cell.dataset.prediction)), shown.slice(0, 2));
    await page.locator("#predict").evaluate((card, text) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], "dropped.csv"));
      card.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    }, lines.slice(0, 4).join("\n"));
    await page.getByText("3 of 3 rows predicted.").waitFor();
    assert.equal(await label("Pasted rows").inputValue(), "", "a file dropped on the card replaces the pasted rows");
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "the table scrolls, and the page does not");
    await assertAccessible(page, "[data-part=predict]");
    keepPage();
  });

  test(`a prediction follows each change of a row, on ${device}`, async (t) => {
    await openSample(viewport);
    await page.getByRole("tab", { name: "Use", exact: true }).click();
    const card = page.getByRole("figure", { name: "What if", exact: true });
    await card.scrollIntoViewIfNeeded(); // the solver still has the model, so no press is needed
    const answer = card.locator("[data-what-if]");
    await answer.waitFor();
    assert.equal(await card.getByLabel("svi", { exact: true }).inputValue(), "0", "a column of whole numbers begins with one");
    assert.deepEqual(await card.getByLabel("svi, slider", { exact: true }).evaluate(({ min, max, step }) => [min, max, step]), ["0", "1", "1"]);
    await card.getByLabel("Begin with", { exact: true }).selectOption("Row 2");
    const model = await fileOf("Download model");
    const { features, functions: [f] } = JSON.parse(model);
    /** Returns the prediction of a row, summed over the terms of the model. */
    const predict = (row) => f.terms.reduce((sum, { monomial, coefficient }) => sum +
      Object.entries(monomial).reduce((product, [name, power]) => product * (row[name] - features.find((x) => x.name === name).mean) ** power, coefficient), f.intercept);
    const names = lines[0].split(",").map((name) => JSON.parse(name));
    const row = Object.fromEntries(lines[2].split(",").map((cell, j) => [names[j], Number(cell)]));
    await untilPrediction(answer, predict(row));
    await card.getByLabel("age", { exact: true }).fill("70");
    row.age = 70;
    await untilPrediction(answer, predict(row));
    const slider = card.getByLabel("lcavol, slider", { exact: true });
    await slider.focus();
    await page.keyboard.press("End");
    row.lcavol = Number(await card.getByLabel("lcavol", { exact: true }).inputValue());
    assert.ok(row.lcavol > 3.8);
    await untilPrediction(answer, predict(row));
    await assertAccessible(page, "[data-part=what-if]");

    const { delay, models } = await card.evaluate(async (host) => {
      let models = 0; // sent to a worker
      const post = Worker.prototype.postMessage;
      Worker.prototype.postMessage = function (message, ...more) {
        if (message.model) models++;
        return post.call(this, message, ...more);
      };
      const slider = host.querySelector("[type=range]");
      const answer = host.querySelector("[data-what-if]");
      const times = [];
      for (let i = 0; i < 60; i++) {
        const began = performance.now();
        const change = new Promise((resolve) => new MutationObserver((_, o) => (o.disconnect(), resolve())).observe(answer, { attributes: true }));
        slider.value = String(i % 2 ? slider.min : slider.max);
        slider.dispatchEvent(new Event("input"));
        await change;
        times.push(performance.now() - began);
      }
      Worker.prototype.postMessage = post;
      return { delay: times.sort((a, b) => a - b)[56], models };
    });
    assert.ok(models <= 3, `${models} models are sent for 60 moves: one to each worker at most`);
    t.diagnostic(`delay of the prediction after a move, 95th percentile: ${delay.toFixed(1)} ms`);
    keepPage();
  });
}

test("a press of the button that is held while the figures load saves the model", async () => {
  await openSample(desktop);
  await page.evaluate(() => workerRequests.hold());
  await page.getByRole("tab", { name: "Use", exact: true }).click();
  await page.waitForFunction(() => workerRequests.held() > 0);
  await button("Download model").hover(); // it stays in place, as no figure is drawn
  const [download] = await Promise.all([page.waitForEvent("download"), (async () => {
    await page.mouse.down();
    await page.evaluate(() => workerRequests.release());
    await page.waitForFunction(() => workerRequests.open.size === 0);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))); // time for the figures to move the button
    await page.mouse.up();
  })()]);
  assert.match(download.suggestedFilename(), /lpsa\.lplab-model\.json/);
  await page.getByRole("figure", { name: "What if", exact: true }).locator("[data-what-if]").waitFor();
  keepPage();
});

/** Records in globalThis.workerRequests the requests of the page to its workers, and can hold them back. Runs in the page, before its own scripts. */
function recordRequests() {
  const post = Worker.prototype.postMessage;
  const open = new Set(); // by their ids
  let held = null; // functions that send the requests held back
  const workers = new WeakSet();
  globalThis.workerRequests = {
    open,
    held: () => held?.length ?? 0,
    hold() {
      held = [];
    },
    release() {
      held.forEach((send) => send());
      held = null;
    },
  };
  Worker.prototype.postMessage = function (message, ...more) {
    if (!("id" in message)) return post.call(this, message, ...more);
    if (!workers.has(this)) {
      workers.add(this);
      this.addEventListener("message", ({ data }) => { if (data.type !== "progress") open.delete(data.id); });
    }
    open.add(message.id);
    if (held) held.push(() => post.call(this, message, ...more));
    else post.call(this, message, ...more);
  };
}

test("the rows to predict can be a sheet of a workbook", async () => {
  await openAgain(desktop);
  const book = (name) => fileURLToPath(new URL(`testdata/import/${name}`, root));
  await page.getByLabel("Data file", { exact: true }).setInputFiles(book("sheets.xlsx"));
  const choose = () => page.getByRole("dialog", { name: "Choose a sheet of sheets.xlsx" }).getByRole("button", { name: /^Data/ }).click();
  await choose();
  await page.getByRole("status").filter({ hasText: "30 rows, 5 columns. Choose the target, then Run" }).waitFor();
  await button("Run").click();
  await page.waitForFunction(() => document.documentElement.dataset.lplab === "ready" && /\by\b/.test(document.querySelector("#answer")?.textContent));
  await page.getByRole("tab", { name: "Use", exact: true }).click();
  await page.getByLabel("Rows to predict", { exact: true }).setInputFiles(book("sheets.xlsx"));
  await page.locator("#predict").getByText("Reading sheets.xlsx", { exact: true }).waitFor();
  await choose();
  const table = page.getByRole("table", { name: "Predictions", exact: true });
  await table.waitFor();
  assert.equal(await table.locator("[data-prediction]").count(), 30);
  const predictions = (await table.locator("[data-prediction]").evaluateAll((cells) => cells.map((cell) => cell.dataset.prediction))).filter((value) => value !== "");
  assert.ok(predictions.length > 20 && predictions.every((value) => Number.isFinite(Number(value))), "rows with a missing cell have no prediction");
  assert.match(await fileOf("Save predictions"), /^[^\n]*,prediction\n/, "the sheet need not be chosen again");
  keepPage();
});

test("after a tuned upload, What if and Dependence are shown without a press", async () => {
  await open({ viewport: desktop, tune: true });
  const [low, middle, high] = ["low", "middle", "high"].map((name) => `${name} volume, of a class with a name that is longer than a phone is wide`);
  const rows = lines.slice(1).map((line) => line.split(",").map(Number)).map(([lcavol, lweight]) => [lweight, lcavol, `"${lcavol < 0.7 ? low : lcavol < 2 ? middle : high}"`]);
  await label("Data file").setInputFiles(write("mine.csv", ["lweight,lcavol,volume", ...rows].join("\n")));
  await page.waitForFunction(() => document.documentElement.dataset.lplab === "ready" && document.querySelector("#answer")?.textContent.includes("volume"));
  await page.getByRole("tab", { name: "Use", exact: true }).click();
  const card = page.getByRole("figure", { name: "What if", exact: true });
  await card.locator("[data-what-if]").waitFor();
  assert.deepEqual(await card.locator("label").allTextContents(), ["Begin with", "lcavol", "lweight"], "the column with the largest coefficient comes first");

  // The classes are listed from the highest score on, and the first is the prediction.
  for (const end of ["Home", "End"]) {
    await card.getByLabel("lcavol, slider", { exact: true }).press(end);
    await card.locator(`[data-what-if="${end === "Home" ? low : high}"]`).waitFor();
    const classes = await card.getByRole("row").evaluateAll((all) => all.slice(1).map((row) => [...row.cells].map((cell) => cell.textContent.replace("−", "-"))));
    assert.equal(classes[0][0], end === "Home" ? low : high);
    assert.deepEqual(classes.map(([name]) => name).sort(), [high, low, middle]);
    const [probability, score] = [1, 2].map((k) => classes.map((cells) => Number(cells[k])));
    assert.ok(Math.abs(probability.reduce((a, b) => a + b) - 1) < 2e-3 && score[0] >= score[1] && score[1] >= score[2], JSON.stringify(classes));
  }
  await page.getByRole("figure", { name: "Dependence", exact: true }).locator("p.quiet").filter({ hasText: /Partial dependence of probability of \w+/ }).waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.locator(".panes button").last().click();
  assert.ok(await card.isVisible() && await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "long names fit on a phone");
});

test("What if shows the main columns and classes, and says how many there are", async () => {
  const blank = await openBlankWithSources();
  const shown = await blank.evaluate(async () => {
    const { WhatIf } = await import("/sources/web/cards/whatif.js");
    const open = async (file) => {
      const { classes = [] } = file;
      const predict = async () => ({ columns: [...file.columns.map(({ name }) => name), "prediction", ...classes.map((name) => `score:${name}`)], rows: [[...file.columns.map(() => 0), 1, ...classes.keys()]], problems: [] });
      const card = new WhatIf(document.createElement("div"), { load: async () => ({ file }), preview: async () => ({ columns: [], rows: [] }), predict });
      card.draw({ spec: {} });
      await card.open();
      await new Promise((resolve) => setTimeout(resolve)); // until the prediction is shown
      const textOf = (selector) => [...card.host.querySelectorAll(selector)].map((part) => part.textContent);
      return { labels: textOf(".what-if-field label"), words: card.words.textContent, classes: textOf("tr > :first-child"), values: [...card.host.querySelectorAll("input[type=number]")].map(({ value }) => value) };
    };
    const columns = (...names) => names.map((name) => ({ name, type: "number", max: 1 }));
    const features = [{ name: "a", column: "a", scale: 1 }, { name: "f", formula: "log(age) * `b ``c`", scale: 1 }];
    const terms = [{ monomial: { a: 1 }, coefficient: 1 }, { monomial: { f: 1 }, coefficient: -2 }];
    const many = columns(...Array.from({ length: 1025 }, (_, j) => `x${j}`));
    return [
      await open({ columns: columns("a", "age", "b `c"), features, functions: [{ terms }] }),
      await open({ columns: many, features: [], functions: [{ terms: [] }] }),
      await open({ columns: many, features: [], functions: [{ alpha: [1] }] }),
      await open({ columns: [], classes: ["a", "b", "c", "d", "e", "f"], features: [], functions: [] }),
      await open({ columns: [{ name: "x", type: "number", max: 0.5, mean: 0.00123456 }, { name: "z", type: "number", min: 0.00512, max: 0.00513, mean: 0.0051234567 }], features: [], functions: [] }),
    ];
  });
  assert.deepEqual(shown[4].values, ["0.00123", "0.00512346"]);
  assert.deepEqual(shown[0].labels, ["age", "b `c", "a"]);
  assert.match(shown[1].words, /^24 of 1,025 columns, largest coefficients first\. /);
  assert.match(shown[2].words, /^24 of 1,025 columns\. /);
  assert.deepEqual(shown[3].classes, ["class, 5 of 6", "f", "e", "d", "c", "b"]);
  await blank.close();
});

test("a dependence drawn after the next result is not described", async () => {
  const blank = await openBlankWithSources();
  const shown = await blank.evaluate(async () => {
    const { Dependence } = await import("/sources/web/cards/insight.js");
    const { promise: requested, resolve: request } = Promise.withResolvers();
    class Picture {
      constructor(host, figure, onDraw) {
        this.show = async () => request(() => onDraw("of the result before"));
      }
    }
    const host = document.createElement("div");
    const card = new Dependence(host, { load: async () => ({ file: { columns: [{ name: "x" }] } }), Picture });
    card.draw({});
    card.open();
    const draw = await requested;
    card.draw({});
    draw();
    return host.querySelector("p.quiet").textContent;
  });
  assert.equal(shown, "");
  await blank.close();
});

test("the test rows can be in a second file", async () => {
  await openAgain(desktop);
  const file = (name, rows) => write(name, [lines[0], ...rows, ""].join("\n"));
  const [train, test] = [file("train.csv", lines.slice(1, 71)), file("test.csv", lines.slice(71))];
  await page.getByLabel("Data file", { exact: true }).setInputFiles(train);
  await page.getByText("70 rows, 9 columns").first().waitFor();
  const status = (text) => page.getByRole("status").filter({ hasText: text }).first().waitFor();
  await page.getByLabel("Target", { exact: true }).selectOption("lpsa");
  await label("Test file").setInputFiles(write("other.csv", "lpsa,age\n1,2\n2,3\n"));
  await status('the test file "other.csv" lacks the 7 columns');
  assert.ok(!(await button("Remove test file").isVisible()), "the file is not loaded");
  await page.getByLabel("Test file", { exact: true }).setInputFiles(test);
  await status("test.csv has the test rows: press Run");
  await button("Run").click();
  await page.waitForFunction(() => document.documentElement.dataset.lplab === "ready" && document.querySelector("#answer")?.textContent.includes("27 unseen rows"));
  await page.getByRole("tab", { name: "Use", exact: true }).click();
  const { experiment } = JSON.parse(await fileOf("Download model"));
  assert.deepEqual([experiment.data.name, experiment.data.test.name, experiment.target], ["train.csv", "test.csv", "lpsa"]);
  const report = JSON.parse(execFileSync(lplab, ["solve", write("spec.json", JSON.stringify(experiment)), "-data", train, "-test", test], { encoding: "utf8" }));
  assert.equal(report.rows.test.length, lines.length - 71);
  const shown = Number((await page.locator('[data-metric="r2-test"]').first().textContent()).replace("−", "-"));
  assert.ok(Math.abs(shown - report.metrics.test.r2) <= 5e-4 * Math.abs(shown), `R² ${shown} instead of ${report.metrics.test.r2}`);

  // The test file is kept when the import settings change.
  await page.locator("#repair > summary").click();
  await page.getByLabel("Missing codes", { exact: true }).fill("-999");
  await page.getByLabel("Missing codes", { exact: true }).press("Tab");
  await page.getByText("The entries have changed").waitFor();
  await button("Run").click();
  await page.waitForFunction(() => document.documentElement.dataset.lplab === "ready" && document.querySelector("#answer")?.textContent.includes("27 unseen rows"));
  await page.getByText("Test rows: test.csv").waitFor();
  keepPage();
});

for (const [device, viewport] of [["a desktop", desktop], ["a phone", { width: 390, height: 844 }]]) {
  test(`the figures of the columns agree with the command line, on ${device}`, async () => {
    await openSample(viewport);
    const tab = (name) => page.getByRole("tab", { name, exact: true }).click();
    await tab("Use");
    const { experiment } = JSON.parse(await fileOf("Download model"));
    const { report } = solve(experiment);
    const reportFile = write("report.json", JSON.stringify(report));
    const { weights } = report;
    const figure = (name) => page.getByRole("figure", { name, exact: true });
    await tab("What matters");
    const table = page.getByRole("table", { name: /^Top weights/ });
    await table.waitFor();
    assert.equal(await table.getByRole("columnheader", { name: "Solver error" }).count() > 0, weights.top.some(({ above }) => above > 0), "only models without reweighting have bounds");
    for (const [name, shares] of [["Importance", weights.importance], ["Interactions", weights.interactions]]) {
      if (!shares) {
        assert.equal(await figure(name).isVisible(), false, "without products there are no pairs");
        continue;
      }
      const words = figure(name).locator("p.quiet"); // also if hidden, as it may be printed
      await words.filter({ hasText: `${shares[0].columns.join("·")}, ` }).waitFor();
      assert.match(await words.textContent(), /Exact: summed over all \d+ monomials/);
      await figure(name).locator("svg path").first().waitFor({ state: "attached" });
    }
    await assertAccessible(page, "[data-part=importance]");
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.locator(".bar-positive, .bar-negative").first().evaluate((bar) => getComputedStyle(bar).printColorAdjust), "exact", "the bars of the weights are printed");
    assert.deepEqual(await page.locator(".story > li").evaluateAll((all) => all.filter((chip) => !chip.checkVisibility()).length), 0, "the whole experiment is printed");
    const cut = await page.locator(".scroll").evaluateAll((all) => all.filter((part) => part.checkVisibility() && part.scrollHeight > part.clientHeight + 1).length);
    assert.equal(cut, 0, "tables are printed whole");
    assert.equal(await page.locator("button:visible").count(), 0, "no buttons are printed");
    await page.emulateMedia({ media: null });
    await tab("Use");
    const dependence = figure("Dependence");
    await dependence.scrollIntoViewIfNeeded();
    const untilText = (text) => dependence.locator("p.quiet").filter({ hasText: text }).waitFor();
    await untilText(`Partial dependence of lpsa on ${weights.importance[0].columns[0]}: from`);
    assert.equal(await dependence.getByLabel("Column", { exact: true }).inputValue(), weights.importance[0].columns[0], "the most important column comes first");
    await dependence.getByLabel("Column", { exact: true }).selectOption("age");
    await dependence.getByLabel("Second column", { exact: true }).selectOption("lcavol");
    await untilText("Partial dependence of lpsa on age and lcavol: from");
    const numbers = execFileSync(lplab, ["plot", reportFile, "-figure", "dependence", "-columns", "age,lcavol", "-csv"], { encoding: "utf8" });
    assert.equal(numbers.trim().split("\n").length, 1 + 12 * 12);
    const svg = execFileSync(lplab, ["plot", reportFile, "-figure", "dependence", "-columns", "age,lcavol"], { encoding: "utf8" });
    assert.ok(svg.includes(await dependence.locator("svg desc").textContent()), "both have the same description");
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "the page fits");
    await assertAccessible(page, "[data-part=dependence]");
    keepPage();
  });
}

test("the JavaScript API makes a model from a report and predicts with it", async () => {
  const blankPage = await openBlank(browser, server.url);
  const results = await inLab(blankPage, async (lab, text) => {
    const report = await lab.solve({ data: { source: "sample", name: "prostate" }, target: "lpsa", model: { kernel: { type: "exponential", a: "auto" } } });
    const model = await lab.model(report);
    const out = await lab.predict(model, { data: text });
    const csv = await lab.predict(model, { data: text, format: "csv" });
    const some = await lab.predict(JSON.stringify(model), { data: new Blob([text]), limit: 3 });
    await lab.run({ data: { source: "synthetic", n: 12, d: 4, relevant: 1 } });
    const again = await lab.model(report); // of an earlier run
    const brokenModel = structuredClone(model);
    brokenModel.functions[0].alpha[0] = null;
    const bounds = await lab.predict(model, { data: text, errors: true, limit: 2 });
    const picture = await lab.dependence(model, ["age", "svi"]);
    const noColumn = await lab.dependence(model, "agee").catch((error) => error.message);
    const notAtHand = await lab.model({ ...report, result: { ...report.result, digest: "" } }, { repeat: false }).catch((error) => error.message);
    const message = await lab.predict(brokenModel, { data: text }).catch((error) => error.message);
    const versionMessage = await lab.predict({ ...model, version: 9 }, { data: text }).catch((error) => error.message);
    return { report, out, csv, some, same: JSON.stringify(model) === JSON.stringify(again), message, versionMessage, bounds, picture, noColumn, notAtHand };
  }, readFileSync(prostate, "utf8"));
  const { report, out } = results;
  const scale = Math.max(...report.predictions.train.map(Math.abs));
  for (const part of ["train", "test"]) {
    report.rows[part].forEach((row, i) => assert.ok(Math.abs(out.rows[row].at(-1) - report.predictions[part][i]) <= 1e-12 * scale));
  }
  assert.deepEqual([out.columns.at(-1), out.count, out.unpredicted, out.problems, out.notes], ["prediction", 97, 0, [], []]);
  assert.deepEqual(results.csv.trim().split("\n").slice(1).map((line) => Number(line.split(",").at(-1))), out.rows.map((row) => row.at(-1)));
  assert.deepEqual([results.some.rows.length, results.some.count], [3, 97]);
  assert.ok(results.same);
  assert.equal(results.bounds.columns.at(-1), "error");
  assert.ok(results.bounds.rows.every((row) => row.at(-1) > 0 && row.at(-1) < 1e-3 * scale), "bounds of the optimisation error");
  assert.match(results.picture, /Partial dependence of lpsa on age and svi/);
  assert.equal(results.noColumn, 'the model reads no column "agee": did you mean "age"?');
  assert.equal(results.notAtHand, "the report is not of this lab's last runs: allow another run of its experiment with {repeat: true}");
  assert.match(results.message, /functions\[0\]\.alpha\[0\] is null/);
  assert.match(results.versionMessage, /of version 9, and this lp Lab reads version 1/);
  await closePage(blankPage);
});

const openAgain = (viewport) => reopen({ viewport, prepare: (context) => context.addInitScript(recordRequests) });

/** Opens the sample prostate and runs it. */
async function openSample(viewport) {
  await openAgain(viewport);
  if (viewport.width < 1024) await openPane(page, "Data");
  await label("Sample").selectOption("prostate");
  await page.getByText("97 rows, 9 columns").waitFor();
  await run();
}

/** Returns the text of the file that a button saves. */
async function fileOf(name) {
  const [download] = await Promise.all([page.waitForEvent("download"), button(name).click()]);
  return readFileSync(await download.path(), "utf8");
}

/** Waits until the page shows the value as prediction. */
async function untilPrediction(answer, value) {
  await page.waitForFunction(([cell, want]) => Math.abs(cell.dataset.whatIf - want) <= 1e-9 * Math.abs(want), [await answer.elementHandle(), value]);
}

/** Opens an empty page that can import the modules of the page at /sources/. */
async function openBlankWithSources() {
  const blank = await openBlank(browser, server.url);
  await blank.route("**/sources/**", (route) => route.fulfill({ path: fileURLToPath(new URL(route.request().url().split("/sources/")[1], root)), contentType: "text/javascript" }));
  return blank;
}
