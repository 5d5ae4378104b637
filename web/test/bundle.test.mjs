// The self-contained HTML file: written by the command line and by Export, opened from disk
// without a network, in Chromium and Firefox.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { pathOf, write } from "./files.mjs";
import { openInFirefox, skipFirefox, startFirefox } from "./firefox.mjs";
import { closePage, lplab, openPage, wpbc } from "./harness.mjs";
import { browser, server } from "./stage.mjs";
import { until, untilText, waitForResult } from "./waiting.mjs";

const maxSize = 4_000_000; // bytes

const spec = { title: "A </script><img src=x onerror=alert(1)>", data: { source: "file", name: "wpbc.csv" }, target: "time", model: { kernel: { type: "polynomial", degree: 2 }, p: "4/3" } };
const rows = readFileSync(wpbc, "utf8").split("\n");
const row = rows[1].split(",").slice(2, 6).join(",");

/** Writes a bundle by the command line; returns its path. */
function writeBundle(name, ...flags) {
  const file = pathOf(name);
  execFileSync(lplab, ["bundle", write("spec.json", JSON.stringify(spec)), "-data", wpbc, "-o", file, ...flags]);
  assert.ok(statSync(file).size < maxSize, `${statSync(file).size} bytes`);
  return file;
}

const verdict = () => document.getElementById("verdict").textContent;
const compute = () => document.getElementById("run").click();

/** Presses Run in a bundle and returns its verdict. */
async function verdictOf(page) {
  await page.evaluate(compute);
  await untilText(() => page.evaluate(verdict), /^(Reproduced|Differs|the |Stopped)/);
  return page.evaluate(verdict);
}

test("a bundle with its rows reproduces the result from disk in Chromium", async () => {
  const file = writeBundle("rows.html", "-rows");
  assert.ok(readFileSync(file, "utf8").includes(row), "the file has the rows");
  const page = await openPage(browser, pathToFileURL(file).href);
  assert.match(await page.locator("#rows").textContent(), /^The rows of the data are in this file/);
  assert.equal(await page.locator("#title").textContent(), spec.title);
  assert.equal(await page.locator("img").count(), 0);
  assert.equal(await page.evaluate(verdict), "");
  assert.equal(await verdictOf(page), "Reproduced: equal to the result of this file to 8 digits");
  const cells = (row) => page.locator("#result tr").filter({ has: page.getByText(row, { exact: true }) }).locator("td").allTextContents();
  assert.deepEqual(await cells("Status"), ["converged", "converged"]);
  assert.equal((await cells("R², test")).length, 2);
  await page.setViewportSize({ width: 390, height: 844 });
  assert.deepEqual(await page.locator("#result td").evaluateAll((all) => all.filter((cell) => {
    const text = document.createRange();
    text.selectNodeContents(cell);
    return text.getClientRects().length > 1;
  }).map((cell) => cell.textContent)), [], "no number is broken on a phone");
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "the page fits a phone");
  const [before, after] = await cells("Dual objective");
  assert.ok(before !== "" && before === after, `${before} and ${after}`);
  await page.locator("#licences summary").click();
  await page.getByText("gonum.org/v1/gonum").first().waitFor();
  await closePage(page);
});

test("a bundle without its rows requires the file, and another file does not reproduce it", async () => {
  const file = writeBundle("without.html");
  assert.ok(!readFileSync(file, "utf8").includes(row), "the file has no rows");
  const page = await openPage(browser, pathToFileURL(file).href);
  assert.match(await page.locator("#rows").textContent(), /^The rows of wpbc\.csv are not in this file/);
  await page.evaluate(compute);
  assert.equal(await page.evaluate(verdict), "Choose wpbc.csv first: its rows are not in this file");
  await page.locator("#file").setInputFiles(wpbc);
  assert.match(await verdictOf(page), /^Reproduced/);
  await page.locator("#file").setInputFiles({ name: "wpbc.csv", mimeType: "text/csv", buffer: Buffer.from(rows.toSpliced(3, 1).join("\n")) });
  await page.evaluate(compute);
  await until(async () => !/^Reproduced|^Computing/.test(await page.evaluate(verdict)), () => page.evaluate(verdict));
  assert.doesNotMatch(await page.evaluate(verdict), /^Stopped|bug/);
  await closePage(page);
});

test("a bundle without the rows of two files requires both", async () => {
  const train = write("train.csv", rows.slice(0, 151).join("\n"));
  const tests = write("new.csv", [rows[0], ...rows.slice(151)].join("\n"));
  const experiment = write("two.json", JSON.stringify({ ...spec, data: { source: "file", name: "train.csv" } }));
  const file = pathOf("two.html");
  execFileSync(lplab, ["bundle", experiment, "-data", train, "-test", tests, "-o", file]);
  const page = await openPage(browser, pathToFileURL(file).href);
  assert.match(await page.locator("#rows").textContent(), /^The rows of train\.csv and new\.csv are not in this file/);
  await page.getByLabel("Data file").setInputFiles(train);
  await page.evaluate(compute);
  assert.equal(await page.evaluate(verdict), "Choose new.csv first: its rows are not in this file");
  await page.getByLabel("Test file").setInputFiles(tests);
  assert.match(await verdictOf(page), /^Reproduced/);
  await closePage(page);
});

test("a bundle with a changed digest shows that the result differs", async () => {
  const file = writeBundle("changed.html", "-rows");
  const text = readFileSync(file, "utf8");
  const [, digest] = text.match(/"digest":"([0-9a-f]{16})"/);
  write("changed.html", text.replace(digest, "0".repeat(16)));
  const page = await openPage(browser, pathToFileURL(file).href);
  assert.equal(await verdictOf(page), "Differs: the same data give another result here");
  await page.context().close();
});

test("a bundle with its rows reproduces the result in Firefox", { skip: skipFirefox }, async (t) => {
  const firefox = await startFirefox();
  t.after(() => firefox.close());
  const page = await openInFirefox(firefox, pathToFileURL(writeBundle("firefox.html", "-rows")).href);
  assert.equal(await verdictOf(page), "Reproduced: equal to the result of this file to 8 digits");
  await page.finish();
});

test("Export writes a bundle, which has the rows of the file only when that is chosen", async () => {
  const page = await openPage(browser, server.url);
  await waitForResult(page);
  await page.getByLabel("Data file", { exact: true }).setInputFiles(wpbc);
  await page.getByText("198 rows, 34 columns", { exact: true }).waitFor();
  await page.getByLabel("Target", { exact: true }).selectOption("time");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await waitForResult(page);
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const exportBundle = async (name) => {
    const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Self-contained file (HTML)" }).click()]);
    await file.saveAs(pathOf(name));
    return readFileSync(pathOf(name), "utf8");
  };
  assert.ok(!(await exportBundle("page.html")).includes(row), "the file has no rows");
  await page.getByLabel("Include the rows of the file: everyone with the HTML file can read them").check();
  assert.ok((await exportBundle("page-rows.html")).includes(row), "the file has the rows");
  assert.ok(statSync(pathOf("page-rows.html")).size < maxSize);
  await closePage(page);
  const copy = await openPage(browser, pathToFileURL(pathOf("page-rows.html")).href);
  assert.match(await verdictOf(copy), /^Reproduced/);
  await closePage(copy);
});

test("the command line reports what is missing", () => {
  const bundle = (...args) => spawnSync(lplab, ["bundle", ...args], { encoding: "utf8" });
  assert.match(bundle(pathOf("spec.json"), "-data", wpbc).stderr, /-o is missing/);
  assert.match(bundle(pathOf("spec.json"), "-o", pathOf("x.html")).stderr, /give it with -data/);
  assert.match(bundle(pathOf("spec.json"), "-site", pathOf("."), "-data", wpbc, "-o", pathOf("x.html")).stderr, /make build/);
});
