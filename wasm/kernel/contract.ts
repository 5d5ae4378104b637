// contract: the shares of omega and of M of the blocks of one row, in one pass.
import { ALPHA, V0, V1, V2, V3 } from "./memory";
import { mulAdd, addProduct, addTo, entry, sum } from "./simd";
import { size } from "./build";

/**
 * Adds what the blocks (k, l) .. (to - 1, l) at block give to omega / 3! and,
 * where half is not 0, to the lower triangle H, packed as a block is, with
 * M / 2! = H + H'. With v = (T + T') a, s = a'v / 2 and c = a_k a_l:
 *
 *   omega_i += c v_i      omega_k += a_l s     omega_l += a_k s
 *   H_ji += c T_ij        H_ki += a_l v_i      H_li += a_k v_i     H_lk += s
 */
export function contract(l: usize, k: usize, to: usize, block: usize, omega: usize, half: usize): void {
  const al = load<f64>(ALPHA + (l << 3));
  for (; k + 3 < to && (half != 0 || al != 0); k += 4) {
    block = half != 0 ? passFour(block, k, half, al, true) : passFour(block, k, 0, al, false);
    spread(V0, k, l, omega, half);
    spread(V1, k + 1, l, omega, half);
    spread(V2, k + 2, l, omega, half);
    spread(V3, k + 3, l, omega, half);
  }
  for (; k < to; k++) {
    const ak = load<f64>(ALPHA + (k << 3));
    if (half != 0 || al != 0 || ak != 0) {
      passOne(block, k, half, ak * al);
      spread(V0, k, l, omega, half);
    }
    block += size(k) << 3;
  }
}

/**
 * Passes over the blocks (k, l) .. (k + 3, l), which follow each other at t, side
 * by side: v of them at V0 .. V3 and, if hessian, H += c T for all four, which is
 * loaded and stored once. al = a_l. Returns the end of the blocks.
 *
 * Four places of memory are read in turns, and nothing is touched ahead of its
 * use: the processor fetches ahead at each of them while it computes, where it
 * would wait for a touch.
 */
// @ts-ignore
@inline
function passFour(t: usize, k: usize, h: usize, al: f64, hessian: bool): usize {
  let t0 = t, t1 = t0 + (size(k) << 3), t2 = t1 + (size(k + 1) << 3), t3 = t2 + (size(k + 2) << 3);
  const ak = ALPHA + (k << 3);
  const c0 = load<f64>(ak) * al, c1 = load<f64>(ak, 8) * al;
  const c2 = load<f64>(ak, 16) * al, c3 = load<f64>(ak, 24) * al;
  const cc0 = f64x2.splat(c0), cc1 = f64x2.splat(c1), cc2 = f64x2.splat(c2), cc3 = f64x2.splat(c3);
  for (let j: usize = 0; j <= k; j++) {
    const rows = j << 3, pairs = ((j + 1) & ~1) << 3;
    const aj = v128.load64_splat(rows, ALPHA);
    let s0 = f64x2.splat(0), s1 = s0, s2 = s0, s3 = s0; // T_.j' a
    let g = s0, f = s0;
    let i: usize = 0;
    for (; i + 32 <= pairs; i += 32) {
      const a = v128.load(i, ALPHA), b = v128.load(i, ALPHA + 16);
      if (hessian) {
        g = v128.load(h + i);
        f = v128.load(h + i, 16);
      }
      let p = v128.load(t0 + i), q = v128.load(t0 + i, 16);
      s0 = mulAdd(mulAdd(s0, p, a), q, b);
      v128.store(i, mulAdd(v128.load(i, V0), p, aj), V0);
      v128.store(i, mulAdd(v128.load(i, V0 + 16), q, aj), V0 + 16);
      if (hessian) {
        g = mulAdd(g, p, cc0);
        f = mulAdd(f, q, cc0);
      }
      p = v128.load(t1 + i), q = v128.load(t1 + i, 16);
      s1 = mulAdd(mulAdd(s1, p, a), q, b);
      v128.store(i, mulAdd(v128.load(i, V1), p, aj), V1);
      v128.store(i, mulAdd(v128.load(i, V1 + 16), q, aj), V1 + 16);
      if (hessian) {
        g = mulAdd(g, p, cc1);
        f = mulAdd(f, q, cc1);
      }
      p = v128.load(t2 + i), q = v128.load(t2 + i, 16);
      s2 = mulAdd(mulAdd(s2, p, a), q, b);
      v128.store(i, mulAdd(v128.load(i, V2), p, aj), V2);
      v128.store(i, mulAdd(v128.load(i, V2 + 16), q, aj), V2 + 16);
      if (hessian) {
        g = mulAdd(g, p, cc2);
        f = mulAdd(f, q, cc2);
      }
      p = v128.load(t3 + i), q = v128.load(t3 + i, 16);
      s3 = mulAdd(mulAdd(s3, p, a), q, b);
      v128.store(i, mulAdd(v128.load(i, V3), p, aj), V3);
      v128.store(i, mulAdd(v128.load(i, V3 + 16), q, aj), V3 + 16);
      if (hessian) {
        v128.store(h + i, mulAdd(g, p, cc3));
        v128.store(h + i, mulAdd(f, q, cc3), 16);
      }
    }
    if (i < pairs) {
      const a = v128.load(i, ALPHA);
      let p = v128.load(t0 + i);
      s0 = mulAdd(s0, p, a);
      v128.store(i, mulAdd(v128.load(i, V0), p, aj), V0);
      if (hessian) {
        g = mulAdd(v128.load(h + i), p, cc0);
      }
      p = v128.load(t1 + i);
      s1 = mulAdd(s1, p, a);
      v128.store(i, mulAdd(v128.load(i, V1), p, aj), V1);
      if (hessian) {
        g = mulAdd(g, p, cc1);
      }
      p = v128.load(t2 + i);
      s2 = mulAdd(s2, p, a);
      v128.store(i, mulAdd(v128.load(i, V2), p, aj), V2);
      if (hessian) {
        g = mulAdd(g, p, cc2);
      }
      p = v128.load(t3 + i);
      s3 = mulAdd(s3, p, a);
      v128.store(i, mulAdd(v128.load(i, V3), p, aj), V3);
      if (hessian) {
        v128.store(h + i, mulAdd(g, p, cc3));
      }
      i += 16;
    }
    endColumn(t0, j, V0, s0);
    endColumn(t1, j, V1, s1);
    endColumn(t2, j, V2, s2);
    endColumn(t3, j, V3, s3);
    if (hessian) {
      if (i <= rows) {
        store<f64>(h + i, load<f64>(h + i) + load<f64>(t0 + i) * c0 + load<f64>(t1 + i) * c1 +
          load<f64>(t2 + i) * c2 + load<f64>(t3 + i) * c3);
      }
    }
    t0 += rows + 8;
    t1 += rows + 8;
    t2 += rows + 8;
    t3 += rows + 8;
    h += rows + 8;
  }
  // Three of the triangles go on, by one, two and three columns.
  let next = (k + 2) << 3;
  column(t1, k + 1, V1, h, c1, hessian);
  column(t2, k + 1, V2, h, c2, hessian);
  column(t3, k + 1, V3, h, c3, hessian);
  t2 += next;
  t3 += next;
  h += next;
  next += 8;
  column(t2, k + 2, V2, h, c2, hessian);
  column(t3, k + 2, V3, h, c3, hessian);
  t3 += next;
  h += next;
  column(t3, k + 3, V3, h, c3, hessian);
  return t3 + next + 8;
}

/** A pass over the one block T at t: v of it at V0 and, where h is not 0, H += c T. */
function passOne(t: usize, k: usize, h: usize, c: f64): void {
  const hessian = h != 0;
  for (let j: usize = 0; j <= k; j++) {
    column(t, j, V0, h, c, hessian);
    t += (j + 1) << 3;
    h += (j + 1) << 3;
  }
}

/** One column j of a pass: v += T_.j a_j, v_j += T_.j' a and, if hessian, H_.j += c T_.j. */
function column(t: usize, j: usize, v: usize, h: usize, c: f64, hessian: bool): void {
  const rows = j << 3;
  const a = v128.load64_splat(rows, ALPHA);
  let s = f64x2.splat(0);
  const pairs = ((j + 1) & ~1) << 3;
  for (let i: usize = 0; i < pairs; i += 16) {
    const p = v128.load(t + i);
    s = mulAdd(s, p, v128.load(i, ALPHA));
    v128.store(v + i, mulAdd(v128.load(v + i), p, a));
  }
  endColumn(t, j, v, s);
  if (hessian) {
    addMultiple(h, t, c, j + 1);
  }
}

/**
 * v_j, where s has the products of the pairs of rows of column j with a. The
 * diagonal counts twice, in its column and in its row. That of an odd column is in
 * a pair, which gave it to both; that of an even column is alone, and v_j and
 * v_j+1 are stored for the first time here.
 */
// @ts-ignore
@inline
function endColumn(t: usize, j: usize, v: usize, s: v128): void {
  const rows = j << 3;
  if (j & 1) {
    addTo(v + rows, sum(s));
  } else {
    const vj = sum(s) + 2 * load<f64>(t + rows) * load<f64>(rows, ALPHA);
    v128.store(v + rows, f64x2.replace_lane(f64x2.splat(0), 0, vj));
  }
}

/** to += c from, count numbers. */
function addMultiple(to: usize, from: usize, c: f64, count: usize): void {
  const cc = f64x2.splat(c);
  const end = to + (count << 3);
  for (; to + 16 <= end; to += 16, from += 16) {
    v128.store(to, mulAdd(v128.load(to), v128.load(from), cc));
  }
  if (to < end) {
    addProduct(to, from, c);
  }
}

/** What v of the outer pair (k, l) gives to omega and H. */
export function spread(v: usize, k: usize, l: usize, omega: usize, half: usize): void {
  const ak = load<f64>(ALPHA + (k << 3));
  const al = load<f64>(ALPHA + (l << 3));
  const c = ak * al;
  const hk = entry(half, 0, k), hl = entry(half, 0, l);
  const cc = f64x2.splat(c), aak = f64x2.splat(ak), aal = f64x2.splat(al);
  let products = f64x2.splat(0);
  const rows = (k + 1) << 3;
  let i: usize = 0;
  for (; i + 16 <= rows; i += 16) {
    const p = v128.load(v + i);
    products = mulAdd(products, p, v128.load(i, ALPHA));
    v128.store(omega + i, mulAdd(v128.load(omega + i), p, cc));
    if (half != 0) {
      v128.store(hk + i, mulAdd(v128.load(hk + i), p, aal));
      v128.store(hl + i, mulAdd(v128.load(hl + i), p, aak));
    }
  }
  let s = sum(products);
  if (i < rows) {
    s += load<f64>(v + i) * load<f64>(i, ALPHA);
    addProduct(omega + i, v + i, c);
    if (half != 0) {
      addProduct(hk + i, v + i, al);
      addProduct(hl + i, v + i, ak);
    }
  }
  s /= 2;
  addTo(omega + (k << 3), al * s);
  addTo(omega + (l << 3), ak * s);
  if (half != 0) {
    addTo(hl + (k << 3), s);
  }
}
