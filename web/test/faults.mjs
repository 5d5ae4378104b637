// Helpers of the drills and of the soak test: actions of a user on a page, and faults of its
// workers.

import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { closePage, openPage, turnOffTuning } from "./harness.mjs";
import { spy } from "./spy.mjs";
import { until, waitForResult } from "./waiting.mjs";

/** Whether the long tests run too: in make drill, not in make test. */
export const isDrill = process.env.LPLAB_LONG === "1";

/** An experiment with a tensor that kernel workers build, and with many iterations. */
export const tensorExperiment = { "data.n": "100", "data.d": "300", "model.kernel.type": "linear", "model.r": "", "solver.strategy": "tensor", "solver.method": "proximal-gradient", "model.gamma": "7" };

/** Opens a page of the lab with the spy, waits until it is ready, and turns off the tuning of uploads. options: those of openPage. */
export async function openLab(browser, url, { prepare, ...options } = {}) {
  const page = await openPage(browser, url, {
    ...options,
    prepare: async (context) => {
      await context.addInitScript(spy);
      await prepare?.(context);
    },
  });
  await waitUntilIdle(page);
  await turnOffTuning(page);
  return page;
}

/** Waits until nothing runs, and returns the phase and the text of the status. */
export async function waitUntilIdle(page) {
  await waitForResult(page);
  return page.evaluate(() => ({
    phase: document.documentElement.dataset.lplab,
    sentence: document.querySelector("[role=status]").textContent,
  }));
}

/** Enters values: {path: value}, with paths as in an experiment. */
export async function enter(page, values) {
  for (const [path, value] of Object.entries(values)) {
    const control = page.locator(`#controls :is(input, select)[data-path="${path}"]`);
    await control.evaluate((control, value) => {
      if (control.type === "checkbox") control.checked = value;
      else control.value = value;
      control.dispatchEvent(new Event("change", { bubbles: true }));
    }, value);
  }
}

/** Returns all entered values by the names of the controls. */
export const entries = (page) => page.evaluate(() => Object.fromEntries(
  [...document.querySelectorAll("#controls :is(input:not([type=file], [type=range]), select)")].map((control) => [
    control.labels[0]?.textContent ?? control.ariaLabel,
    control.type === "checkbox" ? control.checked : control.value,
  ]),
));

/** Presses a button, by default Run, and does not wait. */
export const press = (page, name = "Run") => page.getByRole("button", { name, exact: true }).click();

/** Presses Run, waits for the end, and returns the phase, the text of the status and the digest of the result. */
export async function run(page) {
  await press(page);
  const outcome = await waitUntilIdle(page);
  return { ...outcome, digest: await page.evaluate(() => workerSpy.digests.at(-1)) };
}

/** Returns the entered values and the digest of their result, by a run unless they are those of the last call. */
export async function entriesAndDigest(page) {
  const entered = await entries(page);
  if (!isDeepStrictEqual(entered, page.baseline?.entered)) {
    page.baseline = { entered, ...await run(page) };
    assert.equal(page.baseline.phase, "ready", page.baseline.sentence);
  }
  return page.baseline;
}

/**
 * Asserts that a fault leaves the entered values unchanged, and that the next run has the same
 * result as before. sentence: the pattern of the error in the status; undefined for no error.
 */
export async function assertSurvives(page, fault, sentence) {
  await entriesAndDigest(page);
  await fault();
  const outcome = await waitUntilIdle(page);
  if (sentence) {
    assert.match(outcome.sentence, sentence);
    assert.equal(outcome.phase, "error");
  } else {
    assert.equal(outcome.phase, "ready", outcome.sentence);
  }
  await assertUnchanged(page);
}

/** Asserts that the page has the values entered before the fault, and that a run has the same result. */
export async function assertUnchanged(page, { entered, digest } = page.baseline) {
  assert.deepEqual(await entries(page), entered, "the entered values are kept");
  await page.evaluate(() => { workerSpy.digests.length = 0; });
  const after = await run(page);
  assert.equal(after.phase, "ready", after.sentence);
  assert.equal(after.digest, digest, "the next run has the same result");
}

/** Terminates the solver, or its kernel worker, at the next message with these fields, as a browser would. */
export const terminateAt = (page, fields, whom) => page.evaluate(([fields, whom]) => workerSpy.terminateAt(fields, whom), [fields, whom]);

/** Presses Run, and waits for a message with these fields, which is held back until release. */
export async function runUntil(page, fields) {
  const sent = page.evaluate((fields) => workerSpy.hold(fields), fields);
  await press(page);
  await sent;
}

/** Delivers the messages that runUntil holds back. */
export const release = (page) => page.evaluate(() => workerSpy.release());

/** Terminates all solvers, as a browser would, and waits until the page has noticed. */
export async function terminateSolvers(page) {
  await until(() => page.evaluate(() => [...workerSpy.solvers].every((worker) => workerSpy.ready.has(worker))), "the solvers have not started");
  await page.evaluate(() => workerSpy.terminateSolvers());
  await until(() => page.evaluate(() => workerSpy.terminated.every((worker) => !workerSpy.solvers.has(worker))), "the page has not noticed the end of its workers");
}

let digest; // of tensorExperiment
/** Returns the digest of tensorExperiment from a run in a page without faults. */
export async function referenceDigest(browser, url) {
  if (!digest) {
    const cleanPage = await openLab(browser, url);
    await enter(cleanPage, tensorExperiment);
    ({ digest } = await run(cleanPage));
    await closePage(cleanPage);
  }
  return digest;
}

/** Returns a CSV file with n rows. */
export function csvTable(n) {
  const rows = Array.from({ length: n }, (_, i) => [i % 7, (i * i) % 11, (i * 3) % 5, ((i % 7) - (i * 3) % 5) / 2]);
  return `a,b,c,y\n${rows.map((row) => row.join()).join("\n")}\n`;
}
