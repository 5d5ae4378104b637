import { Plot } from "./frame.js";
import { eachPart, paintRows, paintRule, partsOf, rowsOf } from "./parts.js";
import { span } from "./scale.js";
import { number } from "./text.js";

const bins = 24;
const widest = 0.14; // of the histogram at the edge, as a share of the plot

/** Actual minus predicted against predicted, with their distribution at the edge. */
export class ResidualsPlot extends Plot {
  constructor(host, say) {
    super(host);
    this.say = say;
  }

  draw(report) {
    const parts = partsOf(report).map((p) => ({ ...p, left: p.actual.map((v, i) => v - p.predicted[i]) }));
    if (!parts.length) return this.clear();
    const all = parts.flatMap(({ left }) => left);
    const xs = span(parts.flatMap(({ predicted }) => predicted));
    const ys = span([...all, 0]);
    const counts = new Array(bins).fill(0);
    for (const e of all) counts[Math.min(bins - 1, Math.floor((bins * (e - ys[0])) / (ys[1] - ys[0])))]++;
    const most = Math.max(...counts);
    this.plane({
      x: { label: "predicted", range: xs },
      y: { label: "residual", range: ys },
      paint: (ctx, x, y, ratio, t, u) => {
        const right = u.bbox.left + u.bbox.width;
        const step = u.bbox.height / bins;
        ctx.fillStyle = t.axis;
        ctx.globalAlpha = 0.5;
        counts.forEach((n, k) => {
          const length = (n / most) * widest * u.bbox.width;
          ctx.fillRect(right - length, u.bbox.top + u.bbox.height - (k + 1) * step + ratio / 2, length, step - ratio);
        });
        ctx.globalAlpha = 1;
        paintRule(ctx, [x(xs[0]), y(0)], [x(xs[1]), y(0)], ratio, t.axis);
        for (const p of parts) paintRows(ctx, p, (i) => x(p.predicted[i]), (i) => y(p.left[i]), ratio, t);
      },
    });
    const root = ({ left }) => number(Math.sqrt(left.reduce((sum, e) => sum + e * e, 0) / left.length));
    const mean = ({ left }) => number(left.reduce((sum, e) => sum + e, 0) / left.length);
    this.host.setAttribute("aria-label", `Actual minus predicted against predicted values: ${rowsOf(parts)}; their mean is ${eachPart(parts, mean)}. Bars at the edge count them.`);
    this.say(`The residuals’ root mean square is ${eachPart(parts, root)}.`);
  }
}
