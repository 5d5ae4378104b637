// Runs: entries just before a run, the time left, and cancelling.

import assert from "node:assert/strict";
import { test } from "node:test";
import { solversOf } from "./harness.mjs";
import { button, keepPage, label, lastReport, page, phase, reopen, run, startLong, status, view, waitForRun, waitForStatus } from "./page.mjs";
import { until } from "./waiting.mjs";

test("Run or Enter right after an entry uses its value", async () => {
  await reopen();
  await label("p").fill("2");
  await run();
  assert.equal((await lastReport()).spec.model.p, 2);
  await label("p").fill("6/5");
  await label("p").press("Enter");
  await waitForRun();
  assert.equal((await lastReport()).spec.model.p, "6/5");
  await label("Gamma").fill("0,5"); // a decimal comma
  await page.keyboard.press("Control+Enter");
  await waitForRun();
  assert.equal((await lastReport()).spec.model.gamma, 0.5);
  keepPage();
});

test("pressing Search a path starts a run at once", async () => {
  await reopen();
  await view("Choose");
  const phaseAtOnce = await button("Search a path").evaluate((press) => {
    press.click();
    return document.documentElement.dataset.lplab;
  });
  assert.equal(phaseAtOnce, "running");
  await waitForRun();
  assert.ok((await lastReport()).search);
  keepPage();
});

test("a long build shows the time left", async () => {
  await reopen();
  await startLong();
  const bar = page.getByRole("progressbar", { name: "Progress" });
  const words = /^\d+ %, (a few seconds|about \d+ s|about \d+ min) left$/;
  // The workers may have counted all entries, and beyond 100 % no time is left: some are taken back.
  await page.evaluate(() => workerSpy.sendAsKernel({ type: "progress", entries: -10_000 }));
  await until(async () => {
    await page.evaluate(() => workerSpy.sendAsKernel({ type: "progress", entries: 100 }));
    return words.test(await bar.getAttribute("aria-valuetext"));
  }, () => bar.getAttribute("aria-valuetext"));
  await page.getByText(words).waitFor();
  await button("Cancel").click();
  await waitForStatus("Cancelled");
  keepPage();
});

test("Cancel ends a run at once and frees its memory", async () => {
  await reopen();
  await until(() => solversOf(page).length === 3, () => `${solversOf(page).length} solvers`);
  const closedWorkers = [];
  for (const worker of page.workers()) {
    worker.on("close", () => closedWorkers.push(worker));
  }
  const workers = page.workers().length;
  await startLong();
  await button("Cancel").click();
  await waitForStatus("Cancelled");
  assert.equal(await phase(), "ready");
  await until(() => closedWorkers.length === 1 && page.workers().length === workers,
    () => `${closedWorkers.length} workers ended, ${page.workers().length} of ${workers} run`);

  await label("Strategy").selectOption("Auto");
  await page.getByRole("textbox", { name: "Columns", exact: true }).fill("30"); // 300 have millions of products of degree 3
  await run();
  assert.match(await status().textContent(), /^Converged/);
});
