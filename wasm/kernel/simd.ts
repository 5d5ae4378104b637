// Operations on v128 that build and contract share.

/** Returns s + p q, rounded twice: without fused operations every machine gives the same digits. */
@inline
export function mulAdd(s: v128, p: v128, q: v128): v128 {
  return f64x2.add(s, f64x2.mul(p, q));
}

@inline
export function addTo(to: usize, s: f64): void {
  store<f64>(to, load<f64>(to) + s);
}

@inline
export function sum(s: v128): f64 {
  return f64x2.extract_lane(s, 0) + f64x2.extract_lane(s, 1);
}

/** Adds a tile of 4 x 4 numbers, from row i and column j on, to the packed triangle at dst, up to its diagonal and its column k. tile is scratch space. */
@inline
export function addAtEdge(dst: usize, i: usize, j: usize, k: usize, tile: usize,
  s00: v128, s01: v128, s10: v128, s11: v128, s20: v128, s21: v128, s30: v128, s31: v128): void {
  v128.store(tile, s00);
  v128.store(tile, s01, 16);
  v128.store(tile, s10, 32);
  v128.store(tile, s11, 48);
  v128.store(tile, s20, 64);
  v128.store(tile, s21, 80);
  v128.store(tile, s30, 96);
  v128.store(tile, s31, 112);
  for (let c = j; c <= min(j + 3, k); c++) {
    const to = entry(dst, i, c);
    const from = tile + ((c - j) << 5);
    for (let e: usize = 0; e <= min<usize>(3, c - i); e++) {
      store<f64>(to + (e << 3), load<f64>(to + (e << 3)) + load<f64>(from + (e << 3)));
    }
  }
}

/** Returns the address of entry (i, j) of the packed triangle at block. */
@inline
export function entry(block: usize, i: usize, j: usize): usize {
  return block + ((((j * (j + 1)) >> 1) + i) << 3);
}
