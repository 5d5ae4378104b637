// build computes the tensor from the points. The points are stored in chunks of WIDTH coordinates, and each
// chunk in interleaved panels of four points (tile.ts).
import { WIDTH, Z, Y, TILE, PANELS, n, d, panels } from "./memory";
import { apply } from "./functions";
import { addTriangle, pack as packRows } from "./tile";
import { entry } from "./simd";

/** Stores the points, row-major at rows, in panels. */
export function pack(rows: usize): void {
  for (let from: usize = 0; from < d; from += WIDTH) {
    packRows(chunk(from), rows + (from << 3), d << 3, min(WIDTH, d - from), n);
  }
}

@inline
function chunk(from: usize): usize {
  return PANELS + ((panels * from) << 5);
}

export function coordinate(i: usize, c: usize): usize {
  const from = c - c % WIDTH;
  const width = min(WIDTH, d - from);
  return chunk(from) + (((i >> 2) * width + (c - from)) << 5) + ((i & 3) << 3);
}

/** Builds the blocks (k, l) to (to - 1, l) at block, one after another. */
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
  const xk = coordinate(k, from);
  const xl = coordinate(l, from);
  for (let c: usize = 0; c < width; c++) {
    store<f64>(Z + (c << 3), load<f64>(xk + (c << 5)) * load<f64>(xl + (c << 5)));
  }
  addTriangle(block, k, chunk(from), width, Z, Y, TILE);
}

@inline
export function size(k: usize): usize {
  return ((k + 1) * (k + 2)) >> 1;
}

/** Divides by the factorials of the multiplicities, as outer.premultiply of core/spaces/tensor. */
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

@inline
function divide(p: usize, by: f64): void {
  store<f64>(p, load<f64>(p) / by);
}
