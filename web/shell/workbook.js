// A sheet of a workbook (XLSX) as a CSV file. A worker reads it, which is loaded for it.

import { Dialog } from "../dialogs/dialog.js";
import { element, targetOf } from "../dom.js";
import { readInWorker } from "./reader.js";

/** @typedef {{ name: string, rows: number, csv: string }} Sheet */

/**
 * The table of a file: for a workbook the sheet that the reader chooses, as a file; null if none is chosen. It rejects with
 * a sentence if the workbook cannot be read.
 * @param {File} file
 * @returns {Promise<File | null>}
 */
export async function tableOf(file) {
  if (!/\.xls[xm]$/i.test(file.name)) return file;
  /** @type {Sheet[]} */
  const sheets = await readInWorker("spreadsheet.js", file, "the workbook cannot be read: save the sheet as CSV (UTF-8), and choose that");
  if (sheets.length === 0) throw new Error("the workbook has no cells: choose another");
  const sheet = sheets.length === 1 ? sheets[0] : await chooseSheet(file.name, sheets);
  if (!sheet) return null;
  // The name of the workbook stays, because that is the file that the reader of a link has.
  return new File([sheet.csv], `${file.name}${sheets.length === 1 ? "" : ` ${sheet.name}`}.csv`, { type: "text/csv" });
}

/** Asks for one of several sheets. @param {string} name @param {Sheet[]} sheets @returns {Promise<Sheet | null>} */
function chooseSheet(name, sheets) {
  return new Promise((resolve) => {
    const list = element("div", { className: "row sheets", onclick: (e) => {
      const sheet = sheets[Number(targetOf(e)?.closest("button")?.value ?? -1)];
      if (!sheet) return;
      resolve(sheet);
      dialog.close();
    } }, ...sheets.map(({ name: sheet, rows }, i) =>
      element("button", { type: "button", value: String(i), textContent: `${sheet}, ${rows.toLocaleString("en")} ${rows === 1 ? "row" : "rows"}` })));
    const dialog = new Dialog("sheet", `Choose a sheet of ${name}`, (message) => [list, message]);
    dialog.open();
    list.closest("dialog")?.addEventListener("close", () => resolve(null));
  });
}
