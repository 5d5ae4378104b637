// Both bounds at an alpha that the reader chooses: <lp-alpha src="...">, an experiment with two rows
// of two columns, the squared loss and no intercept. The point alpha can be moved; the solver
// gives the minimum.
import { dot } from "../plot/marks.js";
import { number } from "../plot/text.js";
import { square } from "./handles.js";
import { MovableFigure } from "./movable.js";
import { axesOf } from "./shapes.js";

/** @typedef {{ rows: number[][], p: number, gamma: number }} Problem */

/** The bounds at alpha: the lower one -Lambda, the upper one F at w = J_q(u). @param {number[]} alpha @param {Problem} problem */
function boundsOf(alpha, { rows, p, gamma }) {
  const q = p / (p - 1);
  const u = [0, 1].map((j) => alpha[0] * rows[0][j] + alpha[1] * rows[1][j]);
  const w = u.map((v) => Math.sign(v) * Math.abs(v) ** (q - 1));
  const power = u.reduce((sum, v) => sum + Math.abs(v) ** q, 0); // ||w||_p^p too
  const loss = rows.reduce((sum, [x1, x2, y]) => sum + (y - w[0] * x1 - w[1] * x2) ** 2 / 2, 0);
  const conjugate = rows.reduce((sum, row, i) => sum + alpha[i] ** 2 / (2 * gamma) - row[2] * alpha[i], 0);
  return { upper: gamma * loss + power / p, lower: -power / q - conjugate };
}

/** @extends {MovableFigure<{ upper: number, lower: number, objective: { gap: number } }>} */
class LessonAlpha extends MovableFigure {
  points = /** @type {{ alpha: Point }} */ ({ alpha: [0.2, 0.8] });
  text = ""; // of the experiment that was solved
  best = [0, 0]; // its alpha
  minimum = 0;
  problem = /** @type {Problem} */ ({ rows: [], p: 2, gamma: 1 });

  build() {
    super.build();
    this.handles.add({ name: "alpha", step: 0.02, place: () => this.points.alpha, move: (to) => (this.points.alpha = to) });
    this.handles.setPlane(...square(this.host, this.extent));
  }

  async solve() {
    const spec = this.controls.apply(await this.experiment());
    const text = JSON.stringify(spec);
    if (this.text !== text) {
      const { alpha = [0, 0], objective } = await this.run(spec);
      [this.text, this.best, this.minimum] = [text, alpha, objective.primal];
      const [numerator, denominator = 1] = String(spec.model.p).split("/").map(Number);
      this.problem = { rows: spec.data.rows, p: numerator / denominator, gamma: Number(spec.model.gamma) };
    }
    const bounds = boundsOf(this.points.alpha, this.problem);
    return { ...bounds, objective: { gap: bounds.upper - bounds.lower } };
  }

  draw() {
    super.draw();
    const { upper, lower, objective: { gap } } = this.result;
    this.list([["Upper bound F(w)", number(upper, 4)], ["Minimum", number(this.minimum, 4)], ["Lower bound", number(lower, 4)], ["Gap", number(gap, 4)]]);
  }

  description() {
    const { upper, lower } = this.result;
    return `At alpha = (${this.points.alpha.map((v) => number(v)).join(", ")}) the minimum is between ${number(lower, 4)} and ${number(upper, 4)}.`;
  }

  summary() {
    return "The plane of the two dual variables, with level curves of the lower bound around its maximum.";
  }

  /** @type {Paint} */
  paint(ctx, width, height, t) {
    const { extent, problem, best, points: { alpha: [a, b] } } = this;
    const { at, drawNames } = axesOf(ctx, width, height, t, extent, ["α1", "α2"]);
    const top = boundsOf(best, problem).lower;
    ctx.lineWidth = 1;
    ctx.strokeStyle = t.estimate;
    for (const drop of [0.02, 0.1, 0.3, 0.8, 2]) {
      ctx.beginPath();
      for (let i = 0; i <= 180; i++) {
        const angle = (Math.PI * i) / 90;
        const direction = [Math.cos(angle), Math.sin(angle)];
        let [near, far] = [0, 2 * extent]; // along the ray from the maximum the bound falls: it is concave
        for (let step = 0; step < 40; step++) {
          const middle = (near + far) / 2;
          if (top - boundsOf([best[0] + middle * direction[0], best[1] + middle * direction[1]], problem).lower < drop) near = middle;
          else far = middle;
        }
        ctx.lineTo(...at([best[0] + near * direction[0], best[1] + near * direction[1]]));
      }
      ctx.stroke();
    }
    drawNames();
    ctx.fillStyle = t.strong;
    dot(ctx, ...at([a, b]), 4.5);
  }
}

customElements.define("lp-alpha", LessonAlpha);
