// Gamma's slider: the result follows it in quick steps, each from the last solution, and
// where it rests it is the exact run. Every test ends by asserting that nothing went wrong
// in silence.

import assert from "node:assert/strict";
import { test } from "node:test";
import { focused, solversOf } from "./harness.mjs";
import { done, fact, keep, label, lastReport, open, page, phase, renew, rested, run, status } from "./page.mjs";
import { until } from "./waiting.mjs";

// Clocks of a page on other machines than this one, which may be doing something else.
const quick = 0.01;
const slow = 100;

test("the result follows gamma's slider, and at rest it is the exact run", async () => {
  await openAt(quick);
  const slider = label("Gamma slider");
  await until(() => solversOf(page).length === 3, () => `${solversOf(page).length} solvers`);
  const workers = page.workers();
  const begun = (await runs()).length;
  const before = await fact("Gamma");
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
    const least = Math.floor(i / 6); // a move is followed once the step before it is done
    await until(async () => (await steps()).length >= least, async () => `${(await steps()).length} steps`);
  }
  await until(async () => await fact("Gamma") !== before, async () => "the words stay as they were");
  assert.equal(await phase(), "ready", "a step is no run that could be cancelled");
  assert.equal(await top(), place, "nothing jumps");
  await page.mouse.up();
  await atRest(1);
  assert.match(await status().textContent(), /^Converged/);
  assert.equal(await top(), place, "nothing jumps at rest");

  const all = (await runs()).slice(begun);
  const last = all.at(-1);
  assert.deepEqual(all.map(({ warm }) => warm), [...Array(all.length - 1).fill(true), false], "one exact run, after all steps");
  assert.equal(String(last.gamma), await label("Gamma").inputValue());
  assert.equal(await slider.getAttribute("aria-valuetext"), await label("Gamma").inputValue());
  assert.ok(Math.abs(Math.log10(last.gamma) + 1.2) < 0.1, `gamma is ${last.gamma}`); // a fifth of six decades below 1
  for (const [i, run] of all.slice(1).entries()) {
    assert.ok(run.begin >= all[i].end, "one at a time");
  }
  assert.deepEqual(page.workers(), workers, "a drag ends no worker");

  const report = await lastReport();
  const fresh = await page.evaluate(async (spec) => {
    const { Lab } = await import("/web/lplab.js");
    const lab = await Lab.start();
    try {
      return (await lab.run(spec)).alpha;
    } finally {
      lab.close();
    }
  }, report.spec);
  assert.deepEqual(report.alpha, fresh, "what stays is what anybody gets");
  keep();
});

test("the result follows the slider of p by keys, and at rest it is the exact run", async () => {
  await openAt(quick);
  const slider = label("p slider");
  const gamma = await fact("Gamma");
  const begun = (await runs()).length;
  await slider.focus();
  for (const at of ["5", "4", "3"]) {
    await slider.press("ArrowLeft");
    assert.equal(await slider.inputValue(), at);
  }
  await until(async () => await label("p").inputValue() === "6/5", () => label("p").inputValue());
  await exactAt(({ p }) => p === "6/5");
  assert.match(await status().textContent(), /^Converged/);
  const all = (await runs()).slice(begun);
  const rests = all.filter(({ warm }) => !warm).length;
  assert.ok(rests <= 3 && rests < all.length, `${rests} exact runs of ${all.length}: one after each rest, the others follow`);
  assert.deepEqual([(await lastReport()).spec.model.p, await fact("Gamma")], ["6/5", gamma]);
  assert.equal(await slider.getAttribute("aria-valuetext"), "6/5");
  keep();
});

test("what Go renders of an earlier move does not move the slider back", async () => {
  await openAt(quick);
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
  await exactAt(({ p }) => p === 1.25);
  keep();
});

test("gamma's slider moves by keys, three decades each way", async () => {
  await openAt(quick);
  const slider = label("Gamma slider");
  const rest = async (key, times = 1) => {
    await slider.focus();
    const before = (await exact()).length;
    for (let i = 0; i < times; i++) {
      await page.keyboard.press(key);
    }
    const value = async () => Number(await label("Gamma").inputValue());
    await atRest(before, key);
    const entered = await value();
    await exactAt(({ gamma }) => gamma === entered);
    const rests = (await exact()).length - before;
    assert.ok(rests >= 1 && rests <= times, `${times} times ${key}: ${rests} exact runs`);
    assert.equal((await page.evaluate(focused)).name, "Gamma slider", "the focus stays");
    const { gamma } = (await exact()).at(-1);
    assert.equal(await value(), gamma);
    return gamma;
  };
  assert.equal(await rest("Home"), 0.001);
  assert.equal(await rest("End"), 1000);
  const slower = await rest("ArrowLeft", 3);
  assert.ok(Math.abs(Math.log10(slower) - (3 - 0.18)) < 0.01, `gamma is ${slower}`);
  // Run does not wait for the rest, nor does it run twice.
  await slider.focus();
  const before = (await exact()).length;
  await slider.evaluate(stepDown, { times: 1, run: true });
  await atRest(before);
  assert.match(await status().textContent(), /^Converged/);
  assert.equal(String((await exact()).at(-1).gamma), await label("Gamma").inputValue());
  await rested();
  assert.equal((await exact()).length, before + 1);
  // From auto.
  await label("Auto").check();
  await run();
  await rest("ArrowRight");
  assert.equal(await label("Auto").isChecked(), false);
  keep();
});

test("a step of the slider over 120 points of 100 columns", async (t) => {
  await openAt(quick);
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
    const before = (await exact()).length;
    await slider.press("ArrowLeft");
    await atRest(before);
  }
  const took = (await page.evaluate(() => watched.moves.map((at) => watched.runs.find(({ warm, begin }) => warm && begin >= at)?.end - at)))
    .filter((ms) => ms > 0).sort((a, b) => a - b);
  t.diagnostic(`from a move to its report, of ${took.length}: median ${took[took.length >> 1]?.toFixed(0)} ms, least ${took[0]?.toFixed(0)} ms`);
  keep();
});

for (const [why, clock, change] of [
  ["other entries have changed", quick, async () => {
    await label("p").fill("6/5");
    await label("p").press("Tab");
  }],
  ["a solution takes long", slow, () => {}],
]) {
  test(`where ${why} the slider waits for rest`, async () => {
    await openAt(clock);
    await change();
    await label("Gamma slider").focus();
    const begun = (await runs()).length, before = (await exact()).length;
    await label("Gamma slider").evaluate(stepDown, { times: 2 });
    await atRest(before);
    const [only, ...others] = (await runs()).slice(begun);
    assert.deepEqual([only.warm, others.length], [false, 0]);
    const { spec } = await lastReport();
    assert.deepEqual([String(spec.model.gamma), spec.model.p].join(), [await label("Gamma").inputValue(), await label("p").inputValue()].join());
  });
}

test("a slider that comes to rest before Go has the report of the run before it runs after that", async () => {
  await open({ prepare: async (context) => {
    await context.addInitScript(watch);
    await context.addInitScript(restBeforeReport);
  } });
  const before = (await exact()).length;
  await page.evaluate(() => (globalThis.armed = true));
  await page.keyboard.press("Control+Enter");
  await atRest(before + 1);
  assert.equal(await page.evaluate(() => globalThis.armed), false);
  assert.equal(String((await exact()).at(-1).gamma), await label("Gamma").inputValue());
});

/** Opens the page at a clock, and watches its slider and what that runs. The tests at the quick one share a page. */
function openAt(clock) {
  return (clock === quick ? renew : open)({
    prepare: async (context) => {
      await context.addInitScript(watch);
      await context.addInitScript(keepTime, clock);
    },
  });
}

/** Lets the page's clock, which it measures its steps by, run faster or slower. Runs in the page. */
function keepTime(clock) {
  const now = performance.now.bind(performance);
  performance.now = () => clock * now();
}

/** Moves a slider down, then presses Run's keys if so told, all in one task: a pause between the moves would end the drag. Runs in the page. */
function stepDown(slider, { times, run }) {
  for (let i = 0; i < times; i++) {
    slider.stepDown();
    for (const kind of ["input", "change"]) slider.dispatchEvent(new Event(kind, { bubbles: true }));
  }
  if (run) slider.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", ctrlKey: true, bubbles: true, cancelable: true }));
}

/** Moves gamma's slider, and ends the move, when page.js has shown a report that Go gets in its next task. Runs in the page. */
function restBeforeReport() {
  const { setTimeout } = globalThis;
  globalThis.armed = false;
  globalThis.setTimeout = (act, delay, ...rest) => {
    if (globalThis.armed && delay === undefined && watched.runs.at(-1).end) {
      globalThis.armed = false;
      const slider = document.getElementById("gamma-slider");
      slider.value = String(Number(slider.value) - 5);
      for (const kind of ["input", "change"]) slider.dispatchEvent(new Event(kind, { bubbles: true }));
      slider.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", ctrlKey: true, bubbles: true, cancelable: true }));
    }
    return setTimeout(act, delay, ...rest);
  };
}

/** Remembers, within the page, the runs that the solver is asked for, their ends, and the moves of the slider. */
function watch() {
  globalThis.watched = { runs: [], moves: [] };
  globalThis.Worker = class extends Worker {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", ({ data }) => {
        if (data.report) watched.runs.find(({ id }) => id === data.id).end = Date.now();
      });
    }

    postMessage(message, transfer) {
      if (message.type === "run") {
        const { id, spec, options: { warm } } = message;
        watched.runs.push({ id, ...JSON.parse(spec).model, warm, begin: Date.now() });
      }
      super.postMessage(message, transfer);
    }
  };
  addEventListener("input", (e) => e.target.type === "range" && watched.moves.push(Date.now()), true);
}

/** The runs that the solver was asked for: the settings of the model, whether from the last solution, and when. */
const runs = () => page.evaluate(() => watched.runs);
const steps = async () => (await runs()).filter(({ warm }) => warm);
const exact = async () => (await runs()).filter(({ warm }) => !warm);

/** Waits for the end of the exact run after so many. */
async function atRest(count, what = "the slider") {
  await until(async () => (await exact())[count]?.end, () => `no run at rest after ${what}`);
  await done();
}

/** Waits until the last run is an exact one of a model for which wanted holds. Keys pressed slowly rest between presses, too. */
async function exactAt(wanted) {
  await until(async () => {
    const last = (await runs()).at(-1);
    return !last.warm && last.end && wanted(last);
  }, async () => JSON.stringify((await runs()).at(-1)));
  await done();
}
