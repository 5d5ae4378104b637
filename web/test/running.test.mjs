// From pressing Run to its end: entries that it follows at once, how long it still takes,
// and cancelling. Every test ends by asserting that nothing went wrong in silence.

import assert from "node:assert/strict";
import { test } from "node:test";
import { solversOf } from "./harness.mjs";
import { button, done, keep, label, lastReport, page, phase, renew, run, startLong, status, statusIs, view } from "./page.mjs";
import { until } from "./waiting.mjs";

test("an entry counts that Run or Enter follows at once", async () => {
  await renew();
  await label("p").fill("2");
  await run();
  assert.equal((await lastReport()).spec.model.p, 2);
  await label("p").fill("6/5");
  await label("p").press("Enter");
  await done();
  assert.equal((await lastReport()).spec.model.p, "6/5");
  await label("Gamma").fill("0,5"); // a decimal comma
  await page.keyboard.press("Control+Enter");
  await done();
  assert.equal((await lastReport()).spec.model.gamma, 0.5);
  keep();
});

test("a run is under way from the press of any button that begins it", async () => {
  await renew();
  await view("Choose");
  const begun = await button("Search a path").evaluate((press) => {
    press.click();
    return document.documentElement.dataset.lplab;
  });
  assert.equal(begun, "running");
  await done();
  assert.ok((await lastReport()).search);
  keep();
});

test("a long build says how long it still takes", async () => {
  await renew();
  await startLong();
  const bar = page.getByRole("progressbar", { name: "Progress" });
  const words = /^\d+ %, (a few seconds|about \d+ s|about \d+ min) left$/;
  await until(async () => {
    await page.evaluate(() => spied.say({ type: "progress", entries: 100 }));
    return words.test(await bar.getAttribute("aria-valuetext"));
  }, () => bar.getAttribute("aria-valuetext"));
  await page.getByText(words).waitFor();
  await button("Cancel").click();
  await statusIs("Cancelled");
  keep();
});

test("Cancel ends a run at once and gives its memory back", async () => {
  await renew();
  await until(() => solversOf(page).length === 3, () => `${solversOf(page).length} solvers`);
  const closed = [];
  for (const worker of page.workers()) {
    worker.on("close", () => closed.push(worker));
  }
  const workers = page.workers().length;
  await startLong();
  await button("Cancel").click();
  await statusIs("Cancelled");
  assert.equal(await phase(), "ready");
  await until(() => closed.length === 1 && page.workers().length === workers,
    () => `${closed.length} workers ended, ${page.workers().length} of ${workers} are there`);

  await label("Strategy").selectOption("Auto");
  await page.getByRole("textbox", { name: "Columns", exact: true }).fill("30"); // 300 have millions of products of three
  await run();
  assert.match(await status().textContent(), /^Converged/);
});
