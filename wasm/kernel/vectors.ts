// Vector operations on SIMD128: those of core/numeric/dense, and the elementwise product of
// core/spaces/tensor. Sums are computed in the order of gonum's assembly for amd64, so they have the digits of native code.
import { mulAdd, sum } from "./simd";

/** Computes dst_i = x_i y_i, n numbers. */
export function multiply(dst: usize, x: usize, y: usize, n: usize): void {
  const end = dst + (n << 3);
  for (; dst + 16 <= end; dst += 16, x += 16, y += 16) {
    v128.store(dst, f64x2.mul(v128.load(x), v128.load(y)));
  }
  if (dst < end) {
    store<f64>(dst, load<f64>(x) * load<f64>(y));
  }
}

/** Computes dst_i = |x_i|, n numbers. */
export function absolute(dst: usize, x: usize, n: usize): void {
  for (const end = dst + (n << 3); dst < end; dst += 8, x += 8) {
    store<f64>(dst, abs(load<f64>(x)));
  }
}

/** Returns x . y, n numbers each. */
export function dot(x: usize, y: usize, n: usize): f64 {
  let s = f64x2.splat(0), t = s;
  const fours = x + ((n & ~3) << 3);
  for (; x < fours; x += 32, y += 32) {
    s = mulAdd(s, v128.load(x), v128.load(y));
    t = mulAdd(t, v128.load(x, 16), v128.load(y, 16));
  }
  return ends(s, t, x, y, n & 3);
}

/** Adds the products of the last numbers to the first sum, and returns the sum of all four. */
@inline
function ends(s: v128, t: v128, x: usize, y: usize, n: usize): f64 {
  let first = f64x2.extract_lane(s, 0);
  for (const end = x + (n << 3); x < end; x += 8, y += 8) {
    first += load<f64>(x) * load<f64>(y);
  }
  return sum(f64x2.add(f64x2.replace_lane(s, 0, first), t));
}

/** Computes dst += c x, n numbers each. */
export function addScaled(dst: usize, c: f64, x: usize, n: usize): void {
  const cc = f64x2.splat(c);
  const end = dst + (n << 3);
  for (; dst + 32 <= end; dst += 32, x += 32) {
    v128.store(dst, mulAdd(v128.load(dst), v128.load(x), cc));
    v128.store(dst, mulAdd(v128.load(dst, 16), v128.load(x, 16), cc), 16);
  }
  for (; dst < end; dst += 8, x += 8) {
    store<f64>(dst, load<f64>(dst) + load<f64>(x) * c);
  }
}

/** Computes dst_k = a_k . x for rows a_k of n numbers, stride numbers apart. */
export function rowProducts(dst: usize, rows: usize, a: usize, stride: usize, x: usize, n: usize): void {
  stride <<= 3;
  for (; rows >= 4; rows -= 4, dst += 32, a += stride << 2) {
    let a0 = a, a1 = a0 + stride, a2 = a1 + stride, a3 = a2 + stride, y = x;
    let s0 = f64x2.splat(0), t0 = s0, s1 = s0, t1 = s0, s2 = s0, t2 = s0, s3 = s0, t3 = s0;
    for (const fours = x + ((n & ~3) << 3); y < fours; y += 32) {
      const u = v128.load(y), v = v128.load(y, 16);
      s0 = mulAdd(s0, v128.load(a0), u);
      t0 = mulAdd(t0, v128.load(a0, 16), v);
      s1 = mulAdd(s1, v128.load(a1), u);
      t1 = mulAdd(t1, v128.load(a1, 16), v);
      s2 = mulAdd(s2, v128.load(a2), u);
      t2 = mulAdd(t2, v128.load(a2, 16), v);
      s3 = mulAdd(s3, v128.load(a3), u);
      t3 = mulAdd(t3, v128.load(a3, 16), v);
      a0 += 32;
      a1 += 32;
      a2 += 32;
      a3 += 32;
    }
    store<f64>(dst, ends(s0, t0, a0, y, n & 3));
    store<f64>(dst, ends(s1, t1, a1, y, n & 3), 8);
    store<f64>(dst, ends(s2, t2, a2, y, n & 3), 16);
    store<f64>(dst, ends(s3, t3, a3, y, n & 3), 24);
  }
  for (; rows > 0; rows--, dst += 8, a += stride) {
    store<f64>(dst, dot(a, x, n));
  }
}

/** Computes dst += sum_k w_k a_k for rows a_k of n numbers, stride numbers apart, in their order. */
export function addRows(dst: usize, n: usize, a: usize, stride: usize, w: usize, rows: usize): void {
  stride <<= 3;
  for (; rows >= 4; rows -= 4, w += 32, a += stride << 2) {
    const w0 = v128.load64_splat(w), w1 = v128.load64_splat(w, 8), w2 = v128.load64_splat(w, 16), w3 = v128.load64_splat(w, 24);
    let a0 = a, a1 = a0 + stride, a2 = a1 + stride, a3 = a2 + stride, to = dst;
    for (const pairs = dst + ((n & ~1) << 3); to < pairs; to += 16) {
      v128.store(to, mulAdd(mulAdd(mulAdd(mulAdd(v128.load(to), v128.load(a0), w0), v128.load(a1), w1), v128.load(a2), w2), v128.load(a3), w3));
      a0 += 16;
      a1 += 16;
      a2 += 16;
      a3 += 16;
    }
    if (n & 1) {
      store<f64>(to, load<f64>(to) + load<f64>(a0) * load<f64>(w) + load<f64>(a1) * load<f64>(w, 8) +
        load<f64>(a2) * load<f64>(w, 16) + load<f64>(a3) * load<f64>(w, 24));
    }
  }
  for (; rows > 0; rows--, w += 8, a += stride) {
    addScaled(dst, load<f64>(w), a, n);
  }
}
