// The inner loops of a contraction of any order, in the memory of the Go program and with the digits of its loops: see
// Loops of core/spaces/tensor. The integers of Go have 8 bytes.
import { mulAdd, addTo, sum } from "./simd";
import { pair } from "./rounded";
import { addScaled, dot } from "./vectors";

/** Computes v_b += (T + T') alpha over the columns [from, to) of each block b < count, at blocks + 8 at_b, and half += c_b T. */
export function columns(v: usize, half: usize, blocks: usize, alpha: usize, c: usize, at: usize, count: usize, stride: usize, k: usize, from: usize, to: usize): void {
  stride <<= 3;
  for (; count >= 4; k += 4, count -= 4, v += stride << 2, c += 32, at += 32) {
    if (from <= k) {
      fourColumns(v, stride, half + (padded(from) << 3), column(blocks, at, from), column(blocks, at + 8, from), column(blocks, at + 16, from), column(blocks, at + 24, from),
        alpha, c, from << 3, min(to, k + 1) << 3);
    }
    for (let b: usize = 1; b < 4; b++) {
      oneColumns(v + b * stride, half, column(blocks, at + (b << 3), 0), alpha, load<f64>(c + (b << 3)), max(from, k + 1), min(to, k + b + 1));
    }
  }
  for (; count > 0; k++, count--, v += stride, c += 8, at += 8) {
    oneColumns(v, half, column(blocks, at, 0), alpha, load<f64>(c), from, min(to, k + 1));
  }
}

/** Returns the address of column j of a block; the position of the block is stored at at. */
@inline
function column(blocks: usize, at: usize, j: usize): usize {
  return blocks + ((load<usize>(at) + ((j * (j + 1)) >> 1)) << 3);
}

/** Returns the position of column j in a triangle with padded columns, as padded of core/spaces/tensor. */
@inline
function padded(j: usize): usize {
  const fours = j & ~3;
  return (((j >> 2) + 1) * fours << 1) + (j & 3) * (fours + 4);
}

/** columns of four blocks together; their column j, in bytes, is at t0 to t3, and that of half at h. */
export function fourColumns(v0: usize, stride: usize, h: usize, t0: usize, t1: usize, t2: usize, t3: usize, alpha: usize, c: usize, j: usize, end: usize): void {
  const c0 = v128.load64_splat(c), c1 = v128.load64_splat(c, 8), c2 = v128.load64_splat(c, 16), c3 = v128.load64_splat(c, 24);
  const v1 = v0 + stride, v2 = v1 + stride, v3 = v2 + stride;
  for (; j < end; j += 8) {
    const pairs = (j + 8) & ~15;
    const aj = v128.load64_splat(alpha + j);
    let s0 = f64x2.splat(0), s1 = s0, s2 = s0, s3 = s0;
    let i: usize = 0;
    for (; i < pairs; i += 16) {
      const a = v128.load(alpha + i);
      let p = v128.load(t0 + i);
      s0 = mulAdd(s0, p, a);
      v128.store(v0 + i, mulAdd(v128.load(v0 + i), p, aj));
      let g = mulAdd(v128.load(h + i), p, c0);
      p = v128.load(t1 + i);
      s1 = mulAdd(s1, p, a);
      v128.store(v1 + i, mulAdd(v128.load(v1 + i), p, aj));
      g = mulAdd(g, p, c1);
      p = v128.load(t2 + i);
      s2 = mulAdd(s2, p, a);
      v128.store(v2 + i, mulAdd(v128.load(v2 + i), p, aj));
      g = mulAdd(g, p, c2);
      p = v128.load(t3 + i);
      s3 = mulAdd(s3, p, a);
      v128.store(v3 + i, mulAdd(v128.load(v3 + i), p, aj));
      v128.store(h + i, mulAdd(g, p, c3));
    }
    if (i == j) {
      const a = v128.load64_zero(alpha + j);
      let p = v128.load64_zero(t0 + j);
      s0 = mulAdd(s0, p, a);
      addLane(v0 + j, p, aj);
      let g = mulAdd(v128.load64_zero(h + j), p, c0);
      p = v128.load64_zero(t1 + j);
      s1 = mulAdd(s1, p, a);
      addLane(v1 + j, p, aj);
      g = mulAdd(g, p, c1);
      p = v128.load64_zero(t2 + j);
      s2 = mulAdd(s2, p, a);
      addLane(v2 + j, p, aj);
      g = mulAdd(g, p, c2);
      p = v128.load64_zero(t3 + j);
      s3 = mulAdd(s3, p, a);
      addLane(v3 + j, p, aj);
      v128.store64_lane(h + j, mulAdd(g, p, c3), 0);
    }
    addTo(v0 + j, sum(s0));
    addTo(v1 + j, sum(s1));
    addTo(v2 + j, sum(s2));
    addTo(v3 + j, sum(s3));
    h += (j + 32) & ~31;
    j += 8;
    t0 += j;
    t1 += j;
    t2 += j;
    t3 += j;
    j -= 8;
  }
}

/** Adds the product of the first numbers of p and q. */
@inline
function addLane(to: usize, p: v128, q: v128): void {
  v128.store64_lane(to, mulAdd(v128.load64_zero(to), p, q), 0);
}

/** columns of one block at t. */
function oneColumns(v: usize, half: usize, t: usize, alpha: usize, c: f64, j: usize, end: usize): void {
  t += (j * (j + 1)) << 2;
  let h = half + (padded(j) << 3);
  const cc = f64x2.splat(c);
  end <<= 3;
  for (j <<= 3; j < end; j += 8) {
    const pairs = (j + 8) & ~15;
    const aj = v128.load64_splat(alpha + j);
    let s = f64x2.splat(0);
    let i: usize = 0;
    for (; i < pairs; i += 16) {
      const p = v128.load(t + i);
      s = mulAdd(s, p, v128.load(alpha + i));
      v128.store(v + i, mulAdd(v128.load(v + i), p, aj));
      v128.store(h + i, mulAdd(v128.load(h + i), p, cc));
    }
    if (i == j) {
      const p = v128.load64_zero(t + j);
      s = mulAdd(s, p, v128.load64_zero(alpha + j));
      addLane(v + j, p, aj);
      addLane(h + j, p, cc);
    }
    addTo(v + j, sum(s));
    t += j + 8;
    h += (j + 32) & ~31;
  }
}

/** Adds the products of the entries [from, to) of count blocks with those at products to four sums for each block, and c_b T to half. */
export function entries(sums: usize, c: usize, half: usize, products: usize, blocks: usize, at: usize, count: usize, k: usize, from: usize, to: usize): void {
  from <<= 3;
  to <<= 3;
  for (; count > 1; k += 2, count -= 2, sums += 64, c += 16, at += 16) {
    const t0 = column(blocks, at, 0), t1 = column(blocks, at + 8, 0);
    const size = ((k + 1) * (k + 2)) << 2, end = min(to, size & ~31);
    if (from < end) {
      twoEntries(sums, half, products, t0, t1, c, from, end);
    }
    oneEntries(sums, half, products, t0, load<f64>(c), max(from, end), min(to, size));
    oneEntries(sums + 32, half, products, t1, load<f64>(c, 8), max(from, end), min(to, size + ((k + 2) << 3)));
  }
  if (count) {
    oneEntries(sums, half, products, column(blocks, at, 0), load<f64>(c), from, min(to, ((k + 1) * (k + 2)) << 2));
  }
}

/** entries of two blocks at t0 and t1, for the bytes [e, end) of each, which are whole groups of four numbers. */
export function twoEntries(sums: usize, half: usize, products: usize, t0: usize, t1: usize, c: usize, e: usize, end: usize): void {
  const c0 = v128.load64_splat(c), c1 = v128.load64_splat(c, 8);
  let s0 = v128.load(sums), r0 = v128.load(sums, 16), s1 = v128.load(sums, 32), r1 = v128.load(sums, 48);
  for (; e < end; e += 32) {
    const y = v128.load(products + e), z = v128.load(products + e, 16);
    let p = v128.load(t0 + e);
    s0 = mulAdd(s0, p, y);
    let h = mulAdd(v128.load(half + e), p, c0);
    p = v128.load(t1 + e);
    s1 = mulAdd(s1, p, y);
    v128.store(half + e, mulAdd(h, p, c1));
    p = v128.load(t0 + e, 16);
    r0 = mulAdd(r0, p, z);
    h = mulAdd(v128.load(half + e, 16), p, c0);
    p = v128.load(t1 + e, 16);
    r1 = mulAdd(r1, p, z);
    v128.store(half + e, mulAdd(h, p, c1), 16);
  }
  v128.store(sums, s0);
  v128.store(sums, r0, 16);
  v128.store(sums, s1, 32);
  v128.store(sums, r1, 48);
}

/** entries of the block at t for the bytes [e, end). */
function oneEntries(sums: usize, half: usize, products: usize, t: usize, c: f64, e: usize, end: usize): void {
  const cc = f64x2.splat(c);
  let s = v128.load(sums), r = v128.load(sums, 16);
  for (; e + 32 <= end; e += 32) {
    let p = v128.load(t + e);
    s = mulAdd(s, p, v128.load(products + e));
    v128.store(half + e, mulAdd(v128.load(half + e), p, cc));
    p = v128.load(t + e, 16);
    r = mulAdd(r, p, v128.load(products + e, 16));
    v128.store(half + e, mulAdd(v128.load(half + e, 16), p, cc), 16);
  }
  v128.store(sums, s);
  v128.store(sums, r, 16);
  for (; e < end; e += 8, sums += 8) {
    addTo(sums, load<f64>(t + e) * load<f64>(products + e));
    addTo(half + e, load<f64>(t + e) * c);
  }
}

/** Adds the terms of v of count blocks to omega and half. row: their common outer indices; indices: the number of these. */
export function spread(omega: usize, half: usize, v: usize, rowSum: usize, alpha: usize, sums: usize, count: usize, row: usize, indices: usize, stride: usize, k: usize): void {
  const all = k + count, end = row + (indices << 3);
  const rest = productBut(row, end, alpha, 0, 0);
  let weighted: f64 = 0;
  for (let b: usize = 0; b < count; b++, v += stride << 3) {
    const own = (k + b) << 3;
    const a = load<f64>(alpha + own), s = dot(v, alpha, k + b + 1) / 2;
    addScaled(rowSum, a, v, k + b + 1);
    addScaled(half + (padded(k + b) << 3), rest, v, k + b + 1);
    weighted += a * s;
    addTo(omega + own, rest * s);
    store<f64>(sums + (b << 5), s);
  }
  addScaled(omega, rest, rowSum, all);
  for (let t = row; t < end; t += 8) {
    const ot = load<usize>(t);
    const others = productBut(row, end, alpha, t, t), to = half + (padded(ot) << 3);
    for (let b: usize = 0; b < count; b++) {
      addTo(to + ((k + b) << 3), others * load<f64>(sums + (b << 5)));
    }
    addTo(omega + (ot << 3), others * weighted);
    addScaled(to, others, rowSum, all);
    for (let u = t + 8; u < end; u += 8) {
      addTo(half + ((padded(load<usize>(u)) + ot) << 3), productBut(row, end, alpha, t, u) * weighted);
    }
  }
}

/** Returns the product of alpha at the indices [i, end) except those at t and u. */
@inline
function productBut(i: usize, end: usize, alpha: usize, t: usize, u: usize): f64 {
  let product: f64 = 1;
  for (; i < end; i += 8) {
    if (i != t && i != u) {
      product *= load<f64>(alpha + (load<usize>(i) << 3));
    }
  }
  return product;
}

/** Stores the numbers of count rounded entries at src at dst. */
export function widen(dst: usize, src: usize, count: usize): void {
  let e: usize = 0;
  for (const pairs = (count & ~1) << 3; e < pairs; e += 16) {
    v128.store(dst + e, pair(src, e, true));
  }
  if (count & 1) {
    store<u64>(dst + e, <u64>load<u32>(src + (e >> 1)) << 32);
  }
}
