import { Drawing } from "./frame.js";

/** How many points a side of the picture has, by the order: its cells stay large enough to be seen. */
const sides = { 2: 12, 4: 6, 6: 3, 8: 2 };

/**
 * Which entries are kept, as [H fig. 12, 13] colour them: the tensor as a square
 * matrix, its first half of indices down, the other across.
 */
export class PackedPicture extends Drawing {
  draw({ order, points }) {
    const n = Math.min(points, sides[order] ?? 2);
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
