// Layout shifts: at the start, while a search replaces the first model of a table by better ones
// (the last result ends the search), and when texts get longer.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { root } from "./harness.mjs";
import { label, open, page, status, waitForPhase } from "./page.mjs";
import { server } from "./stage.mjs";
import { watchVitals } from "./vitals.mjs";
import { until } from "./waiting.mjs";

const maxShift = 0.02; // a fifth of the limit for good pages in Web Vitals

for (const [device, options] of [
  ["a desktop", { viewport: { width: 1280, height: 800 } }],
  ["a phone", { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }],
]) {
  test(`the layout is stable on ${device}`, async (t) => {
    await open({ ...options, tune: true, prepare: (context) => context.addInitScript(watchVitals) });
    const start = await page.evaluate(() => vitals);
    assert.ok(start.shift <= maxShift, `layout shift at the start is ${start.shift}: ${start.shifted.join(", ")}`);
    await label("Data file").setInputFiles(fileURLToPath(new URL("testdata/tables/diabetes.csv", root)));
    await until(async () => (await status().textContent()).startsWith("First model shown"), () => status().textContent());
    const vitalsAfterPaint = () => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(vitals)))));
    const before = await vitalsAfterPaint(); // the first model
    await waitForPhase("ready");
    const { shift, shifted, paint } = await vitalsAfterPaint();
    const search = shift - before.shift;
    t.diagnostic(`largest contentful paint ${Math.round(paint)} ms, shifts ${start.shift.toFixed(4)} at the start, ${search.toFixed(4)} in the search`);
    assert.ok(search <= maxShift, `layout shift in the search is ${search}: ${shifted.slice(before.shifted.length).join(", ")}`);
  });
}

test("longer texts under the headline and under a tile do not shift the plot", async () => {
  await open();
  for (const [selector, most] of [["#answer p", 130], [".figure-unit", 33]]) {
    const tops = await page.evaluate(([selector, most]) => {
      const plot = document.getElementById("plot-weights");
      const { firstChild: words } = document.querySelector(selector);
      const text = words.data;
      const tops = ["short", text, "many words ".repeat(20).slice(0, most)].map((other) => {
        words.data = other;
        return plot.getBoundingClientRect().top;
      });
      words.data = text;
      return tops;
    }, [selector, most]);
    assert.deepEqual(tops, Array(3).fill(tops[0]), selector);
  }
});

test("on wide screens lessons have a wide text column, and the header shows the whole experiment", async () => {
  await open({ viewport: { width: 1920, height: 900 } });
  const clippedChips = await page.evaluate(() => [...document.querySelectorAll(".story li")].filter((chip) => chip.scrollWidth > chip.clientWidth).map((chip) => chip.textContent));
  assert.deepEqual(clippedChips, []);
  for (const width of [1280, 1920, 2560]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(new URL("lessons/penalties.html", server.url).href);
    const [text, header] = await page.evaluate(() => ["main", "header"].map((name) => document.querySelector(name).getBoundingClientRect().width));
    assert.ok(text >= 640, `at ${width} px: text of ${text} px`);
    assert.equal(header, width);
  }
});
