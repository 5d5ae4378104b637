// tile computes triangles in tiles of 4 x 4 inner products. Points are stored in interleaved panels of four, so a v128 has
// one coordinate of two neighbouring points.
import { mulAdd, addAtEdge, entry } from "./simd";
import { storePowers } from "./exp";

/** Interleaves rows of w numbers, which begin stride bytes apart, in panels of four; missing rows of the last panel are 0. */
export function pack(panels: usize, x: usize, stride: usize, w: usize, rows: usize): void {
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

/**
 * Adds the sum over one chunk of coordinates of x_ic x_jc z_c to the entry (i, j) of the packed triangle at block, for
 * i <= j <= k. The panels of the chunk are at x. y has space for a panel and tile for a tile.
 */
export function addTriangle(block: usize, k: usize, x: usize, width: usize, z: usize, y: usize, tile: usize): void {
  for (let j: usize = 0; j <= k; j += 4) {
    const xj = x + ((j * width) << 3);
    for (let c: usize = 0; c < width; c++) {
      const zc = v128.load64_splat(z + (c << 3));
      v128.store(y + (c << 5), f64x2.mul(v128.load(xj + (c << 5)), zc));
      v128.store(y + (c << 5), f64x2.mul(v128.load(xj + (c << 5), 16), zc), 16);
    }
    for (let i: usize = 0; i <= j; i += 4) {
      addTile(block, i, j, k, x + ((i * width) << 3), y, width, tile);
    }
  }
}

/** Adds the 4 x 4 inner products of the panel of x_i at x with that of y_j at y to the packed triangle at block. */
export function addTile(block: usize, i: usize, j: usize, k: usize, x: usize, y: usize, width: usize, tile: usize): void {
  takeTile(block, i, j, k, x, y, width, tile, 0, 0);
}

/** Adds the 4 x 4 inner products of the panels at x and y to four rows from dst on, stride bytes apart, a row for each point at y. */
export function addToRows(dst: usize, stride: usize, x: usize, y: usize, width: usize): void {
  takeTile(dst, 0, 0, 0, x, y, width, 0, 0, stride);
}

/**
 * Does what addTile does if powers and stride are 0, and addToRows if stride is not. If powers is the address of the constants
 * of storePowers, stores 2^s of the inner products s at tile instead. The eight sums stay in registers.
 */
@inline
export function takeTile(block: usize, i: usize, j: usize, k: usize, x: usize, y: usize, width: usize, tile: usize, powers: usize, stride: usize): void {
  let s00 = f64x2.splat(0), s01 = s00, s10 = s00, s11 = s00;
  let s20 = s00, s21 = s00, s30 = s00, s31 = s00;
  for (const end = x + (width << 5); x < end; x += 32, y += 32) {
    const x0 = v128.load(x), x1 = v128.load(x, 16);
    let yj = v128.load64_splat(y);
    s00 = mulAdd(s00, x0, yj);
    s01 = mulAdd(s01, x1, yj);
    yj = v128.load64_splat(y, 8);
    s10 = mulAdd(s10, x0, yj);
    s11 = mulAdd(s11, x1, yj);
    yj = v128.load64_splat(y, 16);
    s20 = mulAdd(s20, x0, yj);
    s21 = mulAdd(s21, x1, yj);
    yj = v128.load64_splat(y, 24);
    s30 = mulAdd(s30, x0, yj);
    s31 = mulAdd(s31, x1, yj);
  }
  if (powers) {
    storePowers(tile, s00, s01, s10, s11, powers);
    storePowers(tile + 64, s20, s21, s30, s31, powers);
    return;
  }
  if (stride) {
    addPair(block, s00, s01);
    addPair(block + stride, s10, s11);
    addPair(block + 2 * stride, s20, s21);
    addPair(block + 3 * stride, s30, s31);
    return;
  }
  if (i < j && j + 3 <= k) {
    let to = entry(block, i, j);
    addPair(to, s00, s01);
    to += (j + 1) << 3;
    addPair(to, s10, s11);
    to += (j + 2) << 3;
    addPair(to, s20, s21);
    to += (j + 3) << 3;
    addPair(to, s30, s31);
    return;
  }
  addAtEdge(block, i, j, k, tile, s00, s01, s10, s11, s20, s21, s30, s31);
}

@inline
function addPair(to: usize, s0: v128, s1: v128): void {
  v128.store(to, f64x2.add(v128.load(to), s0));
  v128.store(to, f64x2.add(v128.load(to, 16), s1), 16);
}
