// What the drills and the soak share: a page that is worked at as a person would,
// and whose workers can be ended behind its back.

import assert from "node:assert/strict";
import { isDeepStrictEqual } from "node:util";
import { leaveUntuned, openPage } from "./harness.mjs";
import { spy } from "./spy.mjs";
import { until } from "./waiting.mjs";

/** Whether there is time for everything: make drill has it, make test for a part. */
export const long = process.env.LPLAB_LONG === "1";

/** The options of a test for which make test has no time. */
export const slow = { skip: !long && "it takes its time: make drill runs it" };

/** An experiment that is built by kernel workers, and solved in many iterations. */
export const medium = { "data.n": "100", "data.d": "300", "model.kernel.type": "linear", "model.r": "", "solver.strategy": "tensor", "solver.method": "proximal-gradient", "model.gamma": "7" };

/** A page of the lab, ready, whose uploads are not tuned, with means to work at it. The options are those of openPage. */
export async function openLab(browser, url, { prepare, ...options } = {}) {
  const page = await openPage(browser, url, {
    ...options,
    prepare: async (context) => {
      await context.addInitScript(spy);
      await prepare?.(context);
    },
  });
  await settled(page);
  await leaveUntuned(page);
  return page;
}

/** Asserts that nothing went wrong in silence on a page, and closes it. */
export async function leave(page) {
  await page.quiet();
  await page.context().close();
}

/** Waits until nothing runs, and says how that ended: the phase, and the sentence. */
export async function settled(page) {
  await page.waitForFunction(() => ["ready", "error"].includes(document.documentElement.dataset.lplab));
  return page.evaluate(() => ({
    phase: document.documentElement.dataset.lplab,
    sentence: document.querySelector("[role=status]").textContent,
  }));
}

/** Enters values: {path: value}, paths as in an experiment. */
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

/** All that is entered, by the names of the controls. */
export const entries = (page) => page.evaluate(() => Object.fromEntries(
  [...document.querySelectorAll("#controls :is(input:not([type=file], [type=range]), select)")].map((control) => [
    control.labels[0]?.textContent ?? control.ariaLabel,
    control.type === "checkbox" ? control.checked : control.value,
  ]),
));

/** Presses Run, and nothing more. */
export const press = (page, name = "Run") => page.getByRole("button", { name, exact: true }).click();

/** Presses Run and waits for the end: the phase, the sentence, and the digest of the result. */
export async function run(page) {
  await press(page);
  const ended = await settled(page);
  return { ...ended, digest: await page.evaluate(() => spied.digests.at(-1)) };
}

/** What is entered, and the digest of its result: of a run, unless it is known. */
export async function know(page) {
  const entered = await entries(page);
  if (!isDeepStrictEqual(entered, page.known?.entered)) {
    page.known = { entered, ...await run(page) };
    assert.equal(page.known.phase, "ready", page.known.sentence);
  }
  return page.known;
}

/**
 * Drills a fault: what was entered stays, and the next run has the result of the one
 * before. sentence is what the page says of the fault; undefined where it need not.
 */
export async function drill(page, fault, sentence) {
  await know(page);
  await fault();
  const seen = await settled(page);
  if (sentence) {
    assert.match(seen.sentence, sentence);
    assert.equal(seen.phase, "error");
  } else {
    assert.equal(seen.phase, "ready", seen.sentence);
  }
  await same(page);
}

/** The page has what was entered before the fault, and running it gives the same. */
export async function same(page, { entered, digest } = page.known) {
  assert.deepEqual(await entries(page), entered, "what was entered stays");
  await page.evaluate(() => { spied.digests.length = 0; });
  const after = await run(page);
  assert.equal(after.phase, "ready", after.sentence);
  assert.equal(after.digest, digest, "the next run has the same result");
}

/** Ends the solver, or its kernel worker, as the next message with these fields is sent, as the browser would. */
export const doom = (page, fields, whom) => page.evaluate(([fields, whom]) => spied.doom(fields, whom), [fields, whom]);

/** Presses Run, and waits until the run has come to a message with these fields; it stays there until letGo. */
export async function runTo(page, fields) {
  const come = page.evaluate((fields) => spied.hold(fields), fields);
  await press(page);
  await come;
}

export const letGo = (page) => page.evaluate(() => spied.release());

/** Ends every worker of the solver that is there, as the browser would, and waits until the page has noticed. */
export async function endWorkers(page) {
  await until(() => page.evaluate(() => [...spied.solvers].every((worker) => spied.ready.has(worker))), "the solver's workers do not start");
  await page.evaluate(() => spied.end());
  await until(() => page.evaluate(() => spied.ended.every((worker) => !spied.solvers.has(worker))), "the page does not notice that its workers are gone");
}

let digest; // of medium
/** The digest of medium, run in a page that nothing happened to. */
export async function reference(browser, url) {
  if (!digest) {
    const untouched = await openLab(browser, url);
    await enter(untouched, medium);
    ({ digest } = await run(untouched));
    await leave(untouched);
  }
  return digest;
}

/** So many rows of a file. */
export function table(n) {
  const rows = Array.from({ length: n }, (_, i) => [i % 7, (i * i) % 11, (i * 3) % 5, ((i % 7) - (i * 3) % 5) / 2]);
  return `a,b,c,y\n${rows.map((row) => row.join()).join("\n")}\n`;
}
