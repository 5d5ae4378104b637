// The user's file: chosen, dropped anywhere on the page, or pasted as cells. It stays in this
// tab. A file that is dropped on the card Predict has rows to predict.

import { byId, targetOf, messageOf } from "../dom.js";
import { readInWorker } from "./reader.js";
import { tableOf } from "./workbook.js";

const megabyte = 2 ** 20;
const sizeLimits = { data: 300, experiment: 20 }; // MB; of data as core/data/table has it in a browser
const root = document.documentElement;

/** Whether an event's target is an input of a file of data. @param {EventTarget | null} target @returns {target is HTMLInputElement} */
const isFileInput = (target) => target instanceof HTMLInputElement && /^(data|test)-file$/.test(target.id);

/** The files given so far, by hash or, if the browser has no hash, by name; send reports each new one. @extends {Map<string | undefined, any>} */
export class Files extends Map {
  #send; // (kind, text): "file" or "testfile" with {"name", "size", "sha256"}, or "declined" with a sentence
  #open;
  #turn = 0; // number of the latest file: it replaces one that is still being read

  /** open is called with a file that contains an experiment instead of data. @param {Send} send @param {(file: File) => void} open */
  constructor(send, open) {
    super();
    this.#send = send;
    this.#open = open;
    document.addEventListener("change", ({ target }) => {
      if (target instanceof HTMLTextAreaElement && target.id === "paste-cells") this.paste(target.value);
      else if (isFileInput(target)) this.take(target.files?.[0], target.id === "data-file" ? "file" : "testfile");
    });
    this.#takeEarlyFile(/** @type {HTMLInputElement | null} */ (document.getElementById("data-file")));
    document.addEventListener("click", ({ target }) => {
      if (isFileInput(target)) target.value = ""; // the corrected file may be chosen again
    });
    document.addEventListener("paste", (e) => this.#handlePaste(e));
    document.addEventListener("dragover", (e) => {
      if (!e.dataTransfer?.types.includes("Files")) return;
      e.preventDefault();
      e.dataTransfer.dropEffect = "copy";
      root.dataset.drop = "";
    });
    document.addEventListener("dragleave", (e) => {
      if (!e.relatedTarget) delete root.dataset.drop;
    });
    document.addEventListener("drop", (e) => {
      if (!e.dataTransfer?.types.includes("Files")) return;
      e.preventDefault();
      delete root.dataset.drop;
      const { files, items } = e.dataTransfer;
      if (files.length > 1 || items[0]?.webkitGetAsEntry()?.isDirectory) {
        this.#send("declined", "Nothing was loaded: drop one file, not several or a folder");
        return;
      }
      const rowsInput = /** @type {HTMLInputElement | null | undefined} */ (targetOf(e)?.closest("#predict")?.querySelector("input[type=file]"));
      if (!rowsInput) return this.take(files[0]);
      rowsInput.files = files;
      rowsInput.dispatchEvent(new Event("change"));
    });
  }

  // #takeEarlyFile takes the file of the input that the server rendered: it may have been chosen before
  // this script was loaded, or be chosen, in a dialog that was open, after Go replaced the input.
  #takeEarlyFile(/** @type {HTMLInputElement | null} */ input) {
    queueMicrotask(() => this.take(input?.files?.[0]));
    input?.addEventListener("change", () => input.isConnected || this.take(input.files?.[0]));
  }

  /** The file of an experiment's data, or that and the test file; undefined if the page does not have it. @param {Data} data */
  filesOf({ source, sha256, name, test }) {
    if (source !== "file") return undefined;
    const file = this.get(sha256 || name);
    return test ? [file, this.get(test.sha256 || test.name)] : file;
  }

  /** Takes a file: hashes it, stores it, and reports it as kind. @param {File | undefined} file @param {MessageKind} kind */
  async take(file, kind = "file") {
    if (!file) return;
    const turn = ++this.#turn;
    const isExperiment = /\.lplab( ?\(\d+\))?\.json$/.test(file.name); // browsers number a second copy
    const limit = isExperiment ? sizeLimits.experiment : sizeLimits.data;
    if (file.size > limit * megabyte) {
      const size = (file.size / megabyte).toFixed(1);
      this.#send("declined", `${file.name} was not loaded: the file has ${size} MB, more than the ${limit} MB that ${isExperiment ?
        "an experiment may have: give its data as a file" :
        "fit into memory: remove rows or columns, or use the command line (lplab solve), which reads 1024 MB"}`);
      return;
    }
    if (isExperiment && kind === "file") {
      this.#open(file);
      return;
    }
    try {
      this.#send("status", `Reading ${file.name}`);
      const table = await tableOf(file);
      if (turn !== this.#turn) return;
      if (!table) {
        this.#send("status", `${file.name} was not loaded: no sheet was chosen`);
        return;
      }
      const { name, size, type } = table;
      const { sha256, bytes } = await readInWorker("hash.js", table, "the browser could not read it; choose it again, or a copy of it");
      if (turn !== this.#turn) return;
      // A copy, since the file may be changed, moved or deleted before it is read again; a large one is not copied.
      this.set(sha256 || name, bytes ? new File([bytes], name, { type }) : table);
      this.#send(kind, JSON.stringify({ name, size, sha256 }));
    } catch (error) {
      if (turn === this.#turn) this.#send("declined", `${file.name} was not loaded: ${messageOf(error)}`);
    }
  }

  /** Takes cells as a spreadsheet copies them. @param {string} text */
  paste(text) {
    if (!text.trim()) return;
    if (/^[^[{\n\r][^\n\r]*$/.test(text.trim())) { // one line that is no JSON
      this.#send("declined", "Only one line was pasted: paste the names of the columns and the rows below them");
      return;
    }
    /** @type {HTMLTextAreaElement} */ (byId("paste-cells")).value = "";
    /** @type {HTMLDetailsElement} */ (byId("paste")).open = false;
    this.take(new File([text], "pasted.tsv", { type: "text/tab-separated-values" }));
  }

  // #handlePaste takes a file, or cells, unless the target is a field for text. In the view Use the cells are rows to predict.
  #handlePaste(/** @type {ClipboardEvent} */ e) {
    const target = targetOf(e);
    const isPasteField = target?.id === "paste-cells";
    if (!e.clipboardData || !isPasteField && target?.closest("input:not([type=checkbox], [type=file], [type=range]), textarea, [contenteditable]")) return;
    const { files } = e.clipboardData;
    const text = e.clipboardData.getData("text/plain");
    if (!isPasteField && !files.length && !/[\t\n\r]/.test(text.trim())) return; // a word is no table
    e.preventDefault();
    const rows = /** @type {HTMLTextAreaElement | null} */ (document.getElementById("predict-rows")); // of the view Use
    if (!isPasteField && text && rows?.checkVisibility()) {
      rows.value = text;
      rows.dispatchEvent(new Event("input"));
      rows.focus();
      return;
    }
    if (/[\t\n\r]/.test(text)) this.paste(text); // a spreadsheet also copies a picture of the cells
    else if (files.length) this.take(files[0]);
    else this.paste(text);
  }
}
