// Large files and workbooks.

import assert from "node:assert/strict";
import { closeSync, openSync, readFileSync, statSync, writeSync } from "node:fs";
import { test } from "node:test";
import { strFromU8, strToU8, unzipSync, zipSync } from "fflate";
import { isDrill } from "./faults.mjs";
import { pathOf, solve, write } from "./files.mjs";
import { button, keepPage, label, lastReport, open, page, reusePage, run, waitForStatus } from "./page.mjs";
import { until } from "./waiting.mjs";

const fixture = (name) => new URL(`../../testdata/import/${name}`, import.meta.url).pathname;
const upload = (path) => label("Data file").setInputFiles(path);

/** Writes a CSV file of 50 columns and a target that depends on 6 of them: 45 MB for 100,000 rows. */
function writeLarge(name, rows = 100_000) {
  const path = pathOf(name);
  if (statSync(path, { throwIfNoEntry: false })) return path;
  let state = 1;
  const random = () => ((state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32 - 0.5);
  const file = openSync(path, "w");
  writeSync(file, `${Array.from({ length: 50 }, (_, j) => `x${j + 1}`).join(",")},y\n`);
  for (let from = 0; from < rows; from += 1000) {
    let text = "";
    for (let i = 0; i < 1000; i++) {
      const x = Array.from({ length: 50 }, random);
      const y = x[0] - 2 * x[1] + 0.5 * x[2] + 1.5 * x[3] - x[4] + 0.8 * x[5] + 0.1 * random();
      text += `${x.map((v) => v.toFixed(6)).join(",")},${y.toFixed(6)}\n`;
    }
    writeSync(file, text);
  }
  closeSync(file);
  return path;
}

/** Records every later text of the status in statusTexts. */
const recordStatus = () => page.evaluate(() => {
  globalThis.statusTexts = [];
  new MutationObserver(() => globalThis.statusTexts.push(document.getElementById("status").textContent))
    .observe(document.getElementById("status"), { childList: true, characterData: true, subtree: true });
});

test("a large file is read with progress and solved by cross-validation", async (t) => {
  const rows = isDrill ? 100_000 : 30_000;
  const path = writeLarge(`${rows}.csv`, rows);
  await open();
  await recordStatus();
  const start = performance.now();
  await upload(path);
  await waitForStatus(new RegExp(`^${rows}\\.csv: ${rows.toLocaleString("en")} rows, 51 columns`));
  t.diagnostic(`${(statSync(path).size / 1e6).toFixed(1)} MB read after ${((performance.now() - start) / 1000).toFixed(1)} s`);
  const statusTexts = await page.evaluate(() => globalThis.statusTexts);
  assert.ok(statusTexts.some((text) => /^Reading \d+\.csv, [1-9]0 %$/.test(text)), String(statusTexts));
  await page.evaluate(() => document.querySelectorAll("details.panel").forEach((panel) => (panel.open = true)));
  await label("Search").selectOption("Cross-validation");
  await label("Number of gammas").fill("3");
  await label("Refinement").fill("0");
  await label("Folds").fill("2");
  await run();
  t.diagnostic(`solved after ${((performance.now() - start) / 1000).toFixed(1)} s`);
  const report = await lastReport();
  assert.equal(report.status, "converged");
  assert.ok(report.metrics.test.r2 > 0.98, `R² ${report.metrics.test.r2}`);
  assert.deepEqual(report.weights.top.slice(0, 6).map(({ label }) => label).sort(), ["x1", "x2", "x3", "x4", "x5", "x6"]);
  const native = solve(report.spec, path).report;
  assert.ok(Math.abs(native.objective.dual - report.objective.dual) <= 1e-9 * Math.abs(native.objective.dual), "the dual objective of the command line");
});

test("reading can be cancelled, and truncated files and files with too many columns are refused", async () => {
  const path = writeLarge("large.csv");
  await open();
  await upload(path);
  await waitForStatus(/^Reading large\.csv, [1-9]0 %$/);
  await button("Cancel").click();
  await waitForStatus("Cancelled: large.csv was not loaded");
  await upload(write("small.csv", `a,b,y\n${Array.from({ length: 30 }, (_, i) => `${i % 7},${(i * i) % 11},${i % 5}`).join("\n")}\n`));
  await waitForStatus(/^small\.csv: 30 rows, 3 columns/);
  await run();
  assert.equal((await lastReport()).status, "converged");

  await upload(write("cut.csv", readFileSync(path).subarray(0, 5_000_100)));
  await waitForStatus(/^cut\.csv was not loaded: line \d+, the last, has \d+ cells? where the others have 51, so the file may be cut off: fetch it again/);
  await upload(write("keys.json", `[{${Array.from({ length: 400_000 }, (_, j) => `"k${j}":1`).join()}}]`));
  await waitForStatus("keys.json was not loaded: the file has more than 200000 keys: leave some out, or check the delimiter and the line ends");
  keepPage();
});

test("a workbook of one sheet is read as a table, and for several sheets a dialog opens", async () => {
  await reusePage();
  assert.ok(!(await isReaderLoaded()), "the workbook reader is loaded only when needed");
  await upload(fixture("libreoffice.xlsx"));
  await waitForStatus("libreoffice.xlsx.csv: 24 rows, 5 columns. Choose the target, then Run");
  assert.ok(await isReaderLoaded());
  const preview = page.locator("details.preview");
  await preview.locator("summary").click();
  const cells = () => preview.getByRole("region", { name: "First rows" }).locator("tbody tr").first().locator("td").allTextContents();
  await until(async () => (await cells()).length === 5, cells);
  assert.deepEqual((await cells()).slice(0, 2), ["2024-01-01", "red"]);
  // The summary of the columns.
  const rows = preview.getByRole("region", { name: "Columns" }).locator("tbody tr");
  assert.equal(await rows.filter({ hasText: "size" }).locator("svg.histogram").getAttribute("aria-label"), "Histogram of 23 cells");
  assert.equal(await rows.filter({ hasText: "flag" }).locator("svg.histogram").getAttribute("aria-label"), "Cells by level: FALSE 8, TRUE 16");
  assert.match(await rows.filter({ hasText: "size" }).locator("td").last().textContent(), /^0\.9\d$/);
  await run();
  assert.equal((await lastReport()).status, "converged");

  await upload(fixture("sheets.xlsx"));
  const dialog = page.getByRole("dialog", { name: "Choose a sheet of sheets.xlsx" });
  await dialog.waitFor();
  await waitForStatus("Reading sheets.xlsx");
  assert.deepEqual(await dialog.locator(".sheets button").allTextContents(), ["Notes, 2 rows", 'Data "2024", 31 rows']);
  await dialog.getByRole("button", { name: "Close" }).click();
  await waitForStatus("sheets.xlsx was not loaded: no sheet was chosen");
  await upload(write("again.xlsx", readFileSync(fixture("sheets.xlsx"))));
  await page.getByRole("dialog", { name: "Choose a sheet of again.xlsx" }).getByRole("button", { name: /^Data/ }).click();
  await waitForStatus('again.xlsx Data "2024".csv: 30 rows, 5 columns. Choose the target, then Run');
  assert.equal(await label("Target").inputValue(), "y");
  await upload(write("no.xlsx", "PK\x03\x04 not a workbook"));
  await waitForStatus("no.xlsx was not loaded: the workbook cannot be read: save the sheet as CSV (UTF-8), and choose that");
  keepPage();
});

/** The sheets that the worker reads of a workbook of these parts. */
async function sheetsOf(parts) {
  let answer;
  globalThis.self = { postMessage: (sheets) => { answer = sheets; } };
  await import("../spreadsheet.js");
  await (onMessage ??= self.onmessage)({ data: new Blob([zipSync(parts)]) });
  return answer;
}

let onMessage; // of the worker

test("cells that are merged below each other have one value", async () => {
  const parts = unzipSync(readFileSync(fixture("sheets.xlsx")));
  const rows = [["A2", "group"], ["B2", "x"], ["A3", "p"], ["B3", "1"], ["B4", "2"], ["A5", "q"], ["B5", "3"], ["B6", "4"], ["A7", "r"], ["B7", "5"], ["A8", "end"]];
  const cell = ([place, text]) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`;
  const xml = [2, 3, 4, 5, 6, 7, 8].map((n) => `<row r="${n}">${rows.filter(([place]) => place.endsWith(n)).map(cell).join("")}</row>`).join("");
  parts["xl/worksheets/sheet2.xml"] = strToU8('<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>' + xml +
    '</sheetData><mergeCells count="3"><mergeCell ref="A3:A4"/><mergeCell ref="A5:A6"/><mergeCell ref="A8:B8"/></mergeCells></worksheet>');
  const sheets = await sheetsOf(parts);
  assert.equal(sheets[1].csv.trim(), ",\ngroup,x\np,1\np,2\nq,3\nq,4\nr,5\nend,");
});

test("cells of a workbook are written as a spreadsheet program writes them, and a sheet with a chart is left out", async () => {
  for (const [properties, day] of [["", 45292], ['<workbookPr date1904="1"/>', 45292 - 1462]]) {
    const parts = unzipSync(readFileSync(fixture("sheets.xlsx")));
    const edit = (part, from, to) => { parts[part] = strToU8(strFromU8(parts[part]).replace(from, to)); };
    edit("xl/workbook.xml", "<sheets>", `${properties}<sheets>`);
    edit("xl/_rels/workbook.xml.rels", 'worksheet" Target="worksheets/sheet3.xml', 'chartsheet" Target="chartsheets/sheet1.xml');
    const dates = [14 / 24 + 5 / 1440, 1 + 5 / 8640, day, day + 7 / 12, day + 20 / 86400, 99999999999];
    edit("xl/worksheets/sheet1.xml", "</sheetData>", `<row r="3">${dates.map((v, j) => `<c r="${"ABCDEF"[j]}3" s="1"><v>${v}</v></c>`).join("")}<c r="G3" t="b"><v>1</v></c></row></sheetData>`);
    const answer = await sheetsOf(parts);
    assert.deepEqual(answer.map(({ name }) => name), ["Notes", 'Data "2024"']);
    assert.equal(answer[0].csv.split("\n")[2], "14:05,24:00:50,2024-01-01,2024-01-01T14:00:00,2024-01-01T00:00:20,,TRUE");
  }
});

test("a workbook with 20,000 rows is read", async () => {
  const parts = unzipSync(readFileSync(fixture("sheets.xlsx")));
  const rows = Array.from({ length: 20_000 }, (_, i) => [i % 7, (i * i) % 11, (i % 7) - 2 * ((i * i) % 11) + (i % 3) / 10]);
  const cells = (row, n) => row.map((v, j) => `<c r="${"ABC"[j]}${n}"><v>${v}</v></c>`).join("");
  parts["xl/worksheets/sheet1.xml"] = strToU8('<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>' +
    rows.map((row, i) => `<row r="${i + 1}" spans="1:3" customHeight="1" ht="15.75" collapsed="0" outlineLevel="0">${cells(row, i + 1)}</row>`).join("") + "</sheetData></worksheet>");
  assert.ok(parts["xl/worksheets/sheet1.xml"].length > 3e6);
  await reusePage();
  await upload(write("big.xlsx", zipSync(parts)));
  await page.getByRole("dialog").getByRole("button", { name: "Notes, 20,000 rows" }).click();
  await waitForStatus("big.xlsx Notes.csv: 20,000 rows, 3 columns. Choose the target, then Run");
});

const isReaderLoaded = () => page.evaluate(() => performance.getEntriesByType("resource").some(({ name }) => name.includes("spreadsheet.js")));
