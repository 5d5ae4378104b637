// The page on a phone: nothing is wider than the screen, and controls are large enough for touch.

import assert from "node:assert/strict";
import { test } from "node:test";
import { write } from "./files.mjs";
import { wpbc } from "./harness.mjs";
import { button, label, open, openLink, page, status, view, waitForPhase, waitForRun, waitForStatus } from "./page.mjs";

test("on a phone the page fits the screen, and its controls are large enough for touch", async () => {
  await open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
  await assertFits("opening");
  await button("Run").tap();
  await waitForRun();
  await label("Data file").setInputFiles(wpbc);
  await waitForStatus(/^wpbc\.csv: /);
  await button("Data").tap();
  await label("Target").selectOption("time");
  await page.locator(".preview > summary").click(); // the columns
  await page.getByRole("region", { name: "Columns", exact: true }).waitFor();
  await assertFits("own data");
  await page.locator("#cancel").evaluate((cancel) => cancel.classList.remove("idle")); // as during a run
  await page.setViewportSize({ width: 320, height: 640 });
  await assertFits("a small phone, Cancel visible");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.locator("#cancel").evaluate((cancel) => cancel.classList.add("idle"));
  await button("Model").tap();
  await label("Kernel").selectOption("Polynomial");
  await page.getByText("Advanced", { exact: true }).click();
  await assertFits("the model");
  await button("Run").tap();
  await waitForRun();
  assert.match(await status().textContent(), /^Converged/);
  await page.waitForFunction(() => {
    const { top } = document.getElementById("answer").getBoundingClientRect();
    return top > -50 && top < innerHeight / 2;
  });
  await assertFits("own data, done");
  await label("Data file").setInputFiles(write("a file with a very long name, as telephones like to give them, 2026-11-21.png",
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0])));
  await waitForPhase("error");
  await assertFits("error");
});

async function assertFits(when) {
  const layout = await page.evaluate(() => {
    const name = (element) => element.ariaLabel || element.textContent || element.id;
    const visible = [...document.querySelectorAll("button, select, input[type=text], input[type=file], summary")]
      .filter((element) => element.checkVisibility());
    const run = document.getElementById("run").getBoundingClientRect();
    return {
      // innerWidth grows with the content on a phone, which zooms out.
      width: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      // A help button within a line of text may be lower than other controls.
      low: visible.filter((element) => element.getBoundingClientRect().height < (element.matches(".field *") || !element.matches(".explain") ? 40 : 32)).map(name),
      cut: [...document.querySelectorAll(".run-bar button")].filter((element) => element.scrollWidth > element.clientWidth).map(name),
      wide: visible.filter((element) => element.getBoundingClientRect().right > document.documentElement.clientWidth + 0.5).map(name),
      run: run.top >= 0 && run.bottom <= innerHeight &&
        document.elementFromPoint(run.x + run.width / 2, run.y + run.height / 2)?.id,
    };
  });
  assert.ok(layout.width <= 0, `${when}: ${layout.width} px wider than the screen`);
  assert.deepEqual(layout.low, [], `${when}: less than 40 px high`);
  assert.deepEqual(layout.cut, [], `${when}: narrower than their text`);
  assert.deepEqual(layout.wide, [], `${when}: beyond the edge`);
  assert.equal(layout.run, "run", `${when}: Run is not covered`);
}

test("names of columns of 60 letters are read in full, and make no view wider than the screen", async () => {
  const names = Array.from({ length: 4 }, (_, j) => `${"measurement_".repeat(5).slice(0, 58)}_${j}`);
  const rows = Array.from({ length: 60 }, (_, i) => names.map((_, j) => (i * (7 + 4 * j)) % 23 + (i * (j + 3)) % 5));
  const table = [`${names.join(",")},target_${names[0]}`, ...rows.map((row) => [...row, row[0] + row[1] * row[2]].join(","))].join("\n");
  await open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await label("Data file").setInputFiles(write("long.csv", table));
  await waitForStatus(/^long\.csv: /);
  await button("Model").tap();
  await label("Kernel").selectOption("Polynomial");
  await button("Run").tap();
  await waitForRun();
  const problems = [];
  for (const name of ["What matters", "How well", "Choose", "Use", "Compare", "Solver"]) {
    await view(name);
    if (name === "What matters") await page.locator("[data-part=importance] p.quiet").filter({ hasText: "the largest column: " }).waitFor();
    if (name === "Use") await page.locator("[data-what-if]").waitFor();
    problems.push(...await page.evaluate((name) => {
      const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
      const cut = [...document.querySelectorAll(".what-if-field label")].filter((e) => e.checkVisibility() && e.scrollWidth > e.clientWidth);
      return [...(wide > 0 ? [`${name}: ${wide} px wider than the screen`] : []), ...cut.map((e) => `${name}: ${e.textContent} is cut`)];
    }, name));
  }
  assert.deepEqual(problems, []);
});

test("with text of 200 % on a phone nothing is wider than the screen, and Run covers no other button", async () => {
  await open({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const session = await page.context().newCDPSession(page);
  await session.send("Page.enable");
  await session.send("Page.setFontSizes", { fontSizes: { standard: 32 } });
  await page.waitForFunction(() => getComputedStyle(document.documentElement).fontSize === "32px");
  const problems = [];
  const check = async (when) => problems.push(...await page.evaluate((when) => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const cut = [...document.querySelectorAll(".run-bar button, .toolbar button, .tab, .pick")].filter((button) => button.checkVisibility() &&
      (button.scrollWidth > button.clientWidth + 1 || button.getBoundingClientRect().right > clientWidth));
    return [...(scrollWidth > clientWidth ? [`${when}: ${scrollWidth - clientWidth} px wider than the screen`] : []), ...cut.map((button) => `${when}: ${button.textContent} is cut`)];
  }, when));
  for (const name of ["What matters", "How well", "Choose", "Use", "Compare", "Solver"]) {
    await view(name);
    await check(name);
  }
  for (const name of ["Data", "Model"]) {
    await button(name).click();
    await check(name);
  }
  await openLink({ data: { source: "sample", name: "prostate" }, target: "lpsa", view: { steps: [{ text: "", questions: [{ kind: "number", text: "How many columns?", answer: "8" }] }] } });
  await page.locator("lp-exercise").waitFor();
  await page.locator(".bar-row").first().waitFor();
  await check("A step with a question, and few weights");
  assert.deepEqual(problems, []);
});

test("on paper the page has the result, with any pane on the screen", async () => {
  await open({ viewport: { width: 390, height: 844 } });
  for (const pane of ["Data", "Model"]) {
    await button(pane).click();
    await page.locator("#answer").waitFor({ state: "hidden" });
    await page.emulateMedia({ media: "print" });
    assert.deepEqual(await page.locator(".controls, #answer, #panel-matters").evaluateAll((all) => all.map((part) => part.checkVisibility())), [false, true, true]);
    await page.emulateMedia({ media: "screen" });
  }
});
