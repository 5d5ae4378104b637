// The help of the page, by keyboard and by touch.

import assert from "node:assert/strict";
import { test } from "node:test";
import { assertAccessible } from "./accessible.mjs";
import { openPane } from "./harness.mjs";
import { open, page } from "./page.mjs";

test("every help button opens its glossary entry, by keyboard and by touch", async () => {
  await open({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const helpButton = (name) => page.getByRole("button", { name: `About ${name}`, exact: true });
  const note = (name) => page.getByRole("dialog", { name: `About ${name}`, exact: true });

  // By keyboard: the entry opens, and Escape closes it and returns the focus.
  await openPane(page, "Model");
  await page.getByLabel("p", { exact: true }).focus();
  await page.keyboard.press("F1");
  await note("p").getByText("conjugate exponent").waitFor();
  assert.ok(await note("p").locator("math").count() > 0, "the entry has formulas");
  assert.ok(await note("p").evaluate((e) => e === document.activeElement), "the entry has the focus");
  await assertAccessible(page, ".glossary-note");
  await page.keyboard.press("Escape");
  await note("p").waitFor({ state: "detached" });
  assert.equal(await page.evaluate(() => document.activeElement.id), "f-model-p");
  await page.keyboard.press("Tab");
  assert.ok(await page.evaluate(() => !document.activeElement.matches(".explain")), "the help button of a control is not a Tab stop");

  // By touch: the entry fits the screen, and a tap beside it closes it.
  await page.getByRole("group", { name: "Part of the page" }).getByRole("button").last().tap();
  await helpButton("Relative gap").tap();
  const box = await note("Relative gap").boundingBox();
  assert.ok(box.x >= 0 && box.x + box.width <= 390 && box.y >= 0 && box.y + box.height <= 844, JSON.stringify(box));
  await page.touchscreen.tap(195, box.y > 400 ? 20 : 830);
  await note("Relative gap").waitFor({ state: "detached" });
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));

  // Every term on the page has its entry.
  const missing = await page.evaluate(async () => {
    const entries = await (await fetch("web/glossary.json")).json();
    return [...document.querySelectorAll(".explain")].map((e) => e.dataset.term).filter((term) => !entries[term]);
  });
  assert.deepEqual(missing, []);

  // An entry links to its lesson.
  await helpButton("Relative gap").click();
  await note("Relative gap").getByRole("link", { name: /Duality/ }).click();
  await page.getByRole("heading", { level: 1, name: /Duality/ }).waitFor();
});
