// The duality map from forces to weights: <lp-powers src="..."> draws the curve
// u -> sign(u) |u|^(q-1) with the weights of the solution on it.
import { element } from "../dom.js";
import { Drawing } from "../plot/frame.js";
import { curve, diamond, dot, paintRule } from "../plot/marks.js";
import { ticks, span } from "../plot/scale.js";
import { outcome, number, sentence } from "../plot/text.js";
import { LessonFigure } from "./figure.js";

class LessonPowers extends LessonFigure {
  drawing = new Drawing(element("div", { className: "plot live-plot", attributes: { role: "img", "aria-label": "Not drawn yet" } }));
  power = 1; // of the duality map
  points = /** @type {{ u: number, w: number, planted: boolean }[]} */ ([]); // the planted ones last

  build() {
    this.drawing.paint = (...args) => this.paint(...args);
    this.stage.append(this.drawing.host, element("ul", { className: "legend" },
      element("li", { className: "key-planted", textContent: "planted" }), element("li", { className: "key-selected", textContent: "others" })));
  }

  async solve() {
    return this.run(this.controls.apply(await this.experiment()));
  }

  draw() {
    const { weights, spec: { model } } = this.result;
    const { values = [], truth = [] } = weights ?? {};
    const [numerator, denominator = 1] = String(model.p).split("/").map(Number);
    this.power = 1 / (numerator / denominator - 1); // q - 1
    const planted = new Set(truth.map(({ index }) => index));
    this.points = [...values].map((w, k) => ({ w, u: Math.sign(w) * Math.abs(w) ** (1 / this.power), planted: planted.has(k) }))
      .sort((a, b) => Number(a.planted) - Number(b.planted));
    this.drawing.show(`The weights against the forces on them, on the curve of the power ${number(this.power)}: the larger it is, the flatter the curve is about zero.`);
  }

  description() {
    return `${sentence(outcome(this.result))} The map is the power ${number(this.power)}.`;
  }

  /** @type {Paint} */
  paint(ctx, width, height, t) {
    const [left, bottom] = [52, height - 36];
    const [first, last] = span([0, ...this.points.map(({ u }) => u)]);
    const [low, high] = span([0, ...this.points.map(({ w }) => w)]);
    const x = (/** @type {number} */ u) => left + ((width - left) * (u - first)) / (last - first);
    const y = (/** @type {number} */ w) => bottom - (bottom * (w - low)) / (high - low);
    ctx.fillStyle = t.text;
    ctx.textAlign = "center";
    for (const u of ticks(first, last, 6)) ctx.fillText(number(u), x(u), bottom + 12);
    ctx.fillText("u, the force of the data", (left + width) / 2, bottom + 28);
    ctx.textAlign = "right";
    for (const w of ticks(low, high, 6)) ctx.fillText(number(w), left - 6, y(w));
    ctx.textAlign = "left";
    ctx.fillText("w, its weight", left + 6, 8);
    paintRule(ctx, [left, y(0)], [width, y(0)], 1, t.axis);
    paintRule(ctx, [x(0), 0], [x(0), bottom], 1, t.axis);
    ctx.strokeStyle = t.text;
    ctx.lineWidth = 1.5;
    const across = Array.from({ length: 201 }, (_, i) => first + ((last - first) * i) / 200);
    curve(ctx, across.map((u) => /** @type {Point} */ ([x(u), y(Math.sign(u) * Math.abs(u) ** this.power)])).filter(([, at]) => at > 0 && at < bottom));
    ctx.fillStyle = t.estimate;
    ctx.strokeStyle = t.truth;
    ctx.lineWidth = 2;
    for (const { u, w, planted } of this.points) {
      if (!planted) dot(ctx, x(u), y(w), 3);
      else {
        diamond(ctx, x(u), y(w), 5);
        ctx.stroke();
      }
    }
  }
}

customElements.define("lp-powers", LessonPowers);
