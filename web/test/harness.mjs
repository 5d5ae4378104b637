// Shared helpers of the browser tests: the server with its headers, a browser,
// and a page that fails its test after any error.
//
// The variable LPLAB names another program than bin/lplab, CHROMIUM another
// browser than the installed one.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { timeLimit } from "./waiting.mjs";

// An import would parse the whole package for the names of its exports, a quarter of a second in each file.
const { chromium } = createRequire(import.meta.url)("playwright-core");

export const root = new URL("../../", import.meta.url);
export const lplab = process.env.LPLAB ?? fileURLToPath(new URL("bin/lplab", root));

/** A data file with 198 rows and 34 columns. */
export const wpbc = fileURLToPath(new URL("core/data/sample/wpbc.csv", root));

// The headless shell is the same engine without a window: no dialog of the browser blocks a
// test, and the start of a page takes three quarters of the processor time.
const browserPath = process.env.CHROMIUM ??
  ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium", "/usr/bin/chromium-browser"].find((path) => existsSync(path));

/** The duration above which a task of the page is reported, in milliseconds. */
const longestTask = 50;

/** Starts the server, by default at a free port, with more flags. Returns its address and a function that stops it. */
export async function startServer({ program = lplab, port = 0, flags = [] } = {}) {
  const child = spawn(program, ["serve", "-addr", `127.0.0.1:${port}`, ...flags], { stdio: ["ignore", "pipe", "inherit"] });
  const exit = new Promise((resolve) => child.once("exit", resolve));
  const [line] = await Promise.race([
    new Promise((resolve) => createInterface(child.stdout).once("line", (text) => resolve([text]))),
    exit.then((status) => Promise.reject(new Error(`lplab serve ended with status ${status}; run make build first`))),
  ]);
  const url = line.match(/http:\S+/)[0];
  return {
    url,
    async close() {
      child.kill("SIGINT");
      assert.equal(await exit, 0, "the exit status of lplab serve after SIGINT");
    },
  };
}

// Parts of a window that no test needs. The pop-ups of the address bar are separate pages,
// which take a quarter of the processor time while a page starts. The others are those of
// Playwright's list, which this one replaces.
const disabledFeatures = [
  "WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "AimEnabled",
  "DestroyProfileOnBrowserClose", "HttpsUpgrades", "LensOverlay", "MediaRouter", "OptimizationHints", "PaintHolding",
  "ThirdPartyStoragePartitioning", "Translate",
];

/** Starts the browser, with more flags. */
export function startBrowser(flags = []) {
  assert.ok(browserPath, "Chromium is not installed; name one in the variable CHROMIUM");
  return chromium.launch({
    executablePath: browserPath,
    args: [
      "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
      "--disable-background-networking", "--disable-component-update", "--disable-sync",
      `--disable-features=${disabledFeatures.join(",")}`,
      ...flags,
    ],
  });
}

/** Closes a browser, its contexts first: one that still saves a file would keep a window with a question open for ever. */
export async function endBrowser(browser) {
  await Promise.all(browser.contexts().map((context) => context.close()));
  await browser.close();
}

/**
 * Opens an address in a fresh profile. The page has a method assertNoErrors(), which
 * asserts that there was no error so far: no error in the console (of the page
 * or its workers), no uncaught exception, no violation of the security policy,
 * no request to another origin. It prints tasks longer than 50 ms; clearLongTasks()
 * discards the tasks so far.
 *
 * prepare is called with the context before anything is loaded; expected matches the
 * console lines that the test expects; waitUntil is that of Playwright's goto; the other
 * options are those of the context. The page has a service worker only with offline, because
 * it would store the whole site in each fresh profile.
 */
export async function openPage(browser, url, { prepare, expected, offline = false, waitUntil, ...options } = {}) {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(timeLimit);
  if (!offline) await context.addInitScript(() => delete Navigator.prototype.serviceWorker);
  const problems = collectProblems(context, url, expected);
  context.on("weberror", (event) => problems.push(`uncaught: ${event.error()?.stack}`));
  await context.addInitScript(watchPolicy);
  await context.addInitScript(() => {
    globalThis.lplabTasks = [];
    new PerformanceObserver((list) => {
      lplabTasks.push(...list.getEntries().map((task) => task.duration));
    }).observe({ type: "longtask", buffered: true });
  });
  await prepare?.(context);
  const page = await context.newPage();
  await page.goto(url, { waitUntil });
  return Object.assign(page, {
    clearLongTasks() {
      return page.evaluate(() => { lplabTasks.length = 0; });
    },
    async assertNoErrors(tab = page) { // or another page of the context
      const [violations, tasks] = await tab.evaluate(() => [lplabViolations, lplabTasks]);
      assert.deepEqual([...problems, ...violations], []);
      const long = tasks.filter((duration) => duration > longestTask);
      if (long.length > 0) { // wall-clock times, which depend on the other programs of the machine
        console.log(`# tasks of the page over ${longestTask} ms: ${long.map((duration) => Math.round(duration)).join(", ")}`);
      }
    },
  });
}

/** Asserts that a page had no errors, and closes it. */
export async function closePage(page) {
  await page.assertNoErrors();
  await page.context().close();
}

/** Turns off the automatic search after an upload. */
export async function turnOffTuning(page) {
  await page.locator("#tune").evaluate((box) => box.checked && box.click()); // on a phone it is in a hidden pane
}

/** Opens a pane of the page on a phone: "Data", "Model". */
export const openPane = (page, name) => page.getByRole("group", { name: "Part of the page" }).getByRole("button", { name, exact: true }).click();

/**
 * Listens to a page or a context, of Playwright or of Puppeteer, and returns a list to which
 * it appends requests to other origins than the one of url, and errors in the console except
 * the lines that expected matches.
 */
export function collectProblems(target, url, expected) {
  const problems = [];
  const { origin } = new URL(url);
  target.on("request", (request) => {
    const address = new URL(request.url());
    if (/^https?:$/.test(address.protocol) && address.origin !== origin) {
      problems.push(`request to ${address.href}`);
    }
  });
  target.on("console", (message) => {
    if (expected?.test(message.text())) return;
    if (message.type() === "error" || /^panic:|fatal error|exit code/.test(message.text())) {
      problems.push(`console: ${message.text()}`);
    }
  });
  return problems;
}

/** Lists violations of the security policy in lplabViolations. Runs in the page, before its own scripts. */
export function watchPolicy() {
  globalThis.lplabViolations = [];
  addEventListener("securitypolicyviolation", (event) => {
    lplabViolations.push(`${event.violatedDirective} refused ${event.blockedURI} in ${event.sourceFile}`);
  });
}

/** Returns the address of the page with a link to a document. */
export function linkOf(document, url) {
  return execFileSync(lplab, ["link", "encode", "-", "-base", url], { input: JSON.stringify(document), encoding: "utf8" }).trim();
}

/** Returns the document of an address, {} if it has none. */
export function decodeLink(address) {
  return address.includes("#e=") ? JSON.parse(execFileSync(lplab, ["link", "decode", address], { encoding: "utf8" })) : {};
}

/** Returns the address of a document of the site without scripts, for tests of the API. */
export const blank = (url) => new URL("web/lplab.d.ts", url).href;

export function openBlank(browser, url, options) {
  return openPage(browser, blank(url), options);
}

/** Calls act(lab, input) in a page of the site, with a new lab that has these options. act can use nothing else of its module. */
export function inLab(page, act, input, options) {
  return page.evaluate(`(async () => {
    const { Lab } = await import("/web/lplab.js");
    const lab = await Lab.start(${JSON.stringify(options)});
    try {
      return await (${act})(lab, ${JSON.stringify(input)});
    } finally {
      lab.close();
    }
  })()`);
}

/** Returns the name of the element with the focus, whether it has a focus ring, and what covers it. Runs in the page. */
export function describeFocus() {
  const element = document.activeElement;
  if (!element || element === document.body) {
    return null;
  }
  const style = getComputedStyle(element);
  const box = element.getBoundingClientRect();
  const x = box.x + box.width / 2, y = box.y + Math.min(box.height / 2, 20);
  const top = document.elementFromPoint(x, y);
  return {
    name: element.ariaLabel ?? element.labels?.[0]?.textContent ?? element.textContent,
    ring: element.matches(":focus-visible") &&
      (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2 || style.boxShadow !== "none"),
    hidden: !top ? "outside the window" : element.contains(top) || top.contains(element) ? "" : `under ${top.className || top.tagName}`,
  };
}

/** Returns the solvers of the page: finally two and a spare one. Those that no run needs start when the page is idle. */
export const solversOf = (page) => page.workers().filter((worker) => !worker.url().includes("/kernel/"));

/**
 * Records the durations of the page's tasks if LPLAB_LONG is set: in milliseconds of
 * processor time of the main thread, which other programs affect less than wall-clock time,
 * scaled to a machine that takes referenceTime for the reference. Returns a function that ends the trace and
 * returns the durations. A trace takes nearly as long as the start of a page.
 */
export async function traceTasks(browser, page) {
  if (!process.env.LPLAB_LONG) return undefined;
  const slower = Math.max(1, await page.evaluate(reference) / referenceTime);
  await page.clearLongTasks(); // the reference is a long task
  await browser.startTracing(page, { categories: ["disabled-by-default-devtools.timeline"] });
  return async () => {
    const { traceEvents } = JSON.parse((await browser.stopTracing()).toString());
    const started = traceEvents.find(({ name }) => name === "TracingStartedInBrowser");
    const [{ processId }] = started.args.data.frames;
    const { tid } = traceEvents.find(({ name, pid, args }) =>
      name === "thread_name" && pid === processId && args.name === "CrRendererMain");
    const tasks = traceEvents.filter((e) => e.name === "RunTask" && e.pid === processId && e.tid === tid && e.tdur);
    assert.ok(tasks.length > 0, "tasks were traced");
    return tasks.map(({ tdur }) => tdur / 1000 / slower);
  };
}

const referenceTime = 22; // ms

/** Returns the shortest time that this machine takes for a fixed computation, in milliseconds. Runs in the page. */
function reference() {
  let least = Infinity;
  for (let turn = 0; turn < 3; turn++) {
    const began = performance.now();
    let sum = 0;
    for (let i = 1; i < 2e6; i++) sum += Math.sqrt(i) / (i + sum);
    least = Math.min(least, performance.now() - began);
  }
  return least;
}

/**
 * Ends a test of the page: asserts that there were no errors and prints the traced tasks of
 * more than 50 ms of processor time. Because the durations also depend on the machine, only
 * tasks of more than 250 ms fail the test. endTrace: the result of traceTasks; stays: whether
 * the page stays open.
 */
export async function finishTest(t, page, endTrace, staysOpen = false) {
  let tasks;
  try {
    tasks = await endTrace?.() ?? [];
    await page.assertNoErrors();
  } finally {
    if (!staysOpen) await page.context().close();
  }
  const long = tasks.filter((duration) => duration > longestTask).map(Math.round);
  if (long.length > 0) {
    t.diagnostic(`long tasks on the page, in ms of processor time: ${long.join(", ")}`);
  }
  assert.deepEqual(long.filter((duration) => duration > 5 * longestTask), [], "long tasks on the page, in ms of processor time");
}
