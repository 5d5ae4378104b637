// The installed Firefox for tests, driven over WebDriver BiDi.
//
// The variable FIREFOX names another one. Without Firefox its tests are skipped.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { collectProblems, watchPolicy } from "./harness.mjs";
import { timeLimit } from "./waiting.mjs";

const executablePath = process.env.FIREFOX ?? ["/usr/bin/firefox-esr", "/usr/bin/firefox"].find((path) => existsSync(path));

/** The reason why tests in Firefox are skipped, or false. */
export const skipFirefox = !executablePath && "Firefox is not installed: run make firefox, or name one in the variable FIREFOX";

export async function startFirefox() {
  const { default: puppeteer } = await import("puppeteer-core"); // takes a second, so it is loaded only if needed
  return puppeteer.launch({ browser: "firefox", executablePath, headless: true, defaultViewport: null, protocolTimeout: timeLimit });
}

/**
 * Opens an address in a fresh profile, as openPage of harness.mjs does in Chromium. The
 * page has a method finish(), which closes it and asserts that there was no error in the
 * console, no uncaught exception, no violation of the security policy and no request to
 * another origin. before: functions that run in the page before its own scripts.
 */
export async function openInFirefox(browser, url, { width = 1280, height = 720, before = [] } = {}) {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  page.setDefaultTimeout(timeLimit);
  await page.setViewport({ width, height }).catch((error) => {
    if (!error.message.includes("setScreenOrientationOverride")) throw error; // supported from Firefox 144; the size is set without it
  });
  const problems = collectProblems(page, url);
  page.on("pageerror", (error) => problems.push(`uncaught: ${error.stack}`));
  await page.evaluateOnNewDocument(watchPolicy);
  await page.evaluateOnNewDocument(() => delete Navigator.prototype.serviceWorker); // it would store the whole site in each fresh profile
  for (const script of before) await page.evaluateOnNewDocument(script);
  await page.goto(url);
  assert.equal(await page.evaluate(() => innerWidth), width);
  return Object.assign(page, {
    async finish() {
      const violations = await page.evaluate(() => lplabViolations);
      await context.close();
      assert.deepEqual([...problems, ...violations], []);
    },
  });
}
