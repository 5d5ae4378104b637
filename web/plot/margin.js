import { Plot } from "./frame.js";
import { eachPart, paintKey, paintLine, paintRule, partsOf, rowsOf } from "./parts.js";
import { span } from "./scale.js";
import { number } from "./text.js";

/** The distribution of the margin y f(x): the share of the rows whose margin is at most so much. */
export class MarginPlot extends Plot {
  constructor(host, say) {
    super(host);
    this.say = say;
  }

  draw(report) {
    const parts = partsOf(report).map((p) => ({
      ...p,
      margins: Float64Array.from(p.actual, (y, i) => y * p.predicted[i]).sort(),
    }));
    if (!parts.length) return this.clear();
    const { of } = parts[0];
    const xs = span(parts.flatMap(({ margins }) => [margins[0], margins.at(-1)]).concat(0));
    this.plane({
      x: { label: "margin y·f(x)", range: xs },
      y: { label: `share of ${of}`, range: [0, 1] },
      paint: (ctx, x, y, ratio, t, u) => {
        paintRule(ctx, [x(0), y(0)], [x(0), y(1)], ratio, t.text, [5, 4]);
        ctx.font = `${11 * ratio}px ${t.font.slice(5)}`;
        ctx.fillStyle = t.text;
        ctx.textBaseline = "top";
        ctx.textAlign = "right";
        ctx.fillText("wrong", x(0) - 6 * ratio, y(1) + 4 * ratio);
        for (const p of parts) {
          const n = p.margins.length;
          const places = [[x(xs[0]), y(0)]];
          p.margins.forEach((m, i) => places.push([x(m), y(i / n)], [x(m), y((i + 1) / n)]));
          places.push([x(xs[1]), y(1)]);
          paintLine(ctx, p, places, ratio, t);
        }
        paintKey(ctx, parts.map((part) => ({ part, text: part.name })), ratio, t, u.bbox);
      },
    });
    const wrong = ({ margins }) => `${number((100 * margins.filter((m) => m < 0).length) / margins.length)} %`;
    const median = ({ margins: m }) => number((m[(m.length - 1) >> 1] + m[m.length >> 1]) / 2);
    this.host.setAttribute("aria-label", `Share of the ${of} whose margin, the decision value with the sign of their class, is at most so much: ${rowsOf(parts)}; the median is ${eachPart(parts, median)}.`);
    this.say(`A margin below zero, a wrong prediction, have ${eachPart(parts, wrong)}.`);
  }
}
