// contract adds the contributions of the blocks of one row to omega and M, for several right-hand sides, in one pass.
import { V, C, VECTOR } from "./memory";
import { mulAdd, addTo, entry, sum } from "./simd";
import { size } from "./build";
import { number, pair } from "./rounded";

const CHUNK: usize = 2048; // entries of each block that are processed for all sides before the next ones

/** The addresses of a right-hand side a. The sums of four blocks, two numbers each, follow it. */
@unmanaged
class Side {
  alpha: usize; // a
  products: usize; // a_i a_j for i <= j, packed as a block is; not read for M
  omega: usize; // the contributions to omega
  half: usize; // the contributions to the triangle H
}

const SUMS: usize = offsetof<Side>();
const SIDE: usize = SUMS + 64;

/** Returns the size of a side in bytes. */
export function sideBytes(): usize {
  return SIDE;
}

/** Sets the addresses of a side. H and omega must be 0 before the first blocks of a shard. */
export function setSide(sides: usize, number: usize, alpha: usize, products: usize, omega: usize, half: usize): void {
  const side = changetype<Side>(sides + number * SIDE);
  side.alpha = alpha;
  side.products = products;
  side.omega = omega;
  side.half = half;
}

/**
 * Adds the contributions of the blocks (k, l) to (to - 1, l) at block to omega / 3! and, if hessian, to the lower triangle H, packed
 * as a block, with M / 2! = H + H', for each of the sides; rounded: whether the entries are rounded. With v = (T + T') a,
 * s = a'T a = a'v / 2 and c = a_k a_l:
 *
 *   omega_i += c v_i      omega_k += a_l s     omega_l += a_k s
 *   H_ji += c T_ij        H_ki += a_l v_i      H_li += a_k v_i     H_lk += s
 *
 * Without hessian, H has only its first term, and finish adds (H + H') a, the sum of all c v, to omega.
 *
 * Four blocks are processed together: their common data are read once, and the processor prefetches four streams of memory.
 * If their number is not a multiple of four, the first blocks, which are the smallest, are processed one by one.
 */
export function contract(l: usize, k: usize, to: usize, block: usize, rounded: bool, sides: usize, count: usize, hessian: bool): void {
  const end = sides + count * SIDE;
  while (k < to) {
    const together: usize = (to - k) & 3 ? 1 : 4;
    if (hessian) {
      for (let side = sides; side < end; side += SIDE) {
        addBoth(changetype<Side>(side), l, k, together, block, rounded);
      }
    } else {
      addOmega(sides, end, l, k, together, block, rounded);
    }
    block = place(block, k, together, rounded);
    k += together;
  }
}

/** Returns the address of the block (k + b, l), where (k, l) is at block. */
@inline
function place(block: usize, k: usize, b: usize, rounded: bool): usize {
  return block + ((tetrahedron(k + b) - tetrahedron(k)) << (rounded ? 2 : 3));
}

/** Returns the number of entries in the blocks of a row below k. */
@inline
function tetrahedron(k: usize): usize {
  return k * (k + 1) * (k + 2) / 6;
}

/** contract for omega only, of one block or four. */
function addOmega(sides: usize, end: usize, l: usize, k: usize, together: usize, block: usize, rounded: bool): void {
  for (let side = sides; side < end; side += SIDE) {
    memory.fill(side + SUMS, 0, together << 4);
  }
  // For several sides the entries are processed in chunks that stay in the cache; for one side, all at once.
  const last = size(k + together - 1), chunk = end - sides > SIDE ? CHUNK : (last + 1) & ~1;
  for (let from: usize = 0; from < last; from += chunk) {
    for (let at = sides; at < end; at += SIDE) {
      const side = changetype<Side>(at);
      if (together == 1) {
        takeOne(block, rounded, k, l, side, at + SUMS, from, from + chunk);
      } else {
        takeFour(block, rounded, k, l, side, at + SUMS, from, from + chunk);
      }
    }
  }
  for (let at = sides; at < end; at += SIDE) {
    const side = changetype<Side>(at);
    const al = load<f64>(side.alpha + (l << 3));
    for (let b: usize = 0; b < together; b++) {
      const s = sum(v128.load(at + SUMS + (b << 4)));
      addTo(side.omega + ((k + b) << 3), al * s);
      addTo(side.omega + (l << 3), load<f64>(side.alpha + ((k + b) << 3)) * s);
    }
  }
}

/**
 * Processes the entries [from, to) of the four blocks from (k, l) at t on: adds c T of each block to H, and the products
 * of its entries with those at products to its two sums. from and to are even.
 */
function takeFour(t: usize, rounded: bool, k: usize, l: usize, side: Side, sums: usize, from: usize, to: usize): void {
  const a = side.alpha + (k << 3);
  if (!(load<f64>(side.alpha + (l << 3)) || load<f64>(a) || load<f64>(a, 8) || load<f64>(a, 16) || load<f64>(a, 24))) {
    return;
  }
  const t1 = place(t, k, 1, rounded), t2 = place(t, k, 2, rounded), t3 = place(t, k, 3, rounded);
  const common = size(k) & ~1; // entries in pairs that all four blocks have
  if (from < common) {
    storeFactors(side.alpha, k, l);
    const end = min(to, common) << 3;
    if (rounded) {
      roundedOmega(t, t1, t2, t3, sums, side.products, side.half, from << 3, end);
    } else {
      exactOmega(t, t1, t2, t3, sums, side.products, side.half, from << 3, end);
    }
  }
  from = max(from, common);
  takeOne(t, rounded, k, l, side, sums, from, to);
  takeOne(t1, rounded, k + 1, l, side, sums + 16, from, to);
  takeOne(t2, rounded, k + 2, l, side, sums + 32, from, to);
  takeOne(t3, rounded, k + 3, l, side, sums + 48, from, to);
}

/** Stores c of four blocks at C, from which the inner loops load them; arguments would be splatted in every step. */
function storeFactors(alpha: usize, k: usize, l: usize): void {
  const al = load<f64>(alpha + (l << 3));
  for (let b: usize = 0; b < 4; b++) {
    store<f64>(C + (b << 3), load<f64>(alpha + ((k + b) << 3)) * al);
  }
}

/** takeFour for entries that all four blocks have, at the offsets [e, end) in bytes of products. */
@inline
function fourOmega(t0: usize, t1: usize, t2: usize, t3: usize, rounded: bool, sums: usize, products: usize, half: usize, e: usize, end: usize): void {
  const c0 = v128.load64_splat(C), c1 = v128.load64_splat(C, 8), c2 = v128.load64_splat(C, 16), c3 = v128.load64_splat(C, 24);
  let s0 = v128.load(sums), s1 = v128.load(sums, 16), s2 = v128.load(sums, 32), s3 = v128.load(sums, 48);
  for (; e < end; e += 16) {
    const y = v128.load(products + e);
    let h = v128.load(half + e), p = pair(t0, e, rounded);
    h = mulAdd(h, p, c0);
    s0 = mulAdd(s0, p, y);
    p = pair(t1, e, rounded);
    h = mulAdd(h, p, c1);
    s1 = mulAdd(s1, p, y);
    p = pair(t2, e, rounded);
    h = mulAdd(h, p, c2);
    s2 = mulAdd(s2, p, y);
    p = pair(t3, e, rounded);
    v128.store(half + e, mulAdd(h, p, c3));
    s3 = mulAdd(s3, p, y);
  }
  v128.store(sums, s0);
  v128.store(sums, s1, 16);
  v128.store(sums, s2, 32);
  v128.store(sums, s3, 48);
}

/** takeFour for the single block (k, l) at t. */
function takeOne(t: usize, rounded: bool, k: usize, l: usize, side: Side, sums: usize, from: usize, to: usize): void {
  const products = side.products, half = side.half;
  const c = load<f64>(side.alpha + (k << 3)) * load<f64>(side.alpha + (l << 3)), cc = f64x2.splat(c);
  const end = min(to, size(k)) << 3;
  let s = v128.load(sums), e = from << 3;
  for (; e + 16 <= end; e += 16) {
    const p = pair(t, e, rounded);
    v128.store(half + e, mulAdd(v128.load(half + e), p, cc));
    s = mulAdd(s, p, v128.load(products + e));
  }
  if (e < end) {
    const p = number(t, e, rounded);
    addTo(half + e, p * c);
    s = mulAdd(s, f64x2.replace_lane(f64x2.splat(0), 0, p), v128.load64_zero(products + e));
  }
  v128.store(sums, s);
}

/** Adds (H + H') a to omega of each side, over the given number of points. */
export function finish(points: usize, sides: usize, count: usize): void {
  for (const end = sides + count * SIDE; sides < end; sides += SIDE) {
    const side = changetype<Side>(sides);
    takeColumns(side.half, false, 0, points, side.alpha, V, 0, 0);
    for (let i: usize = 0; i < points << 3; i += 8) {
      addTo(side.omega + i, load<f64>(V + i));
    }
  }
}

/** contract for omega and M, of one block or four and for one side. */
function addBoth(side: Side, l: usize, k: usize, together: usize, block: usize, rounded: bool): void {
  const alpha = side.alpha, half = side.half;
  storeFactors(alpha, k, l);
  if (together == 4) {
    if (rounded) {
      roundedBoth(block, k, alpha, half);
    } else {
      exactBoth(block, k, alpha, half);
    }
  }
  for (let b: usize = 0; b < together; b++) {
    const v = V + b * VECTOR;
    takeColumns(place(block, k, b, rounded), rounded, together == 4 ? k + 1 : 0, k + b + 1, alpha, v, half, load<f64>(C + (b << 3)));
    spread(v, k + b, l, side);
  }
}

/** Processes the columns up to k of the four blocks from (k, l) at t0 on: adds to v of each, at V and VECTOR bytes apart, and H += c T of all. */
@inline
function fourBoth(t0: usize, rounded: bool, k: usize, alpha: usize, h: usize): void {
  let t1 = place(t0, k, 1, rounded), t2 = place(t0, k, 2, rounded), t3 = place(t0, k, 3, rounded);
  const c0 = v128.load64_splat(C), c1 = v128.load64_splat(C, 8), c2 = v128.load64_splat(C, 16), c3 = v128.load64_splat(C, 24);
  for (let j: usize = 0; j <= k; j++) {
    const rows = j << 3, pairs = ((j + 1) & ~1) << 3;
    const aj = v128.load64_splat(alpha + rows);
    let s0 = f64x2.splat(0), s1 = s0, s2 = s0, s3 = s0; // T_.j' a
    let i: usize = 0;
    for (; i < pairs; i += 16) {
      const a = v128.load(alpha + i);
      let p = pair(t0, i, rounded);
      s0 = mulAdd(s0, p, a);
      v128.store(i, mulAdd(v128.load(i, V), p, aj), V);
      let g = mulAdd(v128.load(h + i), p, c0);
      p = pair(t1, i, rounded);
      s1 = mulAdd(s1, p, a);
      v128.store(i, mulAdd(v128.load(i, V + VECTOR), p, aj), V + VECTOR);
      g = mulAdd(g, p, c1);
      p = pair(t2, i, rounded);
      s2 = mulAdd(s2, p, a);
      v128.store(i, mulAdd(v128.load(i, V + 2 * VECTOR), p, aj), V + 2 * VECTOR);
      g = mulAdd(g, p, c2);
      p = pair(t3, i, rounded);
      s3 = mulAdd(s3, p, a);
      v128.store(i, mulAdd(v128.load(i, V + 3 * VECTOR), p, aj), V + 3 * VECTOR);
      v128.store(h + i, mulAdd(g, p, c3));
    }
    endColumn(t0, rounded, j, V, s0, aj);
    endColumn(t1, rounded, j, V + VECTOR, s1, aj);
    endColumn(t2, rounded, j, V + 2 * VECTOR, s2, aj);
    endColumn(t3, rounded, j, V + 3 * VECTOR, s3, aj);
    if (i <= rows) {
      store<f64>(h + i, load<f64>(h + i) + number(t0, i, rounded) * load<f64>(C) + number(t1, i, rounded) * load<f64>(C, 8) +
        number(t2, i, rounded) * load<f64>(C, 16) + number(t3, i, rounded) * load<f64>(C, 24));
    }
    const next = (j + 1) << (rounded ? 2 : 3);
    t0 += next;
    t1 += next;
    t2 += next;
    t3 += next;
    h += rows + 8;
  }
}

/** Processes the columns [j, end) of the triangle T at t: v += T_.j a_j, v_j = T_.j' a + T_jj a_j and, if h is not 0, H_.j += c T_.j. */
function takeColumns(t: usize, rounded: bool, j: usize, end: usize, alpha: usize, v: usize, h: usize, c: f64): void {
  t += ((j * (j + 1)) >> 1) << (rounded ? 2 : 3);
  const cc = f64x2.splat(c);
  for (let to = entry(h, 0, j); j < end; j++) {
    const rows = j << 3, pairs = ((j + 1) & ~1) << 3;
    const aj = v128.load64_splat(alpha + rows);
    let s = f64x2.splat(0);
    let i: usize = 0;
    for (; i < pairs; i += 16) {
      const p = pair(t, i, rounded);
      s = mulAdd(s, p, v128.load(alpha + i));
      v128.store(v + i, mulAdd(v128.load(v + i), p, aj));
      if (h != 0) {
        v128.store(to + i, mulAdd(v128.load(to + i), p, cc));
      }
    }
    endColumn(t, rounded, j, v, s, aj);
    if (h != 0 && i <= rows) {
      addTo(to + i, number(t, i, rounded) * c);
    }
    t += (j + 1) << (rounded ? 2 : 3);
    to += rows + 8;
  }
}

/**
 * Completes v_j. s has the products of the row pairs of column j at t with a. The diagonal counts twice, in its column
 * and in its row. In an odd column it is part of a pair and has been added; in an even column it is added here, and v_j
 * and v_j+1 are stored for the first time.
 */
@inline
function endColumn(t: usize, rounded: bool, j: usize, v: usize, s: v128, aj: v128): void {
  const rows = j << 3;
  if (j & 1) {
    addTo(v + rows, sum(s));
  } else {
    const vj = sum(s) + 2 * number(t, rows, rounded) * f64x2.extract_lane(aj, 0);
    v128.store(v + rows, f64x2.replace_lane(f64x2.splat(0), 0, vj));
  }
}

// The inner loops for both kinds of entries. They are exported so that the compiler does not inline them: in a larger
// function, browsers keep their sums in memory instead of registers.
export function exactOmega(t0: usize, t1: usize, t2: usize, t3: usize, sums: usize, products: usize, half: usize, e: usize, end: usize): void {
  fourOmega(t0, t1, t2, t3, false, sums, products, half, e, end);
}

export function roundedOmega(t0: usize, t1: usize, t2: usize, t3: usize, sums: usize, products: usize, half: usize, e: usize, end: usize): void {
  fourOmega(t0, t1, t2, t3, true, sums, products, half, e, end);
}

export function exactBoth(t: usize, k: usize, alpha: usize, half: usize): void {
  fourBoth(t, false, k, alpha, half);
}

export function roundedBoth(t: usize, k: usize, alpha: usize, half: usize): void {
  fourBoth(t, true, k, alpha, half);
}

/** Adds the contributions of v of the block (k, l) to omega and H. */
function spread(v: usize, k: usize, l: usize, side: Side): void {
  const alpha = side.alpha, omega = side.omega, half = side.half;
  const ak = load<f64>(alpha + (k << 3));
  const al = load<f64>(alpha + (l << 3));
  const c = ak * al;
  const hk = entry(half, 0, k), hl = entry(half, 0, l);
  const cc = f64x2.splat(c), aak = f64x2.splat(ak), aal = f64x2.splat(al);
  let products = f64x2.splat(0);
  const rows = (k + 1) << 3;
  let i: usize = 0;
  for (; i + 16 <= rows; i += 16) {
    const p = v128.load(v + i);
    products = mulAdd(products, p, v128.load(alpha + i));
    v128.store(omega + i, mulAdd(v128.load(omega + i), p, cc));
    v128.store(hk + i, mulAdd(v128.load(hk + i), p, aal));
    v128.store(hl + i, mulAdd(v128.load(hl + i), p, aak));
  }
  let s = sum(products);
  if (i < rows) {
    const last = load<f64>(v + i);
    s += last * load<f64>(alpha + i);
    addTo(omega + i, last * c);
    addTo(hk + i, last * al);
    addTo(hl + i, last * ak);
  }
  s /= 2;
  addTo(omega + (k << 3), al * s);
  addTo(omega + (l << 3), ak * s);
  addTo(hl + (k << 3), s);
}
