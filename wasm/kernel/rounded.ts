// Rounded entries: the first halves of numbers, as in core/spaces/tensor/rounded.go.

/** Stores the first halves of count numbers at src, rounded to nearest, at dst. */
export function halve(dst: usize, src: usize, count: usize): void {
  for (const end = src + (count << 3); src < end; src += 8, dst += 4) {
    store<u32>(dst, <u32>((load<u64>(src) + 0x80000000) >> 32));
  }
}

/** Returns the number e bytes after t or, if rounded, the rounded entry with that index. */
@inline
export function number(t: usize, e: usize, rounded: bool): f64 {
  return rounded ? reinterpret<f64>(<u64>load<u32>(t + (e >> 1)) << 32) : load<f64>(t + e);
}

/** Returns two numbers as number does. */
@inline
export function pair(t: usize, e: usize, rounded: bool): v128 {
  return rounded ? v128.shuffle<i32>(i32x4.splat(0), v128.load64_zero(t + (e >> 1)), 0, 4, 1, 5) : v128.load(t + e);
}
