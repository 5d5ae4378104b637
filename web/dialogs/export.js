// The Export dialog: each figure as SVG, PNG and CSV, the report and the experiment
// as files. The solver's worker draws the figures; nothing leaves the tab.

import { classIndex } from "../report/classes.js";
import { bundleOf } from "../bundle.js";
import { Dialog } from "./dialog.js";
import { download, element, fileStem, messageOf } from "../dom.js";

/** @typedef {{ report: FullReport, figures: FullReport[], pinned: FullReport[] }} ExportContent The shown report, [report, other methods...] for the figures, and the two pinned reports, if any. */

/** @type {Record<string, string>} */
const titles = { roc: "ROC", "heat-map": "Heat map", "convergence-time": "Convergence in time", "objective-time": "Objective in time" };
const titleOf = (/** @type {string} */ name) => titles[name] ?? name[0].toUpperCase() + name.slice(1);

const scale = 2; // pixels of a PNG to a unit of the SVG

export class ExportDialog {
  #page;
  #dialog;
  content = /** @type {ExportContent | null} */ (null);
  name = ""; // the beginning of the files' names
  theme = element("select", { id: "export-theme" },
    new Option("Light", "light"), new Option("Dark", "dark"), new Option("Colours of the viewer's theme (SVG)", ""));
  rows = element("tbody");
  inline = element("input", { type: "checkbox" });
  offer = element("label", { className: "share-offer" }, this.inline, "Include the rows of the file: everyone with the HTML file can read them");

  /**
   * @param {{ solver: Engine, content: () => ExportContent | null, dataOf: DataOf }} page
   */
  constructor(page) {
    this.#page = page;
    const head = element("tr", {}, ...["Figure", "Formats"].map((text) => element("th", { scope: "col", textContent: text })));
    const table = element("table", { className: "exports" }, element("caption", { className: "unseen", textContent: "Figures" }), element("thead", {}, head), this.rows);
    this.data = this.#button("Table of the data", "", () => { // as it was read: the sheet of a workbook or pasted cells as text
      const [file] = /** @type {File[]} */ ([this.#page.dataOf(this.#report.spec.data)].flat());
      download(file.name, file.type, file);
    });
    this.documents = element("p", { className: "row" },
      this.#button("Report (JSON)", "", () => this.#save("report.json", "application/json", JSON.stringify(this.#report, null, 2))),
      this.#button("Experiment (JSON)", "", () => this.#save("experiment.lplab.json", "application/json", JSON.stringify(this.#report.spec, null, 2))),
      this.data,
      this.#button("Self-contained file (HTML)", "", async () => this.#save("experiment.html", "text/html", await this.#bundle())),
      this.offer);
    this.#dialog = new Dialog("export", "Export", (said) => [
      element("p", { className: "quiet", textContent: "Made in this tab, of the result that is shown." }),
      element("p", { className: "row export-theme" }, element("label", { htmlFor: "export-theme", textContent: "Colours" }), this.theme),
      element("div", { className: "exports-scroll" }, table),
      this.documents, said]);
  }

  get #report() {
    if (!this.content) throw new Error("There is no result to export yet: press Run.");
    return this.content.report;
  }

  async open() {
    this.#dialog.open();
    this.rows.replaceChildren();
    const content = (this.content = this.#page.content());
    this.documents.hidden = !content;
    if (!content) {
      this.#dialog.showMessage("There is no result to export yet: press Run.");
      return;
    }
    const { title, data } = content.report.spec;
    this.name = fileStem(title || (data.name || data.source).replace(/\.[a-z0-9]+$/i, ""));
    this.data.hidden = this.offer.hidden = !this.#page.dataOf(content.report.spec.data);
    this.inline.checked = false;
    this.#dialog.showMessage("Listing the figures");
    try {
      const solver = await this.#page.solver();
      const [single, several, pinned] = await Promise.all([[content.figures[0]], content.figures, content.pinned].map((reports) => (reports.length === 0 ? [] : solver.figures(reports))));
      if (this.content !== content) return;
      const overlaid = new Set(several.map(({ name }) => name));
      this.rows.replaceChildren(...single.map(({ name, shows }) => this.#row(name, shows, overlaid.has(name) ? content.figures : content.figures[0])),
        ...pinned.filter(({ name }) => name === "compare").map(({ name, shows }) => this.#row(name, shows, content.pinned)));
      this.#dialog.showMessage("");
    } catch (error) {
      this.#dialog.showMessage(messageOf(error));
    }
  }

  /** Offers the result that is shown now, if the dialog is open. */
  update() {
    if (this.#dialog.isOpen) this.open();
  }

  /** @param {FigureName} name @param {string} shows @param {FullReport | FullReport[]} reports */
  #row(name, shows, reports) {
    const title = titleOf(name);
    const formats = element("td", { className: "formats" },
      this.#button("SVG", title, async () => this.#save(`${name}.svg`, "image/svg+xml", await this.#draw(reports, name, this.theme.value))),
      this.#button("PNG", title, async () => this.#save(`${name}.png`, "image/png", await toPNG(await this.#draw(reports, name, this.theme.value || "light")))),
      this.#button("CSV", title, async () => this.#save(`${name}.csv`, "text/csv", await (await this.#page.solver()).figure(reports, name, { format: "csv", class: this.#class() }))),
    );
    return element("tr", {}, element("th", { scope: "row" }, title, element("span", { className: "quiet", textContent: shows })), formats);
  }

  /** The experiment and its result with the program, as one HTML file; with the rows of the user's file if that was chosen. */
  async #bundle() {
    const report = this.#report;
    this.#dialog.showMessage("Making the file");
    const document = { ...report.spec, result: report.result };
    const content = this.inline.checked ? await (await this.#page.solver()).inline(document, { data: this.#page.dataOf(report.spec.data) }) : document;
    return bundleOf(content, report);
  }

  /** The class of the model shown, if there are more than two; otherwise "". */
  #class() {
    const { classes = [] } = this.#report;
    return classes.length > 2 ? classes[classIndex(this.#report)] : "";
  }

  /** @param {string} text @param {string} title @param {() => unknown} act */
  #button(text, title, act) {
    return element("button", { type: "button", textContent: text, attributes: title ? { "aria-label": `${title} as ${text}` } : {}, onclick: async () => {
      try {
        await act();
      } catch (error) {
        this.#dialog.showMessage(messageOf(error));
      }
    } });
  }

  /** @param {FullReport | FullReport[]} reports @param {FigureName} name @param {string} theme */
  async #draw(reports, name, theme) {
    return (await this.#page.solver()).figure(reports, name, { theme: /** @type {FigureOptions["theme"]} */ (theme), class: this.#class() });
  }

  /** Saves a file. @param {string} ending @param {string} type @param {BlobPart} content */
  #save(ending, type, content) {
    const file = `${this.name}-${ending}`;
    download(file, type, content);
    this.#dialog.showMessage(`Saved ${file}`);
  }
}

/** The SVG as PNG. */
async function toPNG(/** @type {string} */ svg) {
  const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = element("canvas", { width: scale * image.naturalWidth, height: scale * image.naturalHeight });
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise((/** @type {(blob: Blob | null) => void} */ resolve) => canvas.toBlob(resolve, "image/png"));
    if (!blob) throw new Error("The browser could not create the PNG: use the SVG.");
    return blob;
  } finally {
    URL.revokeObjectURL(url);
  }
}
