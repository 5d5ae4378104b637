// A worker that reads a workbook (XLSX) and answers with its sheets as CSV; null if it cannot
// (shell/reader.js).

import { strFromU8, unzipSync, zipSync } from "fflate";
import readWorkbook from "read-excel-file/universal";

const hour = 3_600_000; // ms

/** A cell as text; calendar is the first day of the workbook's calendar, in ms. @param {unknown} cell @param {number} calendar */
function textOf(cell, calendar) {
  if (cell === null || cell === undefined) return "";
  if (cell instanceof Date) return textOfDate(cell, calendar);
  if (typeof cell === "boolean") return String(cell).toUpperCase();
  const text = String(cell);
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A date as 2024-01-31, with the time if it has one; in the first two days of the calendar it is a time, as 14:05. @param {Date} date @param {number} calendar */
function textOfDate(date, calendar) {
  const ms = date.getTime() + (date.getUTCMilliseconds() === 999 ? 1 : 0); // the reader rounds down
  if (Number.isNaN(ms)) return ""; // a number outside the calendar
  const text = new Date(ms).toISOString();
  const hours = Math.floor((ms - calendar) / hour);
  return hours >= 0 && hours < 48 ? String(hours).padStart(2, "0") + text.slice(13, 19).replace(/(?<=:..):00$/, "")
    : text.replace(/(T00:00:00)?\.000Z$/, "");
}

/** The first day of the calendar of a workbook, in ms: in one of 1904 that year's, otherwise 1899-12-30. @param {Uint8Array} [workbook] */
const calendarOf = (workbook = new Uint8Array()) => (/\sdate1904="(1|true)"/.test(strFromU8(workbook)) ? Date.UTC(1904) : Date.UTC(1899, 11, 30));

/**
 * The XML of the sheets of a workbook, in their order.
 * @param {Record<string, Uint8Array>} parts
 */
function sheetsOf(parts) {
  const text = (/** @type {string} */ path) => strFromU8(parts[path] ?? new Uint8Array());
  const targets = new Map([...text("xl/_rels/workbook.xml.rels").matchAll(/<Relationship\s[^>]*>/g)]
    .map(([tag]) => [/\sId="([^"]*)"/.exec(tag)?.[1], /\sTarget="([^"]*)"/.exec(tag)?.[1] ?? ""]));
  return [...text("xl/workbook.xml").matchAll(/<(?:\w+:)?sheet\s[^>]*:id="([^"]*)"/g)]
    .map(([, id]) => targets.get(id) ?? "").map((target) => text(target.startsWith("/") ? target.slice(1) : `xl/${target}`));
}

/** Gives all rows of cells that are merged below each other the value of the first; only that is stored. @param {unknown[][]} rows @param {string} sheet its XML */
function fillMerged(rows, sheet) {
  for (const [, column, from, lastColumn, to] of sheet.matchAll(/<(?:\w+:)?mergeCell\s[^>]*ref="([A-Z]+)(\d+):([A-Z]+)(\d+)"/g)) {
    if (column !== lastColumn) continue; // a title above several columns
    const j = [...column].reduce((n, letter) => 26 * n + letter.charCodeAt(0) - 64, 0) - 1;
    const value = rows[Number(from) - 1]?.[j];
    for (const row of rows.slice(Number(from), Number(to))) row[j] = value;
  }
}

self.onmessage = async ({ data: file }) => {
  try {
    const parts = unzipSync(new Uint8Array(await file.arrayBuffer()), { filter: ({ name }) => /\.(xml|rels)$/.test(name) });
    const calendar = calendarOf(parts["xl/workbook.xml"]);
    // The parts are uncompressed: the reader would process the large ones in its own workers, and the page's policy forbids their scripts.
    const read = await readWorkbook(zipSync(parts, { level: 0 }).buffer);
    sheetsOf(parts).forEach((sheet, i) => fillMerged(read[i]?.data ?? [], sheet));
    const sheets = read.filter(({ data }) => data?.length > 0) // a chart sheet has no data
      .map(({ sheet, data }) => ({ name: sheet, rows: data.length, csv: data.map((row) => row.map((cell) => textOf(cell, calendar)).join(",")).join("\n") + "\n" }));
    self.postMessage(sheets);
  } catch {
    self.postMessage(null);
  }
};
