import { Plot, axes, clipped, tokens } from "./frame.js";
import { circle, diamond } from "./marks.js";
import { span } from "./scale.js";
import { number } from "./text.js";

/** Predicted against actual; for two classes, decision values by class. */
export class FitPlot extends Plot {
  draw(report) {
    this.report = report;
    const classes = report.spec.task === "classification";
    const parts = ["train", "validation", "test"];
    const points = [];
    for (const part of parts) {
      const actual = report.actual?.[part] ?? [];
      const predicted = report.predictions?.[part] ?? [];
      const n = Math.min(actual.length, predicted.length);
      // A fixed spread keeps the points of a class apart without randomness.
      for (let i = 0; i < n; i++) points.push({ part, x: actual[i] + (classes ? (((i * 0.618034) % 1) - 0.5) * 0.6 : 0), y: predicted[i] });
    }
    if (!points.length) {
      this.chart?.destroy();
      this.chart = null;
      return;
    }
    const t = tokens();
    const xs = span(points.map((q) => q.x));
    const ys = span(points.map((q) => q.y));
    const both = [Math.min(xs[0], ys[0]), Math.max(xs[1], ys[1])];
    const [xAxis, yAxis] = axes(t, classes ? "class" : "actual", classes ? "decision value" : "predicted");
    xAxis.space = 44;
    yAxis.space = 32;
    yAxis.values = (u, splits) => splits.map((v) => number(v));
    xAxis.values = (u, splits) => splits.map((v) => number(v));
    if (classes) {
      xAxis.splits = () => [-1, 1];
      xAxis.values = () => report.classes ?? ["−1", "+1"];
    }
    const mark = {
      train: (ctx, x, y, r) => (circle(ctx, x, y, 2.5 * r), (ctx.globalAlpha = 0.45), ctx.fill()),
      validation: (ctx, x, y, r) => ((ctx.globalAlpha = 0.8), ctx.strokeRect(x - 2.5 * r, y - 2.5 * r, 5 * r, 5 * r)),
      test: (ctx, x, y, r) => (diamond(ctx, x, y, 4 * r), (ctx.globalAlpha = 1), ctx.stroke()),
    };
    const colour = { train: t.estimate, validation: t.text, test: t.truth };
    this.make(
      {
        scales: { x: { time: false, range: classes ? [-1.6, 1.6] : both }, y: { range: classes ? ys : both } },
        axes: [xAxis, yAxis],
        series: [{}, { paths: () => null, points: { show: false } }],
        hooks: {
          draw: [
            (u) =>
              clipped(
                u,
                (ctx, ratio) => {
                  const x = (v) => u.valToPos(v, "x", true);
                  const y = (v) => u.valToPos(v, "y", true);
                  ctx.strokeStyle = t.axis;
                  ctx.lineWidth = ratio;
                  ctx.beginPath();
                  if (classes) {
                    ctx.moveTo(x(-1.6), y(0));
                    ctx.lineTo(x(1.6), y(0));
                  } else {
                    ctx.moveTo(x(both[0]), y(both[0]));
                    ctx.lineTo(x(both[1]), y(both[1]));
                  }
                  ctx.stroke();
                  ctx.lineWidth = 1.5 * ratio;
                  for (const q of points) {
                    ctx.fillStyle = ctx.strokeStyle = colour[q.part];
                    mark[q.part](ctx, x(q.x), y(q.y), ratio);
                  }
                },
                4 * (devicePixelRatio || 1),
              ),
          ],
        },
      },
      [[0, 1], [0, 1]],
    );
    const counts = parts.map((part) => [part, points.filter((q) => q.part === part).length]).filter(([, n]) => n);
    this.host.setAttribute(
      "aria-label",
      `${classes ? "Decision values by class" : "Predicted against actual values"}: ${counts.map(([part, n]) => `${n} ${part} rows`).join(", ")}.`,
    );
  }
}
