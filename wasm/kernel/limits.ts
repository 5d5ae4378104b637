// The limits of the machine, for benchmarks.
import { sum } from "./simd";

const CHAIN = memory.data<f64>([0.5, 0.25]); // a and b of compute

/**
 * Returns the sum of count numbers at p, a multiple of 8. They are read from the first to the last, or in four streams, each
 * over a quarter of them, as contract reads four blocks together. Which is faster depends on the processor.
 */
export function read(p: usize, count: usize, fourStreams: bool): f64 {
  const gap: usize = fourStreams ? count << 1 : 16; // bytes between the streams
  const step: usize = fourStreams ? 16 : 64;
  let s0 = f64x2.splat(0), s1 = s0, s2 = s0, s3 = s0;
  let p1 = p + gap, p2 = p1 + gap, p3 = p2 + gap;
  for (let left = count >> 3; left > 0; left--) {
    s0 = f64x2.add(s0, v128.load(p));
    s1 = f64x2.add(s1, v128.load(p1));
    s2 = f64x2.add(s2, v128.load(p2));
    s3 = f64x2.add(s3, v128.load(p3));
    p += step;
    p1 += step;
    p2 += step;
    p3 += step;
  }
  return sum(f64x2.add(f64x2.add(s0, s1), f64x2.add(s2, s3)));
}

/**
 * Computes rounds of 48 flops on registers, each of 12 chains s -> s a + b of
 * two numbers, to measure the machine's limit for build, which also fuses no
 * operations. Returns a number that depends on all chains.
 */
export function compute(rounds: i32): f64 {
  const a = v128.load64_splat(CHAIN), b = v128.load64_splat(CHAIN, 8);
  let s0 = f64x2.splat(0), s1 = s0, s2 = s0, s3 = s0, s4 = s0, s5 = s0, s6 = s0, s7 = s0, s8 = s0, s9 = s0, sa = s0, sb = s0;
  for (let i = 0; i < rounds; i++) {
    s0 = f64x2.add(f64x2.mul(s0, a), b);
    s1 = f64x2.add(f64x2.mul(s1, a), b);
    s2 = f64x2.add(f64x2.mul(s2, a), b);
    s3 = f64x2.add(f64x2.mul(s3, a), b);
    s4 = f64x2.add(f64x2.mul(s4, a), b);
    s5 = f64x2.add(f64x2.mul(s5, a), b);
    s6 = f64x2.add(f64x2.mul(s6, a), b);
    s7 = f64x2.add(f64x2.mul(s7, a), b);
    s8 = f64x2.add(f64x2.mul(s8, a), b);
    s9 = f64x2.add(f64x2.mul(s9, a), b);
    sa = f64x2.add(f64x2.mul(sa, a), b);
    sb = f64x2.add(f64x2.mul(sb, a), b);
  }
  s0 = f64x2.add(f64x2.add(f64x2.add(s0, s1), f64x2.add(s2, s3)), f64x2.add(f64x2.add(s4, s5), f64x2.add(s6, s7)));
  return sum(f64x2.add(s0, f64x2.add(f64x2.add(s8, s9), f64x2.add(sa, sb))));
}
