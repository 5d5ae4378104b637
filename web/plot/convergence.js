import { Plot, axes, clipped, tokens } from "./frame.js";
import { circle } from "./marks.js";
import { decades } from "./scale.js";
import { number, power } from "./text.js";

/** Duality gap by iteration, on a log axis. */
export class ConvergencePlot extends Plot {
  draw(report) {
    this.report = report;
    const history = report.objective.history ?? [];
    const floor = 1e-17;
    const gaps = history.map((h) => Math.max(floor, h.gap));
    const goal = report.spec.solver.tolerance * Math.max(1, Math.abs(report.objective.dual));
    if (!gaps.length) {
      this.chart?.destroy();
      this.chart = null;
      return;
    }
    const t = tokens();
    const lo = 10 ** Math.floor(Math.log10(Math.min(goal, ...gaps)));
    const hi = 10 ** Math.ceil(Math.log10(2 * Math.max(goal, ...gaps)));
    const [xAxis, yAxis] = axes(t, "iteration", "");
    xAxis.incrs = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000];
    yAxis.size = 48;
    yAxis.space = 26;
    yAxis.values = (u, splits) => splits.map((v) => (v === null ? "" : power(v)));
    yAxis.splits = () => decades(lo, hi, 5);
    yAxis.filter = (u, splits) => splits; // by default uPlot names few of them
    this.make(
      {
        scales: { x: { time: false, range: [0, Math.max(2, gaps.length + 0.5)] }, y: { distr: 3, range: [lo, hi] } },
        axes: [xAxis, yAxis],
        series: [{}, { paths: () => null, points: { show: false } }],
        hooks: {
          draw: [
            (u) =>
              clipped(
                u,
                (ctx, ratio) => {
                  const y = Math.round(u.valToPos(goal, "y", true)) + 0.5;
                  ctx.strokeStyle = t.text;
                  ctx.lineWidth = ratio;
                  ctx.setLineDash([5 * ratio, 4 * ratio]);
                  ctx.beginPath();
                  ctx.moveTo(u.bbox.left, y);
                  ctx.lineTo(u.bbox.left + u.bbox.width, y);
                  ctx.stroke();
                  ctx.setLineDash([]);
                  ctx.font = `${11 * ratio}px ${t.font.slice(5)}`;
                  ctx.fillStyle = t.text;
                  ctx.textAlign = "left";
                  ctx.textBaseline = "alphabetic";
                  ctx.fillText("tolerance", u.bbox.left + 6 * ratio, y - 5 * ratio);
                  ctx.strokeStyle = ctx.fillStyle = t.estimate;
                  ctx.lineWidth = 1.75 * ratio;
                  ctx.beginPath();
                  gaps.forEach((g, i) => ctx.lineTo(u.valToPos(i + 1, "x", true), u.valToPos(g, "y", true)));
                  ctx.stroke();
                  if (gaps.length > 60) return;
                  gaps.forEach((g, i) => {
                    circle(ctx, u.valToPos(i + 1, "x", true), u.valToPos(g, "y", true), 2.75 * ratio);
                    ctx.fill();
                  });
                },
                6 * (devicePixelRatio || 1),
              ),
          ],
        },
      },
      [gaps.map((_, i) => i + 1), gaps],
    );
    this.host.setAttribute(
      "aria-label",
      `Duality gap over ${gaps.length} iterations on a logarithmic axis: from ${number(gaps[0])} to ${number(gaps.at(-1))}; the tolerance asks for ${number(goal)}.`,
    );
  }
}
