// The functions g of the kernels, two numbers at a time.
import { LINEAR, POWER, EXPONENTIAL, SERIES, CONSTANTS, kind, degree, terms } from "./memory";
import { exp, exponentials } from "./exp";
import { mulAdd } from "./simd";

/** Replaces count numbers s at p by g(s). */
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
 * Returns the sum over terms P(s) exp(a s) / prod_j (1 - s/R_j), in the order of Series of
 * core/spaces/kernel. The program has the number of terms and then, for each, the number of
 * coefficients of P and the coefficients, the highest first; a, or 0 for no exponential; the
 * number of poles and the poles. The caller ensures that no |s| reaches a pole.
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

/** Returns s^degree by repeated squaring. */
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
