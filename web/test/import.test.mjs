// Import of a user's file: chosen, dropped or pasted; and the settings that correct how it
// is read. Every test also fails on console errors and requests to other origins.

import assert from "node:assert/strict";
import { test } from "node:test";
import { truncateSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { assertAccessible } from "./accessible.mjs";
import { write } from "./files.mjs";
import { button, keepPage, label, lastReport, open, page, reusePage, run, status, waitForStatus } from "./page.mjs";
import { until } from "./waiting.mjs";

const rows = (n, cells) => Array.from({ length: n }, (_, i) => cells(i));
const numbers = rows(20, (i) => [i % 7, (i * i) % 11, 2 * (i % 7) - ((i * i) % 11) + 0.5]);
const csv = ["a,b,y", ...numbers.map((row) => row.join(","))].join("\n");

test("formats are detected by their content", async () => {
  await open();
  const records = numbers.map(([a, b, y]) => ({ a, b, y }));
  const arff = ["@relation r", "@attribute a numeric", "@attribute b numeric", "@attribute y numeric", "@data", csv.slice(6)].join("\n");
  for (const [name, contents, how] of [
    ["plain.csv", csv, "CSV, comma, header: change"],
    ["records.json", JSON.stringify(records), "JSON: change"],
    ["lines.txt", records.map((r) => JSON.stringify(r)).join("\n"), "JSON: change"],
    ["weka.arff", arff, "ARFF: change"],
    ["plain.csv.gz", gzipSync(csv), "CSV, gzip, comma, header: change"],
    ["wide.csv", Buffer.from(`\ufeff${csv}`, "utf16le"), "CSV, comma, header, UTF-16 (little-endian): change"],
  ]) {
    await upload(name, contents);
    await waitForStatus(`${name}: 20 rows, 3 columns. Choose the target, then Run`);
    assert.equal(await importSettings().locator("summary").textContent(), how);
    assert.equal(await importSettings().getAttribute("open"), null, `${name}: the import settings stay closed`);
  }
  await run();
  assert.match(await status().textContent(), /^Converged/);
  keepPage();
});

test("ambiguous values in a file with semicolons and decimal commas open the import settings", async () => {
  await reusePage();
  await upload("german.csv", "a;b;y\n1,234;-999;5\n3,456;7;9\n2,111;4;6\n5,125;8;7\n6,750;9;8\n");
  await waitForStatus(/^german\.csv: 5 rows/);
  assert.equal(await importSettings().locator("summary").textContent(), "CSV, semicolon, decimal comma, header: check");
  assert.equal(await importSettings().getAttribute("open"), "");
  const kinds = () => preview().locator("thead th").allTextContents();
  const untilKinds = (expected) => until(async () => (await kinds()).join() === expected, kinds);
  await untilKinds("anumber, 1.23 … 6.75,bnumber, −999 … 9,ynumber, 5 … 9");
  await assertAccessible(page, "#repair");

  await label("Decimal mark").selectOption("Point (1.5)");
  await untilKinds("anumber, 1234 … 6750,bnumber, −999 … 9,ynumber, 5 … 9");
  await button("-999 means missing").click();
  await untilKinds("anumber, 1234 … 6750,bnumber, 4 … 9,ynumber, 5 … 9");
  assert.equal(await label("Missing codes").inputValue(), "-999");
  await label("Header").uncheck();
  await untilKinds("x1text,x2text,x3text");
  assert.equal(await label("Delimiter").inputValue(), "", "the other settings stay automatic");
  await label("Header").check();
  await untilKinds("anumber, 1234 … 6750,bnumber, 4 … 9,ynumber, 5 … 9");
  await label("Target").selectOption("y");
  await run();
  const { data } = (await lastReport()).spec;
  assert.deepEqual(data.import, { decimal: "point", header: "yes", missing: ["-999"] });
  keepPage();
});

test("titles and footnotes are left out, and the first line of the table can be set", async () => {
  await reusePage();
  await upload("title.csv", `Survey of 2020\n\n${csv}\n\nSource: office\n`);
  await waitForStatus(/^title\.csv: 20 rows, 3 columns/);
  const summary = importSettings().locator("summary");
  assert.equal(await summary.textContent(), "CSV, comma, from line 3, header: change");
  await summary.click();
  assert.equal(await label("First line").getAttribute("placeholder"), "Auto: 3");
  await label("First line").fill("1");
  await label("First line").press("Tab");
  await waitForStatus(/^line 1 has 1 cell where most lines have 3/);
  await label("First line").fill("4");
  await label("First line").press("Tab");
  await until(async () => await summary.textContent() === "CSV, comma, from line 4, no header: change", () => summary.textContent());
  await run();
  assert.deepEqual((await lastReport()).spec.data.import, { start: 4 });
  keepPage();
});

test("a refused file is loaded once an import setting is corrected", async () => {
  await reusePage();
  await upload("first.csv", csv);
  await waitForStatus(/^first\.csv: 20 rows/);
  await upload("ragged.csv", `${csv}\n1,2\n3,4,5,6\n`);
  await waitForStatus(/^ragged\.csv was not loaded: line 22 has 2 cells where most lines have 3 \(2 such lines: 22 and 23\): .* drop or to pad/);
  assert.equal(await label("Sample").locator("option:checked").textContent(), "first.csv", "the previous file stays in use");
  assert.equal(await label("Ragged rows").inputValue(), "");
  await label("Ragged rows").selectOption("Leave them out");
  await waitForStatus(/^ragged\.csv: 20 rows, 3 columns/);
  await label("Ragged rows").selectOption("Fill up with missing cells");
  await until(async () => /^22 rows, 4 columns/.test(await page.locator(".preview > summary").textContent()));

  await upload("quote.csv", `${csv}\n5,"6,7\n`);
  await waitForStatus(/^quote\.csv was not loaded: line 22: the quote that opens cell 2 is never closed/);
  await label("Quotes").selectOption("Ordinary characters");
  await waitForStatus(/^quote\.csv: 21 rows, 3 columns/);

  await upload("book.xlsx", Buffer.from("PK\x03\x04....[Content_Types].xml"));
  await waitForStatus("book.xlsx was not loaded: the workbook cannot be read: save the sheet as CSV (UTF-8), and choose that");
  assert.equal(await label("Sample").locator("option:checked").textContent(), "quote.csv");
  assert.ok(await importSettings().evaluate((details) => details.open), "the import settings of the file in use stay open");
  assert.equal(await label("Quotes").inputValue(), "literal");
  keepPage();
});

test("Run is disabled for a file that no model can be trained on", async () => {
  await reusePage();
  for (const [name, contents, reason] of [
    ["one.csv", "a,b\n1,2\n", /^There is only one row/],
    ["texts.csv", ["a,b", ...rows(30, (i) => `person ${i},house ${i}`)].join("\n"), /^No column has varying numbers/],
    ["lone.csv", ["a,b", ...rows(30, (i) => `${i % 9},same`)].join("\n"), /^No column is left to predict a from/],
  ]) {
    await upload(name, contents);
    await waitForStatus(new RegExp(`^${name}: `));
    assert.equal(await button("Run").getAttribute("aria-disabled"), "true");
    assert.match(await page.locator("#run-reason").textContent(), reason);
    await button("Run").click({ force: true });
    await waitForStatus(reason);
  }
  await upload("plain.csv", csv);
  await waitForStatus(/^plain\.csv: 20 rows/);
  assert.equal(await button("Run").getAttribute("aria-disabled"), "false");
  keepPage();
});

test("a target with integer codes can be predicted as classes", async () => {
  await reusePage();
  const codes = rows(60, (i) => [i % 7, (i * i) % 11, [1, 2, 3, 5, 6, 7][i % 6]]);
  await upload("codes.csv", ["a,b,kind", ...codes.map((row) => row.join(","))].join("\n"));
  await waitForStatus(/^codes\.csv: 60 rows/);
  await label("Target").selectOption("kind");
  await page.getByText("kind has only 6 different values, all whole numbers. They may stand for classes.", { exact: true }).waitFor();
  await button("Predict classes instead").click();
  await until(async () => await label("Task").inputValue() === "classification", () => label("Task").inputValue());
  assert.ok(!(await button("Predict classes instead").isVisible()));
  await run();
  assert.deepEqual((await lastReport()).classes, ["1", "2", "3", "5", "6", "7"]);
  keepPage();
});

test("a column of numeric codes can be used as categories, and as numbers again", async () => {
  await reusePage();
  const cells = rows(80, (i) => [((i * i) % 7) % 3 + 1, i % 11, [0, 10, 1][((i * i) % 7) % 3] + (i % 2) / 10]);
  await upload("coded.csv", ["code,noise,y", ...cells.map((row) => row.join(","))].join("\n"));
  await waitForStatus(/^coded\.csv: 80 rows/);
  await label("Target").selectOption("y");
  await page.locator(".preview > summary").click();
  const code = page.locator(".columns tbody tr").filter({ has: page.getByRole("checkbox", { name: "Use code", exact: true }) });
  await code.getByRole("button", { name: "Use as categories" }).click();
  await until(async () => /category: 1, 2 and 3/.test(await code.textContent()), () => code.textContent());
  await assertAccessible(page, ".preview");
  await run();
  const report = await lastReport();
  assert.deepEqual(report.spec.data.import, { codes: ["code"] });
  assert.ok(report.features.length > 3, report.features.join());
  await code.getByRole("button", { name: "Do not use as categories" }).click();
  await until(async () => /number/.test(await code.textContent()), () => code.textContent());
  keepPage();
});

test("cells can be pasted outside all fields, and into the field for them", async () => {
  await open({ permissions: ["clipboard-read", "clipboard-write"] });
  const cells = csv.replaceAll(",", "\t");
  const sample = await label("Sample").inputValue();
  await page.evaluate((text) => navigator.clipboard.writeText(text), cells);
  await label("Gamma").focus();
  await page.keyboard.press("Control+V");
  await page.locator("h1").click();
  assert.equal(await label("Sample").inputValue(), sample, "a paste into another field loads no table");
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.press("Control+V");
  await waitForStatus(/^pasted\.tsv: 20 rows, 3 columns/);
  assert.equal(await importSettings().locator("summary").textContent(), "CSV, tab, header: change");

  await page.evaluate((text) => navigator.clipboard.writeText(text), cells.replaceAll("\ta", "\tc").split("\n").slice(0, 11).join("\n"));
  await page.getByText("Paste cells", { exact: true }).click();
  await label("Cells to paste").focus();
  await page.keyboard.press("Control+V");
  await waitForStatus(/^pasted\.tsv: 10 rows, 3 columns/);
  await page.getByText("Paste cells", { exact: true }).click();
  await label("Cells to paste").fill("hello world");
  await label("Cells to paste").blur();
  await waitForStatus("Only one line was pasted: paste the names of the columns and the rows below them");
  await label("Cells to paste").fill(cells); // without a paste event, as on some phones
  await label("Cells to paste").blur();
  await waitForStatus(/^pasted\.tsv: 20 rows, 3 columns/);
});

test("a file can be dropped anywhere, a later file replaces it, and a too large one is not read", async () => {
  await reusePage();
  await drop("dragover", "x");
  assert.match(await page.evaluate(() => getComputedStyle(document.body, "::after").content), /Drop the file/);
  await drop("drop", csv);
  await waitForStatus(/^dropped\.csv: 20 rows/);
  assert.equal(await page.evaluate(() => "drop" in document.documentElement.dataset), false);
  await drop("drop", csv, 2);
  await waitForStatus("Nothing was loaded: drop one file, not several or a folder");
  assert.equal(await label("Sample").locator("option:checked").textContent(), "dropped.csv");

  const large = ["a,b,y", ...rows(200_000, (i) => `${i % 7},${(i * i) % 11},${i % 5}`)].join("\n");
  await upload("large.csv", large);
  await upload("small.csv", csv);
  await waitForStatus(/^small\.csv: 20 rows/);
  await page.waitForTimeout(500);
  assert.match(await status().textContent(), /^small\.csv: 20 rows/);

  const huge = write("huge.csv", "");
  truncateSync(huge, 301 * 2 ** 20);
  await label("Data file").setInputFiles(huge);
  await waitForStatus("huge.csv was not loaded: the file has 301.0 MB, more than the 300 MB that fit into memory: remove rows or columns, or use the command line (lplab solve), which reads 1024 MB");
  await upload("huge.lplab.json", Buffer.alloc(21 * 2 ** 20, " "));
  await waitForStatus("huge.lplab.json was not loaded: the file has 21.0 MB, more than the 20 MB that an experiment may have: give its data as a file");
  assert.equal(await label("Sample").locator("option:checked").textContent(), "small.csv");
});

test("the import settings fit a phone", async () => {
  await open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await upload("ragged.csv", `${csv}\n1,2\n`);
  await waitForStatus(/^ragged\.csv was not loaded/);
  await label("Ragged rows").selectOption("Leave them out");
  await waitForStatus(/^ragged\.csv: 20 rows/);
  const { width, low } = await page.evaluate(() => ({
    width: document.documentElement.scrollWidth - innerWidth,
    low: [...document.querySelectorAll("#repair :is(select, input[type=text], summary), .paste > summary")]
      .filter((e) => e.getBoundingClientRect().height < 40).map((e) => e.id || e.textContent),
  }));
  assert.ok(width <= 0, `${width} px too wide`);
  assert.deepEqual(low, [], "less than 40 px high");
});

// -- actions of a user --------------------------------------------------------------

const importSettings = () => page.locator("#repair");
const preview = () => page.getByRole("region", { name: "Preview", exact: true });
const upload = (name, contents) =>
  label("Data file").setInputFiles({ name, mimeType: "", buffer: Buffer.from(contents) });

async function drop(type, text, count = 1) {
  const files = await page.evaluateHandle(([text, count]) => {
    const transfer = new DataTransfer();
    for (let i = 0; i < count; i++) transfer.items.add(new File([text], "dropped.csv"));
    return transfer;
  }, [text, count]);
  await page.locator("#plot-weights").dispatchEvent(type, { dataTransfer: files });
}
