// A curve through points that can be moved: <lp-points src="...">, an experiment with one
// input.
import { curve, dot, paintRule } from "../plot/marks.js";
import { outcome, number, sentence } from "../plot/text.js";
import { MovableFigure } from "./movable.js";

const [across, low, high] = [2.4, -2, 4]; // of the plane

/** @param {Point} point @param {number} width @param {number} height @returns {Point} */
const placeOf = ([x, y], width, height) => [((x / across + 1) / 2) * width, ((high - y) / (high - low)) * height];

class LessonPoints extends MovableFigure {
  square = false;
  touched = false; // one has been moved
  rows = /** @type {Point[]} */ ([]); // as they have been moved

  /** @returns {Record<string, string>} */
  places() {
    return this.touched ? { rows: this.rows.map((row) => row.join(",")).join(" ") } : {};
  }

  restore(/** @type {URLSearchParams} */ params) {
    const rows = (params.get("rows") ?? "").split(" ").map((row) => /** @type {Point} */ (row.split(",").map(Number)));
    if (rows.every(([x, y]) => Math.abs(x) <= across && y >= low && y <= high)) [this.rows, this.touched] = [rows, true];
  }

  async solve() {
    const spec = this.controls.apply(await this.experiment());
    if (this.rows.length !== spec.data.rows.length) this.rows = /** @type {Point[]} */ (spec.data.rows);
    spec.data.rows = this.rows;
    return this.run(spec);
  }

  addHandles() {
    const { host } = this;
    this.rows.forEach((_, i) => this.handles.add({
      name: `Point ${i + 1} of ${this.rows.length}`,
      place: () => this.rows[i],
      move: ([x, y]) => {
        this.touched = true;
        this.rows[i] = [Math.max(-across, Math.min(across, x)), Math.max(low, Math.min(high, y))];
      },
    }));
    this.handles.setPlane((p) => placeOf(p, host.clientWidth, host.clientHeight),
      ([x, y]) => [((x / host.clientWidth) * 2 - 1) * across, high - (y / host.clientHeight) * (high - low)]);
  }

  description() {
    const { weights } = this.result;
    return `${sentence(outcome(this.result))} The curve has ${weights?.count} weights, the largest is ${number(Math.max(...(weights?.values ?? []).map(Math.abs)))}.`;
  }

  summary() {
    return `${this.rows.length} points in the plane and the curve of the model.`;
  }

  /** @type {Paint} */
  paint(ctx, width, height, t) {
    const { rows, result: { curve: model } } = this;
    const at = (/** @type {number} */ x, /** @type {number} */ y) => placeOf([x, y], width, height);
    paintRule(ctx, at(-across, 0), at(across, 0), 1, t.axis);
    paintRule(ctx, at(0, low), at(0, high), 1, t.axis);
    ctx.strokeStyle = t.estimate;
    ctx.lineWidth = 2;
    if (model) curve(ctx, model.x.map((x, i) => at(x, model.y[i])));
    ctx.fillStyle = t.truth;
    for (const [x, y] of rows) dot(ctx, ...at(x, y), 4);
  }
}

customElements.define("lp-points", LessonPoints);
