// Two weights and the ball of the norm: <lp-balls src="..."> draws the level
// curves of the squared error, one of which touches it. Controls: ranges named "p", in which 1 is the
// lasso, and "gamma". The least squares solution can be moved, which adds to the target what
// such weights predict; and the solution, which sets gamma.
import { dot, label, paintRule } from "../plot/marks.js";
import { number } from "../plot/text.js";
import { square } from "./handles.js";
import { MovableFigure } from "./movable.js";
import { axesOf, ball, norm, outline } from "./shapes.js";

const extent = 1.6; // of the plane

/** The model of a p: gamma's half of the squared error beside (1/p) ||w||_p^p is the lasso at p = 1 and lambda = 1/gamma. */
const modelOf = (/** @type {number} */ p, /** @type {number} */ gamma) => /** @type {FullSpec["model"]} */ (p === 1 ? { type: "lasso", lambda: 1 / gamma } : { kernel: { type: "linear" }, p, gamma });

const valuesOf = (/** @type {FullReport} */ report) => [...report.weights?.values ?? []];

class LessonBalls extends MovableFigure {
  points = /** @type {{ shift: Point }} */ ({ shift: [0, 0] }); // of the least squares solution, by the reader
  extent = 5;
  lessonSolution = [0, 0]; // that solution for the lesson's rows
  /** The drawn problem and its solution. */
  shape = { p: 2, gamma: 1, weights: [0, 0], centre: [0, 0], rows: /** @type {number[][]} */ ([]) };

  build() {
    super.build();
    this.handles.setPlane(...square(this.host, extent));
  }

  addHandles() {
    this.handles.add({
      name: "Least squares solution",
      step: 0.05,
      place: () => [this.lessonSolution[0] + this.points.shift[0], this.lessonSolution[1] + this.points.shift[1]],
      move: ([a, b]) => (this.points.shift = [Number((a - this.lessonSolution[0]).toFixed(3)), Number((b - this.lessonSolution[1]).toFixed(3))]),
    });
    this.handles.add({
      name: "Solution with the penalty",
      step: 0.02,
      place: () => [this.shape.weights[0], this.shape.weights[1]],
      move: (to) => { // outwards is a larger gamma, by a step of its range at least
        const ratio = (norm(to, 2) / (norm(this.shape.weights, 2) || 0.01)) ** 3;
        this.controls.set("gamma", this.shape.gamma * (ratio > 1 ? Math.min(30, Math.max(1.13, ratio)) : Math.max(1 / 30, Math.min(1 / 1.13, ratio))));
      },
    });
  }

  async solve() {
    const { p, gamma } = this.controls.apply({ p: 2, gamma: 1 });
    const lesson = await this.experiment();
    const [a, b] = this.points.shift;
    const rows = lesson.data.rows.map(([x1, x2, y]) => [x1, x2, y + a * x1 + b * x2]);
    const spec = { ...lesson, data: { ...lesson.data, rows } };
    const leastSquares = await this.run({ ...spec, model: { type: "least-squares" } });
    const centre = valuesOf(leastSquares);
    this.lessonSolution = [centre[0] - a, centre[1] - b];
    const report = await this.run({ ...spec, model: modelOf(p, gamma) });
    this.shape = { p, gamma, weights: valuesOf(report), centre, rows };
    return report;
  }

  description() {
    const { weights: [a, b] } = this.shape;
    const zero = [a, b].map((w, i) => (w === 0 ? `w${i + 1} is exactly zero` : Math.abs(w) < 0.01 ? `w${i + 1} is nearly zero` : "")).filter(Boolean);
    return `The weights are w1 = ${number(a)} and w2 = ${number(b)}${zero.length ? `; ${zero.join(" and ")}` : ""}.`;
  }

  summary() {
    const { p, weights: [a, b], centre: [c, d] } = this.shape;
    return `The plane of two weights: ellipses of equal error around the least squares solution (${number(c)}, ${number(d)}), ` +
      `and the ball of the norm for p = ${number(p)}, which they touch at (${number(a)}, ${number(b)}).`;
  }

  /** @type {Paint} */
  paint(ctx, width, height, t) {
    const { p, weights: [w1, w2], centre: [c1, c2], rows } = this.shape;
    const { at, drawNames } = axesOf(ctx, width, height, t, extent, ["w1", "w2"]);

    // Half the squared error is (w - c)' X'X (w - c) / 2 and a constant: its level curves are ellipses.
    const [g11, g12, g22] = rows.reduce(([a, b, d], [x1, x2]) => [a + x1 * x1, b + x1 * x2, d + x2 * x2], [0, 0, 0]);
    const [l11, l21] = [Math.sqrt(g11), g12 / Math.sqrt(g11)]; // the factor of Cholesky
    const l22 = Math.sqrt(g22 - l21 * l21);
    const [u, v] = [w1 - c1, w2 - c2];
    const error = Math.sqrt(g11 * u * u + 2 * g12 * u * v + g22 * v * v);
    for (const share of [1 / 3, 2 / 3, 1, 4 / 3]) {
      outline(ctx, (angle) => {
        const y = Math.sin(angle) / l22;
        return at([c1 + share * error * (Math.cos(angle) - l21 * y) / l11, c2 + share * error * y]);
      });
      ctx.strokeStyle = t.truth;
      ctx.lineWidth = share === 1 ? 2 : 1;
      ctx.setLineDash(share === 1 ? [] : [4, 4]);
      ctx.stroke();
    }
    ctx.setLineDash([]);

    ball(ctx, at, p, norm([w1, w2], p), t);
    drawNames();
    const [x, y] = at([c1, c2]);
    for (const s of [-4, 4]) paintRule(ctx, [x - 4, y - s], [x + 4, y + s], 2, t.truth);
    ctx.fillStyle = t.truth;
    ctx.textAlign = "center";
    label(ctx, "least squares", x, y - 18, t);
    ctx.fillStyle = t.strong;
    dot(ctx, ...at([w1, w2]), 4.5);
  }
}

customElements.define("lp-balls", LessonBalls);
