// Firefox: its digits, and the page with a user's file, the keyboard, a link and a phone.
// Every test also fails on console errors and requests to other origins.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertNativeDigits } from "./engines.mjs";
import { isDrill } from "./faults.mjs";
import { solve, write } from "./files.mjs";
import { openInFirefox, skipFirefox as skip, startFirefox } from "./firefox.mjs";
import { blank, decodeLink, describeFocus, startServer } from "./harness.mjs";
import { spy } from "./spy.mjs";
import { assertStarts } from "./starts.mjs";
import { until, untilText } from "./waiting.mjs";

let server, browser, page;

before(async () => {
  if (!skip) [server, browser] = await Promise.all([startServer(), startFirefox()]);
});

after(async () => {
  await browser?.close();
  await server?.close();
});

test("golden experiments have the digits of the native program", { skip }, async (t) => {
  page = await openInFirefox(browser, blank(server.url));
  await assertNativeDigits(t, await browser.version(), page);
  await page.finish();
});

test("new labs start their workers", { skip }, async (t) => {
  page = await openInFirefox(browser, blank(server.url));
  await assertStarts(t, page, isDrill ? 200 : 6);
  await page.finish();
});

test("a user's table is solved, and its link reproduces the result on a phone", { skip }, async () => {
  await open(server.url);
  assert.match(await status(), /^Converged/, "the opening experiment is recomputed");

  await page.click("#tune"); // off: the entered model is solved, without a search
  await (await page.$("#data-file")).uploadFile(write("own.csv", ownTable()));
  await waitForStatus(/^own\.csv: 48 rows, 4 columns/);
  await page.select("#f-target", "y");
  await page.click("[aria-label='p = 2']");
  await page.click("#f-model-p", { count: 3 });
  await page.type("#f-model-p", "4/3");
  await press("#run", "Enter");
  await waitForRun();
  await waitForStatus(/^Converged in \d+ iterations?, relative gap \S+(, \S+ m?s)?$/); // without a time if the clock is too coarse

  // The weights, as bars with their names.
  const bars = () => page.$$eval("#plot-bars .bar-name", (names) => names.map((name) => name.textContent));
  await until(async () => String((await bars()).sort()) === "a,b,c", bars);

  // Its link contains the result of the native program.
  await press("#share", "Enter");
  await press(".share-offer input", " ");
  const link = () => page.$eval("#share-link", (input) => input.value);
  await until(async () => decodeLink(await link()).data?.source === "inline", link);
  await press("#share-link + button", "Enter");
  await page.waitForSelector("::-p-text(Link copied)");
  const address = await link();
  const shared = decodeLink(address);
  assert.equal(shared.model.p, "4/3");
  assert.deepEqual(shared.result, solve(shared).report.result);
  await page.keyboard.press("Escape");
  assert.equal((await page.evaluate(describeFocus)).name, "Share");
  await assertReachable();
  await page.finish();

  await open(address, { width: 390, height: 844 });
  await page.waitForSelector("#badge", { visible: true });
  assert.match(await text("#badge"), /^Reproduced/);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth), "the page fits a phone");
  await page.finish();
});

test("a run on the tensor can be cancelled, fails if a worker ends, and works afterwards", { skip }, async () => {
  await open(server.url, { before: [spy] });
  await page.evaluate(() => {
    for (const [path, value] of Object.entries({ "data.n": "100", "data.d": "300", "solver.strategy": "tensor" })) {
      const control = document.querySelector(`#controls [data-path="${path}"]`);
      control.value = value;
      control.dispatchEvent(new Event("change", { bubbles: true }));
    }
  });
  const building = page.evaluate(() => workerSpy.hold({ type: "built" }));
  await press("#run", "Enter");
  await building;
  await press("#run", "Escape");
  await waitForStatus(/^Cancelled$/);
  await page.evaluate(() => {
    workerSpy.release();
    workerSpy.terminateAt({ type: "contracted" }, "kernel");
  });
  await press("#run", "Enter");
  await waitForStatus(/^A worker that did a part of the run is lost \(it was ended\)/);
  await press("#run", "Enter");
  await waitForStatus(/^Converged/);
  await page.finish();
});

// -- parts of the page -----------------------------------------------------------

/** Returns a table in which y depends on a and b. */
function ownTable() {
  const rows = Array.from({ length: 48 }, (_, i) => {
    const [a, b, c] = [i % 7, (i * i) % 11, (5 * i) % 13];
    return [3 * a - 2 * b + (i % 5) / 10, a, b, c];
  });
  return ["y,a,b,c", ...rows.map((row) => row.join())].join("\n");
}

async function open(url, size) {
  page = await openInFirefox(browser, url, size);
  await waitForRun();
}

const text = (selector) => page.$eval(selector, ({ textContent }) => textContent);
const status = () => text("#status");
const waitForStatus = (wanted) => untilText(status, wanted);

/** Waits until the page shows a result or an error. */
const waitForRun = () => until(
  () => page.evaluate(() => ["ready", "error"].includes(document.documentElement.dataset.lplab)),
  () => "timeout: neither a result nor an error",
);

async function press(selector, key) {
  await (await page.waitForSelector(selector, { visible: true })).press(key);
}

/** Asserts that Tab reaches the controls in order, with a visible focus ring. The focus ends outside the page. */
async function assertReachable() {
  await page.click("h1"); // from here Shift+Tab moves to the first control
  await page.keyboard.down("Shift");
  await page.keyboard.press("Tab");
  await page.keyboard.up("Shift");
  const stops = [];
  for (let stop; (stop = await page.evaluate(describeFocus)) && stops.length < 200;) {
    stops.push(stop);
    await page.keyboard.press("Tab");
  }
  const names = stops.map(({ name }) => name);
  const expected = ["Run", "Sample", "Data file", "Target", "Kernel", "p", "Gamma", "Gamma slider", "Loss", "Advanced", "Table of the top weights"];
  assert.deepEqual(names.filter((name) => expected.includes(name)), expected);
  assert.deepEqual(stops.filter(({ ring }) => !ring).map(({ name }) => name), [], "without a visible ring");
  assert.deepEqual(stops.filter(({ hidden }) => hidden).map(({ name, hidden }) => `${name}: ${hidden}`), [], "hidden or covered");
}
