// The experiments of this browser: listed after each run, opened again, deleted; and the panes
// of a phone. Every test also fails on console errors and requests to other origins.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { assertAccessible } from "./accessible.mjs";
import { openPane } from "./harness.mjs";
import { button, label, lastReport, load, open, page, run, view, waitForPhase } from "./page.mjs";
import { until } from "./waiting.mjs";

const card = () => page.getByRole("region", { name: "Experiments in this browser", exact: true });
const rows = () => card().locator("tbody tr");

test("experiments are listed with their scores, opened again after a reload, saved and deleted", async () => {
  await load(); // without a trace: the start has long tasks
  await waitForPhase("ready");
  await view("Compare");
  assert.equal(await card().count(), 0, "the opening experiment is not listed");
  await label("p").fill("2");
  await run();
  const { metrics } = await lastReport();
  await label("p").fill("6/5");
  await run();
  await until(async () => await rows().count() === 2, () => rows().count());
  assert.match(await rows().nth(1).textContent(), /Synthetic, 160 × 30.*p = 2/);
  const score = (await rows().nth(1).locator(".num").textContent()).match(/^R² (.*)$/)[1];
  assert.ok(Math.abs(Number(score) - metrics.test.r2) < 5e-3, `${score} instead of ${metrics.test.r2}`);
  await assertAccessible(page, "[data-part=past]");

  const download = page.waitForEvent("download");
  await button("Save list").click();
  const list = JSON.parse(readFileSync(await (await download).path(), "utf8"));
  assert.deepEqual(list.map(({ spec }) => String(spec.model.p)), ["6/5", "2"]);

  await page.reload();
  await waitForPhase("ready");
  await view("Compare");
  await until(async () => await rows().count() === 2, () => rows().count());
  await button("Open experiment 2").click();
  await page.waitForFunction(() => reports.length > 0); // since the reload
  await until(async () => await label("p").inputValue() === "2" && String((await lastReport()).spec.model.p) === "2", () => label("p").inputValue());
  await waitForPhase("ready");

  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.waitForFunction(() => document.documentElement.dataset.lplab === "ready");
  await other.getByRole("tab", { name: "Compare", exact: true }).click();
  await other.getByRole("button", { name: "Delete experiment 1", exact: true }).click();
  await until(async () => await rows().count() === 1, () => rows().count()); // also in this tab
  await label("p").fill("8/7");
  await run();
  await other.getByRole("button", { name: "Delete experiment 2", exact: true }).waitFor();
  await other.close();
  await button("Delete experiment 2").click();
  await until(async () => await rows().count() === 1, () => rows().count());
  await button("Delete all").click();
  await until(async () => await rows().count() === 0, () => rows().count());
  assert.equal(await page.evaluate(() => localStorage.getItem("lplab.experiments")), null);
});

test("a phone shows one pane at a time, and the result when a run starts", async () => {
  await open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const panes = async () => [await page.locator("#answer").isVisible(), await label("Sample").isVisible(), await label("Gamma").isVisible()];
  const untilPanes = (expected) => until(async () => String(await panes()) === String(expected), async () => String(await panes()));
  await untilPanes([true, false, false]);
  await page.evaluate(() => scrollTo(0, 500));
  await openPane(page, "Data");
  await untilPanes([false, true, false]);
  await openPane(page, "Model");
  await untilPanes([false, false, true]);
  await page.getByRole("group", { name: "Part of the page" }).getByRole("button").last().tap();
  await until(() => page.evaluate(() => scrollY === 500), () => page.evaluate(() => scrollY));
  await openPane(page, "Model");
  await untilPanes([false, false, true]);
  await label("p").fill("2");
  await button("Run").tap();
  await until(async () => (await panes())[0], async () => String(await panes()));
  await waitForPhase("ready");
  await view("Compare");
  const outside = await rows().first().locator("> *").evaluateAll((parts) => parts.filter((part) => part.getBoundingClientRect().right > innerWidth).map((part) => part.textContent));
  assert.deepEqual(outside, [], "an experiment fits a phone");
  await view("What matters");
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  assert.ok(height < 3500, `the page is ${height} px high`);
});
