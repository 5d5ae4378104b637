// Labelled bags and formulas, as a person enters them. Every test ends by asserting
// that nothing went wrong in silence.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openPage } from "./harness.mjs";
import { keepReports } from "./reports.mjs";
import { browser, finishEach, server } from "./stage.mjs";

let page;

finishEach(() => {
  const ended = [page];
  page = null;
  return ended;
});

test("the sample of bags runs as it is chosen, and other data are no bags", async () => {
  await open();
  await choose("Sample", "bags");
  const report = await run();
  assert.equal(report.status, "converged");
  assert.deepEqual([report.bags.length, report.rows.train.length, report.spec.bag], [80, 60, "bag"]);
  assert.ok(report.metrics.test.r2 > 0.9, `R² ${report.metrics.test.r2}`);
  assert.equal(await label("Bag").inputValue(), "bag");
  assert.match(await label("Sample").locator("option[value=bags]").textContent(), /80 bags$/);
  await page.getByRole("tab", { name: "How well", exact: true }).click();
  await page.locator("#plot-fit[aria-label*='60 train bags, 20 test bags']").waitFor();
  assert.match(await page.locator("#panel-fit p").textContent(), /on the train bags/);
  assert.equal(await label("Dimension").isVisible(), false);
  await choose("Sample", "prostate");
  assert.equal(await label("Bag").isVisible(), false);
  assert.equal((await run()).bags, undefined);
});

test("formulas take the place of columns, and what is wrong with one is said beside them", async () => {
  await open();
  await choose("Sample", "prostate");
  await label("Model").selectOption("ridge");
  await page.getByText("Formulas in place of columns").click();
  const basis = label("Basis");
  await enter(basis, "age, age^2, max(lcavol, lweight)");
  const report = await run();
  assert.deepEqual(report.features, ["age", "age^2", "max(lcavol, lweight)"]);
  await enter(basis, "age, log(lcavol");
  await page.locator("#f-basis-wrong").filter({ hasText: "is not closed" }).waitFor(); // the page checks an entry soon, not at once
  assert.match(await page.locator("#f-basis-wrong").textContent(), /^Basis is "log\(lcavol": character 4: "\(" is not closed; add "\)"$/);
  await enter(basis, "age, log(lcp)");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.waitForFunction(() => document.documentElement.dataset.lplab === "error");
  assert.match(await page.locator("#status").textContent(), /^Basis is "log\(lcp\)": it is no finite number in row 0 of the data .*"lcp" is -1\.38/);
});

/** Opens the page and waits for its opening result. Reports of the solver are kept as they come. */
async function open() {
  page = await openPage(browser, server.url, {
    viewport: { width: 1280, height: 900 },
    prepare: (context) => context.addInitScript(keepReports),
  });
  await done();
}

const label = (name) => page.getByLabel(name, { exact: true });

/** Chooses a sample, and waits for its columns. */
async function choose(name, value) {
  await label(name).selectOption(value);
  await page.waitForFunction(() => document.getElementById("f-target").options?.length > 2);
}

async function enter(control, text) {
  await control.fill(text);
  await control.press("Tab");
}

function done() {
  return page.waitForFunction(() => ["ready", "error"].includes(document.documentElement.dataset.lplab), null, { timeout: 30_000 });
}

async function run() {
  const before = await page.evaluate(() => reports.length);
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.waitForFunction((n) => reports.length > n, before, { timeout: 30_000 });
  await done();
  return JSON.parse(await page.evaluate(() => reports.at(-1)));
}
