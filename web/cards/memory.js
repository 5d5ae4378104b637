// The figure Memory: what the tensor takes, for the rows and the p that are
// entered, before any run. Go writes the numbers to the host's data attributes.
import { element } from "../dom.js";
import { MemoryPlot, PackedPicture, bytes } from "../plot/memory.js";
import { number, whole } from "../plot/text.js";

/** Fills the host that the page has for it and follows its attributes. */
export class MemoryCard {
  constructor(host) {
    this.host = host;
    const image = (id, className) => element("div", { id, className, attributes: { role: "img", "aria-label": "Not drawn yet" } });
    const [plot, picture] = [image("plot-memory", "plot plot-small"), image("picture-memory", "plot memory-picture")];
    this.note = element("p", { className: "quiet" });
    this.words = element("p", { className: "quiet" });
    this.pair = element("div", { className: "memory-pair" }, plot, element("div", { className: "memory-side" }, picture, this.note));
    host.replaceChildren(this.pair, this.words);
    this.plot = new MemoryPlot(plot);
    this.picture = new PackedPicture(picture);
    this.observer = new MutationObserver(() => this.draw());
    this.observer.observe(host, { attributes: true, attributeFilter: ["data-course", "data-none"] });
  }

  /** Draws the figure from the attributes. */
  draw() {
    const { course, none } = this.host.dataset;
    this.pair.hidden = !course;
    if (!course) {
      this.words.textContent = none ?? "";
      return;
    }
    const found = read(course);
    const { order, points, full, packed, here, budget } = found;
    const n = points[here];
    this.plot.show(found);
    const side = this.picture.draw(found);
    const share = `${number((100 * packed[here]) / full[here])} %`;
    const text = `Of ${whole(n)} points the tensor of order ${order} has ${bytes(full[here])} in full and ${bytes(packed[here])} packed, ${share} of it`;
    this.plot.host.setAttribute("aria-label", `Bytes of the tensor by its number of points, on a logarithmic axis. ${text}.`);
    this.picture.host.setAttribute("aria-label", `The tensor over ${side} points as a square matrix. One entry of each set of equal entries is stored (coloured).`);
    this.note.textContent = `Stored entries, for n = ${side}`;
    const beyond = packed[here] > budget ? "This exceeds the memory budget: another strategy is used, or the tensor is recomputed in each pass." : "";
    this.words.textContent = `${text}. ${beyond}`;
  }

  destroy() {
    this.observer.disconnect();
    this.plot.destroy();
    this.picture.destroy();
  }
}

/** Reads "order; budget; here; points; full; packed", lists being parted by spaces. */
function read(course) {
  const [order, budget, here, points, full, packed] = course.split(";").map((list) => list.trim().split(" ").map(Number));
  return { order: order[0], budget: budget[0], here: here[0], points, full, packed };
}
