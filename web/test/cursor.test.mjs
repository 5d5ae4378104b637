// The cursor in the plots of a search, and the strength that it sets, also if the control of
// the strength is hidden or locked. Every test also fails on console errors and requests to
// other origins.

import assert from "node:assert/strict";
import { test } from "node:test";
import { number } from "../plot/text.js";
import { button, label, lastReport, open, page, run, status, view, waitForDrag, waitForRun } from "./page.mjs";
import { until } from "./waiting.mjs";

const data = { source: "synthetic", n: 60, d: 8, relevant: 2 };
const search = { criterion: "cross-validation", folds: 3 };

test("the cursor of nearest neighbours changes k, which stays an integer", async () => {
  const { cursor, before } = await focusCursor({ data, model: { type: "knn" }, search });
  const { search: { k } } = await lastReport();
  await cursor.press("ArrowUp");
  await untilRunAfter(before);
  const { spec } = await lastReport();
  assert.ok(k.includes(spec.model.k), `k is ${spec.model.k}`);
  assert.equal(await label("k").inputValue(), String(spec.model.k));
  const line = await page.locator("#choice-line").textContent();
  assert.ok(line.startsWith(`k ${spec.model.k}: mean squared error`), line);
});

test("the cursor changes gamma when its control is hidden", async () => {
  const { cursor, before } = await focusCursor({ data, search, view: { hidden: ["model.gamma"] } });
  const { gamma } = await lastReport();
  await cursor.press(gamma === (await lastReport()).search.gamma[0] ? "ArrowRight" : "ArrowLeft");
  await untilRunAfter(before);
  assert.notEqual((await lastReport()).gamma, gamma);
});

test("the cursor does not change a locked gamma or its control", async () => {
  const { cursor, before } = await focusCursor({ data, search: { ...search, rule: "given" }, model: { gamma: 3 }, view: { locked: ["model.gamma"] } });
  await cursor.press("ArrowRight");
  await until(async () => await cursor.getAttribute("aria-valuetext") === "gamma 3", () => cursor.getAttribute("aria-valuetext"));
  await waitForDrag();
  assert.equal(await label("Gamma").inputValue(), "3");
  assert.equal(await page.evaluate(() => reports.length), before, "no run starts");
});

test("after a search the result follows a drag of the cursor, and is not called the best", async () => {
  await openLink({ data: { ...data, degree: 2 }, model: { kernel: { type: "polynomial", degree: 2 } }, search: { ...search, count: 30 } });
  await run();
  assert.match(await page.locator("#choice-line").textContent(), /, the best\.$/);
  await view("Choose");
  const field = page.locator("#plot-validation .gamma-field");
  await field.scrollIntoViewIfNeeded();
  const box = await field.boundingBox();
  const to = (share) => page.mouse.move(box.x + share * box.width, box.y + box.height / 2);
  await to(0.3);
  await page.mouse.down();
  for (let i = 1; i <= 8; i++) {
    await to(0.3 - 0.02 * i);
    await page.waitForTimeout(30);
  }
  await until(() => page.evaluate(() => warmRuns > 0), "no step is solved during the drag");
  await until(async () => !/the best/.test(await page.locator("#choice-line").textContent()), () => page.locator("#choice-line").textContent());
  const before = await page.evaluate(() => reports.length);
  await page.mouse.up();
  await untilRunAfter(before);
});

test("a cursor moved while the run of its last move ends does not jump back", async () => {
  const { cursor, before } = await focusCursor({ data, search }, moveAsRunEnds);
  const { gamma, search: { gamma: grid } } = await lastReport();
  const key = grid.findLastIndex((g) => g < gamma) < 2 ? "ArrowUp" : "ArrowDown";
  const handle = await cursor.evaluateHandle((line, key) => {
    const texts = [];
    new MutationObserver(() => line.ariaValueText !== texts.at(-1) && texts.push(line.ariaValueText)).observe(line, { attributeFilter: ["aria-valuetext"] });
    globalThis.nextKey = key;
    return texts;
  }, key);
  await cursor.press(key);
  await untilRunAfter(before + 1);
  const texts = await handle.jsonValue();
  assert.equal(texts.length, 2, `the cursor shows ${texts.join(", ")}`);
  assert.equal(texts[1], `gamma ${number((await lastReport()).gamma)}`);
});

test("a gamma set by the cursor replaces the rule until another entry changes", async () => {
  const { cursor, before } = await focusCursor({ data, search });
  await cursor.press("PageDown");
  await untilRunAfter(before);
  assert.match(await page.locator("#choice-line").textContent(), /entered in place of the rule Minimum\.$|the best\.$/);
  await page.locator("#panel-search > summary").click();
  assert.equal(await label("Rule").inputValue(), "given");

  // After another entry the search is left out by one button, and repeated by Run.
  await label("p").fill("6/5");
  await label("p").press("Tab");
  await until(async () => await label("Rule").inputValue() === "minimum", () => label("Rule").inputValue());
  assert.match(await page.locator("#run-repeats").textContent(), /^Run searches again: 50 models in 3 folds, .* the last time\.$/);
  const runs = await page.evaluate(() => reports.length);
  await button("Run without searching").click();
  await untilRunAfter(runs);
  const report = await lastReport();
  assert.deepEqual([report.search, report.spec.model.p], [undefined, "6/5"]);
  await run();
  const { search: result, gamma } = await lastReport();
  assert.equal(gamma, result.gamma[result.minimum.gamma], "the rule chooses gamma");
});

/** Opens a link to an experiment. */
const openLink = (document, script = spyRuns) => open({ document, prepare: (context) => context.addInitScript(script) });

/** Opens and runs a document with a search; returns its cursor, which has the focus, and the number of reports. */
async function focusCursor(document, script) {
  await openLink(document, script);
  await run();
  const before = await page.evaluate(() => reports.length);
  await view("Choose");
  const cursor = page.locator("#plot-validation").getByRole("slider");
  await cursor.focus();
  return { cursor, before };
}

/** Waits for the end of the run after the given number of runs: it starts once the cursor is at rest. */
async function untilRunAfter(count) {
  await page.waitForFunction((n) => reports.length > n, count);
  await waitForRun();
  assert.match(await status().textContent(), /^Converged|^Done/);
}

/** Counts the runs that start from the last solution. Runs in the page. */
function spyRuns() {
  globalThis.warmRuns = 0;
  globalThis.Worker = class extends Worker {
    postMessage(message, transfer) {
      if (message.type === "run" && message.options.warm) globalThis.warmRuns++;
      super.postMessage(message, transfer);
    }
  };
}

/** Presses nextKey on the focused element, then Ctrl+Enter, when the solver sends the report of an exact run. Runs in the page, before its own scripts. */
function moveAsRunEnds() {
  globalThis.nextKey = "";
  globalThis.Worker = class extends Worker {
    constructor(...args) {
      super(...args);
      this.addEventListener("message", ({ data }) => {
        if (!globalThis.nextKey || data.type !== "done" || this.warm) return;
        const press = (key, options) => document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...options }));
        press(globalThis.nextKey);
        press("Enter", { ctrlKey: true });
        globalThis.nextKey = "";
      });
    }

    postMessage(message, transfer) {
      if (message.type === "run") this.warm = Boolean(message.options.warm);
      super.postMessage(message, transfer);
    }
  };
}
