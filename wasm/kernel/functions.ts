// The functions g of the kernels, two numbers at a time.
import { LINEAR, POWER, EXPONENTIAL, SERIES, CONSTANTS, kind, degree, terms, prepare } from "./memory";
import { exp, exponentials } from "./exp";
import { mulAdd } from "./simd";

/** Replaces s by g(s). */
export function apply(p: usize, count: usize): void {
  if (kind == LINEAR || kind == POWER && degree == 1) {
    return;
  }
  if (kind == EXPONENTIAL) {
    exponentials(p, count, CONSTANTS);
    return;
  }
  const end = p + (count << 3);
  const even = end - ((count & 1) << 3);
  if (kind == SERIES) {
    for (; p < even; p += 16) {
      v128.store(p, series(v128.load(p)));
    }
  } else {
    for (; p < even; p += 16) {
      v128.store(p, power(v128.load(p)));
    }
  }
  if (p < end) {
    const s = v128.load64_splat(p);
    store<f64>(p, f64x2.extract_lane(kind == SERIES ? series(s) : power(s), 0));
  }
}

/**
 * The sum over terms P(s) exp(a s) / prod_j (1 - s/R_j), as Series of core/spaces/kernel
 * takes it. The program is the number of terms and then, for each, the number of
 * coefficients of P and they, the highest first; a, or 0 for no exponential; the
 * number of poles and they. No |s| reaches a pole: that was seen to.
 */
function series(s: v128): v128 {
  let sum = f64x2.splat(0);
  let at = terms;
  let left = <i32>load<f64>(at);
  for (; left > 0; left--) {
    let count = <i32>load<f64>(at, 8);
    let value = v128.load64_splat(at, 16);
    at += 16;
    for (; count > 1; count--) { // Horner
      at += 8;
      value = mulAdd(v128.load64_splat(at), value, s);
    }
    if (load<f64>(at, 8) > 0) {
      value = f64x2.mul(value, exp(f64x2.mul(v128.load64_splat(at, 8), s), CONSTANTS));
    }
    at += 16;
    for (let poles = <i32>load<f64>(at); poles > 0; poles--) {
      at += 8;
      value = f64x2.div(value, f64x2.sub(f64x2.splat(1), f64x2.div(s, v128.load64_splat(at))));
    }
    sum = f64x2.add(sum, value);
  }
  return sum;
}

/** s^degree by repeated squaring. */
// @ts-ignore
@inline
function power(s: v128): v128 {
  if (degree == 2) {
    return f64x2.mul(s, s);
  }
  let r = f64x2.splat(1);
  for (let m = degree; m > 0; m >>= 1) {
    if (m & 1) {
      r = f64x2.mul(r, s);
    }
    s = f64x2.mul(s, s);
  }
  return r;
}

/** A factor below 1, and a summand. */
export const CHAIN = memory.data<f64>([0.5, 0.25]);

/**
 * 1.5 * 2^52, then the coefficients of r^10, r^9, ..., 1 of the minimax polynomial for 2^r, |r| <= 1/2, with the value 1 at 0.
 * Its relative error is below 3e-16.
 */
const POWERS = memory.data<f64>([
  6755399441055744, 7.111758687557852e-09, 1.0210506458816145e-07, 1.321523563477604e-06, 1.525264774769592e-05,
  0.00015403530800818256, 0.001333355824648072, 0.009618129107380715, 0.05550410866434658, 0.24022650695910472,
  0.6931471805599516, 1,
]);

/**
 * Stores 2^s of four pairs of numbers |s| <= 1000: 2^m by the exponent, for the nearest integer m, and the polynomial of s - m.
 * Four at a time, as the operations of one wait for each other.
 */
// @ts-ignore
@inline
export function storePowers(to: usize, s0: v128, s1: v128, s2: v128, s3: v128): void {
  let c = v128.load64_splat(POWERS);
  const m0 = f64x2.add(s0, c), m1 = f64x2.add(s1, c), m2 = f64x2.add(s2, c), m3 = f64x2.add(s3, c); // the low bits are m
  s0 = f64x2.sub(s0, f64x2.sub(m0, c));
  s1 = f64x2.sub(s1, f64x2.sub(m1, c));
  s2 = f64x2.sub(s2, f64x2.sub(m2, c));
  s3 = f64x2.sub(s3, f64x2.sub(m3, c));
  let p0 = v128.load64_splat(POWERS, 8), p1 = p0, p2 = p0, p3 = p0;
  c = v128.load64_splat(POWERS, 16);
  p0 = mulAdd(c, p0, s0);
  p1 = mulAdd(c, p1, s1);
  p2 = mulAdd(c, p2, s2);
  p3 = mulAdd(c, p3, s3);
  c = v128.load64_splat(POWERS, 24);
  p0 = mulAdd(c, p0, s0);
  p1 = mulAdd(c, p1, s1);
  p2 = mulAdd(c, p2, s2);
  p3 = mulAdd(c, p3, s3);
  c = v128.load64_splat(POWERS, 32);
  p0 = mulAdd(c, p0, s0);
  p1 = mulAdd(c, p1, s1);
  p2 = mulAdd(c, p2, s2);
  p3 = mulAdd(c, p3, s3);
  c = v128.load64_splat(POWERS, 40);
  p0 = mulAdd(c, p0, s0);
  p1 = mulAdd(c, p1, s1);
  p2 = mulAdd(c, p2, s2);
  p3 = mulAdd(c, p3, s3);
  c = v128.load64_splat(POWERS, 48);
  p0 = mulAdd(c, p0, s0);
  p1 = mulAdd(c, p1, s1);
  p2 = mulAdd(c, p2, s2);
  p3 = mulAdd(c, p3, s3);
  c = v128.load64_splat(POWERS, 56);
  p0 = mulAdd(c, p0, s0);
  p1 = mulAdd(c, p1, s1);
  p2 = mulAdd(c, p2, s2);
  p3 = mulAdd(c, p3, s3);
  c = v128.load64_splat(POWERS, 64);
  p0 = mulAdd(c, p0, s0);
  p1 = mulAdd(c, p1, s1);
  p2 = mulAdd(c, p2, s2);
  p3 = mulAdd(c, p3, s3);
  c = v128.load64_splat(POWERS, 72);
  p0 = mulAdd(c, p0, s0);
  p1 = mulAdd(c, p1, s1);
  p2 = mulAdd(c, p2, s2);
  p3 = mulAdd(c, p3, s3);
  c = v128.load64_splat(POWERS, 80);
  p0 = mulAdd(c, p0, s0);
  p1 = mulAdd(c, p1, s1);
  p2 = mulAdd(c, p2, s2);
  p3 = mulAdd(c, p3, s3);
  c = v128.load64_splat(POWERS, 88);
  p0 = mulAdd(c, p0, s0);
  p1 = mulAdd(c, p1, s1);
  p2 = mulAdd(c, p2, s2);
  p3 = mulAdd(c, p3, s3);
  v128.store(to, i64x2.add(p0, i64x2.shl(m0, 52)));
  v128.store(to, i64x2.add(p1, i64x2.shl(m1, 52)), 16);
  v128.store(to, i64x2.add(p2, i64x2.shl(m2, 52)), 32);
  v128.store(to, i64x2.add(p3, i64x2.shl(m3, 52)), 48);
}

/** exp of count numbers at p, in place: for its test. */
export function expInPlace(p: usize, count: usize): void {
  prepare(0, 0, EXPONENTIAL, 0);
  apply(p, count);
}
