// Accessibility without a mouse, on small screens and at a high zoom: axe reports no
// violation in any state of the page, in the light and the dark theme; at a zoom of
// 400 % the content fits and nothing scrolls sideways.

import assert from "node:assert/strict";
import { test } from "node:test";
import { axeFinds } from "./accessible.mjs";
import { enter, isDrill, runUntil } from "./faults.mjs";
import { button, label, open, openLink, page, phase, run, status, stopTrace } from "./page.mjs";

let problems;

const regression = { data: { source: "synthetic", n: 24, d: 5, relevant: 2 } };
const classes = { data: { source: "sample", name: "wpbc" }, target: "status", task: "classification" };

/** The documents of links: models of every kind (LPLAB_LONG=1: of every type), a search, steps with locked entries, an embedded page. */
const links = [
  ...[...(isDrill ? ["least-squares", "ridge", "lasso", "group-lasso", "kernel-ridge"] : []), "elastic-net", "knn"].map((type) => [type, { ...regression, model: { type } }]),
  ...["svm", ...(isDrill ? ["kernel-logistic"] : [])].map((type) => [type, { ...classes, model: { type } }]),
  ["a search", { ...regression, search: { criterion: "cross-validation", count: 4 } }],
  ["steps", { ...regression, view: { locked: ["model.gamma"], hidden: ["search"], steps: [{ text: "Look." }, { text: "Look again.", set: { "model.p": 2 } }] } }],
  ["embedded", { ...regression, view: { embed: true } }],
];

test("axe reports no violation in any state of the page, which fits a zoom of 400 %", async () => {
  problems = [];
  await open({ viewport: { width: 1280, height: 1024 }, reducedMotion: "reduce" });
  await stopTrace();
  await examine("opening");

  await label("Data file").setInputFiles({ name: "mine.csv", mimeType: "text/csv", buffer: Buffer.from("a;b;y\n1,5;2;3\n2,5;1;4\n3,5;5;5\n4;4;7\n5;1;8\n6;0;9\n7;3;12\n8;8;13\n") });
  await page.locator("#status").getByText(/^mine\.csv: /).waitFor();
  await page.locator(".preview > summary").click();
  await page.getByText("Advanced", { exact: true }).click();
  if (await page.locator("#repair:not([open])").count() > 0) await page.locator("#repair > summary").click();
  await page.getByText(/^How mine\.csv is read\./).waitFor();
  await run();
  await examine("own data, opened");
  assert.equal(await page.locator("#announcement").textContent(), await page.locator("#answer h2").textContent(), "the result is announced");
  assert.equal(await page.locator("#steps-words").textContent(), "", "a model without reweighting has no steps");
  await page.locator(".bar-track > span").first().waitFor();
  await page.emulateMedia({ forcedColors: "active" });
  const unlike = await page.evaluate(() => {
    const colour = (selector) => getComputedStyle(document.querySelector(selector)).backgroundColor;
    return [["#result-views > [aria-selected=true]", "#result-views > [aria-selected=false]"], [":is(.bar-positive, .bar-negative)", ".card"]]
      .filter(([one, other]) => colour(one) === colour(other)).map(([one]) => one);
  });
  assert.deepEqual(unlike, [], "with forced colours, these look like what is around them");
  await page.emulateMedia({ forcedColors: null });
  await label("p").fill("3");
  await button("Run").click();
  await page.locator("html[data-lplab=error]").waitFor();
  await examine("error");

  for (const [name, document] of links.slice(0, -2)) {
    await openLink(document);
    assert.equal(await phase(), "ready", `${name}: ${await status().textContent()}`);
    await examine(name);
  }
  await button("Pin").click();
  await label("p").fill("2");
  await run();
  await button("Pin").click();
  await page.locator("#plot-compare svg").waitFor();
  await examine("pinned");
  await button("Export").click();
  await page.getByRole("dialog").waitFor();
  await examine("Export");
  await page.keyboard.press("Escape");
  await button("Share").click();
  await page.waitForFunction(() => /#e=1\./.test(document.getElementById("share-link")?.value));
  await page.waitForFunction(() => !document.querySelector(".share-short[hidden]")); // shown or removed, after the check for short links
  for (const summary of await page.locator("#share-dialog summary").all()) await summary.click();
  await button("Add a step with the current entries").click();
  await examine("Share");
  await page.keyboard.press("Escape");

  await enter(page, { "data.n": "100", "data.d": "300", "solver.strategy": "tensor", "model.p": "4/3" });
  await runUntil(page, { type: "built" });
  await examine("running");
  await button("Cancel").click();
  for (const [name, document] of links.slice(-2)) {
    await openLink(document);
    assert.equal(await phase(), "ready", `${name}: ${await status().textContent()}`);
    await examine(name);
  }
  assert.deepEqual(problems, []);
  await page.clearLongTasks(); // axe causes long tasks
});

/** Adds to problems: axe violations in both themes, and content that does not fit at a zoom of 400 %. */
async function examine(state) {
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    // The scheme changes colours only.
    const violations = await axeFinds(page, undefined, colorScheme === "dark" ? { runOnly: ["color-contrast"] } : { rules: { "target-size": { enabled: true } } });
    problems.push(...violations.map((violation) => `${state}, ${colorScheme}: ${violation}`));
  }
  await page.setViewportSize({ width: 320, height: 256 }); // 1280 by 1024 at 400 %
  // Plots are resized a moment later.
  await page.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth).catch(() => {}); // overflow is recorded below
  problems.push(...await page.evaluate((state) => {
    const problems = [];
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > innerWidth) problems.push(`${state}: ${scrollWidth - innerWidth} px wider than the viewport at a zoom of 400 %`);
    for (const dialog of document.querySelectorAll("dialog[open]")) {
      const edge = dialog.getBoundingClientRect().left + dialog.clientWidth;
      const clipped = [...dialog.querySelectorAll("*")].filter((e) => e.checkVisibility() && e.getBoundingClientRect().right > edge && !e.closest("pre > *"));
      if (dialog.scrollWidth > dialog.clientWidth) problems.push(`${state}: outside the dialog: ${clipped.slice(0, 4).map((e) => e.outerHTML.slice(0, 100)).join("; ")}`);
    }
    // Elements with a fixed position must leave room for the page.
    const fixedElements = [...document.querySelectorAll("body *")].filter((e) => getComputedStyle(e).position === "fixed" && e.checkVisibility() && !e.closest("dialog"));
    const height = fixedElements.reduce((sum, e) => sum + e.getBoundingClientRect().height, 0);
    if (height > innerHeight / 4) problems.push(`${state}: ${fixedElements.map((e) => e.className)} take ${height} of ${innerHeight} px`);
    return problems;
  }, state));
  await page.setViewportSize({ width: 1280, height: 1024 });
}
