// The self-contained HTML file: written by the command line and by Export, opened from disk
// without a network, in Chromium and Firefox.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { pathToFileURL } from "node:url";
import { openInFirefox, skipFirefox, startFirefox } from "./firefox.mjs";
import { lplab, openPage, wpbc } from "./harness.mjs";
import { browser, server } from "./stage.mjs";
import { until, waitForResult } from "./waiting.mjs";

const maxSize = 4_000_000; // bytes
const folder = mkdtempSync(join(tmpdir(), "lplab-bundle-"));
after(() => rmSync(folder, { recursive: true }));

const spec = { title: "A </script><img src=x onerror=alert(1)>", data: { source: "file", name: "wpbc.csv" }, target: "time", model: { kernel: { type: "polynomial", degree: 2 }, p: "4/3" } };
const rows = readFileSync(wpbc, "utf8").split("\n");
const row = rows[1].split(",").slice(2, 6).join(",");

/** Writes a bundle by the command line; returns its path. */
function writeBundle(name, ...flags) {
  const [experiment, file] = [join(folder, "spec.json"), join(folder, name)];
  writeFileSync(experiment, JSON.stringify(spec));
  execFileSync(lplab, ["bundle", experiment, "-data", wpbc, "-o", file, ...flags]);
  assert.ok(statSync(file).size < maxSize, `${statSync(file).size} bytes`);
  return file;
}

const verdict = () => document.getElementById("verdict").textContent;
const compute = () => document.getElementById("run").click();
const finalVerdict = /^(Reproduced|Differs|the |Stopped)/;

test("a bundle with its rows reproduces the result from disk in Chromium", async () => {
  const file = writeBundle("rows.html", "-rows");
  assert.ok(readFileSync(file, "utf8").includes(row), "the file has the rows");
  const page = await openPage(browser, pathToFileURL(file).href);
  assert.match(await page.locator("#rows").textContent(), /^The rows of the data are in this file/);
  assert.equal(await page.locator("#title").textContent(), spec.title);
  assert.equal(await page.locator("img").count(), 0);
  assert.equal(await page.evaluate(verdict), "");
  await page.evaluate(compute);
  await until(async () => finalVerdict.test(await page.evaluate(verdict)), () => page.evaluate(verdict));
  assert.equal(await page.evaluate(verdict), "Reproduced: equal to the result of this file to 8 digits");
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
  await page.assertNoErrors();
  await page.context().close();
});

test("a bundle without its rows requires the file, and another file does not reproduce it", async () => {
  const file = writeBundle("without.html");
  assert.ok(!readFileSync(file, "utf8").includes(row), "the file has no rows");
  const page = await openPage(browser, pathToFileURL(file).href);
  assert.match(await page.locator("#rows").textContent(), /^The rows of wpbc\.csv are not in this file/);
  await page.evaluate(compute);
  assert.equal(await page.evaluate(verdict), "Choose wpbc.csv first: its rows are not in this file");
  await page.locator("#file").setInputFiles(wpbc);
  await page.evaluate(compute);
  await until(async () => finalVerdict.test(await page.evaluate(verdict)), () => page.evaluate(verdict));
  assert.match(await page.evaluate(verdict), /^Reproduced/);
  await page.locator("#file").setInputFiles({ name: "wpbc.csv", mimeType: "text/csv", buffer: Buffer.from(rows.toSpliced(3, 1).join("\n")) });
  await page.evaluate(compute);
  await until(async () => !/^Reproduced|^Computing/.test(await page.evaluate(verdict)), () => page.evaluate(verdict));
  assert.doesNotMatch(await page.evaluate(verdict), /^Stopped|bug/);
  await page.assertNoErrors();
  await page.context().close();
});

test("a bundle without the rows of two files requires both", async () => {
  const [train, tests] = ["train.csv", "new.csv"].map((name) => join(folder, name));
  writeFileSync(train, rows.slice(0, 151).join("\n"));
  writeFileSync(tests, [rows[0], ...rows.slice(151)].join("\n"));
  const [experiment, file] = [join(folder, "two.json"), join(folder, "two.html")];
  writeFileSync(experiment, JSON.stringify({ ...spec, data: { source: "file", name: "train.csv" } }));
  execFileSync(lplab, ["bundle", experiment, "-data", train, "-test", tests, "-o", file]);
  const page = await openPage(browser, pathToFileURL(file).href);
  assert.match(await page.locator("#rows").textContent(), /^The rows of train\.csv and new\.csv are not in this file/);
  await page.getByLabel("Data file").setInputFiles(train);
  await page.evaluate(compute);
  assert.equal(await page.evaluate(verdict), "Choose new.csv first: its rows are not in this file");
  await page.getByLabel("Test file").setInputFiles(tests);
  await page.evaluate(compute);
  await until(async () => finalVerdict.test(await page.evaluate(verdict)), () => page.evaluate(verdict));
  assert.match(await page.evaluate(verdict), /^Reproduced/);
  await page.assertNoErrors();
  await page.context().close();
});

test("a bundle with a changed digest shows that the result differs", async () => {
  const file = writeBundle("changed.html", "-rows");
  const text = readFileSync(file, "utf8");
  const [, digest] = text.match(/"digest":"([0-9a-f]{16})"/);
  writeFileSync(file, text.replace(digest, "0".repeat(16)));
  const page = await openPage(browser, pathToFileURL(file).href);
  await page.evaluate(compute);
  await until(async () => finalVerdict.test(await page.evaluate(verdict)), () => page.evaluate(verdict));
  assert.equal(await page.evaluate(verdict), "Differs: the same data give another result here");
  await page.context().close();
});

test("a bundle with its rows reproduces the result in Firefox", { skip: skipFirefox }, async (t) => {
  const firefox = await startFirefox();
  t.after(() => firefox.close());
  const page = await openInFirefox(firefox, pathToFileURL(writeBundle("firefox.html", "-rows")).href);
  await page.evaluate(compute);
  await until(async () => finalVerdict.test(await page.evaluate(verdict)), () => page.evaluate(verdict));
  assert.equal(await page.evaluate(verdict), "Reproduced: equal to the result of this file to 8 digits");
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
    await file.saveAs(join(folder, name));
    return readFileSync(join(folder, name), "utf8");
  };
  assert.ok(!(await exportBundle("page.html")).includes(row), "the file has no rows");
  await page.getByLabel("Include the rows of the file: everyone with the HTML file can read them").check();
  assert.ok((await exportBundle("page-rows.html")).includes(row), "the file has the rows");
  assert.ok(statSync(join(folder, "page-rows.html")).size < maxSize);
  await page.assertNoErrors();
  await page.context().close();
  const copy = await openPage(browser, pathToFileURL(join(folder, "page-rows.html")).href);
  await copy.evaluate(compute);
  await until(async () => finalVerdict.test(await copy.evaluate(verdict)), () => copy.evaluate(verdict));
  assert.match(await copy.evaluate(verdict), /^Reproduced/);
  await copy.assertNoErrors();
  await copy.context().close();
});

test("the command line reports what is missing", () => {
  const bundle = (...args) => spawnSync(lplab, ["bundle", ...args], { encoding: "utf8" });
  assert.match(bundle(join(folder, "spec.json"), "-data", wpbc).stderr, /-o is missing/);
  assert.match(bundle(join(folder, "spec.json"), "-o", join(folder, "x.html")).stderr, /give it with -data/);
  assert.match(bundle(join(folder, "spec.json"), "-site", folder, "-data", wpbc, "-o", join(folder, "x.html")).stderr, /make build/);
});
