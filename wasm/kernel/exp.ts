// exp of two numbers at a time, with the digits of core/spaces/kernel. The constants are loaded from memory, because V8
// computes literal ones in each iteration of a loop, with three instructions each.
import { mulAdd } from "./simd";

/** The size of the constants in bytes. */
export const CONSTANT_BYTES: usize = 160;
const TERMS: usize = 12 * 8; // the offset of the last pair of Taylor terms; in V8 a loop over pairs is faster than an unrolled one

/** Stores 1/13!, 1/12!, ..., 1/1!, 1/0!, bounds of s, 1 / log 2, 1.5 * 2^52, and the two parts of log 2. */
export function storeConstants(to: usize): void {
  let factorial: f64 = 1;
  for (let m: usize = 0; m < 14; m++) {
    factorial *= m ? <f64>m : 1;
    store<f64>(to + ((13 - m) << 3), 1 / factorial);
  }
  store<f64>(to, -746, 112);
  store<f64>(to, 710, 120);
  store<f64>(to, 1.4426950408889634, 128);
  store<f64>(to, 6755399441055744, 136);
  store<f64>(to, 0.693147180369123816490, 144);
  store<f64>(to, 1.90821492927058770002e-10, 152);
}

/** Replaces count numbers s by exp(s). */
export function exponentials(p: usize, count: usize, constants: usize): void {
  const end = p + (count << 3);
  for (; p + 96 <= end; p += 96) {
    sixExp(p, constants);
  }
  for (; p + 16 <= end; p += 16) {
    v128.store(p, exp(v128.load(p), constants));
  }
  if (p < end) {
    v128.store64_lane(p, exp(v128.load64_splat(p), constants), 0);
  }
}

/**
 * Returns exp(s), with an error below 2 ulp if the result is a normal number,
 * and below one spacing if it is subnormal; Infinity from 709.79 on, 0 below
 * -745.14, NaN for NaN.
 *
 * s = m log 2 + r with |r| <= log(2)/2. log 2 has two parts; m times the first
 * is exact. exp(r) is the Taylor polynomial of degree 13, with a remainder
 * below 6e-18. It is multiplied by 2^m in two factors, because m is between
 * -1076 and 1024.
 */
@inline
export function exp(s: v128, constants: usize): v128 {
  s = bounded(s, constants);
  const m = exponent(s, constants), r = remainder(s, m, constants);
  let p = mulAdd(v128.load64_splat(constants, 8), v128.load64_splat(constants), r);
  for (let term: usize = 16; term <= TERMS; term += 16) {
    p = mulAdd(v128.load64_splat(constants + term), p, r);
    p = mulAdd(v128.load64_splat(constants + term, 8), p, r);
  }
  return scaled(p, m, constants);
}

/** Replaces twelve numbers s by exp(s), six pairs at a time, because the operations on one pair depend on each other. */
function sixExp(at: usize, constants: usize): void {
  const r0 = begin(at, constants);
  const r1 = begin(at + 16, constants);
  const r2 = begin(at + 32, constants);
  const r3 = begin(at + 48, constants);
  const r4 = begin(at + 64, constants);
  const r5 = begin(at + 80, constants);
  let p0 = v128.load64_splat(constants), p1 = p0, p2 = p0, p3 = p0, p4 = p0, p5 = p0;
  let c = v128.load64_splat(constants, 8);
  p0 = mulAdd(c, p0, r0);
  p1 = mulAdd(c, p1, r1);
  p2 = mulAdd(c, p2, r2);
  p3 = mulAdd(c, p3, r3);
  p4 = mulAdd(c, p4, r4);
  p5 = mulAdd(c, p5, r5);
  for (let term: usize = 16; term <= TERMS; term += 16) {
    c = v128.load64_splat(constants + term);
    p0 = mulAdd(c, p0, r0);
    p1 = mulAdd(c, p1, r1);
    p2 = mulAdd(c, p2, r2);
    p3 = mulAdd(c, p3, r3);
    p4 = mulAdd(c, p4, r4);
    p5 = mulAdd(c, p5, r5);
    c = v128.load64_splat(constants + term, 8);
    p0 = mulAdd(c, p0, r0);
    p1 = mulAdd(c, p1, r1);
    p2 = mulAdd(c, p2, r2);
    p3 = mulAdd(c, p3, r3);
    p4 = mulAdd(c, p4, r4);
    p5 = mulAdd(c, p5, r5);
  }
  v128.store(at, scaled(p0, v128.load(at), constants));
  v128.store(at, scaled(p1, v128.load(at, 16), constants), 16);
  v128.store(at, scaled(p2, v128.load(at, 32), constants), 32);
  v128.store(at, scaled(p3, v128.load(at, 48), constants), 48);
  v128.store(at, scaled(p4, v128.load(at, 64), constants), 64);
  v128.store(at, scaled(p5, v128.load(at, 80), constants), 80);
}

/** Replaces s at an address by the exponent of exp(s), and returns the remainder. */
@inline
function begin(at: usize, constants: usize): v128 {
  const s = bounded(v128.load(at), constants), m = exponent(s, constants);
  v128.store(at, m);
  return remainder(s, m, constants);
}

@inline
function bounded(s: v128, constants: usize): v128 {
  // pmax and pmin, one instruction each, return a NaN in the first operand.
  return f64x2.pmin(f64x2.pmax(s, v128.load64_splat(constants, 112)), v128.load64_splat(constants, 120));
}

/** Returns m + 1.5 * 2^52: the addition rounds to an integer, which is then in the low bits. */
@inline
function exponent(s: v128, constants: usize): v128 {
  return mulAdd(v128.load64_splat(constants, 136), s, v128.load64_splat(constants, 128));
}

@inline
function remainder(s: v128, shifted: v128, constants: usize): v128 {
  const m = f64x2.sub(shifted, v128.load64_splat(constants, 136));
  s = f64x2.sub(s, f64x2.mul(m, v128.load64_splat(constants, 144)));
  return f64x2.sub(s, f64x2.mul(m, v128.load64_splat(constants, 152)));
}

/** Returns p 2^m, with 2^m in two factors. */
@inline
function scaled(p: v128, shifted: v128, constants: usize): v128 {
  const m = i64x2.sub(shifted, v128.load64_splat(constants, 136)), half = i64x2.shr_s(m, 1);
  return f64x2.mul(f64x2.mul(p, wholePower(half)), wholePower(i64x2.sub(m, half)));
}

@inline
function wholePower(m: v128): v128 {
  return i64x2.shl(i64x2.add(m, i64x2.splat(1023)), 52);
}

/**
 * Stores 2^s of four pairs of numbers |s| <= 1000: 2^r for r = s - m, with the nearest integer m added to the exponent. Four pairs at
 * a time, because the operations on one pair depend on each other. The constants are 1.5 * 2^52 and the coefficients of r^10, r^9, ..., 1
 * of the minimax polynomial for 2^r, |r| <= 1/2, with the value 1 at 0 and a relative error below 3e-16.
 */
@inline
export function storePowers(to: usize, s0: v128, s1: v128, s2: v128, s3: v128, constants: usize): void {
  let c = v128.load64_splat(constants);
  const m0 = f64x2.add(s0, c), m1 = f64x2.add(s1, c), m2 = f64x2.add(s2, c), m3 = f64x2.add(s3, c); // the low bits are m
  s0 = f64x2.sub(s0, f64x2.sub(m0, c));
  s1 = f64x2.sub(s1, f64x2.sub(m1, c));
  s2 = f64x2.sub(s2, f64x2.sub(m2, c));
  s3 = f64x2.sub(s3, f64x2.sub(m3, c));
  let p0 = v128.load64_splat(constants, 8), p1 = p0, p2 = p0, p3 = p0;
  c = v128.load64_splat(constants, 16);
  p0 = mulAdd(c, p0, s0);
  p1 = mulAdd(c, p1, s1);
  p2 = mulAdd(c, p2, s2);
  p3 = mulAdd(c, p3, s3);
  c = v128.load64_splat(constants, 24);
  p0 = mulAdd(c, p0, s0);
  p1 = mulAdd(c, p1, s1);
  p2 = mulAdd(c, p2, s2);
  p3 = mulAdd(c, p3, s3);
  c = v128.load64_splat(constants, 32);
  p0 = mulAdd(c, p0, s0);
  p1 = mulAdd(c, p1, s1);
  p2 = mulAdd(c, p2, s2);
  p3 = mulAdd(c, p3, s3);
  c = v128.load64_splat(constants, 40);
  p0 = mulAdd(c, p0, s0);
  p1 = mulAdd(c, p1, s1);
  p2 = mulAdd(c, p2, s2);
  p3 = mulAdd(c, p3, s3);
  c = v128.load64_splat(constants, 48);
  p0 = mulAdd(c, p0, s0);
  p1 = mulAdd(c, p1, s1);
  p2 = mulAdd(c, p2, s2);
  p3 = mulAdd(c, p3, s3);
  c = v128.load64_splat(constants, 56);
  p0 = mulAdd(c, p0, s0);
  p1 = mulAdd(c, p1, s1);
  p2 = mulAdd(c, p2, s2);
  p3 = mulAdd(c, p3, s3);
  c = v128.load64_splat(constants, 64);
  p0 = mulAdd(c, p0, s0);
  p1 = mulAdd(c, p1, s1);
  p2 = mulAdd(c, p2, s2);
  p3 = mulAdd(c, p3, s3);
  c = v128.load64_splat(constants, 72);
  p0 = mulAdd(c, p0, s0);
  p1 = mulAdd(c, p1, s1);
  p2 = mulAdd(c, p2, s2);
  p3 = mulAdd(c, p3, s3);
  c = v128.load64_splat(constants, 80);
  p0 = mulAdd(c, p0, s0);
  p1 = mulAdd(c, p1, s1);
  p2 = mulAdd(c, p2, s2);
  p3 = mulAdd(c, p3, s3);
  c = v128.load64_splat(constants, 88);
  p0 = mulAdd(c, p0, s0);
  p1 = mulAdd(c, p1, s1);
  p2 = mulAdd(c, p2, s2);
  p3 = mulAdd(c, p3, s3);
  v128.store(to, i64x2.add(p0, i64x2.shl(m0, 52)));
  v128.store(to, i64x2.add(p1, i64x2.shl(m1, 52)), 16);
  v128.store(to, i64x2.add(p2, i64x2.shl(m2, 52)), 32);
  v128.store(to, i64x2.add(p3, i64x2.shl(m3, 52)), 48);
}
