// evaluate computes functions of the points at one more point, by the tensor of order 4.
import { WIDTH, Z, Y, TILE, PANELS, d } from "./memory";
import { build, size, coordinate } from "./build";
import { dot } from "./vectors";
import { mulAdd, sum } from "./simd";
import { takeTile } from "./tile";

/**
 * Adds sum_k a_k sum_{i <= j <= k} a_i a_j T_ij to the value of each function, where T is the block (k, l), l is the
 * additional point and the other indices are below n. The sum is f(x_l) / 3!. alphas has n numbers for each function, one
 * after another, and pairs the packed triangles of a_i a_j. block has space for a block.
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

/** The constants of storePowers. */
const POWERS = memory.data<f64>([
  6755399441055744, 7.111758687557852e-09, 1.0210506458816145e-07, 1.321523563477604e-06, 1.525264774769592e-05,
  0.00015403530800818256, 0.001333355824648072, 0.009618129107380715, 0.05550410866434658, 0.24022650695910472,
  0.6931471805599516, 1,
]);

/** Returns the largest number of coordinates for evaluateExponential. */
export function mostCoordinates(): usize {
  return WIDTH;
}

/**
 * Does what evaluate does for an exponential kernel. The products of four points with four others, and their exponentials,
 * stay in registers. No product may be above 1000 log 2. weights has tiles of 4 x 4 numbers for each function: for each
 * group of four j, the tiles of the groups of i up to it, by columns, with a_i a_j for i < j, half of it for i = j, and 0
 * elsewhere. sums has space for 2 + 4 (n + 3) numbers for each function.
 */
export function evaluateExponential(l: usize, n: usize, functions: usize, alphas: usize, weights: usize, sums: usize, values: usize): void {
  const groups = (n + 3) >> 2;
  const tiles = (groups * (groups + 1)) << 6; // bytes of the weights of a function
  const xl = coordinate(l, 0);
  const last = sums + (functions << 4); // column k of the weights
  const own = groups << 5;
  for (let k: usize = 0; k < n; k++) {
    const xk = coordinate(k, 0);
    for (let c: usize = 0; c < d; c++) {
      store<f64>(Z + (c << 3), load<f64>(xk + (c << 5)) * load<f64>(xl + (c << 5)) * 1.4426950408889634);
    }
    memory.fill(sums, 0, functions << 4);
    const end = k & ~3;
    for (let j: usize = 0; j <= end; j += 4) {
      const xj = PANELS + ((j * d) << 3);
      for (let c: usize = 0; c < d; c++) {
        const z = v128.load64_splat(Z + (c << 3));
        v128.store(Y + (c << 5), f64x2.mul(v128.load(xj + (c << 5)), z));
        v128.store(Y + (c << 5), f64x2.mul(v128.load(xj + (c << 5), 16), z), 16);
      }
      let w = weights + (((j >> 2) * ((j >> 2) + 1)) << 6);
      if (j == end) {
        for (let f: usize = 0; f < functions; f++) {
          lastColumns(last + f * own * 4, w + f * tiles, k);
        }
      }
      for (let i: usize = 0; i <= j; i += 4) {
        powers(PANELS + ((i * d) << 3));
        if (j < end) {
          addWeighted(sums, w, functions, tiles);
        } else {
          addWeighted(sums, last + (i << 5), functions, own * 4);
        }
        w += 128;
      }
    }
    for (let f: usize = 0; f < functions; f++) {
      const to = values + (f << 3);
      store<f64>(to, load<f64>(to) + load<f64>(alphas + ((f * n + k) << 3)) * sum(v128.load(sums + (f << 4))));
    }
  }
}

/** Copies the tiles of the last group of columns, up to column k. Column k is halved, for the entries T_ikk, and its last weight is divided by 3, for T_kkk. */
function lastColumns(to: usize, from: usize, k: usize): void {
  const column = (k & 3) << 5;
  for (let i: usize = 0; i <= k; i += 4, to += 128, from += 128) {
    memory.fill(to, 0, 128);
    memory.copy(to, from, column + 32);
    const half = f64x2.splat(0.5);
    v128.store(to + column, f64x2.mul(v128.load(to + column), half));
    v128.store(to + column + 16, f64x2.mul(v128.load(to + column + 16), half));
  }
  to += column + ((k & 3) << 3) - 128;
  store<f64>(to, load<f64>(to) / 1.5);
}

/** Adds the products of the tile with the weights of each function, stride bytes apart, to its sums. */
function addWeighted(sums: usize, w: usize, functions: usize, stride: usize): void {
  for (; functions > 0; functions--, sums += 16, w += stride) {
    const s = mulAdd(mulAdd(mulAdd(mulAdd(v128.load(sums),
      v128.load(TILE), v128.load(w)), v128.load(TILE, 16), v128.load(w, 16)),
      v128.load(TILE, 32), v128.load(w, 32)), v128.load(TILE, 48), v128.load(w, 48));
    const t = mulAdd(mulAdd(mulAdd(f64x2.mul(v128.load(TILE, 64), v128.load(w, 64)),
      v128.load(TILE, 80), v128.load(w, 80)), v128.load(TILE, 96), v128.load(w, 96)),
      v128.load(TILE, 112), v128.load(w, 112));
    v128.store(sums, f64x2.add(s, t));
  }
}

/** Stores 2^s of the 4 x 4 inner products s of the panel of x_i at x with that of y_j at Y in TILE. */
function powers(x: usize): void {
  takeTile(0, 0, 0, 0, x, Y, d, TILE, POWERS, 0);
}
