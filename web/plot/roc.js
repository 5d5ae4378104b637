import { Plot } from "./frame.js";
import { eachPart, paintKey, paintLine, paintRule, partsOf } from "./parts.js";
import { number } from "./text.js";

/** The ROC of a part from (0, 0) to (1, 1), rows of equal decision value taken at once; null where a class is missing. */
function roc({ actual, predicted }) {
  const order = actual.map((_, i) => i).sort((a, b) => predicted[b] - predicted[a]);
  const positive = actual.filter((y) => y > 0).length;
  const negative = actual.length - positive;
  if (!positive || !negative) return null;
  const curve = [[0, 0]];
  let right = 0;
  let wrong = 0;
  order.forEach((i, k) => {
    if (actual[i] > 0) right++;
    else wrong++;
    if (k + 1 === order.length || predicted[order[k + 1]] !== predicted[i]) curve.push([wrong / negative, right / positive]);
  });
  return curve;
}

/** True against false positives over all thresholds, for each part with both classes. */
export class RocPlot extends Plot {
  constructor(host, say) {
    super(host);
    this.say = say;
  }

  draw(report) {
    const parts = partsOf(report)
      .map((p) => ({ ...p, curve: roc(p), area: report.metrics[p.name]?.auc }))
      .filter(({ curve }) => curve);
    if (!parts.length) {
      this.clear();
      this.say("No part of the split has rows of both classes.");
      return;
    }
    this.plane({
      x: { label: "false positives", range: [0, 1] },
      y: { label: "true positives", range: [0, 1] },
      paint: (ctx, x, y, ratio, t, u) => {
        paintRule(ctx, [x(0), y(0)], [x(1), y(1)], ratio, t.axis, [5, 4]);
        for (const p of parts) paintLine(ctx, p, p.curve.map(([a, b]) => [x(a), y(b)]), ratio, t);
        paintKey(ctx, parts.map((part) => ({ part, text: `${part.name}, AUC ${number(part.area)}` })), ratio, t, u.bbox);
      },
    });
    const areas = eachPart(parts, ({ area }) => number(area));
    this.host.setAttribute("aria-label", `Receiver operating characteristic; the area under the curve is ${areas}.`);
    this.say(`The area under the curve, AUC, is ${areas}; chance gives 0.5.`);
  }
}
