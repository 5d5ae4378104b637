// build: the tensor from the points. These lie in chunks of WIDTH coordinates, a chunk in
// panels of four points, and a panel interleaved, so that a v128 holds a coordinate of two
// neighbouring points.
import { WIDTH, Z, Y, TILE, PANELS, n, d, panels } from "./memory";
import { apply } from "./functions";
import { mulAdd, addAtEdge, entry } from "./simd";

/** Stores the points, row-major at rows, in panels. */
export function pack(rows: usize): void {
  for (let i: usize = 0; i < panels << 2; i++) {
    for (let c: usize = 0; c < d; c++) {
      store<f64>(coordinate(i, c), i < n ? load<f64>(rows + ((i * d + c) << 3)) : 0);
    }
  }
}

// @ts-ignore
@inline
function chunk(from: usize): usize {
  return PANELS + ((panels * from) << 5);
}

export function coordinate(i: usize, c: usize): usize {
  const from = c - c % WIDTH;
  const width = min(WIDTH, d - from);
  return chunk(from) + (((i >> 2) * width + (c - from)) << 5) + ((i & 3) << 3);
}

/** Builds the blocks (k, l) .. (to - 1, l) at block, one after another. */
export function build(l: usize, k: usize, to: usize, block: usize): void {
  for (; k < to; k++) {
    const entries = size(k);
    memory.fill(block, 0, entries << 3);
    for (let from: usize = 0; from < d; from += WIDTH) {
      addProducts(block, k, l, from, min(WIDTH, d - from));
    }
    apply(block, entries);
    premultiply(block, entries, k, l);
    block += entries << 3;
  }
}

/** T_ij += sum over one chunk of coordinates, for i <= j <= k. */
function addProducts(block: usize, k: usize, l: usize, from: usize, width: usize): void {
  const x = chunk(from);
  const xk = coordinate(k, from);
  const xl = coordinate(l, from);
  for (let c: usize = 0; c < width; c++) {
    store<f64>(Z + (c << 3), load<f64>(xk + (c << 5)) * load<f64>(xl + (c << 5)));
  }
  for (let j: usize = 0; j <= k; j += 4) {
    const xj = x + ((j * width) << 3);
    for (let c: usize = 0; c < width; c++) {
      const z = v128.load64_splat(Z + (c << 3));
      v128.store(Y + (c << 5), f64x2.mul(v128.load(xj + (c << 5)), z));
      v128.store(Y + (c << 5), f64x2.mul(v128.load(xj + (c << 5), 16), z), 16);
    }
    for (let i: usize = 0; i <= j; i += 4) {
      addTile(block, i, j, k, x + ((i * width) << 3), width);
    }
  }
}

/**
 * Adds the 4 x 4 inner products of the panel of x_i at x with that of y_j at Y.
 * The eight sums stay in registers.
 */
function addTile(block: usize, i: usize, j: usize, k: usize, x: usize, width: usize): void {
  let s00 = f64x2.splat(0), s01 = s00, s10 = s00, s11 = s00;
  let s20 = s00, s21 = s00, s30 = s00, s31 = s00;
  const end = x + (width << 5);
  for (let y = Y; x < end; x += 32, y += 32) {
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
  addAtEdge(block, i, j, k, TILE, s00, s01, s10, s11, s20, s21, s30, s31);
}

// @ts-ignore
@inline
function addPair(to: usize, s0: v128, s1: v128): void {
  v128.store(to, f64x2.add(v128.load(to), s0));
  v128.store(to, f64x2.add(v128.load(to, 16), s1), 16);
}

// @ts-ignore
@inline
export function size(k: usize): usize {
  return ((k + 1) * (k + 2)) >> 1;
}

/** Divides by the factorials of the multiplicities: outer.premultiply of core/spaces/tensor. */
function premultiply(block: usize, entries: usize, k: usize, l: usize): void {
  let multiplicity: f64 = 1; // of k among the outer indices
  if (k == l) {
    multiplicity = 2;
    for (let e: usize = 0; e < entries; e++) {
      store<f64>(block + (e << 3), load<f64>(block + (e << 3)) * 0.5);
    }
  }
  const last = entry(block, 0, k);
  for (let i: usize = 0; i < k; i++) {
    divide(last + (i << 3), multiplicity + 1);
    divide(entry(block, i, i), 2);
  }
  divide(last + (k << 3), (multiplicity + 1) * (multiplicity + 2));
}

// @ts-ignore
@inline
function divide(p: usize, by: f64): void {
  store<f64>(p, load<f64>(p) / by);
}
