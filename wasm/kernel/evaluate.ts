// evaluate: functions of the points at one more point, by the tensor of order 4.
import { build, size } from "./build";
import { dot } from "./vectors";

/**
 * Adds sum_k a_k sum_{i <= j <= k} a_i a_j T_ij to the value of each function, where T is the block (k, l): l is one more
 * point, and the others are those below n. The sum is f(x_l) / 3!. alphas has n numbers of each function, one after
 * another, and pairs the packed triangles of a_i a_j. There is room for a block at block.
 */
export function evaluate(l: usize, n: usize, block: usize, functions: usize, alphas: usize, pairs: usize, values: usize): void {
  const triangle = size(n - 1) << 3;
  for (let k: usize = 0; k < n; k++) {
    build(l, k, k + 1, block);
    for (let f: usize = 0; f < functions; f++) {
      const a = load<f64>(alphas + ((f * n + k) << 3));
      const to = values + (f << 3);
      store<f64>(to, load<f64>(to) + a * dot(block, pairs + f * triangle, size(k)));
    }
  }
}
