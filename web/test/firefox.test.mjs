// Firefox: its digits, and its page with data of one's own, the keyboard, a link and a
// phone. Every test ends by asserting that nothing went wrong in silence.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { assertNativeDigits } from "./engines.mjs";
import { long } from "./faults.mjs";
import { openInFirefox, startFirefox, withoutFirefox as skip } from "./firefox.mjs";
import { blank, focused, lplab, startServer } from "./harness.mjs";
import { spy } from "./spy.mjs";
import { assertStarts } from "./starts.mjs";
import { until } from "./waiting.mjs";

let server, browser, page;

before(async () => {
  if (!skip) [server, browser] = await Promise.all([startServer(), startFirefox()]);
});

after(async () => {
  await browser?.close();
  await server?.close();
});

test("golden experiments have the native digits", { skip }, async (t) => {
  page = await openInFirefox(browser, blank(server.url));
  await assertNativeDigits(t, await browser.version(), page);
  await page.finish();
});

test("fresh labs start their workers", { skip }, async (t) => {
  page = await openInFirefox(browser, blank(server.url));
  await assertStarts(t, page, long ? 200 : 6);
  await page.finish();
});

test("a table of one's own is solved, and its link comes to the same result on a phone", { skip }, async (t) => {
  await open(server.url);
  assert.match(await status(), /^Converged/, "the opening experiment is computed anew");

  await page.click("#tune"); // what is entered here is solved, and not what a search finds
  const folder = mkdtempSync(join(tmpdir(), "lplab-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "own.csv");
  writeFileSync(file, own());
  await (await page.$("#data-file")).uploadFile(file);
  await statusIs(/^own\.csv: 48 rows, 4 columns/);
  await page.select("#f-target", "y");
  await page.click("[aria-label='p = 2']");
  await page.click("#f-model-p", { count: 3 });
  await page.type("#f-model-p", "4/3");
  await press("#run", "Enter");
  await settled();
  await statusIs(/^Converged in \d+ iterations?, relative gap \S+(, \S+ m?s)?$/); // its clock may be too coarse for a time

  // The weights, as bars with their names.
  const bars = () => page.$$eval("#plot-bars .bar-name", (names) => names.map((name) => name.textContent));
  await until(async () => String((await bars()).sort()) === "a,b,c", bars);

  // Its link holds what the native program comes to.
  await press("#share", "Enter");
  await press(".share-offer input", " ");
  const link = () => page.$eval("#share-link", (input) => input.value);
  await until(async () => decoded(await link()).data?.source === "inline", link);
  await press("#share-link + button", "Enter");
  await page.waitForSelector("::-p-text(Link copied)");
  const address = await link();
  const shared = decoded(address);
  assert.equal(shared.model.p, "4/3");
  const { result } = JSON.parse(execFileSync(lplab, ["solve", "-"], { input: JSON.stringify(shared) }));
  assert.deepEqual(shared.result, result);
  await page.keyboard.press("Escape");
  assert.equal((await page.evaluate(focused)).name, "Share");
  await assertReachable();
  await page.finish();

  await open(address, { width: 390, height: 844 });
  await page.waitForSelector("#badge", { visible: true });
  assert.match(await text("#badge"), /^Reproduced/);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth), "it fits a phone");
  await page.finish();
});

test("a run on the tensor is cancelled, fails with its worker, and is run", { skip }, async () => {
  await open(server.url, { before: [spy] });
  await page.evaluate(() => {
    for (const [path, value] of Object.entries({ "data.n": "100", "data.d": "300", "solver.strategy": "tensor" })) {
      const control = document.querySelector(`#controls [data-path="${path}"]`);
      control.value = value;
      control.dispatchEvent(new Event("change", { bubbles: true }));
    }
  });
  const building = page.evaluate(() => spied.hold({ type: "built" }));
  await press("#run", "Enter");
  await building;
  await press("#run", "Escape");
  await statusIs(/^Cancelled$/);
  await page.evaluate(() => {
    spied.release();
    spied.doom({ type: "contracted" }, "kernel");
  });
  await press("#run", "Enter");
  await statusIs(/^A worker that did a part of the run is lost \(it was ended\)/);
  await press("#run", "Enter");
  await statusIs(/^Converged/);
  await page.finish();
});

// -- the page's parts -----------------------------------------------------------

/** A table in which y follows a and b. */
function own() {
  const rows = Array.from({ length: 48 }, (_, i) => {
    const [a, b, c] = [i % 7, (i * i) % 11, (5 * i) % 13];
    return [3 * a - 2 * b + (i % 5) / 10, a, b, c];
  });
  return ["y,a,b,c", ...rows.map((row) => row.join())].join("\n");
}

async function open(url, size) {
  page = await openInFirefox(browser, url, size);
  await settled();
}

const text = (selector) => page.$eval(selector, ({ textContent }) => textContent);
const status = () => text("#status");
const statusIs = (wanted) => until(async () => wanted.test(await status()), status);

/** Waits until the page has come to a result, or has said why not. */
const settled = () => until(
  () => page.evaluate(() => ["ready", "error"].includes(document.documentElement.dataset.lplab)),
  () => "it has not come to an end",
);

async function press(selector, key) {
  await (await page.waitForSelector(selector, { visible: true })).press(key);
}

/** Asserts that Tab leads through the controls in their order, and that one sees where. It ends outside the page. */
async function assertReachable() {
  await page.click("h1"); // from here one goes back to the very first
  await page.keyboard.down("Shift");
  await page.keyboard.press("Tab");
  await page.keyboard.up("Shift");
  const stops = [];
  for (let stop; (stop = await page.evaluate(focused)) && stops.length < 200;) {
    stops.push(stop);
    await page.keyboard.press("Tab");
  }
  const names = stops.map(({ name }) => name);
  const wanted = ["Run", "Sample", "Data file", "Target", "Kernel", "p", "Gamma", "Gamma slider", "Loss", "Advanced", "Table of the top weights"];
  assert.deepEqual(names.filter((name) => wanted.includes(name)), wanted);
  assert.deepEqual(stops.filter(({ ring }) => !ring).map(({ name }) => name), [], "without a visible ring");
  assert.deepEqual(stops.filter(({ hidden }) => hidden).map(({ name, hidden }) => `${name}: ${hidden}`), [], "out of sight or covered");
}

/** The document of a link, as the command line reads it. */
function decoded(link) {
  return link.includes("#e=") ? JSON.parse(execFileSync(lplab, ["link", "decode", link], { encoding: "utf8" })) : {};
}
