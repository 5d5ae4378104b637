import { Drawing, Plot } from "./frame.js";
import { curve, dot, paintRule } from "./marks.js";
import { number, whole } from "./text.js";

const units = ["bytes", "kB", "MB", "GB", "TB", "PB", "EB", "ZB", "YB"];

/** A number of bytes with its unit. */
export function bytes(v) {
  const unit = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(v) / 3 + 1e-9)));
  return `${number(v / 1000 ** unit)} ${units[unit]}`;
}

/** Bytes of the tensor against its points, full and packed [H fig. 15]. */
export class MemoryPlot extends Plot {
  /** course: {order, points, full, packed, here, budget}. */
  draw({ points, full, packed, here, budget }) {
    const n = points[here];
    const least = packed[0];
    const most = Math.max(full.at(-1), budget);
    const step = Math.log10(most / least) > 18 ? 1e6 : 1e3;
    const ticks = [];
    for (let v = 1; v <= most * 2; v *= step) if (v >= least) ticks.push(v);
    const names = (v) => bytes(v).replace(/^1 bytes$/, "1 byte");
    this.plane({
      x: { label: "points n", range: [0, points.at(-1)], whole: true },
      y: { label: "", range: [least / 1.5, Math.max(most * 4, budget * 40)], log: true, ticks, names },
      paint: (ctx, x, y, ratio, t, u) => {
        const { left, width, top, height } = u.bbox;
        const text = (words, px, py, align, colour = t.text) => {
          ctx.font = `${11 * ratio}px ${t.font.slice(5)}`;
          ctx.textAlign = align;
          ctx.textBaseline = "alphabetic";
          ctx.fillStyle = colour;
          ctx.fillText(words, px, py);
        };
        paintRule(ctx, [left, y(budget)], [left + width, y(budget)], ratio, t.text, [5, 4]);
        text(`memory budget ${bytes(budget)}`, left + 6 * ratio, y(budget) - 5 * ratio, "left");
        paintRule(ctx, [x(n), top], [x(n), top + height], ratio, t.text, [2, 3]);
        for (const [values, ink, dash, name, way] of [[full, t.truth, [7, 4], "full", -1], [packed, t.estimate, [], "packed", 1]]) {
          ctx.strokeStyle = ctx.fillStyle = ink;
          ctx.lineWidth = 2 * ratio;
          ctx.setLineDash(dash.map((d) => d * ratio));
          curve(ctx, points.map((m, i) => [x(m), y(values[i])]));
          ctx.setLineDash([]);
          dot(ctx, x(n), y(values[here]), 4 * ratio);
          const at = Math.round(points.length * 0.82);
          text(name, x(points[at]), y(values[at]) + (way > 0 ? 16 : -7) * ratio, "right", ink);
        }
        text(`n = ${whole(n)}`, x(n) + 6 * ratio, top + height - 6 * ratio, "left");
      },
    });
  }
}

/** How many points a side of the picture has, by the order: its cells stay large enough to be seen. */
const sides = { 2: 12, 4: 6, 6: 3, 8: 2 };

/**
 * Which entries are kept, as [H fig. 12, 13] colour them: the tensor as a square
 * matrix, its first half of indices down, the other across.
 */
export class PackedPicture extends Drawing {
  draw({ order, points, here }) {
    const n = Math.min(points[here], sides[order] ?? 2);
    this.report = { n, order, half: n ** (order / 2) };
    this.repaint();
    return n;
  }

  paint(ctx, width, height, t) {
    const { n, order, half } = this.report;
    const size = Math.min(width, height) - 2;
    const cell = size / half;
    const from = (width - size) / 2;
    const gap = cell > 5 ? 1 : 0;
    const digits = (k) => Array.from({ length: order / 2 }, (_, i) => Math.floor(k / n ** (order / 2 - 1 - i)) % n);
    for (let row = 0; row < half; row++) {
      for (let column = 0; column < half; column++) {
        const index = [...digits(row), ...digits(column)];
        const kept = index.every((v, i) => i === 0 || index[i - 1] <= v);
        ctx.fillStyle = kept ? t.estimate : t.grid;
        ctx.fillRect(from + column * cell, 1 + row * cell, cell - gap, cell - gap);
      }
    }
  }
}
