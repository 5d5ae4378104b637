// A worker that reads a workbook (XLSX) and answers with its sheets as CSV; null if it cannot
// (shell/reader.js).

import { unzipSync, zipSync } from "fflate";
import readWorkbook from "read-excel-file/universal";

/** A cell as text: dates as 2024-01-31, with the time if they have one. */
function textOf(/** @type {unknown} */ cell) {
  if (cell === null || cell === undefined) return "";
  if (cell instanceof Date) return cell.toISOString().replace(/T00:00:00\.000Z$/, "").replace(/\.000Z$/, "");
  const text = String(cell);
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * A workbook with its parts uncompressed. The reader would process the large ones in its own
 * workers, and the page's policy forbids their scripts.
 * @param {ArrayBuffer} bytes
 */
const unpack = (bytes) => zipSync(unzipSync(new Uint8Array(bytes), { filter: ({ name }) => /\.(xml|rels)$/.test(name) }), { level: 0 }).buffer;

self.onmessage = async ({ data: file }) => {
  try {
    const sheets = (await readWorkbook(unpack(await file.arrayBuffer()))).filter(({ data }) => data.length > 0)
      .map(({ sheet, data }) => ({ name: sheet, rows: data.length, csv: data.map((row) => row.map(textOf).join(",")).join("\n") + "\n" }));
    self.postMessage(sheets);
  } catch {
    self.postMessage(null);
  }
};
