// Two weights and the ball of the norm: <lp-balls src="..."> draws where the level
// curves of the squared error touch it. Controls: a select named "p", in which 1 is the
// lasso, and a range named "gamma".
import { element } from "../dom.js";
import { Drawing } from "../plot/frame.js";
import { circle } from "../plot/marks.js";
import { linear } from "../plot/scale.js";
import { number } from "../plot/text.js";
import { LessonFigure } from "./figure.js";

/** The model of a p: gamma's half of the squared error beside (1/p) ||w||_p^p is the lasso at p = 1 and lambda = 1/gamma. */
const modelOf = (p, gamma) => (p === 1 ? { type: "lasso", lambda: 1 / gamma } : { kernel: { type: "linear" }, p, gamma });

class LessonBalls extends LessonFigure {
  least; // the report of least squares, once it is there

  made() {
    const host = element("div", { className: "plot live-plot live-square", attributes: { role: "img", "aria-label": "Not drawn yet" } });
    this.stage.append(host);
    this.plot = new BallPlot(host);
  }

  async solved() {
    const { p, gamma } = this.controls.applied({ p: 2, gamma: 1 });
    const given = await this.experiment();
    this.least ??= await this.run({ ...given, model: { type: "least-squares" } });
    const report = await this.run({ ...given, model: modelOf(p, gamma) });
    this.shape = {
      p,
      weights: [...report.weights.values],
      centre: [...this.least.weights.values],
      rows: given.data.rows,
    };
    return report;
  }

  drawn() {
    this.plot.show(this.shape);
  }

  told() {
    const { weights: [a, b] } = this.shape;
    const zero = [a, b].map((w, i) => (w === 0 ? `w${i + 1} is exactly zero` : Math.abs(w) < 0.01 ? `w${i + 1} is nearly zero` : "")).filter(Boolean);
    return `The weights are w1 = ${number(a)} and w2 = ${number(b)}${zero.length ? `; ${zero.join(" and ")}` : ""}.`;
  }
}

/** The plane of two weights. */
class BallPlot extends Drawing {
  show(shape) {
    this.shape = shape;
    const { p, weights: [a, b], centre: [c, d] } = shape;
    this.host.setAttribute("aria-label", `The plane of two weights: ellipses of equal error around the least squares solution (${number(c)}, ${number(d)}), ` +
      `and the ball of the norm for p = ${number(p)}, which they touch at (${number(a)}, ${number(b)}).`);
    this.repaint();
  }

  paint(ctx, width, height, t) {
    const { p, weights: w, centre: c, rows } = this.shape;
    const extent = 1.35 * Math.max(...c.map(Math.abs), 0.5);
    const unit = Math.min(width, height) / (2 * extent);
    const at = ([a, b]) => [width / 2 + a * unit, height / 2 - b * unit];
    this.axes(ctx, width, height, t, extent, at);

    // Half the squared error is (w - c)' X'X (w - c) / 2 and a constant: its level curves are ellipses.
    const [g11, g12, g22] = rows.reduce(([a, b, d], [x1, x2]) => [a + x1 * x1, b + x1 * x2, d + x2 * x2], [0, 0, 0]);
    const [l11, l21] = [Math.sqrt(g11), g12 / Math.sqrt(g11)]; // the factor of Cholesky
    const l22 = Math.sqrt(g22 - l21 * l21);
    const [u, v] = [w[0] - c[0], w[1] - c[1]];
    const error = Math.sqrt(g11 * u * u + 2 * g12 * u * v + g22 * v * v);
    for (const share of [1 / 3, 2 / 3, 1, 4 / 3]) {
      outline(ctx, (angle) => {
        const y = Math.sin(angle) / l22;
        return at([c[0] + share * error * (Math.cos(angle) - l21 * y) / l11, c[1] + share * error * y]);
      });
      ctx.strokeStyle = t.truth;
      ctx.lineWidth = share === 1 ? 2 : 1;
      ctx.setLineDash(share === 1 ? [] : [4, 4]);
      ctx.stroke();
    }
    ctx.setLineDash([]);

    const size = norm(w, p);
    outline(ctx, (angle) => {
      const way = /** @type {[number, number]} */ ([Math.cos(angle), Math.sin(angle)]);
      const factor = size / norm(way, p);
      return at([way[0] * factor, way[1] * factor]);
    });
    ctx.fillStyle = ctx.strokeStyle = t.estimate;
    ctx.globalAlpha = 0.16;
    ctx.fill();
    ctx.globalAlpha = 1;
    ctx.lineWidth = 2;
    ctx.lineJoin = "round";
    ctx.stroke();

    const [x, y] = at(c);
    ctx.strokeStyle = t.truth;
    ctx.lineWidth = 2;
    ctx.beginPath();
    for (const s of [-1, 1]) {
      ctx.moveTo(x - 4, y - 4 * s);
      ctx.lineTo(x + 4, y + 4 * s);
    }
    ctx.stroke();
    ctx.fillStyle = t.truth;
    ctx.textAlign = "center";
    ctx.fillText("least squares", x, y - 14);
    ctx.fillStyle = t.strong;
    circle(ctx, ...at(w), 4.5);
    ctx.fill();
  }

  axes(ctx, width, height, t, extent, at) {
    const [x0, y0] = at([0, 0]);
    ctx.strokeStyle = t.axis;
    ctx.lineWidth = 1;
    ctx.beginPath();
    ctx.moveTo(0, y0);
    ctx.lineTo(width, y0);
    ctx.moveTo(x0, 0);
    ctx.lineTo(x0, height);
    ctx.stroke();
    ctx.fillStyle = t.text;
    ctx.textAlign = "center";
    for (const v of linear(-extent, extent, 6)) {
      if (v === 0) continue;
      ctx.fillText(number(v), at([v, 0])[0], y0 + 12);
      ctx.fillText(number(v), x0 - 14, at([0, v])[1]);
    }
    ctx.fillText("w1", width - 12, y0 - 10);
    ctx.fillText("w2", x0 + 14, 10);
  }
}

const norm = (w, p) => w.reduce((sum, x) => sum + Math.abs(x) ** p, 0) ** (1 / p);

/** A closed path through the places at all angles, corners on the axes among them. */
function outline(ctx, place) {
  ctx.beginPath();
  for (let i = 0; i <= 360; i++) ctx.lineTo(...place((Math.PI * i) / 180));
  ctx.closePath();
}

customElements.define("lp-balls", LessonBalls);
