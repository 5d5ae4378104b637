import { Drawing } from "./frame.js";

/**
 * Which entries are kept, as [H fig. 12, 13] colour them: the tensor as a square
 * matrix, its first half of indices down, the other across.
 */
export class PackedPicture extends Drawing {
  side = 0; // entries along a side
  /** @type {number[][]} The index of each entry, row by row. */
  cells = [];

  /** @param {number} order @param {number} points @param {string} words for screen readers */
  fill(order, points, words) {
    this.side = points ** (order / 2);
    const digits = (/** @type {number} */ k) => Array.from({ length: order / 2 }, (_, i) => Math.floor(k / points ** (order / 2 - 1 - i)) % points);
    this.cells = Array.from({ length: this.side ** 2 }, (_, k) => [...digits(Math.floor(k / this.side)), ...digits(k % this.side)]);
    this.show(words);
  }

  /** @param {number[]} index @param {Tokens} t */
  colour(index, t) {
    return index.every((v, i) => i === 0 || index[i - 1] <= v) ? t.estimate : t.grid;
  }

  /** @type {Paint} */
  paint(ctx, width, height, t) {
    const size = Math.min(width, height) - 2;
    const cell = size / this.side;
    const gap = cell > 5 ? 1 : 0;
    ctx.translate((width - size) / 2, (height - size) / 2);
    this.cells.forEach((index, k) => {
      ctx.fillStyle = this.colour(index, t);
      ctx.fillRect((k % this.side) * cell, Math.floor(k / this.side) * cell, cell - gap, cell - gap);
    });
  }
}
