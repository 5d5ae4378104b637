// Rounded entries: the first halves of numbers, as core/spaces/tensor/rounded.go has them.

/** The first halves of count numbers at src, rounded to nearest, at dst. */
export function halve(dst: usize, src: usize, count: usize): void {
  for (const end = src + (count << 3); src < end; src += 8, dst += 4) {
    store<u32>(dst, <u32>((load<u64>(src) + 0x80000000) >> 32));
  }
}

/** The count numbers at dst whose first halves are at src, and 0 behind them. */
export function widen(dst: usize, src: usize, count: usize): void {
  const end = src + (count << 2), zero = i32x4.splat(0);
  for (; src + 16 <= end; src += 16, dst += 32) {
    const halves = v128.load(src);
    v128.store(dst, v128.shuffle<i32>(zero, halves, 0, 4, 1, 5));
    v128.store(dst, v128.shuffle<i32>(zero, halves, 2, 6, 3, 7), 16);
  }
  for (; src < end; src += 4, dst += 8) {
    store<u64>(dst, <u64>load<u32>(src) << 32);
  }
}
