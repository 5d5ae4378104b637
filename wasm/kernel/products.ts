// The SIMD128 operations of the solver in the memory of the Go program: vector operations (vectors.ts), and inner
// products for the weighted Gram triangles of core/spaces/tensor, with the same digits as the portable code. The module
// imports that memory and writes only to arrays of the caller, and has neither data nor a stack there; room is an array
// for intermediate values.

import { multiply } from "./vectors";
import { exponentials, storeConstants } from "./exp";
import { addTo } from "./simd";
import { pack, addTriangle, addTile, addToRows } from "./tile";

export { pack } from "./tile";
export { multiply, dot, addScaled, rowProducts, addRows } from "./vectors";
export { columns, entries, spread, widen, fourColumns, twoEntries } from "./pass";

const CHUNK: usize = 256; // coordinates that are processed at a time, as in core/numeric/dense

/**
 * Adds to the packed triangle at dst the inner products x_i . y_j, 0 <= i <= j
 * <= k, of w numbers each: x_i begins at x + 8 stride i and y_j at y + 8 w j. The
 * products of one entry are summed from 0 in the order of the coordinates, and
 * the sum is added. room has space for 4 ceil((k + 5)/4) w + 16 numbers.
 */
export function products(dst: usize, x: usize, stride: usize, y: usize, w: usize, k: usize, room: usize): void {
  const panel = room + 128;
  const panels = panel + (w << 5);
  pack(panels, x, stride << 3, w, k + 1);
  for (let j: usize = 0; j <= k; j += 4) {
    pack(panel, y + ((w * j) << 3), w << 3, w, min(4, k + 1 - j));
    for (let i: usize = 0; i <= j; i += 4) {
      addTile(dst, i, j, k, panels + ((w * i) << 3), panel, w, room);
    }
  }
}

/**
 * Adds the inner products x_i . y_j of n points with m points, of w numbers each, to the numbers j of the rows i at dst, which
 * begin stride numbers apart. room has space for 4 (ceil(m/4) + 1) w + 16 numbers.
 */
export function block(dst: usize, stride: usize, n: usize, m: usize, x: usize, y: usize, w: usize, room: usize): void {
  const panel = room + 128;
  const panels = panel + (w << 5);
  pack(panels, y, w << 3, w, m);
  for (let i: usize = 0; i < n; i += 4, dst += stride << 5) {
    const rows = min(4, n - i);
    pack(panel, x + ((w * i) << 3), w << 3, w, rows);
    for (let j: usize = 0; j < m; j += 4) {
      const to = dst + (j << 3), panelOfY = panels + ((w * j) << 3), columns = min(4, m - j);
      if (rows == 4 && columns == 4) {
        addToRows(to, stride << 3, panelOfY, panel, w);
        continue;
      }
      for (let e: usize = 0; e < 128; e += 8) {
        store<f64>(room + e, 0);
      }
      addToRows(room, 32, panelOfY, panel, w);
      for (let r: usize = 0; r < rows; r++) {
        for (let c: usize = 0; c < columns; c++) {
          addTo(to + ((r * stride + c) << 3), load<f64>(room + ((4 * r + c) << 3)));
        }
      }
    }
  }
}

/**
 * Adds to the packed triangles at dst, one after another and over points up to k, k + 1, ..., the sums of x_ic x_jc u_bc v_c
 * over d coordinates c, where u has a row for each of count triangles b. The points are at panels in chunks of coordinates,
 * each in the layout of pack, with rows points. room has space for 5 CHUNK + 16 numbers.
 */
export function triangles(dst: usize, panels: usize, rows: usize, d: usize, u: usize, v: usize, k: usize, count: usize, room: usize): void {
  const z = room + 128;
  for (const end = k + count; k < end; k++) {
    for (let from: usize = 0; from < d; from += CHUNK) {
      const width = min(CHUNK, d - from);
      multiply(z, u + (from << 3), v + (from << 3), width);
      addTriangle(dst, k, panels + ((rows * from) << 3), width, z, z + 8 * CHUNK, room);
    }
    dst += ((k + 1) * (k + 2)) << 2;
    u += d << 3;
  }
}

/** Replaces count numbers s by exp(s). room has space for 20 numbers. */
export function exp(p: usize, count: usize, room: usize): void {
  storeConstants(room);
  exponentials(p, count, room);
}
