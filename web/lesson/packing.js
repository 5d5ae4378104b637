// The symmetric tensor and its stored entries: <lp-packing> draws it as a square matrix,
// its first half of indices down and the other across. Controls: a select named "order"
// and a range named "points". The arrow keys move from entry to entry.
import { arrows, element } from "../dom.js";
import { binomial } from "../report/monomial.js";
import { PackedPicture } from "../plot/packed.js";
import { integer } from "../plot/text.js";
import { LessonFigure } from "./figure.js";

/** @extends {LessonFigure<{ order: number, points: number }>} */
class LessonPacking extends LessonFigure {
  plot = new TensorPicture(element("div", { className: "plot live-plot live-square", tabIndex: 0, attributes: { role: "img", "aria-label": "Not drawn yet" } }));

  build() {
    const { host } = this.plot;
    this.stage.append(host, element("ul", { className: "legend" },
      element("li", { className: "key-kept", textContent: "kept" }), element("li", { className: "key-copy", textContent: "equal to a stored one" }),
      element("li", { className: "key-equal", textContent: "equal to the entry in the frame" })));
    host.addEventListener("keydown", (event) => {
      const step = arrows[event.key];
      if (!step) return;
      event.preventDefault();
      this.point(this.plot.row - step[1], this.plot.column + step[0]);
    });
    host.addEventListener("click", (event) => this.point(...this.plot.placeOf(event)));
  }

  /** Puts the frame around an entry. @param {number} row @param {number} column */
  point(row, column) {
    this.plot.point(row, column);
    this.begin();
  }

  /** @returns {Record<string, string>} */
  places() {
    const { row, column } = this.plot;
    return row || column ? { entry: `${row},${column}` } : {};
  }

  restore(/** @type {URLSearchParams} */ params) {
    const place = (params.get("entry") ?? "").split(",").map(Number);
    if (place.length === 2 && place.every((k) => Number.isInteger(k) && k >= 0)) [this.plot.row, this.plot.column] = place;
  }

  async solve() {
    return this.controls.apply({ order: 4, points: 3 });
  }

  draw() {
    const { order, points } = this.result;
    const [full, packed] = [points ** order, binomial(points + order - 1, order)];
    this.plot.fill(order, points, `The tensor of order ${order} over ${points} points as a square matrix of ${integer(full)} entries. Arrow keys move from entry to entry.`);
    this.plot.point(this.plot.row, this.plot.column);
    this.list([["Entries", integer(full)], ["Different ones", integer(packed)], ["Share kept", `${((100 * packed) / full).toFixed(1)} %`]]);
  }

  description() {
    const index = this.plot.index;
    const sorted = [...index].sort((a, b) => a - b);
    const equal = this.plot.cells.filter((cell) => isPermutation(cell, index)).length;
    const rank = sorted.reduce((sum, i, t) => sum + binomial(i + t, t + 1), 0);
    // Points and places are counted from 0, as in the formula of the rank.
    const format = (/** @type {number[]} */ list) => `(${list.join(", ")})`;
    return `The entry ${format(index)} ${String(index) === String(sorted) ? "is kept" : `is not kept: it equals ${format(sorted)}`}, at place ${integer(rank)} of the packed tensor` +
      `${equal === 1 ? "; no other entry has its value." : `; ${equal} entries have its value.`}`;
  }
}

const isPermutation = (/** @type {number[]} */ a, /** @type {number[]} */ b) => String(a.toSorted((i, j) => i - j)) === String(b.toSorted((i, j) => i - j));

class TensorPicture extends PackedPicture {
  row = 0;
  column = 0;
  /** @type {number[]} The index of the entry in the frame. */
  index = [];

  point(/** @type {number} */ row, /** @type {number} */ column) {
    const clamp = (/** @type {number} */ k) => Math.max(0, Math.min(this.side - 1, k));
    [this.row, this.column] = [clamp(row), clamp(column)];
    this.index = this.cells[this.row * this.side + this.column];
    this.repaint();
  }

  /** The row and the column under the pointer. @param {MouseEvent} event @returns {Point} */
  placeOf({ offsetX, offsetY }) {
    const { clientWidth: width, clientHeight: height } = this.host;
    const size = Math.min(width, height);
    const at = (/** @type {number} */ v) => Math.floor((v * this.side) / size);
    return [at(offsetY - (height - size) / 2), at(offsetX - (width - size) / 2)];
  }

  /** @param {number[]} index @param {Tokens} t */
  colour(index, t) {
    return isPermutation(index, this.index) ? t.truth : super.colour(index, t);
  }

  /** @type {Paint} */
  paint(ctx, width, height, t) {
    super.paint(ctx, width, height, t);
    const cell = (Math.min(width, height) - 2) / this.side;
    ctx.strokeStyle = t.strong;
    ctx.lineWidth = 2;
    ctx.strokeRect(this.column * cell - 1, this.row * cell - 1, cell + 1, cell + 1);
  }
}

customElements.define("lp-packing", LessonPacking);
