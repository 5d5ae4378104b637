// A worker that reads a workbook (XLSX) and answers with its sheets as CSV. The page starts
// one when such a file comes.

import readWorkbook from "read-excel-file/web-worker";

/** A cell as text: dates as 2024-01-31, with a time where they have one. */
function textOf(cell) {
  if (cell === null || cell === undefined) return "";
  if (cell instanceof Date) return cell.toISOString().replace(/T00:00:00\.000Z$/, "").replace(/\.000Z$/, "");
  const text = String(cell);
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

self.onmessage = async ({ data: file }) => {
  try {
    const sheets = (await readWorkbook(file)).filter(({ data }) => data.length > 0)
      .map(({ sheet, data }) => ({ name: sheet, rows: data.length, csv: data.map((row) => row.map(textOf).join(",")).join("\n") + "\n" }));
    self.postMessage({ sheets });
  } catch (error) {
    self.postMessage({ error: String(error?.message ?? error) });
  }
};
