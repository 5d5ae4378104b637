// The choice of the model: searches, their plots, and the gamma cursor.
// Every test also fails on console errors and requests to other origins.

import assert from "node:assert/strict";
import { test } from "node:test";
import { number } from "../plot/text.js";
import { assertAccessible } from "./accessible.mjs";
import { button, keepPage, label, page, phase, reopen, run, status, stopTrace, waitForRun } from "./page.mjs";
import { until } from "./waiting.mjs";

/** A share of rows, as in the words on searches. */
const percent = (share) => `${(100 * share).toFixed(1)}\u00a0%`;

test("the cursor of a path shows the model of its gamma, by keyboard and by mouse", async () => {
  await open();
  await tab("Choose").click();
  await button("Search a path").click();
  await waitForRun();
  assert.match(await status().textContent(), /^Converged/);
  const { search, weights } = (await reports()).at(-1);
  assert.equal(search.gamma.length, 50);
  const plot = page.getByRole("figure", { name: "Path", exact: true }).getByRole("group");
  await until(async () => /^Paths of \d+ weights over 50 gammas/.test(await plot.getAttribute("aria-label")), () => plot.getAttribute("aria-label"));
  assert.match(await plot.getAttribute("aria-label"), new RegExp(`${search.path.weights.filter((w) => w.relevant).length} of them were planted`));
  assert.equal(await page.locator("#plot-path path.s-truth").count(), search.path.weights.filter((w) => w.relevant).length + 1, "planted weights are drawn");
  assert.equal(await page.locator("#panel-search > summary").textContent(), "Search: path over 50 gammas");
  assert.equal(weights.recovery.found + weights.recovery.missed, weights.truth.length);
  await page.getByText(`Planted weights: ${weights.recovery.found} found, ${weights.recovery.missed} missed`).waitFor({ state: "attached" });

  // Keyboard: the cursor moves to the next gammas of the search, and the last one is run exactly.
  const cursor = page.locator("#plot-path").getByRole("slider", { name: "Gamma cursor" });
  await cursor.focus();
  const before = await page.evaluate(() => requestedRuns.length);
  for (let i = 0; i < 3; i++) {
    await cursor.press("ArrowLeft");
  }
  const expected = search.gamma[search.gamma.findLastIndex((g) => g < 1 - 1e-9) - 2];
  await until(async () => (await page.evaluate(() => requestedRuns.at(-1).gamma)) === expected, async () => `gamma is ${await label("Gamma").inputValue()} instead of ${expected}`);
  await untilExact(before);
  const last = await assertExact();
  assert.equal(last.gamma, expected);
  assert.equal(await page.evaluate(() => document.activeElement.ariaLabel), "Gamma cursor", "the focus stays");
  assert.equal(await cursor.getAttribute("aria-valuetext"), `gamma ${number(last.gamma)}`);
  assert.equal(await label("Gamma slider").getAttribute("aria-valuetext"), await label("Gamma").inputValue());
  assert.ok(await plot.isVisible(), "the path stays");
  assert.equal(await page.getByText("The entries have changed").count(), 0);

  // Mouse: the result follows the drag.
  const runsBefore = await page.evaluate(() => requestedRuns.length);
  const box = await page.locator("#plot-path .gamma-field").boundingBox();
  const to = (share) => page.mouse.move(box.x + share * box.width, box.y + box.height / 2);
  await to(0.9);
  await page.mouse.down();
  for (let i = 1; i <= 15; i++) {
    await to(0.9 - 0.02 * i);
    await page.waitForTimeout(20);
  }
  await page.mouse.up();
  await untilExact(runsBefore);
  const report = await assertExact();
  const [lo, hi] = [search.gamma[0], search.gamma.at(-1)].map(Math.log10);
  assert.ok(Math.abs((Math.log10(report.gamma) - lo) / (hi - lo) - 0.6) < 0.03, `gamma is ${report.gamma}`);
  assert.equal(await label("Search").inputValue(), "path", "the search stays entered");

  // Run with the same entries searches again.
  await run();
  assert.ok((await reports()).at(-1).search);
  keepPage();
});

test("cross-validation chooses by either rule, and shows its progress", async () => {
  await open();
  await label("Sample").selectOption("wpbc");
  await until(async () => (await label("Target").locator("option").allTextContents()).includes("status"), () => "the columns are not loaded");
  await label("Target").selectOption("status");
  await until(async () => await label("Task").inputValue() === "classification", () => label("Task").inputValue());
  await disclose("search");
  await label("Search").selectOption("Cross-validation");
  await label("Number of gammas").fill("5");
  await label("Refinement").fill("0");
  await label("Rule").selectOption("One standard error");
  const metrics = async () => (await label("Metric").locator("option").allTextContents()).join();
  await until(async () => await metrics() === "Accuracy,Balanced accuracy,Area under the ROC curve,Log-loss", metrics);
  await page.evaluate(() => { globalThis.progressPattern = /^\d+ of (25|30) solves/; }); // of the folds, then also of the path
  await run();
  assert.match(await status().textContent(), /^Converged/);
  const { search, gamma, chosen } = (await reports()).at(-1);
  assert.equal(gamma, search.gamma[search.oneError.gamma]);
  assert.equal(chosen.gamma, gamma);
  assert.ok(Math.abs(Number(await label("Gamma").inputValue()) / gamma - 1) < 1e-3, await label("Gamma").inputValue());
  await tab("Choose").click();
  await until(async () => await tab("Validation").getAttribute("aria-selected") === "true", "the view Validation does not open");
  const line = page.locator("#choice-line");
  const plot = page.locator("#plot-validation");
  await until(async () => (await plot.getAttribute("aria-label")).includes(` Chosen: ${percent(search.scores[0][search.oneError.gamma].mean)} ± `), () => plot.getAttribute("aria-label"));
  assert.ok(await page.locator("#plot-validation path.s-estimate").first().evaluate((line) => line.getBBox().width > 50), "the scores are drawn");
  assert.equal(await button("One standard error").getAttribute("aria-pressed"), "true");

  const best = search.scores[0][search.minimum.gamma];
  const before = await page.evaluate(() => requestedRuns.length);
  await button("Minimum").click();
  await untilExact(before);
  const minimum = await assertExact();
  assert.equal(minimum.gamma, search.gamma[search.minimum.gamma]);
  assert.match(await line.textContent(), new RegExp(`: accuracy ${percent(best.mean)} ± .*, the best\\.$`));
  assert.equal(await label("Rule").inputValue(), "minimum");
  await until(async () => (await plot.getAttribute("aria-label")).includes(` Chosen: ${percent(best.mean)} ± `), () => plot.getAttribute("aria-label"));

  // Tabs by keyboard.
  await tab("Validation").focus();
  await page.keyboard.press("ArrowRight");
  await until(async () => await tab("Stability").getAttribute("aria-selected") === "true", () => "Stability is not chosen");
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Stability");
  await button("Select on 50 halves").press("Enter");
  await waitForRun();
  await until(async () => /^Bars of how often .* selected in 50 resamples/.test(await page.locator("#plot-stability").getAttribute("aria-label")),
    () => page.locator("#plot-stability").getAttribute("aria-label"));
  assert.ok(await page.locator("#plot-stability path.f-estimate, #plot-stability path.f-truth").count() > 0, "the bars are drawn");
  await assertChoiceAccessible("stability");
  await tab("Path").click();
  await assertChoiceAccessible("path");
  keepPage();
});

test("the heat map of subsample sizes shows the model of a cell", async () => {
  await open();
  await page.getByText("Advanced", { exact: true }).click();
  for (const [part, share] of [["Test", "0.25"], ["Training", "0.5"], ["Validation", "0.25"]]) {
    await label(`${part} share`).fill(share);
  }
  await disclose("search");
  await label("Search").selectOption("Validation");
  await label("Number of gammas").fill("8");
  await label("Subsamples").fill("20, 40, 60");
  await label("Subsamples").press("Tab");
  await label("Repeats").fill("3");
  await run();
  assert.match(await status().textContent(), /^Converged/);
  const { search, chosen, alpha } = (await reports()).at(-1);
  assert.deepEqual([search.scores.length, search.scores[0].length, search.draws.length], [3, 8, 3]);
  assert.equal(alpha.length, chosen.subsample);
  assert.match(await page.locator("#choice-line").textContent(), new RegExp(` on ${chosen.subsample} rows: `));

  await tab("Choose").click();
  const heat = page.locator("#plot-heat");
  await until(async () => /^24 cells by gamma and number of rows\. .* mean squared error, validation\. .* Enter shows the model of a cell\.$/.test(await heat.getAttribute("aria-label")), () => heat.getAttribute("aria-label"));
  const readout = page.locator("#heat-readout");
  const { width, height } = page.viewportSize();
  for (const newWidth of [width - 160, width]) {
    await page.setViewportSize({ width: newWidth, height });
    await until(() => heat.evaluate((host) => Math.abs(host.querySelector("svg").viewBox.baseVal.width - host.clientWidth * 17 / 12) <= 1), "the heat map does not have the size of its host");
  }
  await heat.scrollIntoViewIfNeeded();
  await cells(heat, 0).first().hover(); // the lowest row, on the left
  await until(async () => await readout.textContent() === `20 rows, gamma ${number(search.gamma[0])}: ${number(search.scores[0][0].mean)}`, () => readout.textContent());
  let before = await page.evaluate(() => requestedRuns.length);
  await page.mouse.down();
  await page.mouse.up();
  await untilExact(before);
  let { gamma, spec, alpha: few } = await assertExact();
  assert.deepEqual([gamma, spec.model.subsample, few.length], [search.gamma[0], 20, 20]);
  const curve = page.locator("#plot-validation");
  await until(async () => / mean squared error, validation, 20 rows\./.test(await curve.getAttribute("aria-label")), () => curve.getAttribute("aria-label"));

  // Keyboard: one up, one to the right.
  before = await page.evaluate(() => requestedRuns.length);
  await page.mouse.move(10, 10);
  await heat.focus();
  for (const key of ["ArrowUp", "ArrowRight", "Enter"]) {
    await page.keyboard.press(key);
  }
  await untilExact(before);
  ({ gamma, spec } = await assertExact());
  assert.deepEqual([gamma, spec.model.subsample], [search.gamma[1], 40]);
  const draws = page.locator("#plot-draws");
  await until(async () => /on the test rows .* Medians: \S+ for 20, /.test(await draws.getAttribute("aria-label")), () => draws.getAttribute("aria-label"));
  await assertChoiceAccessible("validation");
  await page.setViewportSize({ width: 390, height: 844 });
  for (const name of ["Path", "Validation", "Stability"]) {
    await tab(name).click();
    const wide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await until(async () => await wide() <= 0, async () => `${name} is ${await wide()} px wider than a phone`); // plots are resized a moment later
    const { low } = await page.evaluate(() => ({
      low: [...document.querySelectorAll("#choice button:not(.explain)")].filter((b) => b.checkVisibility() && b.getBoundingClientRect().height < 40).map((b) => b.textContent),
    }));
    assert.deepEqual(low, [], `${name}: less than 40 px high`);
  }
  keepPage();
});

// Forms of either kind: each has a row in the heat map, and one criterion compares all.
for (const [kind, field, entry, forms] of [
  ["p", "Values of p", "4/3, 2", [{ p: "4/3" }, { p: 2 }]],
  ["degree", "Degrees", "1, 2, 3", [{ degree: 1 }, { degree: 2 }, { degree: 3 }]],
]) {
  test(`a search over values of ${kind} shows its cost before, and the model of a heat map cell after`, async () => {
    await open();
    await label("Sample").selectOption("prostate");
    await until(async () => (await label("Target").locator("option").allTextContents()).includes("lpsa"), () => "the columns are not loaded");
    await label("Target").selectOption("lpsa");
    if (kind === "degree") await label("Kernel").selectOption("Polynomial");
    await disclose("search");
    await label("Search").selectOption("Cross-validation");
    await label("Number of gammas").fill("6");
    await label("Refinement").fill("0");
    await label("Folds").fill("3");
    await label(field).fill(entry);
    await label(field).press("Tab");
    const of = kind === "p" ? "2 p" : "3 degrees";
    const cost = `Search: 3-fold cross-validation over 6 gammas for each of ${of}: at most ${forms.length * 4 * 6} fits`;
    const summary = page.locator("#panel-search > summary");
    await until(async () => await summary.textContent() === cost, () => summary.textContent());
    await run();
    assert.match(await status().textContent(), /^Converged/);
    const { search, chosen } = (await reports()).at(-1);
    assert.deepEqual(search.forms.map((form) => String(form[kind])), forms.map((form) => String(form[kind])));
    const best = Math.min(...search.forms.flatMap(({ scores }) => scores.map(({ mean }) => mean)));
    const winner = search.forms[search.minimum.form ?? 0];
    assert.equal(winner.scores[search.minimum.gamma].mean, best, "one criterion chooses among all");
    assert.equal(String(chosen[kind]), String(winner[kind]));

    // Mouse: the lowest row, on the left.
    await tab("Choose").click();
    const heat = page.locator("#plot-heat");
    await until(async () => new RegExp(`^${6 * forms.length} cells by gamma and p and degree\\. .* mean squared error, cross-validation\\.`).test(await heat.getAttribute("aria-label")),
      () => heat.getAttribute("aria-label"));
    const nameOf = (i) => `${kind}${kind === "p" ? " =" : ""} ${search.forms[i][kind]}`;
    const readout = page.locator("#heat-readout");
    const cellText = (i, g) => `${nameOf(i)}, gamma ${number(search.forms[i].gamma[g])}: ${number(search.forms[i].scores[g].mean)}`;
    await heat.scrollIntoViewIfNeeded();
    await cells(heat, 0).first().hover();
    await until(async () => (await readout.textContent()).startsWith(cellText(0, 0)), () => readout.textContent());
    let before = await page.evaluate(() => requestedRuns.length);
    await page.mouse.down();
    await page.mouse.up();
    await untilExact(before);
    const assertShown = async (i, g) => {
      const { gamma, spec } = await assertExact();
      assert.equal(gamma, search.forms[i].gamma[g]);
      assert.equal(String(kind === "p" ? spec.model.p : spec.model.kernel.degree), String(search.forms[i][kind]));
      const line = page.locator("#choice-line");
      await until(async () => (await line.textContent()).includes(`, ${nameOf(i)}: `), () => line.textContent());
      const cursor = page.locator("#plot-validation").getByRole("slider", { name: "Gamma cursor" });
      await until(async () => await cursor.getAttribute("aria-valuetext") === `gamma ${number(gamma)}`, () => cursor.getAttribute("aria-valuetext"));
    };
    await assertShown(0, 0);

    // Keyboard: one up, one to the right.
    before = await page.evaluate(() => requestedRuns.length);
    await page.mouse.move(10, 10);
    await heat.focus();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowRight");
    await until(async () => (await readout.textContent()).startsWith(cellText(1, 1)), () => readout.textContent());
    await page.keyboard.press("Enter");
    await untilExact(before);
    await assertShown(1, 1);
    await assertChoiceAccessible(`forms by ${kind}`);
    keepPage();
  });
}

test("an invalid search shows the reason at its control, and all entries are kept", async () => {
  await open();
  await disclose("search");
  await label("Search").selectOption("Cross-validation");
  await label("Folds").fill("1000");
  await run();
  assert.equal(await phase(), "error");
  const message = "Folds is 1000: there are only 100 training rows; choose at most that many";
  assert.equal(await status().textContent(), message);
  assert.equal(await messageAt("Folds"), message);
  assert.equal(await label("Folds").inputValue(), "1000");

  await label("Folds").fill("3");
  await label("Gammas").fill("0.1, -1");
  await label("Gammas").press("Tab");
  await run();
  assert.match(await messageAt("Gammas"), /^Gammas is .*: it must be a list of ascending numbers greater than 0/);
  assert.equal(await status().textContent(), await messageAt("Gammas"));
  assert.deepEqual([await label("Gammas").inputValue(), await label("Folds").inputValue()], ["0.1, -1", "3"]);

  await label("Gammas").fill("0.1; 1");
  await run();
  assert.match(await status().textContent(), /^Converged/);
  const { gamma } = (await reports()).at(-1).search;
  assert.equal(await label("Refinement").inputValue(), "3");
  assert.deepEqual(gamma.map((g) => g.toFixed(9)), [0, 1, 2, 3, 4].map((k) => (10 ** (k / 4 - 1)).toFixed(9)), "three refinements between the two");
  // Missing validation rows are refused before any work.
  await label("Search").selectOption("Validation");
  await run();
  assert.match(await messageAt("Search"), /^Search is “Validation”: there are no validation rows/);
});

// -- parts of the page -----------------------------------------------------------

const tab = (name) => page.getByRole("tab", { name, exact: true });

/** Opens a section of the page, unless the previous test has. */
async function disclose(section) {
  const panel = page.locator(`#panel-${section}`);
  if (!await panel.evaluate((details) => details.open)) await panel.locator("> summary").click();
}

const open = () => reopen({ prepare: (context) => context.addInitScript(recordRuns) });

/** Records in requestedRuns the requested runs and their reports. Holds a report back until the progress text matches globalThis.progressPattern. Runs in the page. */
function recordRuns() {
  globalThis.requestedRuns = [];
  globalThis.progressPattern = null;
  let pass; // sends the report that is held back
  new MutationObserver(() => {
    if (!globalThis.progressPattern?.test(document.querySelector(".detail")?.textContent)) return;
    globalThis.progressPattern = null;
    pass?.();
  }).observe(document, { childList: true, characterData: true, subtree: true });
  const Original = globalThis.Worker;
  globalThis.Worker = class extends Original {
    constructor(...args) {
      super(...args);
      this.addEventListener("message", (event) => {
        const { data } = event;
        if (data.report && globalThis.progressPattern) {
          event.stopImmediatePropagation();
          pass = () => this.dispatchEvent(new MessageEvent("message", { data }));
        } else if (data.report) {
          requestedRuns.find(({ id }) => id === data.id).report = data.report;
        }
      });
    }

    postMessage(message, transfer) {
      if (message.type === "run") requestedRuns.push({ id: message.id, warm: message.options.warm, gamma: JSON.parse(message.spec).model.gamma, report: "" });
      super.postMessage(message, transfer);
    }
  };
}

async function reports() {
  return (await page.evaluate(() => requestedRuns.map(({ report }) => report))).filter(Boolean).map((text) => JSON.parse(text));
}

/** Waits for the end of an exact run after the given number of runs. */
async function untilExact(before) {
  await page.waitForFunction((n) => {
    const { warm, report, gamma } = requestedRuns.at(-1);
    const entered = Number(document.querySelector("#f-model-gamma").value); // with four digits, at the cursor
    return requestedRuns.length > n && !warm && report && Math.abs(gamma / entered - 1) < 1e-3;
  }, before);
  await waitForRun();
}

/**
 * Asserts that the last report is of one model, without a search, that its weights are shown, and
 * that a new solver gives the same weights. Returns the report.
 */
async function assertExact() {
  const report = (await reports()).at(-1);
  assert.equal(report.search, undefined);
  const fresh = await page.evaluate(async (spec) => {
    const { Lab } = await import("/web/lplab.js");
    globalThis.secondLab ??= await Lab.start();
    return (await secondLab.run(spec)).weights.top;
  }, report.spec);
  assert.deepEqual(report.weights.top.map(({ value }) => value), fresh.map(({ value }) => value), "a new solver gives the same weights");
  const table = page.getByRole("table", { name: "Top weights", exact: true, includeHidden: true });
  if (report.weights.top.length === 0) { // reweighting can set all weights to zero
    await until(async () => await table.locator("tbody tr").count() === 0, () => table.textContent());
    return report;
  }
  const shownWeight = () => table.locator("tbody tr").first().locator("td").nth(1).textContent();
  const value = Number(report.weights.top[0].value); // shown with four decimals
  await until(async () => Math.abs(Number((await shownWeight()).replace("−", "-")) - value) <= Math.max(5e-5, 1e-3 * Math.abs(value)), async () => `${await shownWeight()} instead of ${value}`);
  return report;
}

async function messageAt(name) {
  const descriptionIds = await label(name).getAttribute("aria-describedby");
  return page.locator(`#${descriptionIds.split(" ").at(-1)}`).textContent();
}

/** Returns the cells of a row of the heat map, counted from below. */
const cells = (heat, row) => heat.locator("[data-name=cells]").nth(row).locator("rect");

async function assertChoiceAccessible(state) {
  await stopTrace();
  await assertAccessible(page, { include: ["#choice", "#panel-search", "#panel-selection"] }, state);
  await page.clearLongTasks(); // axe causes long tasks
}
