// The page used by the keyboard alone. Every test also fails on console errors and requests to other origins.

import assert from "node:assert/strict";
import { test } from "node:test";
import { describeFocus } from "./harness.mjs";
import { button, keepPage, label, lastReport, open, page, phase, reopen, reusePage, startLong, waitForRun, waitForStatus } from "./page.mjs";

test("Tab reaches every control in order, with a visible focus ring", async () => {
  await open();
  await page.getByText("Advanced", { exact: true }).click();
  await label("Kernel").selectOption("Polynomial");
  await label("Degree").waitFor();
  await page.getByRole("heading", { level: 1 }).click(); // from here Shift+Tab moves to the first control
  const stops = [];
  await page.keyboard.press("Shift+Tab");
  for (;;) {
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))); // until it is in view
    const stop = await page.evaluate(describeFocus);
    if (!stop || stops.length > 200) {
      break;
    }
    stops.push(stop);
    await page.keyboard.press("Tab");
  }
  const names = stops.map((stop) => stop.name);
  const expected = [
    "Run", "Cancel", "Sample", "Data file", "Rows", "Columns", "Relevant", "Noise", "Planted degree", "Data seed", "Target", "Task",
    "Kernel", "Degree", "p", "p = 2", "p = 4/3", "p = 6/5", "p = 8/7",
    "Gamma", "Gamma divided by 10", "Gamma times 10", "Auto", "Gamma slider", "Loss", "Standardise", "Intercept",
    "Advanced", "Method", "Strategy", "Tolerance", "Iteration limit", "Training share", "Validation share", "Test share",
    "Split seed", "Missing cells", "Subsample", "Table of the top weights",
  ];
  assert.deepEqual(names.filter((name) => expected.includes(name)), expected);
  assert.ok(names.some((name) => name.startsWith("Stem plot of 4,960 weights")), "the plot of the weights can be focused");
  assert.deepEqual(stops.filter((stop) => !stop.ring).map((stop) => stop.name), [], "without a visible ring");
  assert.deepEqual(stops.filter((stop) => stop.hidden).map((stop) => `${stop.name}: ${stop.hidden}`), [], "hidden or covered");
  keepPage();
});

test("arrow keys step through the largest weights", async () => {
  await reopen();
  const { top } = (await lastReport()).weights;
  const plot = page.getByRole("figure", { name: "Weights", exact: true }).getByRole("img");
  assert.match(await plot.getAttribute("aria-label"), new RegExp(`Largest: ${top[0].label} `));
  const readout = page.locator("#weights-readout");
  await plot.focus();
  for (const [key, rank] of [["ArrowRight", 0], ["ArrowRight", 1], ["ArrowRight", 2], ["ArrowLeft", 1], ["End", top.length - 1], ["Home", 0]]) {
    await page.keyboard.press(key);
    const text = await readout.textContent();
    assert.ok(text.startsWith(`${top[rank].label}  `) && text.includes(`, rank ${rank + 1}`), `${key}: ${text}`);
  }
  await page.keyboard.press("Escape");
  assert.equal(await readout.textContent(), "");
  keepPage();
});

test("runs are started and cancelled from the keyboard", async () => {
  await reusePage();
  const count = () => page.evaluate(() => reports.length);
  for (const key of ["Enter", "Space"]) {
    const before = await count();
    await button("Run").focus();
    await page.keyboard.press(key);
    await waitForRun();
    assert.equal(await count(), before + 1, key);
    assert.equal((await page.evaluate(describeFocus)).name, "Run", "the focus stays");
  }
  for (const cancel of [
    () => page.keyboard.press("Escape"),
    async () => {
      await page.keyboard.press("Tab");
      assert.equal((await page.evaluate(describeFocus)).name, "Cancel");
      await page.keyboard.press("Enter");
    },
  ]) {
    await startLong(() => page.keyboard.press("Enter"));
    await cancel();
    await waitForStatus("Cancelled");
  }
  keepPage();
});

test("Escape closes only the topmost element", async () => {
  await reusePage();
  for (const [buttonName, selector] of [["Share", "dialog"], ["Export", "dialog"], ["About p", ".glossary-note"]]) {
    await startLong(() => page.keyboard.press("Enter"));
    await waitForStatus("Building the Gram tensor");
    await button(buttonName).click();
    await page.locator(selector).waitFor();
    await page.locator(selector).press("Escape");
    await page.locator(selector).waitFor({ state: "detached" }); // its labels equal those of controls
    assert.equal(await phase(), "running", `${buttonName}: the run continues`);
    await page.keyboard.press("Escape");
    await waitForStatus("Cancelled");
  }
  keepPage();
});
