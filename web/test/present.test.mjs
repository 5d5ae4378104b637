// The presentation: one plot at a time for a projector, controlled by the keyboard.

import assert from "node:assert/strict";
import { test } from "node:test";
import { axeFinds } from "./accessible.mjs";
import { linkOf } from "./harness.mjs";
import { load, page, waitForPhase } from "./page.mjs";
import { server } from "./stage.mjs";
import { until } from "./waiting.mjs";

const shortLesson = {
  data: { source: "synthetic", n: 40, d: 14, relevant: 2 },
  view: { present: true, hidden: ["memory"], steps: [{ text: "Six tenths of the rows.", set: { "model.p": "4/3" } }, { text: "The weight spreads.", set: { "model.p": 2 } }] },
};

test("a link opens as a presentation; keys change its steps and plots, and close it", async () => {
  await load({ document: shortLesson, viewport: { width: 1280, height: 720 }, reducedMotion: "reduce" });
  const bar = page.getByRole("navigation", { name: "Presentation" });
  await bar.waitFor();
  await waitForPhase("ready");
  const steps = page.getByRole("region", { name: "Steps" });
  await steps.getByText("Six tenths of the rows.").waitFor();
  assert.equal(await slideTitle(), "Weights, 1 of 3", "the memory is hidden by the link, and there is no search");
  await assertLegible(28);

  await page.keyboard.press("PageDown");
  await steps.getByText("The weight spreads.").waitFor();
  await waitForPhase("ready");
  assert.equal(await page.getByLabel("p", { exact: true }).inputValue(), "2");
  await page.keyboard.press("ArrowDown");
  assert.equal(await slideTitle(), "Fit, 2 of 3");
  await page.locator("#plot-fit svg").waitFor();
  assert.equal(await page.locator("#plot-weights").isVisible(), false);
  await page.keyboard.press("ArrowLeft");
  await steps.getByText("Six tenths of the rows.").waitFor();
  await waitForPhase("ready");
  assert.equal(await slideTitle(), "Fit, 2 of 3", "another step keeps the plot");

  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.keyboard.press(colorScheme === "dark" ? "Home" : "End");
    assert.deepEqual(await axeFinds(page), []);
  }
  const screen = await page.context().newCDPSession(page); // setViewportSize does not resize a full-screen window
  await screen.send("Emulation.setDeviceMetricsOverride", { width: 1920, height: 1080, deviceScaleFactor: 1, mobile: false });
  await assertLegible(42);

  await page.keyboard.press("Escape");
  await bar.waitFor({ state: "detached" });
  assert.equal(await page.evaluate(() => document.activeElement.id), "present");
  assert.equal(await page.getByRole("button", { name: "Share", exact: true }).isVisible(), true);
  const usual = await page.locator("#plot-weights").evaluate((host) => host.clientHeight);
  assert.ok(usual < 400, `the plot has its usual height again, ${usual}`);

  // An experiment without steps, opened by the button, in full screen.
  await page.evaluate(() => { location.hash = ""; });
  await page.waitForFunction(() => !document.querySelector(".steps:not(.gone)"));
  await waitForPhase("ready");
  await page.locator("#present").focus();
  await page.keyboard.press("Enter");
  await bar.waitFor();
  await page.waitForFunction(() => document.fullscreenElement);
  const titles = [];
  for (let i = 0; i < 5; i++) {
    titles.push(await slideTitle());
    await page.keyboard.press("ArrowRight");
  }
  assert.deepEqual(titles, ["Weights, 1 of 4", "Fit, 2 of 4", "Convergence, 3 of 4", "Memory, 4 of 4", "Memory, 4 of 4"], "no slide for the choice of the model without a search");
  await assertFits("without steps");
  await page.keyboard.press("f");
  await page.waitForFunction(() => !document.fullscreenElement);
  assert.ok(await bar.isVisible(), "the presentation continues in a window");
  await page.keyboard.press("Escape");
  await bar.waitFor({ state: "detached" });
});

const longLesson = {
  data: { source: "sample", name: "prostate" },
  target: "lpsa",
  model: { p: "4/3" },
  search: { criterion: "cross-validation", count: 5 },
  view: {
    present: true,
    steps: [
      {
        text: `# The penalty\n\n${"The weights of the model are found by a search of its strength. ".repeat(6)}\n\n- one\n- two\n\n$$\\frac{1}{p} \\sum_k |w_k|^p$$`,
        questions: [{ kind: "number", text: "How many weights are not zero?", answer: "8" }, { kind: "words", text: "Why?", answer: "Because." }],
        goal: "nonzero<=5",
      },
      { text: "The weight spreads.", set: { "model.p": 2 } },
    ],
  },
};

const reweightedLesson = {
  data: { source: "synthetic", n: 160, d: 30, relevant: 4, degree: 3 },
  model: { kernel: { type: "polynomial", degree: 3 }, gamma: 1, p: "4/3", r: "1/2", steps: 8 },
  view: { present: true, steps: [{ text: "Few weights." }] },
};

test("every slide fits the screen beside a long step, which scrolls in its box", async () => {
  await load({ document: longLesson, viewport: { width: 1280, height: 900 }, reducedMotion: "reduce" });
  await page.getByRole("navigation", { name: "Presentation" }).waitFor();
  await waitForPhase("ready");
  assert.equal(await slideTitle(), "Weights, 1 of 5");
  const screen = await page.context().newCDPSession(page);
  for (const [width, height] of [[1280, 720], [1280, 900], [1920, 1080], [390, 844]]) {
    await screen.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false });
    for (let i = 0; i < 5; i++) {
      await assertFits(`${await slideTitle()}, ${width} x ${height}`);
      await page.keyboard.press("ArrowDown");
    }
    await page.keyboard.press("Home");
    const ends = await page.evaluate(() => {
      const steps = document.querySelector(".steps:not(.gone, .lesson-bar)");
      steps.scrollTop = steps.scrollHeight;
      const [box, last, next] = [steps, document.getElementById("guide").lastElementChild, steps.querySelector(".steps-buttons")].map((e) => e.getBoundingClientRect());
      return { below: last.bottom - box.bottom, above: box.top - next.top, wide: steps.scrollWidth - steps.clientWidth };
    });
    assert.ok(ends.below <= 0 && ends.above <= 0 && ends.wide <= 0, `the end of the step and its buttons are within the box: ${JSON.stringify(ends)}`);
  }
  assert.deepEqual(await axeFinds(page), []);

  // The steps of reweighting are below the plot of the weights.
  await page.goto(linkOf(reweightedLesson, server.url));
  await page.locator("#steps-words").getByText(/weights not zero/).waitFor();
  await waitForPhase("ready");
  for (const [width, height] of [[1280, 720], [1280, 800], [1920, 1080]]) {
    await screen.send("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false });
    await assertFits(`reweighting, ${width} x ${height}`);
  }
});

const slideTitle = () => page.locator(".present-bar h2").textContent();

/** Asserts that all visible letters, also in plots, have at least the given size in pixels, and that nothing is cut off. */
async function assertLegible(pixels) {
  const small = await page.evaluate((least) => {
    const isVisible = (node) => node.checkVisibility({ visibilityProperty: true }) && !node.closest(".unseen, [hidden]");
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) {
      const { parentElement: parent, data } = walker.currentNode;
      const size = parseFloat(getComputedStyle(parent).fontSize);
      if (data.trim() && isVisible(parent) && size < least) found.push(`${data}: ${size}`);
    }
    const letter = parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--plot-letter"));
    return letter < least ? [...found, `plots: ${letter}`] : found;
  }, pixels);
  assert.deepEqual(small, []);
  assert.ok(await page.evaluate(() => [document.documentElement, document.getElementById("page")].every((e) => e.scrollWidth <= e.clientWidth && e.scrollHeight <= e.clientHeight)), "all fits the screen");
}

/** Asserts that the slide, the step, the status and the bar are on the screen and do not overlap, that the slide is not cut off, and that its plots are high enough. @param {string} what */
async function assertFits(what) {
  await page.waitForFunction(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true)))));
  const problems = () => page.evaluate(() => {
    const found = [];
    const rect = (element) => element.getBoundingClientRect();
    const slide = document.querySelector("[data-slide]");
    const parts = [slide, ...document.querySelectorAll(".steps:not(.gone, .lesson-bar), .said, .present-bar")].filter((e) => e.checkVisibility());
    const nameOf = (element) => element.id || element.className;
    for (const [i, a] of parts.entries()) {
      const { left, right, top, bottom } = rect(a);
      if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) found.push(`${nameOf(a)} is outside the screen`);
      for (const b of parts.slice(i + 1)) {
        const other = rect(b);
        if (Math.min(right, other.right) - Math.max(left, other.left) > 1 && Math.min(bottom, other.bottom) - Math.max(top, other.top) > 1) found.push(`${nameOf(b)} covers ${nameOf(a)}`);
      }
    }
    const box = rect(slide);
    const walker = document.createTreeWalker(slide, NodeFilter.SHOW_TEXT);
    const words = document.createRange();
    while (walker.nextNode()) {
      const { parentElement: parent, data } = walker.currentNode;
      if (!data.trim() || !parent.checkVisibility({ visibilityProperty: true }) || parent.closest(".unseen, .bar-name, title, desc")) continue;
      words.selectNodeContents(walker.currentNode);
      const { left, right, top, bottom } = words.getBoundingClientRect();
      if (left < box.left - 1 || right > box.right + 1 || top < box.top - 8 || bottom > box.bottom + 8) found.push(`${data} is cut`);
    }
    const plots = [...slide.querySelectorAll(".plot, .bars")].filter((e) => e.checkVisibility());
    if (plots.length === 0) found.push("there is no figure");
    for (const plot of plots) {
      if (rect(plot).height < 0.2 * innerHeight) found.push(`${plot.id} is ${rect(plot).height} high`);
      const svg = plot.querySelector("svg[data-plot]");
      const [, upper, , lower] = svg ? svg.dataset.plot.split(" ").map(Number) : [0, 0, 0, Infinity];
      if (lower - upper < 50) found.push(`the axes of ${plot.id} are ${lower - upper} high`);
    }
    return found;
  });
  let found = [];
  await until(async () => (found = await problems()).length === 0, () => `${what}: ${found.join("; ")}`); // the solver redraws figures after a resize
}
