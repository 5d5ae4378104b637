// A sheet of a workbook (XLSX) as a CSV file. A worker reads it, which is loaded for it.

import { Dialog } from "../dialogs/dialog.js";
import { element, targetOf } from "../dom.js";
import { readBy } from "./reader.js";

/** @typedef {{ name: string, rows: number, csv: string }} Sheet */

export const isWorkbook = (/** @type {File} */ file) => /\.xls[xm]$/i.test(file.name);

/**
 * The sheet of a workbook that the reader chooses, as a file; null where none is chosen. script: the
 * worker's. The error, one sentence, is that of a file that cannot be read.
 * @param {File} file
 * @param {URL} script
 * @returns {Promise<File | null>}
 */
export async function sheetOf(file, script) {
  /** @type {Sheet[]} */
  const sheets = await readBy(script, file, "the workbook cannot be read: save the sheet as CSV (UTF-8), and choose that");
  if (sheets.length === 0) throw new Error("the workbook has no cells: choose another");
  const sheet = sheets.length === 1 ? sheets[0] : await chosen(file.name, sheets);
  if (!sheet) return null;
  const base = file.name.replace(/\.[^.]*$/, "");
  return new File([sheet.csv], sheets.length === 1 ? `${base}.csv` : `${base} ${sheet.name}.csv`, { type: "text/csv" });
}

/** Asks for one of several sheets. @param {string} name @param {Sheet[]} sheets @returns {Promise<Sheet | null>} */
function chosen(name, sheets) {
  return new Promise((resolve) => {
    const list = element("div", { className: "sheets", onclick: (e) => {
      const sheet = sheets[Number(targetOf(e)?.closest("button")?.value ?? -1)];
      if (!sheet) return;
      resolve(sheet);
      dialog.close();
    } }, ...sheets.map(({ name: sheet, rows }, i) =>
      element("button", { type: "button", value: String(i), textContent: `${sheet}, ${rows.toLocaleString("en")} ${rows === 1 ? "row" : "rows"}` })));
    const dialog = new Dialog("sheet", `Choose a sheet of ${name}`, (said) => [list, said]);
    dialog.open();
    list.closest("dialog")?.addEventListener("close", () => resolve(null));
  });
}
