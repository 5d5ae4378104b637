import { Plot } from "./frame.js";
import { eachPart, paintRows, paintRule, partsOf, rowsOf } from "./parts.js";
import { span } from "./scale.js";
import { number } from "./text.js";

/** Predicted against actual; for two classes, decision values by class. `say` hears a sentence about it. */
export class FitPlot extends Plot {
  constructor(host, say) {
    super(host);
    this.say = say;
  }

  draw(report) {
    const parts = partsOf(report);
    if (!parts.length) return this.clear();
    if (report.spec.task === "classification") this.classes(report, parts);
    else this.values(report, parts);
  }

  values(report, parts) {
    const both = span(parts.flatMap(({ actual, predicted }) => [...actual, ...predicted]));
    this.plane({
      x: { label: "actual", range: both },
      y: { label: "predicted", range: both },
      paint: (ctx, x, y, ratio, t) => {
        paintRule(ctx, [x(both[0]), y(both[0])], [x(both[1]), y(both[1])], ratio, t.axis);
        for (const p of parts) paintRows(ctx, p, (i) => x(p.actual[i]), (i) => y(p.predicted[i]), ratio, t);
      },
    });
    this.host.setAttribute("aria-label", `Predicted against actual values: ${rowsOf(parts)}.`);
    const known = parts.filter(({ name }) => Number.isFinite(report.metrics[name]?.r2));
    this.say(known.length ? `R² is ${eachPart(known, ({ name }) => number(report.metrics[name].r2))}.` : "");
  }

  classes(report, parts) {
    const ys = span(parts.flatMap(({ predicted }) => predicted).concat(0));
    // A fixed spread keeps the points of a class apart without randomness.
    const spread = (i) => (((i * 0.618034) % 1) - 0.5) * 0.6;
    const names = report.classes ?? ["−1", "+1"];
    this.plane({
      x: { label: "class", range: [-1.6, 1.6], ticks: [-1, 1], names: (v) => names[v < 0 ? 0 : 1] },
      y: { label: "decision value", range: ys },
      paint: (ctx, x, y, ratio, t) => {
        paintRule(ctx, [x(-1.6), y(0)], [x(1.6), y(0)], ratio, t.axis);
        for (const p of parts) paintRows(ctx, p, (i) => x(p.actual[i] + spread(i)), (i) => y(p.predicted[i]), ratio, t);
      },
    });
    this.host.setAttribute("aria-label", `Decision values by class: ${rowsOf(parts)}.`);
    const known = parts.filter(({ name }) => Number.isFinite(report.metrics[name]?.accuracy));
    this.say(`Above zero ${names[1]} is predicted: right for ${eachPart(known, ({ name }) => `${number(100 * report.metrics[name].accuracy)} %`)}.`);
  }
}
