// What the solver computes itself, on SIMD128 in the memory of the Go program: vector operations (vectors.ts), and
// inner products, the product kernel of core/spaces/tensor's weighted Gram triangles, with the same digits as the portable
// one. It imports that memory and keeps nothing in it: no data, no stack, only
// the room that the caller lends.

import { mulAdd, addAtEdge } from "./simd";

export { multiply, dot, addScaled, rowProducts, addRows } from "./vectors";

/**
 * Adds to the packed triangle at dst the inner products x_i . y_j, 0 <= i <= j
 * <= k, of w numbers each: x_i begins at x + 8 stride i and y_j at y + 8 w j. The
 * products of one entry are summed from 0 in the order of the coordinates, and
 * the sum is added. room has space for 4 ceil((k + 1)/4) w + 16 numbers.
 */
export function products(dst: usize, x: usize, stride: usize, y: usize, w: usize, k: usize, room: usize): void {
  const tile = room;
  const panels = room + 128;
  pack(panels, x, stride << 3, w, k + 1);
  for (let j: usize = 0; j <= k; j += 4) {
    // Columns beyond the last one are computed as the last one, and not kept.
    const y0 = y + ((w * j) << 3);
    const y1 = y + ((w * min(j + 1, k)) << 3);
    const y2 = y + ((w * min(j + 2, k)) << 3);
    const y3 = y + ((w * min(j + 3, k)) << 3);
    for (let i: usize = 0; i <= j; i += 4) {
      addTile(dst, i, j, k, panels + ((w * i) << 3), y0, y1, y2, y3, w, tile);
    }
  }
}

/** Interleaves rows of w numbers in panels of four; rows beyond the last one are 0. */
function pack(panels: usize, x: usize, stride: usize, w: usize, rows: usize): void {
  for (let i: usize = 0; i < rows; i += 4) {
    const panel = panels + ((w * i) << 3);
    for (let r: usize = 0; r < 4; r++) {
      const from = x + stride * (i + r);
      const to = panel + (r << 3);
      if (i + r < rows) {
        for (let c: usize = 0; c < w; c++) {
          store<f64>(to + (c << 5), load<f64>(from + (c << 3)));
        }
      } else {
        for (let c: usize = 0; c < w; c++) {
          store<f64>(to + (c << 5), 0);
        }
      }
    }
  }
}

/** Adds the inner products of four rows, from i on, with four columns, from j on. */
function addTile(dst: usize, i: usize, j: usize, k: usize, x: usize, y0: usize, y1: usize, y2: usize, y3: usize, w: usize, tile: usize): void {
  let s00 = f64x2.splat(0), s01 = s00, s10 = s00, s11 = s00;
  let s20 = s00, s21 = s00, s30 = s00, s31 = s00;
  for (let c: usize = 0; c < w << 3; c += 8, x += 32) {
    const x0 = v128.load(x), x1 = v128.load(x, 16);
    let v = v128.load64_splat(y0 + c);
    s00 = mulAdd(s00, x0, v);
    s01 = mulAdd(s01, x1, v);
    v = v128.load64_splat(y1 + c);
    s10 = mulAdd(s10, x0, v);
    s11 = mulAdd(s11, x1, v);
    v = v128.load64_splat(y2 + c);
    s20 = mulAdd(s20, x0, v);
    s21 = mulAdd(s21, x1, v);
    v = v128.load64_splat(y3 + c);
    s30 = mulAdd(s30, x0, v);
    s31 = mulAdd(s31, x1, v);
  }
  addAtEdge(dst, i, j, k, tile, s00, s01, s10, s11, s20, s21, s30, s31);
}
