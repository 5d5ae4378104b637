// How the forces of the data become weights: <lp-powers src="..."> draws the duality map
// u -> sign(u) |u|^(q-1) with the weights of the solution on it.
import { element } from "../dom.js";
import { Plot } from "../plot/frame.js";
import { curve, diamond, dot, paintRule } from "../plot/marks.js";
import { span } from "../plot/scale.js";
import { number } from "../plot/text.js";
import { LessonFigure, ended } from "./figure.js";

class LessonPowers extends LessonFigure {
  plot = new PowersPlot(element("div", { className: "plot live-plot", attributes: { role: "img", "aria-label": "Not drawn yet" } }));

  made() {
    const key = element("ul", { className: "legend" },
      element("li", { className: "key-planted", textContent: "planted" }), element("li", { className: "key-selected", textContent: "others" }));
    this.stage.append(this.plot.host, key);
  }

  async solved() {
    return this.run(this.controls.applied(await this.experiment()));
  }

  drawn() {
    this.plot.show(this.shown);
  }

  told() {
    return `${ended(this.shown)} The map is the power ${number(this.plot.power)}.`;
  }
}

class PowersPlot extends Plot {
  power = 1; // of the duality map
  pending = /** @type {FullReport | null} */ (null); // what is to be drawn once the host is shown

  show(/** @type {FullReport} */ report) {
    this.pending = report;
    this.fit();
  }

  fit() {
    if (!this.pending) super.fit();
    else if (this.host.clientWidth) this.draw(this.pending);
  }

  draw(/** @type {FullReport} */ { weights, spec: { model } }) {
    const { values = [], truth = [] } = weights ?? {};
    this.pending = null;
    const [over, under = 1] = String(model.p).split("/").map(Number);
    const p = over / under;
    this.power = 1 / (p - 1); // q - 1
    const planted = new Set(truth.map(({ index }) => index));
    const inverse = (/** @type {number} */ w) => Math.sign(w) * Math.abs(w) ** (p - 1);
    const points = [...values].map((w, k) => ({ w, u: inverse(w), planted: planted.has(k) })).sort((a, b) => Number(a.planted) - Number(b.planted));
    const [left, right] = span(points.map(({ u }) => u));
    this.plane({
      x: { label: "u, the force of the data", range: [left, right] },
      y: { label: "w, its weight", range: span([...values]) },
      paint: (ctx, x, y, ratio, t) => {
        paintRule(ctx, [x(left), y(0)], [x(right), y(0)], ratio, t.axis);
        paintRule(ctx, [x(0), y(-1e9)], [x(0), y(1e9)], ratio, t.axis);
        ctx.strokeStyle = t.text;
        ctx.lineWidth = 1.5 * ratio;
        const across = Array.from({ length: 201 }, (_, i) => left + ((right - left) * i) / 200);
        curve(ctx, across.map((u) => [x(u), y(Math.sign(u) * Math.abs(u) ** this.power)]));
        for (const { u, w, planted: relevant } of points) {
          if (relevant) {
            ctx.strokeStyle = t.truth;
            ctx.lineWidth = 2 * ratio;
            diamond(ctx, x(u), y(w), 5 * ratio);
            ctx.stroke();
          } else {
            ctx.fillStyle = t.estimate;
            dot(ctx, x(u), y(w), 3 * ratio);
          }
        }
      },
    });
    this.host.setAttribute("aria-label", `The weights against the forces on them, on the curve of the power ${number(this.power)}: ` +
      `the larger it is, the flatter the curve is about zero.`);
  }
}

customElements.define("lp-powers", LessonPowers);
