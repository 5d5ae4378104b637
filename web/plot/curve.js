import { Plot } from "./frame.js";
import { paintRows, partsOf, rowsOf } from "./parts.js";
import { span } from "./scale.js";
import { number } from "./text.js";

/** The fitted function of a single input, with the data. */
export class CurvePlot extends Plot {
  constructor(host, say) {
    super(host);
    this.say = say;
  }

  draw(report) {
    const parts = partsOf(report);
    const { feature, x: xs, y: ys } = report.curve;
    this.plane({
      x: { label: feature, range: [xs[0], xs.at(-1)] },
      y: { label: report.spec.target, range: span([...ys, ...parts.flatMap(({ actual }) => actual)]) },
      paint: (ctx, x, y, ratio, t) => {
        for (const p of parts) paintRows(ctx, p, (i) => x(p.at[i]), (i) => y(p.actual[i]), ratio, t);
        ctx.strokeStyle = t.strong;
        ctx.lineWidth = 2 * ratio;
        ctx.beginPath();
        xs.forEach((v, i) => ctx.lineTo(x(v), y(ys[i])));
        ctx.stroke();
      },
    });
    const what = report.spec.task === "classification" ? "decision value" : "fitted function";
    const [least, most] = [Math.min(...ys), Math.max(...ys)];
    this.host.setAttribute("aria-label", `The ${what} of ${feature} with ${rowsOf(parts)}: between ${number(least)} and ${number(most)}.`);
    this.say(`The ${what} of ${feature}, from ${number(xs[0])} to ${number(xs.at(-1))}, lies between ${number(least)} and ${number(most)}.`);
  }
}
