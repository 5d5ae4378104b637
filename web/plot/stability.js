// How often weights are selected.
import { Drawing } from "./frame.js";
import { diamond } from "./marks.js";

const mostBars = 20;
const leastStep = 16; // px for a bar

/** How often the weights are selected, those that are most often. */
export class StabilityPlot extends Drawing {
  draw(report) {
    const { stability } = report;
    this.report = report;
    this.bars = stability.top.slice(0, mostBars);
    this.host.style.height = `${Math.max(3, this.bars.length) * 18 + 34}px`;
    const named = this.bars.slice(0, 5).map((f) => `${f.label} ${Math.round(100 * f.share)} %${f.relevant ? " (planted)" : ""}`).join(", ");
    this.host.setAttribute(
      "aria-label",
      `Selection frequencies in ${stability.resamples} random halves of the training rows: ${named || "no weight is ever selected"}.`,
    );
    this.repaint();
  }

  paint(ctx, width, height, t) {
    const wide = Math.max(...this.bars.map((f) => ctx.measureText(f.label).width), 20);
    const left = Math.min(wide + 26, width * 0.4);
    const [top, right] = [4, 46];
    const [w, h] = [width - left - right, height - top - 30];
    const bars = this.bars.slice(0, Math.max(3, Math.floor(h / leastStep))); // as many as there is room for
    const step = h / Math.max(3, bars.length);
    ctx.textAlign = "center";
    for (const share of [0, 0.25, 0.5, 0.75, 1]) {
      const x = Math.round(left + share * w) + 0.5;
      ctx.strokeStyle = share ? t.grid : t.axis;
      ctx.lineWidth = 1;
      ctx.beginPath();
      ctx.moveTo(x, top);
      ctx.lineTo(x, top + h);
      ctx.stroke();
      ctx.fillStyle = t.text;
      ctx.fillText(`${100 * share} %`, x, top + h + 13);
    }
    bars.forEach((f, i) => {
      const y = top + (i + 0.5) * step;
      ctx.fillStyle = t.estimate;
      ctx.fillRect(left, y - step * 0.32, Math.max(1, f.share * w), step * 0.64);
      if (f.relevant) {
        ctx.strokeStyle = t.truth;
        ctx.lineWidth = 1.75;
        diamond(ctx, left - 10, y, 4.5);
        ctx.stroke();
      }
      ctx.fillStyle = t.text;
      ctx.textAlign = "right";
      ctx.save();
      ctx.beginPath();
      ctx.rect(0, y - step, left - 18, 2 * step);
      ctx.clip();
      ctx.fillText(f.label, left - 20, y);
      ctx.restore();
      ctx.textAlign = "left";
      ctx.fillText(`${Math.round(100 * f.share)} %`, left + f.share * w + 6, y);
    });
  }
}
