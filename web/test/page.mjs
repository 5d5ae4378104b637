// The page that a test opens, its parts by their accessible names, and actions of a user.
// Each test of a file that imports this module ends by asserting that the page had no errors.

import assert from "node:assert/strict";
import { linkOf, openPage, traceTasks, turnOffTuning } from "./harness.mjs";
import { keepReports } from "./reports.mjs";
import { spy } from "./spy.mjs";
import { browser, finishAfterEach, server } from "./stage.mjs";
import { until, untilText } from "./waiting.mjs";

export let page;
let endTrace; // the result of traceTasks
let keptPage; // the page that a test leaves to the next one

finishAfterEach(() => {
  const previous = [page, endTrace, page === keptPage];
  page = endTrace = null;
  return previous;
});

/** Opens an address, and does not wait. The options are those of openPage. */
export async function openAddress(url, options) {
  page = await openPage(browser, url, options);
}

/** Makes another page that of the test. */
export function setPage(other) {
  page = other;
}

/** Opens the page, with a link to a document if one is given, and does not wait for its program. The other options are those of openPage. */
export function load({ prepare, document, ...options } = {}) {
  return openAddress(document ? linkOf(document, server.url) : server.url, {
    ...options,
    prepare: async (context) => {
      await context.addInitScript(keepReports);
      await context.addInitScript(spy);
      await prepare?.(context);
    },
  });
}

/** Opens the page and waits until its program has recomputed the opening result. Uploads are tuned only with tune. */
export async function open({ tune = false, ...options } = {}) {
  await load(options);
  await waitForPhase("ready");
  if (!tune) await turnOffTuning(page);
  await page.clearLongTasks(); // the tasks of the start are longer
  endTrace = await traceTasks(browser, page);
}

/** Leaves the page to the next test that calls take. To be called at the end of a test, so that a failed test leaves none. */
export function keepPage() {
  keptPage = page;
}

/** Takes the page that the last test has left, in any state, or opens one. */
export async function reusePage({ viewport = { width: 1280, height: 720 }, ...options } = {}) {
  if (!keptPage) return open({ viewport, ...options });
  [page, keptPage] = [keptPage, null];
  await page.setViewportSize(viewport);
  endTrace = await traceTasks(browser, page);
}

/**
 * Takes the page that the last test has left, or opens one, and opens the opening experiment there,
 * or a link to a document, which runs at once.
 */
export async function reopen({ document, ...options } = {}) {
  if (!keptPage) return open({ document, ...options });
  await reusePage(options);
  await openLink(document);
}

/** Opens the link to a document, or the opening experiment, in the page, and waits for its result. */
export async function openLink(document) {
  const { hash } = new URL(document ? linkOf(document, server.url) : server.url);
  if (await page.evaluate(() => location.hash) === hash) { // the same address would open no document
    await openLink({ data: { source: "synthetic", n: 12, d: 2, relevant: 1 } });
  }
  const before = await page.evaluate(() => reports.length);
  await page.evaluate((to) => { location.hash = to; }, hash);
  await page.waitForFunction((n) => reports.length > n, before);
  await waitForRun();
}

/** Ends the trace of the page's tasks, before a part of the test that causes long tasks, such as axe. */
export async function stopTrace() {
  const tasks = await endTrace?.();
  endTrace = async () => tasks;
}

// -- parts ----------------------------------------------------------------------

export const label = (name) => page.getByLabel(name, { exact: true });
export const button = (name) => page.getByRole("button", { name, exact: true });
export const status = () => page.locator("#status");
export const topWeights = () => page.getByRole("table", { name: "Top weights", exact: true, includeHidden: true });
export const phase = () => page.evaluate(() => document.documentElement.dataset.lplab);
export const waitForPhase = (name) => page.waitForFunction((n) => document.documentElement.dataset.lplab === n, name);

/** Opens a view of the result: "How well", "Solver". */
export const view = (name) => page.getByRole("tablist", { name: "Views of the result" }).getByRole("tab", { name, exact: true }).click();

/** Returns the value of a term of the certificate in the view Solver. */
export const certificateValue = (term) => page.locator("dt").filter({ hasText: new RegExp(`^${term}$`) }).locator("xpath=following-sibling::dd[1]").textContent();

/** Returns the entered shares of the rows. */
export async function enteredShares() {
  const [train, validation, test] = await Promise.all(["Training share", "Validation share", "Test share"]
    .map(async (name) => Number(await label(name).inputValue())));
  return { train, validation, test };
}

/** Returns the number of pixels in the plot of the weights with the colour of an estimate, among one in four. */
export function estimatePixels() {
  return page.evaluate(() => {
    const canvas = document.querySelector("#plot-weights canvas");
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let pixels = 0;
    for (let i = 0; i < data.length; i += 16) {
      if (data[i + 3] > 100 && data[i] > data[i + 2] + 60) { // vermillion, also faint
        pixels++;
      }
    }
    return pixels;
  });
}

/** Returns the last report of the solvers. */
export const lastReport = async () => JSON.parse(await page.evaluate(() => reports.at(-1)));

/** Returns the name of the control that has the focus. */
export const nameOfFocus = () => page.evaluate(() => {
  const at = document.activeElement;
  return at.ariaLabel ?? (at.labels?.[0] ?? at).textContent.trim();
});

// -- actions --------------------------------------------------------------------

/** Moves the focus by Tab to the control with a name. */
export async function focusByTab(name) {
  for (let i = 0; i < 400; i++) {
    if (await nameOfFocus() === name) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`the keyboard does not reach ${name}`);
}

export async function run() {
  await button("Run").click();
  await waitForRun();
}

/** Starts a run that stays in the build of the tensor until it is cancelled. */
export async function startLong(press = () => button("Run").click()) {
  await label("Rows").fill("100");
  await page.getByRole("textbox", { name: "Columns", exact: true }).fill("300");
  if (!await label("Strategy").isVisible()) {
    await page.getByText("Advanced", { exact: true }).click();
  }
  await label("Strategy").selectOption("Tensor");
  await button("Run").focus();
  const building = page.evaluate(() => workerSpy.hold({ type: "built" }));
  await press();
  await building;
  await until(async () => {
    await page.evaluate(() => workerSpy.sendAsKernel({ type: "progress", entries: 100 }));
    return await status().textContent() === "Building the Gram tensor";
  }, () => status().textContent());
}

/** Starts a run, by default with Run, and returns its report once the page shows it. */
export async function runForReport(press = () => button("Run").click()) {
  await press();
  await waitForRun();
  return lastReport();
}

/** Waits until the page shows all entries: its program processes an entry without a change after all earlier ones. */
export const waitForEntries = () => page.evaluate(() => new Promise((resolve) => {
  new MutationObserver((_, observer) => {
    observer.disconnect();
    resolve();
  }).observe(document.documentElement, { attributeFilter: ["data-lplab"] });
  document.getElementById("f-model-p").dispatchEvent(new Event("change", { bubbles: true }));
}));

/** Removes the search that a sample sets, with which each run would solve a hundred models. */
export const withoutSearch = () => page.locator("#f-search-criterion").evaluate((select) => {
  select.value = "";
  select.dispatchEvent(new Event("change", { bubbles: true }));
});

/** Chooses a value of a control and waits for the columns of the data. */
export async function choose(name, value) {
  await label(name).selectOption(value);
  await page.waitForFunction(() => document.getElementById("f-target").options?.length > 2);
}

/** Waits for the end of a run. The phase is "running" as soon as Run is pressed. */
export const waitForRun = () => page.waitForFunction(() => document.documentElement.dataset.lplab !== "running");

/** Waits until a drag that has ended has started its run, after a delay, and until this run has ended. */
export async function waitForDrag() {
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 400)));
  await waitForRun();
}

export const waitForStatus = (wanted) => untilText(() => status().textContent(), wanted);

/** Waits until a control has a value. */
export async function waitForValue(name, value) {
  await until(async () => await label(name).inputValue() === value, async () => `${name} is ${await label(name).inputValue()}`);
}
