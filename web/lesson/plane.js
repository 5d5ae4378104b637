// Two classes in the plane: <lp-plane src="..."> colours it by the decision function.
// The function's values are the predictions for the points of a grid, which are added to
// the experiment as rows of its test part. A training point can be chosen and moved.
import { element } from "../dom.js";
import { circle } from "../plot/marks.js";
import { outcome, number, sentence } from "../plot/text.js";
import { square } from "./handles.js";
import { MovableFigure } from "./movable.js";

const side = 57; // points of the grid along each side

/**
 * @typedef {[number, number, string]} Row A point with its class.
 * @typedef {{ rows: Row[], train: number[], most: number, values: number[], classes: string[], support: Set<number> }} Shape
 */

class LessonPlane extends MovableFigure {
  movedPoints = /** @type {Map<number, Point>} */ (new Map()); // by row, its place
  point = 0; // of the training rows, the one that is moved
  /** @type {Shape} The drawn problem and its solution. */
  shape = { rows: [], train: [], most: 1, values: [], classes: [], support: new Set() };
  key = element("ul", { className: "legend" });

  build() {
    super.build();
    const next = element("button", { type: "button", textContent: "Next point", onclick: () => this.report && this.choose(this.point + 1) });
    this.stage.append(this.key, element("p", { className: "plane-tools" }, next, element("span", {}, "Move the marked point", element("span", { className: "plane-keys", textContent: " by pointer or with the arrow keys, with Shift in larger steps" }), ". A click marks the nearest one.")));
    this.host.addEventListener("click", (event) => this.report && event.target === this.drawing.canvas && this.chooseNearest(event));
  }

  /** Marks a training point. */
  choose(/** @type {number} */ k) {
    const { train } = this.shape;
    this.point = ((k % train.length) + train.length) % train.length;
    this.handles.place();
  }

  chooseNearest(/** @type {MouseEvent} */ event) {
    const box = this.host.getBoundingClientRect();
    const [x, y] = square(this.host, this.shape.most)[1]([event.clientX - box.left, event.clientY - box.top]);
    const { rows, train } = this.shape;
    const distances = train.map((i) => (rows[i][0] - x) ** 2 + (rows[i][1] - y) ** 2);
    this.choose(distances.indexOf(Math.min(...distances)));
  }

  /** The handle of the marked point. */
  addHandles() {
    this.handles.add({
      name: () => `Point ${this.point + 1} of ${this.shape.train.length}, ${this.markedRow()[2]}`,
      place: () => [this.markedRow()[0], this.markedRow()[1]],
      move: (place) => this.movedPoints.set(this.shape.train[this.point], place),
    });
    this.handles.setPlane(...square(this.host, this.shape.most));
  }

  /** The marked point at its current place; the drawing may still show the previous place. @returns {Row} */
  markedRow() {
    const i = this.shape.train[this.point];
    const [x1, x2, name] = this.shape.rows[i];
    return [...(this.movedPoints.get(i) ?? /** @type {Point} */ ([x1, x2])), name];
  }

  /** @returns {Record<string, string>} */
  places() {
    return this.movedPoints.size ? { points: [...this.movedPoints].map((entry) => entry.flat().join(",")).join(" ") } : {};
  }

  restore(/** @type {URLSearchParams} */ params) {
    for (const text of (params.get("points") ?? "").split(" ").slice(0, 400)) {
      const [row, x, y] = text.split(",").map(Number);
      if (Number.isInteger(row) && Math.abs(x) < 100 && Math.abs(y) < 100) this.movedPoints.set(row, [x, y]);
    }
  }

  async solve() {
    const spec = this.controls.apply(await this.experiment());
    const lessonRows = /** @type {Row[]} */ (/** @type {unknown} */ (spec.data.rows)); // the class is in the third column
    const most = 1.12 * Math.max(...lessonRows.flatMap(([x1, x2]) => [Math.abs(x1), Math.abs(x2)]));
    const rows = lessonRows.map(([x1, x2, name], i) => /** @type {Row} */ ([...(this.movedPoints.get(i) ?? [x1, x2]), name]));
    const data = { ...spec.data, rows };
    const place = (/** @type {number} */ i) => most * (2 * i / (side - 1) - 1);
    const grid = Array.from({ length: side * side }, (_, k) => [place(k % side), place(Math.floor(k / side)), rows[0][2]]);
    const report = await this.run({
      ...spec,
      data: { ...data, rows: [...rows, ...grid] },
      split: { ...spec.split, test: grid.map((_, i) => rows.length + i) },
    }, { ...spec, data });
    const train = /** @type {number[]} */ (spec.split.train);
    this.shape = { rows, train, most, values: report.predictions.test ?? [], classes: report.classes ?? [], support: new Set(report.support) };
    return report;
  }

  draw() {
    super.draw();
    this.key.replaceChildren(...this.shape.classes.map((name, i) => element("li", { className: i ? "key-over" : "key-under", textContent: name })),
      element("li", { className: "key-unseen", textContent: "not used for training" }));
  }

  description() {
    const share = this.result.metrics?.train?.accuracy ?? 0;
    const separates = share === 1 ? `separates the training points ${this.shape.classes.join(" from ")}` : `is right on ${number(100 * share)} % of the training points`;
    return `${sentence(outcome(this.result))} The decision function ${separates}.`;
  }

  summary() {
    const { rows, values, classes } = this.shape;
    const positiveCount = values.filter((v) => v > 0).length;
    return `${rows.length} points of the classes ${classes.join(" and ")} in the plane; ` +
      `the decision function assigns ${Math.round((100 * positiveCount) / values.length)} % of it to ${classes[1]}.`;
  }

  /** Draws the plane with its points; +1 is filled, -1 an outline, so that they differ without colour, too. @type {Paint} */
  paint(ctx, width, height, t) {
    const { rows, train, most, values, classes, support } = this.shape;
    const size = Math.min(width, height);
    const [left, top] = [(width - size) / 2, (height - size) / 2];
    /** @param {number} x1 @param {number} x2 @returns {Point} */
    const at = (x1, x2) => [left + (size * (x1 / most + 1)) / 2, top + (size * (1 - x2 / most)) / 2];
    const cell = size / (side - 1);
    ctx.save();
    ctx.beginPath();
    ctx.rect(left, top, size, size);
    ctx.clip();
    ctx.drawImage(this.colours(values, t), left - cell / 2, top - cell / 2, size + cell, size + cell);
    this.boundary(ctx, values, (i, j) => [left + i * cell, top + size - j * cell], t);
    rows.forEach(([x1, x2, name], i) => {
      const unseen = !train.includes(i);
      ctx.strokeStyle = ctx.fillStyle = name === classes[1] ? t.estimate : t.truth;
      ctx.lineWidth = 2;
      ctx.globalAlpha = unseen ? 0.45 : 1;
      circle(ctx, ...at(x1, x2), unseen ? 3 : 4.5);
      if (name === classes[1]) ctx.fill();
      else {
        ctx.save();
        ctx.fillStyle = t.surface;
        ctx.fill();
        ctx.restore();
      }
      ctx.stroke();
      if (support.has(i)) {
        ctx.strokeStyle = t.strong;
        ctx.lineWidth = 1;
        circle(ctx, ...at(x1, x2), 8);
        ctx.stroke();
      }
    });
    ctx.restore();
    ctx.strokeStyle = t.axis;
    ctx.strokeRect(left + 0.5, top + 0.5, size - 1, size - 1);
  }

  /** A picture with a pixel for each value, the first row at the bottom; it is drawn larger and smoothed. @param {number[]} values @param {Tokens} t */
  colours(values, t) {
    const picture = element("canvas", { width: side, height: side });
    const ctx = /** @type {CanvasRenderingContext2D} */ (picture.getContext("2d"));
    const largest = Math.max(...values.map(Math.abs));
    values.forEach((v, k) => {
      ctx.fillStyle = v > 0 ? t.estimate : t.truth;
      ctx.globalAlpha = 0.08 + 0.32 * Math.sqrt(Math.abs(v) / largest);
      ctx.fillRect(k % side, side - 1 - Math.floor(k / side), 1, 1);
    });
    return picture;
  }

  /** Where the function is zero: a piece in each square of the grid with corners of different signs. @param {Context} ctx @param {number[]} values @param {(i: number, j: number) => Point} at @param {Tokens} t */
  boundary(ctx, values, at, t) {
    ctx.strokeStyle = t.strong;
    ctx.lineWidth = 2;
    ctx.beginPath();
    for (let j = 0; j + 1 < side; j++) {
      for (let i = 0; i + 1 < side; i++) {
        const corners = [[i, j], [i + 1, j], [i + 1, j + 1], [i, j + 1]].map(([a, b]) => ({ a, b, v: values[b * side + a] }));
        const cuts = corners.flatMap((from, k) => {
          const to = corners[(k + 1) % 4];
          if (from.v > 0 === to.v > 0) return [];
          const share = from.v / (from.v - to.v);
          return [at(from.a + share * (to.a - from.a), from.b + share * (to.b - from.b))];
        });
        for (let k = 0; k + 1 < cuts.length; k += 2) {
          ctx.moveTo(...cuts[k]);
          ctx.lineTo(...cuts[k + 1]);
        }
      }
    }
    ctx.stroke();
  }
}

customElements.define("lp-plane", LessonPlane);
