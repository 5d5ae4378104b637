import { Drawing } from "./frame.js";

/** How many points a side of the picture has, by the order: its cells stay large enough to be seen. */
const sides = /** @type {Record<number, number>} */ ({ 2: 12, 4: 6, 6: 3, 8: 2 });

/**
 * Which entries are kept, as [H fig. 12, 13] colour them: the tensor as a square
 * matrix, its first half of indices down, the other across.
 */
export class PackedPicture extends Drawing {
  shape = { n: 0, order: 2, half: 0 };

  /** @param {{ order: number, points: number }} given */
  draw({ order, points }) {
    const n = Math.min(points, sides[order] ?? 2);
    this.shape = { n, order, half: n ** (order / 2) };
    this.drawn = true;
    this.repaint();
    return n;
  }

  /** @type {Paint} */
  paint(ctx, width, height, t) {
    const { n, order, half } = this.shape;
    const size = Math.min(width, height) - 2;
    const cell = size / half;
    const from = (width - size) / 2;
    const gap = cell > 5 ? 1 : 0;
    const digits = (/** @type {number} */ k) => Array.from({ length: order / 2 }, (_, i) => Math.floor(k / n ** (order / 2 - 1 - i)) % n);
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
