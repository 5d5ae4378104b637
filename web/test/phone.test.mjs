// The page on a phone: nothing is wider than the screen, and controls are large enough for touch.

import assert from "node:assert/strict";
import { test } from "node:test";
import { write } from "./files.mjs";
import { wpbc } from "./harness.mjs";
import { button, label, open, page, status, waitForPhase, waitForRun, waitForStatus } from "./page.mjs";

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
      width: document.documentElement.scrollWidth - innerWidth,
      // A help button within a line of text may be lower than other controls.
      low: visible.filter((element) => element.getBoundingClientRect().height < (element.matches(".field *") || !element.matches(".explain") ? 40 : 32)).map(name),
      cut: [...document.querySelectorAll(".run-bar button")].filter((element) => element.scrollWidth > element.clientWidth).map(name),
      wide: visible.filter((element) => element.getBoundingClientRect().right > innerWidth + 0.5).map(name),
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
