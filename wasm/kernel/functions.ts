// The functions g of the kernels, two numbers at a time.
import { LINEAR, POWER, EXPONENTIAL, SERIES, kind, degree, terms, prepare } from "./memory";
import { mulAdd } from "./simd";

/** Replaces s by g(s). */
export function apply(p: usize, count: usize): void {
  if (kind == LINEAR || kind == POWER && degree == 1) {
    return;
  }
  const end = p + (count << 3);
  const even = end - ((count & 1) << 3);
  if (kind == EXPONENTIAL) {
    for (; p + 96 <= even; p += 96) {
      sixExp(p);
    }
    for (; p < even; p += 16) {
      v128.store(p, exp(v128.load(p)));
    }
  } else if (kind == SERIES) {
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
    store<f64>(p, f64x2.extract_lane(kind == EXPONENTIAL ? exp(s) : kind == SERIES ? series(s) : power(s), 0));
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
      value = f64x2.mul(value, exp(f64x2.mul(v128.load64_splat(at, 8), s)));
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

// Constants that loops take from memory: V8 makes those that are written out
// anew in every turn, with three instructions each.

/** 1/13!, 1/12!, ..., 1/2!, 1/1!, 1/0!. */
const TAYLOR = memory.data<f64>([
  1.0 / 6227020800, 1.0 / 479001600, 1.0 / 39916800, 1.0 / 3628800, 1.0 / 362880,
  1.0 / 40320, 1.0 / 5040, 1.0 / 720, 1.0 / 120, 1.0 / 24, 1.0 / 6, 1.0 / 2, 1.0, 1.0,
]);
const TERMS: usize = 12 * 8; // bytes to the last pair: loops take pairs, which is faster in V8 than all written out

/** Bounds of s, 1 / log 2, 1.5 * 2^52, the two parts of log 2. */
const REDUCTION = memory.data<f64>([
  -746, 710, 1.4426950408889634, 6755399441055744, 0.693147180369123816490, 1.90821492927058770002e-10,
]);

/** A factor below 1, and a summand. */
export const CHAIN = memory.data<f64>([0.5, 0.25]);

/**
 * exp(s), with an error below 2 ulp where the result is a normal number, below
 * one spacing where it is subnormal; Infinity from 709.79 on, 0 below -745.14,
 * NaN for NaN.
 *
 * s = m log 2 + r with |r| <= log(2)/2, log 2 in two parts of which the first
 * times m is exact; exp(r) by its Taylor polynomial of degree 13, whose
 * remainder is below 6e-18; times 2^m in two factors, as m runs from -1076 to
 * 1024.
 */
// @ts-ignore
@inline
function exp(s: v128): v128 {
  s = bounded(s);
  const m = exponent(s), r = remainder(s, m);
  let p = mulAdd(v128.load64_splat(TAYLOR, 8), v128.load64_splat(TAYLOR), r);
  for (let term: usize = 16; term <= TERMS; term += 16) {
    p = mulAdd(v128.load64_splat(TAYLOR + term), p, r);
    p = mulAdd(v128.load64_splat(TAYLOR + term, 8), p, r);
  }
  return scaled(p, m);
}

/** Replaces twelve numbers s by exp(s): six pairs at a time, as the operations of one wait for each other. */
function sixExp(at: usize): void {
  const r0 = begin(at);
  const r1 = begin(at + 16);
  const r2 = begin(at + 32);
  const r3 = begin(at + 48);
  const r4 = begin(at + 64);
  const r5 = begin(at + 80);
  let p0 = v128.load64_splat(TAYLOR), p1 = p0, p2 = p0, p3 = p0, p4 = p0, p5 = p0;
  let c = v128.load64_splat(TAYLOR, 8);
  p0 = mulAdd(c, p0, r0);
  p1 = mulAdd(c, p1, r1);
  p2 = mulAdd(c, p2, r2);
  p3 = mulAdd(c, p3, r3);
  p4 = mulAdd(c, p4, r4);
  p5 = mulAdd(c, p5, r5);
  for (let term: usize = 16; term <= TERMS; term += 16) {
    c = v128.load64_splat(TAYLOR + term);
    p0 = mulAdd(c, p0, r0);
    p1 = mulAdd(c, p1, r1);
    p2 = mulAdd(c, p2, r2);
    p3 = mulAdd(c, p3, r3);
    p4 = mulAdd(c, p4, r4);
    p5 = mulAdd(c, p5, r5);
    c = v128.load64_splat(TAYLOR + term, 8);
    p0 = mulAdd(c, p0, r0);
    p1 = mulAdd(c, p1, r1);
    p2 = mulAdd(c, p2, r2);
    p3 = mulAdd(c, p3, r3);
    p4 = mulAdd(c, p4, r4);
    p5 = mulAdd(c, p5, r5);
  }
  v128.store(at, scaled(p0, v128.load(at)));
  v128.store(at, scaled(p1, v128.load(at, 16)), 16);
  v128.store(at, scaled(p2, v128.load(at, 32)), 32);
  v128.store(at, scaled(p3, v128.load(at, 48)), 48);
  v128.store(at, scaled(p4, v128.load(at, 64)), 64);
  v128.store(at, scaled(p5, v128.load(at, 80)), 80);
}

/** Stores the exponent of exp(s) for s at an address in its place, and returns the remainder. */
// @ts-ignore
@inline
function begin(at: usize): v128 {
  const s = bounded(v128.load(at)), m = exponent(s);
  v128.store(at, m);
  return remainder(s, m);
}

// @ts-ignore
@inline
function bounded(s: v128): v128 {
  // pmax and pmin, one instruction each, keep a NaN that is their first operand.
  return f64x2.pmin(f64x2.pmax(s, v128.load64_splat(REDUCTION)), v128.load64_splat(REDUCTION, 8));
}

/** m + 1.5 * 2^52: adding that rounds to an integer, and leaves it in the low bits. */
// @ts-ignore
@inline
function exponent(s: v128): v128 {
  return mulAdd(v128.load64_splat(REDUCTION, 24), s, v128.load64_splat(REDUCTION, 16));
}

// @ts-ignore
@inline
function remainder(s: v128, shifted: v128): v128 {
  const m = f64x2.sub(shifted, v128.load64_splat(REDUCTION, 24));
  s = f64x2.sub(s, f64x2.mul(m, v128.load64_splat(REDUCTION, 32)));
  return f64x2.sub(s, f64x2.mul(m, v128.load64_splat(REDUCTION, 40)));
}

/** p 2^m, in two factors. */
// @ts-ignore
@inline
function scaled(p: v128, shifted: v128): v128 {
  const m = i64x2.sub(shifted, v128.load64_splat(REDUCTION, 24)), half = i64x2.shr_s(m, 1);
  return f64x2.mul(f64x2.mul(p, wholePower(half)), wholePower(i64x2.sub(m, half)));
}

// @ts-ignore
@inline
function wholePower(m: v128): v128 {
  return i64x2.shl(i64x2.add(m, i64x2.splat(1023)), 52);
}

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
