// The metric of single subsamples.
import { Drawing } from "./frame.js";
import { circle } from "./marks.js";
import { linear, span } from "./scale.js";
import { metricNames } from "./scores.js";
import { number, whole } from "./text.js";

/** The metric of every draw by size of the subsample: its points, and the box of their quartiles. */
export class DrawsPlot extends Drawing {
  draw(report) {
    const { search } = report;
    this.report = search.draws?.length ? report : null;
    if (!this.report) return;
    this.part = search.draws.every((d) => d.test?.length) ? "test" : "validation";
    this.host.setAttribute(
      "aria-label",
      `${metricNames[search.metric]} of every draw on ${this.part} rows. Medians: ` +
        search.draws.map((d, i) => `${whole(search.subsample[i])} rows ${number(quantile(sorted(d[this.part]), 0.5))}`).join(", ") + ".",
    );
    this.repaint();
  }

  paint(ctx, width, height, t) {
    const { search } = this.report;
    const left = 46;
    const [top, h, w] = [8, height - 8 - 40, width - left - 8];
    const [lo, hi] = span(search.draws.flatMap((d) => d[this.part]));
    const y = (v) => top + h * (1 - (v - lo) / (hi - lo));
    const step = w / search.draws.length;
    ctx.textAlign = "right";
    for (const v of linear(lo, hi, h / 36)) {
      ctx.strokeStyle = t.grid;
      ctx.lineWidth = 1;
      ctx.beginPath();
      ctx.moveTo(left, Math.round(y(v)) + 0.5);
      ctx.lineTo(left + w, Math.round(y(v)) + 0.5);
      ctx.stroke();
      ctx.fillStyle = t.text;
      ctx.fillText(number(v), left - 6, y(v));
    }
    ctx.textAlign = "center";
    const every = Math.max(1, Math.ceil(34 / step));
    search.draws.forEach((d, i) => {
      const values = sorted(d[this.part]);
      const x = left + (i + 0.5) * step;
      const half = Math.min(16, step * 0.32);
      const [q1, q2, q3] = [0.25, 0.5, 0.75].map((share) => y(quantile(values, share)));
      ctx.strokeStyle = t.text;
      ctx.lineWidth = 1;
      ctx.strokeRect(x - half, q3, 2 * half, q1 - q3);
      ctx.lineWidth = 2;
      ctx.beginPath();
      ctx.moveTo(x - half, q2);
      ctx.lineTo(x + half, q2);
      ctx.stroke();
      ctx.fillStyle = t.estimate;
      ctx.globalAlpha = 0.6;
      values.forEach((v, k) => {
        circle(ctx, x + (((k * 0.618034) % 1) - 0.5) * half, y(v), 2.25);
        ctx.fill();
      });
      ctx.globalAlpha = 1;
      ctx.fillStyle = t.text;
      if (i % every === 0) ctx.fillText(whole(search.subsample[i]), x, top + h + 11);
    });
    ctx.fillText(`rows of the subsample; ${metricNames[search.metric]}, ${this.part}`, left + w / 2, top + h + 28);
  }
}

const sorted = (values) => [...values].sort((a, b) => a - b);

/** A quantile of sorted values, between its neighbours in proportion. */
function quantile(values, share) {
  const at = share * (values.length - 1);
  const i = Math.floor(at);
  return values[i] + (at - i) * ((values[i + 1] ?? values[i]) - values[i]);
}
