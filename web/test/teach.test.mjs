// Making a lesson by keyboard: recording, ordering, removing and restoring steps,
// previewing them, and changing the lesson later.

import assert from "node:assert/strict";
import { test } from "node:test";
import { decodeLink } from "./harness.mjs";
import { focusByTab, label, nameOfFocus, open, page, setPage, waitForPhase } from "./page.mjs";
import { waitForSession } from "./sessions.mjs";
import { until } from "./waiting.mjs";

test("a lesson is made by keyboard, kept over a reload, previewed, and changed from its link", async () => {
  await open();
  await enter("Share");
  await enter("For a class: hide, lock, guide");
  await enter("Add a step with the current entries");
  await page.keyboard.type("First"); // the focus is in the text of the step
  await enter("Close");
  await enter("p = 2");
  await enter("Add step");
  await page.locator("#status").getByText(/^Step 2 has the current entries/).waitFor();
  await enter("Edit lesson");
  await page.getByText("Sets p 2", { exact: true }).waitFor();
  await focusByTab("Text of step 2");
  await page.keyboard.type("Second");
  await enter("Up (step 2)");
  await waitForSteps(["Second", "First"]);
  assert.equal(await nameOfFocus(), "Up (step 1)", "the focus stays on the button");
  await enter("Remove (step 1)");
  await waitForSteps(["First"]);
  await page.keyboard.press("Enter"); // Put step 1 back
  await waitForSteps(["Second", "First"]);
  await enter("Hide and lock one by one");
  await enter("Gamma");
  await waitForView((view) => view?.locked?.[0] === "model.gamma" && view.steps.length === 2);

  // A reload keeps the lesson.
  await page.keyboard.press("Escape");
  await waitForSession(page, ({ document }) => document.includes("Second"));
  await page.reload();
  await page.getByRole("region", { name: "Lesson" }).waitFor();
  assert.match(await page.getByRole("region", { name: "Lesson" }).textContent(), /2 steps/);
  const { width, height } = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  assert.ok((await page.locator(".lesson-bar > .steps-text").boundingBox()).width > 250, "the buttons are below the text on a phone");
  await page.setViewportSize({ width, height });
  await enter("Edit lesson");
  await waitForSteps(["Second", "First"]);
  await waitForView((view) => view?.steps?.length === 2);
  await enter("For a class: hide, lock, guide");

  // The preview in a new tab, and the return to the whole page.
  await focusByTab("Preview as the class sees it, in a new tab");
  const [preview] = await Promise.all([page.context().waitForEvent("page"), page.keyboard.press("Enter")]);
  const lecturer = page;
  setPage(preview);
  await waitForPhase("ready");
  const steps = page.getByRole("region", { name: "Steps", exact: true });
  await steps.getByText("Second", { exact: true }).waitFor();
  assert.match(await steps.textContent(), /^Four products out of 4,960Step 1 of 2Second/);
  assert.equal(await page.title(), "Four products out of 4,960");
  assert.equal(await label("p").inputValue(), "2");
  assert.equal(await label("Gamma").isDisabled(), true);
  await enter("Next");
  await steps.getByText("First").waitFor();
  await waitForPhase("ready");
  assert.equal(await label("p").inputValue(), "4/3");
  await enter("Share");
  await enter("For a class: hide, lock, guide");
  await enter("Show everything, to edit the lesson");
  await steps.waitFor({ state: "hidden" });
  assert.equal(await label("Gamma").first().isDisabled(), false);
  await enter("Show on the page (step 1)");
  await page.waitForFunction(() => document.querySelector("[data-path='model.p'][type=text]")?.value === "2");
  await waitForPhase("ready");
  assert.match(await page.getByRole("region", { name: "Lesson" }).textContent(), /2 steps/);
  await page.close();
  setPage(lecturer);
});

/** Waits until the dialog has steps with these texts. */
const waitForSteps = (texts) => page.waitForFunction((expected) => {
  const texts = [...document.querySelectorAll(".share-steps textarea")].map(({ value }) => value);
  return JSON.stringify(texts) === expected;
}, JSON.stringify(texts));

/** Presses the control with this name: a check box by Space, others by Enter. */
async function enter(name) {
  await focusByTab(name);
  await page.keyboard.press(await page.evaluate(() => document.activeElement.type === "checkbox") ? "Space" : "Enter");
}

/** Waits until the view in the dialog's link meets a condition. */
async function waitForView(condition) {
  let view;
  await until(async () => {
    ({ view } = decodeLink(await label("Link").inputValue()));
    return condition(view);
  }, () => JSON.stringify(view));
}
