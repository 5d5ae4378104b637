// Operations on v128 that build and contract share.

/** s + p q, rounded twice: nothing is fused, so every machine gives the same digits. */
// @ts-ignore
@inline
export function mulAdd(s: v128, p: v128, q: v128): v128 {
  return f64x2.add(s, f64x2.mul(p, q));
}

// @ts-ignore
@inline
export function addProduct(to: usize, t: usize, c: f64): void {
  store<f64>(to, load<f64>(to) + load<f64>(t) * c);
}

// @ts-ignore
@inline
export function addTo(to: usize, s: f64): void {
  store<f64>(to, load<f64>(to) + s);
}

// @ts-ignore
@inline
export function sum(s: v128): f64 {
  return f64x2.extract_lane(s, 0) + f64x2.extract_lane(s, 1);
}
