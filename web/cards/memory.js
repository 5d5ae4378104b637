// The figure Memory: the memory of the tensor, for the rows and the p that are
// entered, before any run. Go writes these to the host's data attributes.
import { element } from "../dom.js";
import { PackedPicture } from "../plot/packed.js";
import { Picture } from "../plot/picture.js";

/** How many points a side of the picture has, by the order: its cells stay large enough to be seen. */
const sides = /** @type {Record<number, number>} */ ({ 2: 12, 4: 6, 6: 3, 8: 2 });

/** Fills its host on the page, and again after changes of the host's attributes. */
export class MemoryCard {
  /** figure is that of a Lab. @param {HTMLElement} host @param {Figure} figure */
  constructor(host, figure) {
    this.host = host;
    const image = (/** @type {string} */ id, /** @type {string} */ className) => element("div", { id, className, attributes: { role: "img", "aria-label": "Not drawn yet" } });
    const [plot, picture] = [image("plot-memory", "plot plot-small"), image("picture-memory", "plot memory-picture")];
    this.note = element("p", { className: "quiet" });
    this.words = element("p", { className: "quiet" });
    this.pair = element("div", { className: "memory-pair" }, plot, element("div", { className: "memory-side" }, picture, this.note));
    host.replaceChildren(this.pair, this.words);
    this.plot = new Picture(plot, figure, (words) => {
      if (this.host.dataset.asked) this.words.textContent = words;
    });
    this.picture = new PackedPicture(picture);
    this.observer = new MutationObserver(() => this.draw());
    this.observer.observe(host, { attributes: true, attributeFilter: ["data-asked", "data-none"] });
  }

  draw() {
    const { asked: description, none } = this.host.dataset;
    this.pair.hidden = !description;
    if (!description) {
      this.words.textContent = none ?? "";
      return;
    }
    const report = /** @type {FullReport & Required<Pick<FullReport, "tensor">>} */ (JSON.parse(description.replaceAll("'", '"'))); // go-app would write \" in HTML
    const { order, points } = report.tensor;
    const side = Math.min(points, sides[order] ?? 2);
    this.picture.fill(order, side, `The tensor over ${side} points as a square matrix. One entry of each set of equal entries is stored (coloured).`);
    this.note.textContent = `Stored entries, for n = ${side}`;
    this.plot.show("memory", [report]);
  }

  destroy() {
    this.observer.disconnect();
    this.plot.destroy();
    this.picture.destroy();
  }
}
