// The sliders of gamma and p: the result follows them in quick steps, each from the last
// solution, and at rest an exact run replaces it. Every test also fails on console errors and
// requests to other origins.

import assert from "node:assert/strict";
import { test } from "node:test";
import { describeFocus, inLab, solversOf } from "./harness.mjs";
import { certificateValue, keepPage, label, lastReport, open, page, phase, reopen, run, status, waitForDrag, waitForRun } from "./page.mjs";
import { until } from "./waiting.mjs";

// Factors of the page's clock, as on a faster and a slower machine.
const quickClock = 0.01;
const slowClock = 100;

test("the result follows the gamma slider, and at rest an exact run replaces it", async () => {
  await openAt(quickClock);
  const slider = label("Gamma slider");
  await until(() => solversOf(page).length === 3, () => `${solversOf(page).length} solvers`);
  const workers = page.workers();
  const runsBefore = (await runs()).length;
  const before = await certificateValue("Gamma");
  await slider.scrollIntoViewIfNeeded();
  const box = await slider.boundingBox();
  const to = (share) => page.mouse.move(box.x + share * box.width, box.y + box.height / 2);
  const top = () => page.locator("#plot-weights").evaluate((plot) => plot.getBoundingClientRect().top);
  const place = await top();
  await to(0.5);
  await page.mouse.down();
  for (let i = 1; i <= 20; i++) {
    await to(0.5 - 0.01 * i);
    await page.waitForTimeout(20);
    const least = Math.floor(i / 6); // a step starts once the previous one is done
    await until(async () => (await steps()).length >= least, async () => `${(await steps()).length} steps`);
  }
  await until(async () => await certificateValue("Gamma") !== before, async () => "the gamma shown does not change");
  assert.equal(await phase(), "ready", "a step does not change the phase");
  assert.equal(await top(), place, "the plot stays in place");
  await page.mouse.up();
  await untilExact(1);
  assert.match(await status().textContent(), /^Converged/);
  assert.equal(await top(), place, "the plot stays in place at rest");

  const all = (await runs()).slice(runsBefore);
  const last = all.at(-1);
  assert.deepEqual(all.map(({ warm }) => warm), [...Array(all.length - 1).fill(true), false], "one exact run, after all steps");
  assert.equal(String(last.gamma), await label("Gamma").inputValue());
  assert.equal(await slider.getAttribute("aria-valuetext"), await label("Gamma").inputValue());
  assert.ok(Math.abs(Math.log10(last.gamma) + 1.2) < 0.1, `gamma is ${last.gamma}`); // a fifth of six decades below 1
  for (const [i, run] of all.slice(1).entries()) {
    assert.ok(run.begin >= all[i].end, "runs do not overlap");
  }
  assert.deepEqual(page.workers(), workers, "a drag ends no worker");

  const report = await lastReport();
  const fresh = await inLab(page, async (lab, spec) => (await lab.run(spec)).alpha, report.spec);
  assert.deepEqual(report.alpha, fresh, "a new solver gives the same solution");
  keepPage();
});

test("the result follows the p slider by keyboard, and at rest an exact run replaces it", async () => {
  await openAt(quickClock);
  const slider = label("p slider");
  const gamma = await certificateValue("Gamma");
  const runsBefore = (await runs()).length;
  await slider.focus();
  for (const at of ["5", "4", "3"]) {
    await slider.press("ArrowLeft");
    assert.equal(await slider.inputValue(), at);
  }
  await until(async () => await label("p").inputValue() === "6/5", () => label("p").inputValue());
  await untilExactWith(({ p }) => p === "6/5");
  assert.match(await status().textContent(), /^Converged/);
  const all = (await runs()).slice(runsBefore);
  const restRuns = all.filter(({ warm }) => !warm).length;
  assert.ok(restRuns <= 3 && restRuns < all.length, `${restRuns} exact runs of ${all.length}: at most one for each key`);
  assert.deepEqual([(await lastReport()).spec.model.p, await certificateValue("Gamma")], ["6/5", gamma]);
  assert.equal(await slider.getAttribute("aria-valuetext"), "6/5");
  keepPage();
});

test("a late rendering of an earlier move does not move the slider back", async () => {
  await openAt(quickClock);
  const slider = label("p slider");
  const at = Number(await slider.inputValue());
  const moved = await slider.evaluate(async (element) => { // in one task, as in stepDown
    for (let move = 0; move < 2; move++) {
      element.stepDown();
      for (const kind of ["input", "change"]) element.dispatchEvent(new Event(kind, { bubbles: true }));
      element.dataset.at = element.max; // as a late rendering would
      await Promise.resolve();
    }
    return Number(element.value);
  });
  assert.equal(moved, at - 2);
  await untilExactWith(({ p }) => p === 1.25);
  keepPage();
});

test("keys move the gamma slider over three decades each way", async () => {
  await openAt(quickClock);
  const slider = label("Gamma slider");
  const rest = async (key, times = 1) => {
    await slider.focus();
    const before = (await exactRuns()).length;
    for (let i = 0; i < times; i++) {
      await page.keyboard.press(key);
    }
    const value = async () => Number(await label("Gamma").inputValue());
    await untilExact(before, key);
    const entered = await value();
    await untilExactWith(({ gamma }) => gamma === entered);
    const restRuns = (await exactRuns()).length - before;
    assert.ok(restRuns >= 1 && restRuns <= times, `${times} times ${key}: ${restRuns} exact runs`);
    assert.equal((await page.evaluate(describeFocus)).name, "Gamma slider", "the focus stays");
    const { gamma } = (await exactRuns()).at(-1);
    assert.equal(await value(), gamma);
    return gamma;
  };
  assert.equal(await rest("Home"), 0.001);
  assert.equal(await rest("End"), 1000);
  const slower = await rest("ArrowLeft", 3);
  assert.ok(Math.abs(Math.log10(slower) - (3 - 0.18)) < 0.01, `gamma is ${slower}`);
  // Run starts at once, and starts only one run.
  await slider.focus();
  const before = (await exactRuns()).length;
  await slider.evaluate(stepDown, { times: 1, run: true });
  await untilExact(before);
  assert.match(await status().textContent(), /^Converged/);
  assert.equal(String((await exactRuns()).at(-1).gamma), await label("Gamma").inputValue());
  await waitForDrag();
  assert.equal((await exactRuns()).length, before + 1);
  // From auto.
  await label("Auto").check();
  await run();
  await rest("ArrowRight");
  assert.equal(await label("Auto").isChecked(), false);
  keepPage();
});

test("the gamma slider solves in steps on 120 points of 100 columns", async (t) => {
  await openAt(quickClock);
  for (const [name, value] of [["Rows", "160"], ["Columns", "100"], ["Planted degree", "2"]]) {
    await label(name).fill(value);
  }
  await label("Kernel").selectOption("Polynomial");
  await label("Degree").fill("2");
  await page.getByText("Advanced", { exact: true }).click();
  await label("Strategy").selectOption("Tensor");
  await label("Training share").fill("0.75");
  await label("Test share").fill("0.25");
  await run();
  assert.match(await status().textContent(), /^Converged/);
  assert.equal((await lastReport()).alpha.length, 120);
  const slider = label("Gamma slider");
  for (let i = 0; i < 5; i++) {
    const before = (await exactRuns()).length;
    await slider.press("ArrowLeft");
    await untilExact(before);
  }
  const delays = (await page.evaluate(() => timeline.moves.map((at) => timeline.runs.find(({ warm, begin }) => warm && begin >= at)?.end - at)))
    .filter((ms) => ms > 0).sort((a, b) => a - b);
  t.diagnostic(`from a move to its report, of ${delays.length}: median ${delays[delays.length >> 1]?.toFixed(0)} ms, least ${delays[0]?.toFixed(0)} ms`);
  keepPage();
});

for (const [why, clock, change] of [
  ["other entries have changed", quickClock, async () => {
    await label("p").fill("6/5");
    await label("p").press("Tab");
  }],
  ["a solution takes long", slowClock, () => {}],
]) {
  test(`the slider runs only at rest when ${why}`, async () => {
    await openAt(clock);
    await change();
    await label("Gamma slider").focus();
    const runsBefore = (await runs()).length, before = (await exactRuns()).length;
    await label("Gamma slider").evaluate(stepDown, { times: 2 });
    await untilExact(before);
    const [only, ...others] = (await runs()).slice(runsBefore);
    assert.deepEqual([only.warm, others.length], [false, 0]);
    const { spec } = await lastReport();
    assert.deepEqual([String(spec.model.gamma), spec.model.p].join(), [await label("Gamma").inputValue(), await label("p").inputValue()].join());
  });
}

test("a slider that rests before the report of the previous run arrives starts a run after it", async () => {
  await open({ prepare: async (context) => {
    await context.addInitScript(recordRuns);
    await context.addInitScript(restBeforeReport);
  } });
  const before = (await exactRuns()).length;
  await page.evaluate(() => (globalThis.movesAtReport = true));
  await page.keyboard.press("Control+Enter");
  await untilExact(before + 1);
  assert.equal(await page.evaluate(() => globalThis.movesAtReport), false);
  assert.equal(String((await exactRuns()).at(-1).gamma), await label("Gamma").inputValue());
});

/** Opens the page with a factor of its clock, and records the moves of the slider and the runs. The tests with quickClock share a page. */
function openAt(clock) {
  return (clock === quickClock ? reopen : open)({
    prepare: async (context) => {
      await context.addInitScript(recordRuns);
      await context.addInitScript(scaleClock, clock);
    },
  });
}

/** Scales the page's clock, by which it measures the steps. Runs in the page. */
function scaleClock(clock) {
  const now = performance.now.bind(performance);
  performance.now = () => clock * now();
}

/** Moves a slider down, then presses Ctrl+Enter if run is set, all in one task: a pause between the moves would end the drag. Runs in the page. */
function stepDown(slider, { times, run }) {
  for (let i = 0; i < times; i++) {
    slider.stepDown();
    for (const kind of ["input", "change"]) slider.dispatchEvent(new Event(kind, { bubbles: true }));
  }
  if (run) slider.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", ctrlKey: true, bubbles: true, cancelable: true }));
}

/** Moves the gamma slider and ends the move when page.js has shown a report, before Go gets the report in the next task. Runs in the page. */
function restBeforeReport() {
  const { setTimeout } = globalThis;
  globalThis.movesAtReport = false;
  globalThis.setTimeout = (action, delay, ...rest) => {
    if (globalThis.movesAtReport && delay === undefined && timeline.runs.at(-1).end) {
      globalThis.movesAtReport = false;
      const slider = document.getElementById("gamma-slider");
      slider.value = String(Number(slider.value) - 5);
      for (const kind of ["input", "change"]) slider.dispatchEvent(new Event(kind, { bubbles: true }));
      slider.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", ctrlKey: true, bubbles: true, cancelable: true }));
    }
    return setTimeout(action, delay, ...rest);
  };
}

/** Records the runs of the solver, their ends, and the moves of the slider. Runs in the page. */
function recordRuns() {
  globalThis.timeline = { runs: [], moves: [] };
  globalThis.Worker = class extends Worker {
    constructor(...args) {
      super(...args);
      this.addEventListener("message", ({ data }) => {
        if (data.report) timeline.runs.find(({ id }) => id === data.id).end = Date.now();
      });
    }

    postMessage(message, transfer) {
      if (message.type === "run") {
        const { id, spec, options: { warm } } = message;
        timeline.runs.push({ id, ...JSON.parse(spec).model, warm, begin: Date.now() });
      }
      super.postMessage(message, transfer);
    }
  };
  addEventListener("input", (e) => e.target.type === "range" && timeline.moves.push(Date.now()), true);
}

/** Returns the recorded runs: the settings of the model, whether they start from the last solution, and their times. */
const runs = () => page.evaluate(() => timeline.runs);
const steps = async () => (await runs()).filter(({ warm }) => warm);
const exactRuns = async () => (await runs()).filter(({ warm }) => !warm);

/** Waits for the end of the exact run after the given number of exact runs. */
async function untilExact(count, what = "the slider") {
  await until(async () => (await exactRuns())[count]?.end, () => `no run at rest after ${what}`);
  await waitForRun();
}

/** Waits until the last run is an exact one of a model that meets the condition. Keys pressed slowly also rest between the presses. */
async function untilExactWith(condition) {
  await until(async () => {
    const last = (await runs()).at(-1);
    return !last.warm && last.end && condition(last);
  }, async () => JSON.stringify((await runs()).at(-1)));
  await waitForRun();
}
