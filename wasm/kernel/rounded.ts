// Rounded entries: the first halves of numbers, as core/spaces/tensor/rounded.go has them, widened as they are loaded.
import { ALPHA, V0, V1, V2, V3 } from "./memory";
import { mulAdd, addTo, sum } from "./simd";
import { size } from "./build";
import { contract, spread } from "./contract";

/** The first halves of count numbers at src, rounded to nearest, at dst. */
export function halve(dst: usize, src: usize, count: usize): void {
  for (const end = src + (count << 3); src < end; src += 8, dst += 4) {
    store<u32>(dst, <u32>((load<u64>(src) + 0x80000000) >> 32));
  }
}

// @ts-ignore
@inline
function widened(p: usize): f64 {
  return reinterpret<f64>(<u64>load<u32>(p) << 32);
}

/** Two numbers from the two first or last of four halves. */
// @ts-ignore
@inline
function first(halves: v128): v128 {
  return v128.shuffle<i32>(i32x4.splat(0), halves, 0, 4, 1, 5);
}

// @ts-ignore
@inline
function last(halves: v128): v128 {
  return v128.shuffle<i32>(i32x4.splat(0), halves, 2, 6, 3, 7);
}

// @ts-ignore
@inline
function pair(p: usize): v128 {
  return first(v128.load64_zero(p));
}

/** Does what contract does for blocks of halves. scratch has room for a block of numbers. */
export function contractRounded(l: usize, k: usize, to: usize, block: usize, scratch: usize, omega: usize, half: usize): void {
  const al = load<f64>(ALPHA + (l << 3));
  for (; k + 3 < to && (half != 0 || al != 0); k += 4) {
    block = half != 0 ? passFour(block, k, half, al, true) : passFour(block, k, 0, al, false);
    spread(V0, k, l, omega, half);
    spread(V1, k + 1, l, omega, half);
    spread(V2, k + 2, l, omega, half);
    spread(V3, k + 3, l, omega, half);
  }
  for (; k < to; k++) {
    for (let e: usize = 0; e < size(k); e++, block += 4) {
      store<f64>(scratch + (e << 3), widened(block));
    }
    contract(l, k, k + 1, scratch, omega, half);
  }
}

/** passFour of contract for halves: t0 .. t3 are the places of the four columns, and i is a place in a vector of numbers. */
// @ts-ignore
@inline
function passFour(t: usize, k: usize, h: usize, al: f64, hessian: bool): usize {
  let t0 = t, t1 = t0 + (size(k) << 2), t2 = t1 + (size(k + 1) << 2), t3 = t2 + (size(k + 2) << 2);
  const ak = ALPHA + (k << 3);
  const c0 = load<f64>(ak) * al, c1 = load<f64>(ak, 8) * al;
  const c2 = load<f64>(ak, 16) * al, c3 = load<f64>(ak, 24) * al;
  const cc0 = f64x2.splat(c0), cc1 = f64x2.splat(c1), cc2 = f64x2.splat(c2), cc3 = f64x2.splat(c3);
  for (let j: usize = 0; j <= k; j++) {
    const rows = j << 3, pairs = ((j + 1) & ~1) << 3;
    const aj = v128.load64_splat(rows, ALPHA);
    let s0 = f64x2.splat(0), s1 = s0, s2 = s0, s3 = s0; // T_.j' a
    let g = s0, f = s0;
    let i: usize = 0;
    for (; i + 32 <= pairs; i += 32) {
      const a = v128.load(i, ALPHA), b = v128.load(i, ALPHA + 16);
      if (hessian) {
        g = v128.load(h + i);
        f = v128.load(h + i, 16);
      }
      let halves = v128.load(t0 + (i >> 1));
      let p = first(halves), q = last(halves);
      s0 = mulAdd(mulAdd(s0, p, a), q, b);
      v128.store(i, mulAdd(v128.load(i, V0), p, aj), V0);
      v128.store(i, mulAdd(v128.load(i, V0 + 16), q, aj), V0 + 16);
      if (hessian) {
        g = mulAdd(g, p, cc0);
        f = mulAdd(f, q, cc0);
      }
      halves = v128.load(t1 + (i >> 1));
      p = first(halves);
      q = last(halves);
      s1 = mulAdd(mulAdd(s1, p, a), q, b);
      v128.store(i, mulAdd(v128.load(i, V1), p, aj), V1);
      v128.store(i, mulAdd(v128.load(i, V1 + 16), q, aj), V1 + 16);
      if (hessian) {
        g = mulAdd(g, p, cc1);
        f = mulAdd(f, q, cc1);
      }
      halves = v128.load(t2 + (i >> 1));
      p = first(halves);
      q = last(halves);
      s2 = mulAdd(mulAdd(s2, p, a), q, b);
      v128.store(i, mulAdd(v128.load(i, V2), p, aj), V2);
      v128.store(i, mulAdd(v128.load(i, V2 + 16), q, aj), V2 + 16);
      if (hessian) {
        g = mulAdd(g, p, cc2);
        f = mulAdd(f, q, cc2);
      }
      halves = v128.load(t3 + (i >> 1));
      p = first(halves);
      q = last(halves);
      s3 = mulAdd(mulAdd(s3, p, a), q, b);
      v128.store(i, mulAdd(v128.load(i, V3), p, aj), V3);
      v128.store(i, mulAdd(v128.load(i, V3 + 16), q, aj), V3 + 16);
      if (hessian) {
        v128.store(h + i, mulAdd(g, p, cc3));
        v128.store(h + i, mulAdd(f, q, cc3), 16);
      }
    }
    if (i < pairs) {
      const a = v128.load(i, ALPHA);
      let p = pair(t0 + (i >> 1));
      s0 = mulAdd(s0, p, a);
      v128.store(i, mulAdd(v128.load(i, V0), p, aj), V0);
      if (hessian) {
        g = mulAdd(v128.load(h + i), p, cc0);
      }
      p = pair(t1 + (i >> 1));
      s1 = mulAdd(s1, p, a);
      v128.store(i, mulAdd(v128.load(i, V1), p, aj), V1);
      if (hessian) {
        g = mulAdd(g, p, cc1);
      }
      p = pair(t2 + (i >> 1));
      s2 = mulAdd(s2, p, a);
      v128.store(i, mulAdd(v128.load(i, V2), p, aj), V2);
      if (hessian) {
        g = mulAdd(g, p, cc2);
      }
      p = pair(t3 + (i >> 1));
      s3 = mulAdd(s3, p, a);
      v128.store(i, mulAdd(v128.load(i, V3), p, aj), V3);
      if (hessian) {
        v128.store(h + i, mulAdd(g, p, cc3));
      }
    }
    endColumn(t0, j, V0, s0);
    endColumn(t1, j, V1, s1);
    endColumn(t2, j, V2, s2);
    endColumn(t3, j, V3, s3);
    if (hessian && (j & 1) == 0) {
      store<f64>(h + rows, load<f64>(h + rows) + widened(t0 + (rows >> 1)) * c0 + widened(t1 + (rows >> 1)) * c1 +
        widened(t2 + (rows >> 1)) * c2 + widened(t3 + (rows >> 1)) * c3);
    }
    const next = (j + 1) << 2;
    t0 += next;
    t1 += next;
    t2 += next;
    t3 += next;
    h += next << 1;
  }
  // Three of the triangles go on, by one, two and three columns.
  let next = (k + 2) << 2;
  column(t1, k + 1, V1, h, c1, hessian);
  column(t2, k + 1, V2, h, c2, hessian);
  column(t3, k + 1, V3, h, c3, hessian);
  t2 += next;
  t3 += next;
  h += next << 1;
  next += 4;
  column(t2, k + 2, V2, h, c2, hessian);
  column(t3, k + 2, V3, h, c3, hessian);
  t3 += next;
  h += next << 1;
  column(t3, k + 3, V3, h, c3, hessian);
  return t3 + next + 4;
}

/** column of contract for halves. */
function column(t: usize, j: usize, v: usize, h: usize, c: f64, hessian: bool): void {
  const rows = j << 3, pairs = ((j + 1) & ~1) << 3;
  const a = v128.load64_splat(rows, ALPHA), cc = f64x2.splat(c);
  let s = f64x2.splat(0);
  for (let i: usize = 0; i < pairs; i += 16) {
    const p = pair(t + (i >> 1));
    s = mulAdd(s, p, v128.load(i, ALPHA));
    v128.store(v + i, mulAdd(v128.load(v + i), p, a));
    if (hessian) {
      v128.store(h + i, mulAdd(v128.load(h + i), p, cc));
    }
  }
  endColumn(t, j, v, s);
  if (hessian && (j & 1) == 0) {
    addTo(h + rows, widened(t + (rows >> 1)) * c);
  }
}

/** endColumn of contract for halves. */
// @ts-ignore
@inline
function endColumn(t: usize, j: usize, v: usize, s: v128): void {
  const rows = j << 3;
  if (j & 1) {
    addTo(v + rows, sum(s));
  } else {
    const vj = sum(s) + 2 * widened(t + (rows >> 1)) * load<f64>(rows, ALPHA);
    v128.store(v + rows, f64x2.replace_lane(f64x2.splat(0), 0, vj));
  }
}
