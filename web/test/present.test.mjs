// Presentation: one plot at a time for a projector, led through by keys alone.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { test } from "node:test";
import { axeFinds } from "./accessible.mjs";
import { lplab, openPage } from "./harness.mjs";
import { browser, finishEach, server } from "./stage.mjs";

let page;

finishEach(() => {
  const ended = [page];
  page = null;
  return ended;
});

const guided = {
  data: { source: "synthetic", n: 40, d: 14, relevant: 2 },
  view: { present: true, hidden: ["memory"], steps: [{ text: "Six tenths of the rows.", set: { "model.p": "4/3" } }, { text: "The weight spreads.", set: { "model.p": 2 } }] },
};

test("a link opens as a presentation; keys lead through its steps and plots, and out of it", async () => {
  const link = execFileSync(lplab, ["link", "encode", "-", "-base", server.url], { input: JSON.stringify(guided), encoding: "utf8" }).trim();
  page = await openPage(browser, link, { viewport: { width: 1280, height: 720 }, reducedMotion: "reduce" });
  const bar = page.getByRole("navigation", { name: "Presentation" });
  await bar.waitFor();
  await settled();
  const steps = page.getByRole("region", { name: "Steps" });
  await steps.getByText("Six tenths of the rows.").waitFor();
  assert.equal(await shown(), "Weights, 1 of 4", "the memory is hidden by the link");
  await legible(28);

  await page.keyboard.press("PageDown");
  await steps.getByText("The weight spreads.").waitFor();
  await settled();
  assert.equal(await page.getByLabel("p", { exact: true }).inputValue(), "2");
  await page.keyboard.press("ArrowDown");
  assert.equal(await shown(), "Fit, 2 of 4");
  await page.locator("#plot-fit svg").waitFor();
  assert.equal(await page.locator("#plot-weights").isVisible(), false);
  await page.keyboard.press("ArrowLeft");
  await steps.getByText("Six tenths of the rows.").waitFor();
  await settled();
  assert.equal(await shown(), "Fit, 2 of 4", "another step is seen on the same plot");

  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.keyboard.press(colorScheme === "dark" ? "Home" : "End");
    assert.deepEqual(await axeFinds(page), []);
  }
  const screen = await page.context().newCDPSession(page); // a window that fills its screen keeps its size
  await screen.send("Emulation.setDeviceMetricsOverride", { width: 1920, height: 1080, deviceScaleFactor: 1, mobile: false });
  await legible(42);

  await page.keyboard.press("Escape");
  await bar.waitFor({ state: "detached" });
  assert.equal(await page.evaluate(() => document.activeElement.id), "present");
  assert.equal(await page.getByRole("button", { name: "Share", exact: true }).isVisible(), true);
  const usual = await page.locator("#plot-weights").evaluate((host) => host.clientHeight);
  assert.ok(usual < 400, `the plot has its usual height again, ${usual}`);

  // An experiment without steps, from its button, with the full screen.
  await page.evaluate(() => { location.hash = ""; });
  await page.waitForFunction(() => !document.querySelector(".steps:not(.gone)"));
  await settled();
  await page.locator("#present").focus();
  await page.keyboard.press("Enter");
  await bar.waitFor();
  await page.waitForFunction(() => document.fullscreenElement);
  const seen = [];
  for (let i = 0; i < 6; i++) {
    seen.push(await shown());
    await page.keyboard.press("ArrowRight");
  }
  assert.deepEqual(seen, ["Weights, 1 of 5", "Fit, 2 of 5", "Choice of the model, 3 of 5", "Convergence, 4 of 5", "Memory, 5 of 5", "Memory, 5 of 5"]);
  await page.keyboard.press("f");
  await page.waitForFunction(() => !document.fullscreenElement);
  assert.ok(await bar.isVisible(), "it goes on in a window");
  await page.keyboard.press("Escape");
  await bar.waitFor({ state: "detached" });
});

const shown = () => page.locator(".present-bar h2").textContent();
const settled = () => page.waitForFunction(() => document.documentElement.dataset.lplab === "ready");

/** Asserts that all letters that are seen have at least so many pixels, those of the plots too, and that nothing is cut off. */
async function legible(pixels) {
  const small = await page.evaluate((least) => {
    const seen = (node) => node.checkVisibility({ visibilityProperty: true }) && !node.closest(".unseen, [hidden]");
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) {
      const { parentElement: parent, data } = walker.currentNode;
      const size = parseFloat(getComputedStyle(parent).fontSize);
      if (data.trim() && seen(parent) && size < least) found.push(`${data}: ${size}`);
    }
    const letter = parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--plot-letter"));
    return letter < least ? [...found, `plots: ${letter}`] : found;
  }, pixels);
  assert.deepEqual(small, []);
  assert.ok(await page.evaluate(() => [document.documentElement, document.getElementById("page")].every((e) => e.scrollWidth <= e.clientWidth && e.scrollHeight <= e.clientHeight)), "all fits the screen");
}
