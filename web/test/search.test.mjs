// The choice of the model: searches, their plots, and the gamma cursor, as a
// person uses them. Every test ends by asserting that nothing went wrong in silence.

import assert from "node:assert/strict";
import { test } from "node:test";
import { number } from "../plot/text.js";
import { assertAccessible } from "./accessible.mjs";
import { button, done, keep, label, page, phase, renew, status, untrace } from "./page.mjs";
import { until } from "./waiting.mjs";

test("a path; its cursor shows the model of its gamma, by keys and by mouse", async () => {
  await open();
  await tab("Choose").click();
  await button("Search a path").click();
  await done();
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

  // By keys: to the next gamma of the search, which is then run as it is.
  const cursor = page.locator("#plot-path").getByRole("slider", { name: "Gamma cursor" });
  await cursor.focus();
  const before = await page.evaluate(() => asked.length);
  for (let i = 0; i < 3; i++) {
    await cursor.press("ArrowLeft");
  }
  const wanted = search.gamma[search.gamma.findLastIndex((g) => g < 1 - 1e-9) - 2];
  await until(async () => (await page.evaluate(() => asked.at(-1).gamma)) === wanted, async () => `gamma is ${await label("Gamma").inputValue()} instead of ${wanted}`);
  await atRest(before);
  const last = await assertExact();
  assert.equal(last.gamma, wanted);
  assert.equal(await page.evaluate(() => document.activeElement.ariaLabel), "Gamma cursor", "the focus stays");
  assert.equal(await cursor.getAttribute("aria-valuetext"), `gamma ${number(last.gamma)}`);
  assert.equal(await label("Gamma slider").getAttribute("aria-valuetext"), await label("Gamma").inputValue());
  assert.ok(await plot.isVisible(), "the path stays");
  assert.equal(await page.getByText("The entries have changed").count(), 0);

  // By mouse: the result follows.
  const begun = await page.evaluate(() => asked.length);
  const box = await page.locator("#plot-path .gamma-field").boundingBox();
  const to = (share) => page.mouse.move(box.x + share * box.width, box.y + box.height / 2);
  await to(0.9);
  await page.mouse.down();
  for (let i = 1; i <= 15; i++) {
    await to(0.9 - 0.02 * i);
    await page.waitForTimeout(20);
  }
  await page.mouse.up();
  await atRest(begun);
  const dragged = await assertExact();
  const [lo, hi] = [search.gamma[0], search.gamma.at(-1)].map(Math.log10);
  assert.ok(Math.abs((Math.log10(dragged.gamma) - lo) / (hi - lo) - 0.6) < 0.03, `gamma is ${dragged.gamma}`);
  assert.equal(await label("Search").inputValue(), "path", "the search stays entered");

  // Run of the same entries searches again.
  await button("Run").click();
  await done();
  assert.ok((await reports()).at(-1).search);
  keep();
});

test("cross-validation chooses by either rule, and its progress is told", async () => {
  await open();
  await label("Sample").selectOption("wpbc");
  await until(async () => (await label("Target").locator("option").allTextContents()).includes("status"), () => "the columns are not there");
  await label("Target").selectOption("status");
  await until(async () => await label("Task").inputValue() === "classification", () => label("Task").inputValue());
  await disclose("search");
  await label("Search").selectOption("Cross-validation");
  await label("Number of gammas").fill("5");
  await label("Refinement").fill("0");
  await label("Rule").selectOption("One standard error");
  const metrics = async () => (await label("Metric").locator("option").allTextContents()).join();
  await until(async () => await metrics() === "Accuracy,Balanced accuracy,Area under the ROC curve,Log-loss", metrics);
  await page.evaluate(() => { globalThis.awaited = /^\d+ of (25|30) solves/; }); // of the folds, then also of the path
  await button("Run").click();
  await done();
  assert.match(await status().textContent(), /^Converged/);
  const { search, gamma, chosen } = (await reports()).at(-1);
  assert.equal(gamma, search.gamma[search.oneError.gamma]);
  assert.equal(chosen.gamma, gamma);
  assert.ok(Math.abs(Number(await label("Gamma").inputValue()) / gamma - 1) < 1e-3, await label("Gamma").inputValue());
  await tab("Choose").click();
  await until(async () => await tab("Validation").getAttribute("aria-selected") === "true", "its view does not open");
  const line = page.locator("#choice-line");
  const plot = page.locator("#plot-validation");
  await until(async () => (await plot.getAttribute("aria-label")).includes(` Chosen: ${number(search.scores[0][search.oneError.gamma].mean)} ± `), () => plot.getAttribute("aria-label"));
  assert.ok(await page.locator("#plot-validation path.s-estimate").first().evaluate((line) => line.getBBox().width > 50), "the scores are drawn");
  assert.equal(await button("One standard error").getAttribute("aria-pressed"), "true");

  const best = search.scores[0][search.minimum.gamma];
  const before = await page.evaluate(() => asked.length);
  await button("Minimum").click();
  await atRest(before);
  const minimum = await assertExact();
  assert.equal(minimum.gamma, search.gamma[search.minimum.gamma]);
  assert.match(await line.textContent(), new RegExp(`${number(best.mean)} ± .*, the best\\.$`));
  assert.equal(await label("Rule").inputValue(), "minimum");
  await until(async () => (await plot.getAttribute("aria-label")).includes(` Chosen: ${number(best.mean)} ± `), () => plot.getAttribute("aria-label"));

  // Tabs by keys.
  await tab("Validation").focus();
  await page.keyboard.press("ArrowRight");
  await until(async () => await tab("Stability").getAttribute("aria-selected") === "true", () => "no other tab");
  assert.equal(await page.evaluate(() => document.activeElement.textContent), "Stability");
  await button("Select on 50 halves").press("Enter");
  await done();
  await until(async () => /^Bars of how often .* selected in 50 resamples/.test(await page.locator("#plot-stability").getAttribute("aria-label")),
    () => page.locator("#plot-stability").getAttribute("aria-label"));
  assert.ok(await page.locator("#plot-stability path.f-estimate, #plot-stability path.f-truth").count() > 0, "the bars are drawn");
  await accessible("stability");
  await tab("Path").click();
  await accessible("path");
  keep();
});

test("sizes of subsamples: the heat map shows the model of a cell", async () => {
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
  await button("Run").click();
  await done();
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
  for (const each of [width - 160, width]) {
    await page.setViewportSize({ width: each, height });
    await until(() => heat.evaluate((host) => Math.abs(host.querySelector("svg").viewBox.baseVal.width - host.clientWidth * 17 / 12) <= 1), "the heat map has the size of its host");
  }
  await heat.scrollIntoViewIfNeeded();
  await cells(heat, 0).first().hover(); // the lowest on the left
  await until(async () => await readout.textContent() === `20 rows, gamma ${number(search.gamma[0])}: ${number(search.scores[0][0].mean)}`, () => readout.textContent());
  let before = await page.evaluate(() => asked.length);
  await page.mouse.down();
  await page.mouse.up();
  await atRest(before);
  let { gamma, spec, alpha: few } = await assertExact();
  assert.deepEqual([gamma, spec.model.subsample, few.length], [search.gamma[0], 20, 20]);
  const curve = page.locator("#plot-validation");
  await until(async () => / mean squared error, validation, 20 rows\./.test(await curve.getAttribute("aria-label")), () => curve.getAttribute("aria-label"));

  // By keys: one up, one to the right.
  before = await page.evaluate(() => asked.length);
  await page.mouse.move(10, 10);
  await heat.focus();
  for (const key of ["ArrowUp", "ArrowRight", "Enter"]) {
    await page.keyboard.press(key);
  }
  await atRest(before);
  ({ gamma, spec } = await assertExact());
  assert.deepEqual([gamma, spec.model.subsample], [search.gamma[1], 40]);
  const draws = page.locator("#plot-draws");
  await until(async () => /on the test rows .* Medians: \S+ for 20, /.test(await draws.getAttribute("aria-label")), () => draws.getAttribute("aria-label"));
  await accessible("validation");
  await page.setViewportSize({ width: 390, height: 844 });
  for (const name of ["Path", "Validation", "Stability"]) {
    await tab(name).click();
    const wide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    await until(async () => await wide() <= 0, async () => `${name} is ${await wide()} px wider than a phone`); // plots take their new size a moment later
    const { low } = await page.evaluate(() => ({
      low: [...document.querySelectorAll("#choice button:not(.explain)")].filter((b) => b.checkVisibility() && b.getBoundingClientRect().height < 40).map((b) => b.textContent),
    }));
    assert.deepEqual(low, [], `${name}: less than 40 px high`);
  }
  keep();
});

// Either kind of form: a row of the heat map each, all under one criterion.
for (const [kind, field, entry, forms] of [
  ["p", "Values of p", "4/3, 2", [{ p: "4/3" }, { p: 2 }]],
  ["degree", "Degrees", "1, 2, 3", [{ degree: 1 }, { degree: 2 }, { degree: 3 }]],
]) {
  test(`values of ${kind}: the cost is told before, and the heat map shows the model of a cell`, async () => {
    await open();
    await label("Sample").selectOption("prostate");
    await until(async () => (await label("Target").locator("option").allTextContents()).includes("lpsa"), () => "the columns are not there");
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
    const words = `Search: 3-fold cross-validation over 6 gammas for each of ${of}: at most ${forms.length * 4 * 6} fits`;
    const summary = page.locator("#panel-search > summary");
    await until(async () => await summary.textContent() === words, () => summary.textContent());
    await button("Run").click();
    await done();
    assert.match(await status().textContent(), /^Converged/);
    const { search, chosen } = (await reports()).at(-1);
    assert.deepEqual(search.forms.map((form) => String(form[kind])), forms.map((form) => String(form[kind])));
    const best = Math.min(...search.forms.flatMap(({ scores }) => scores.map(({ mean }) => mean)));
    const won = search.forms[search.minimum.form ?? 0];
    assert.equal(won.scores[search.minimum.gamma].mean, best, "one criterion chooses among all");
    assert.equal(String(chosen[kind]), String(won[kind]));

    // By mouse: the lowest row, on the left.
    await tab("Choose").click();
    const heat = page.locator("#plot-heat");
    await until(async () => new RegExp(`^${6 * forms.length} cells by gamma and p and degree\\. .* mean squared error, cross-validation\\.`).test(await heat.getAttribute("aria-label")),
      () => heat.getAttribute("aria-label"));
    const named = (i) => `${kind}${kind === "p" ? " =" : ""} ${search.forms[i][kind]}`;
    const readout = page.locator("#heat-readout");
    const told = (i, g) => `${named(i)}, gamma ${number(search.forms[i].gamma[g])}: ${number(search.forms[i].scores[g].mean)}`;
    await heat.scrollIntoViewIfNeeded();
    await cells(heat, 0).first().hover();
    await until(async () => (await readout.textContent()).startsWith(told(0, 0)), () => readout.textContent());
    let before = await page.evaluate(() => asked.length);
    await page.mouse.down();
    await page.mouse.up();
    await atRest(before);
    const shown = async (i, g) => {
      const { gamma, spec } = await assertExact();
      assert.equal(gamma, search.forms[i].gamma[g]);
      assert.equal(String(kind === "p" ? spec.model.p : spec.model.kernel.degree), String(search.forms[i][kind]));
      const line = page.locator("#choice-line");
      await until(async () => (await line.textContent()).includes(`, ${named(i)}: `), () => line.textContent());
      const cursor = page.locator("#plot-validation").getByRole("slider", { name: "Gamma cursor" });
      await until(async () => await cursor.getAttribute("aria-valuetext") === `gamma ${number(gamma)}`, () => cursor.getAttribute("aria-valuetext"));
    };
    await shown(0, 0);

    // By keys: one up, one to the right.
    before = await page.evaluate(() => asked.length);
    await page.mouse.move(10, 10);
    await heat.focus();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowRight");
    await until(async () => (await readout.textContent()).startsWith(told(1, 1)), () => readout.textContent());
    await page.keyboard.press("Enter");
    await atRest(before);
    await shown(1, 1);
    await accessible(`forms by ${kind}`);
    keep();
  });
}

test("a search that cannot be made says why at its control, and nothing is lost", async () => {
  await open();
  await disclose("search");
  await label("Search").selectOption("Cross-validation");
  await label("Folds").fill("1000");
  await button("Run").click();
  await done();
  assert.equal(await phase(), "error");
  const said = "Folds is 1000: there are only 100 training rows; choose at most that many";
  assert.equal(await status().textContent(), said);
  assert.equal(await sentenceAt("Folds"), said);
  assert.equal(await label("Folds").inputValue(), "1000");

  await label("Folds").fill("3");
  await label("Gammas").fill("0.1, -1");
  await label("Gammas").press("Tab");
  await button("Run").click();
  await done();
  assert.match(await sentenceAt("Gammas"), /^Gammas is .*: it must be a list of ascending numbers greater than 0/);
  assert.equal(await status().textContent(), await sentenceAt("Gammas"));
  assert.deepEqual([await label("Gammas").inputValue(), await label("Folds").inputValue()], ["0.1, -1", "3"]);

  await label("Gammas").fill("0.1; 1");
  await button("Run").click();
  await done();
  assert.match(await status().textContent(), /^Converged/);
  const { gamma } = (await reports()).at(-1).search;
  assert.equal(await label("Refinement").inputValue(), "3");
  assert.deepEqual(gamma.map((g) => g.toFixed(9)), [0, 1, 2, 3, 4].map((k) => (10 ** (k / 4 - 1)).toFixed(9)), "three more between the two");
  // Validation rows are asked for before any work.
  await label("Search").selectOption("Validation");
  await button("Run").click();
  await done();
  assert.match(await sentenceAt("Search"), /^Search is "validation": there are no validation rows/);
});

// -- the page's parts -----------------------------------------------------------

const tab = (name) => page.getByRole("tab", { name, exact: true });

/** Opens a section of the page; the test before may have done that. */
async function disclose(section) {
  const panel = page.locator(`#panel-${section}`);
  if (!await panel.evaluate((details) => details.open)) await panel.locator("> summary").click();
}

const open = () => renew({ prepare: (context) => context.addInitScript(listen) });

/** Remembers, within the page, the runs asked for and their reports; holds a report back until the words of progress match globalThis.awaited. */
function listen() {
  globalThis.asked = [];
  globalThis.awaited = null;
  let pass; // on the report that is held back
  new MutationObserver(() => {
    if (!globalThis.awaited?.test(document.querySelector(".detail")?.textContent)) return;
    globalThis.awaited = null;
    pass?.();
  }).observe(document, { childList: true, characterData: true, subtree: true });
  const Original = globalThis.Worker;
  globalThis.Worker = class extends Original {
    constructor(...args) {
      super(...args);
      this.addEventListener("message", (event) => {
        const { data } = event;
        if (data.report && globalThis.awaited) {
          event.stopImmediatePropagation();
          pass = () => this.dispatchEvent(new MessageEvent("message", { data }));
        } else if (data.report) {
          asked.find(({ id }) => id === data.id).report = data.report;
        }
      });
    }

    postMessage(message, transfer) {
      if (message.type === "run") asked.push({ id: message.id, warm: message.options.warm, gamma: JSON.parse(message.spec).model.gamma, report: "" });
      super.postMessage(message, transfer);
    }
  };
}

async function reports() {
  return (await page.evaluate(() => asked.map(({ report }) => report))).filter(Boolean).map((text) => JSON.parse(text));
}

/** Waits until the last run after the first so many is an exact one, and has ended. */
async function atRest(before) {
  await page.waitForFunction((n) => {
    const { warm, report, gamma } = asked.at(-1);
    const entered = Number(document.querySelector("#f-model-gamma").value); // four digits, and where the cursor is
    return asked.length > n && !warm && report && Math.abs(gamma / entered - 1) < 1e-3;
  }, before);
  await done();
}

/**
 * The last report is of one model, without a search, and its weights are shown;
 * they are those that a fresh solver gives for its experiment.
 */
async function assertExact() {
  const report = (await reports()).at(-1);
  assert.equal(report.search, undefined);
  const fresh = await page.evaluate(async (spec) => {
    const { Lab } = await import("/web/lplab.js");
    globalThis.another ??= await Lab.start();
    return (await another.run(spec)).weights.top;
  }, report.spec);
  assert.deepEqual(report.weights.top.map(({ value }) => value), fresh.map(({ value }) => value), "what stays is what anybody gets");
  const table = page.getByRole("table", { name: "Top weights", exact: true, includeHidden: true });
  if (report.weights.top.length === 0) { // so weak a model, reweighted, is zero
    await until(async () => await table.locator("tbody tr").count() === 0, () => table.textContent());
    return report;
  }
  const shown = () => table.locator("tbody tr").first().locator("td").nth(1).textContent();
  const value = Number(report.weights.top[0].value); // shown with four decimals
  await until(async () => Math.abs(Number((await shown()).replace("−", "-")) - value) <= Math.max(5e-5, 1e-3 * Math.abs(value)), async () => `${await shown()} instead of ${value}`);
  return report;
}


async function sentenceAt(name) {
  const described = await label(name).getAttribute("aria-describedby");
  return page.locator(`#${described.split(" ").at(-1)}`).textContent();
}

/** The cells of a row of the heat map, counted from below. */
const cells = (heat, row) => heat.locator("[data-name=cells]").nth(row).locator("rect");

async function accessible(when) {
  await untrace();
  await assertAccessible(page, { include: ["#choice", "#panel-search", "#panel-selection"] }, when);
  await page.calm(); // axe takes its time
}
