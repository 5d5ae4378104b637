// The SIMD128 kernel of the tensor work at order q = 4, in AssemblyScript.
//
// Points x_0 .. x_{n-1} of R^d; packed entries as core/tensor/layout.go has
// them: for each outer pair k <= l, in colexicographic order, a block, which is
// the packed triangle over i <= j <= k of
//
//   T_ij = g(sum_c x_ic x_jc x_kc x_lc) / (product of multiplicities!)
//
// with column j at C(j+1, 2). Two operations, on the blocks of one row l:
//
//   build     T from the points: 2 d flops an entry
//   contract  with a: shares of omega and of M = K[a, a, ., .] in one pass
//
// Memory is imported. Its beginning holds the fixed areas below, then come the
// points; what lies behind them is the caller's (see shards.js).

const POINTS: usize = 1024; // the most points; their tensor has 360 GB
const WIDTH: usize = 256; // coordinates worked on at a time: a panel of them is 8 KB

// Fixed areas. Vectors that are walked together start at different places of a
// 4 KB page, or a store to one would delay the loads from the other.
const ALPHA: usize = 4096; // a; below it lie constants
const V0: usize = ALPHA + 8 * POINTS + 320; // (T + T') a of a block,
const V1: usize = V0 + 8 * POINTS + 320; // and of the three blocks after it
const V2: usize = V1 + 8 * POINTS + 320;
const V3: usize = V2 + 8 * POINTS + 320;
const Z: usize = V3 + 8 * POINTS + 320; // x_k o x_l, WIDTH coordinates
const Y: usize = Z + 8 * WIDTH; // a panel of x_j o x_k o x_l
const TILE: usize = Y + 32 * WIDTH; // 4 x 4 inner products
const PANELS: usize = TILE + 128; // the points

// Kernels g.
const LINEAR: i32 = 0; // s
const POWER: i32 = 1; // s^degree
const EXPONENTIAL: i32 = 2; // exp(s)
const SERIES: i32 = 3; // by a program: see series

let n: usize;
let d: usize;
let panels: usize; // ceil(n / 4)
let kind: i32;
let degree: i32;
let terms: usize; // the program of a series, behind the points

/** The most points that the kernel takes. */
export function mostPoints(): usize {
  return POINTS;
}

/** Where the caller writes alpha. */
export function alpha(): usize {
  return ALPHA;
}

/**
 * Sets the problem; size is the degree of a power, or the numbers of a series'
 * program. Returns the beginning of the caller's memory.
 */
export function prepare(points: usize, coordinates: usize, g: i32, size: i32): usize {
  n = points;
  d = coordinates;
  panels = (n + 3) >> 2;
  kind = g;
  degree = size;
  terms = PANELS + ((panels * d) << 5);
  return (terms + (kind == SERIES ? <usize>size << 3 : 0) + 63) & ~63;
}

/** Where the caller writes the program of a series. */
export function program(): usize {
  return terms;
}

/** Stores the points, row-major at rows, in panels. */
export function pack(rows: usize): void {
  for (let i: usize = 0; i < panels << 2; i++) {
    for (let c: usize = 0; c < d; c++) {
      store<f64>(coordinate(i, c), i < n ? load<f64>(rows + ((i * d + c) << 3)) : 0);
    }
  }
}

// -- build --------------------------------------------------------------------
//
// The points lie in chunks of WIDTH coordinates, a chunk in panels of four
// points, and a panel interleaved, so that a v128 holds a coordinate of two
// neighbouring points.

// @ts-ignore
@inline
function chunk(from: usize): usize {
  return PANELS + ((panels * from) << 5);
}

function coordinate(i: usize, c: usize): usize {
  const from = c - c % WIDTH;
  const width = min(WIDTH, d - from);
  return chunk(from) + (((i >> 2) * width + (c - from)) << 5) + ((i & 3) << 3);
}

/** Builds the blocks (k, l) .. (to - 1, l) at block, one after another. */
export function build(l: usize, k: usize, to: usize, block: usize): void {
  for (; k < to; k++) {
    const entries = size(k);
    memory.fill(block, 0, entries << 3);
    for (let from: usize = 0; from < d; from += WIDTH) {
      addProducts(block, k, l, from, min(WIDTH, d - from));
    }
    apply(block, entries);
    premultiply(block, entries, k, l);
    block += entries << 3;
  }
}

/** T_ij += sum over one chunk of coordinates, for i <= j <= k. */
function addProducts(block: usize, k: usize, l: usize, from: usize, width: usize): void {
  const x = chunk(from);
  const xk = coordinate(k, from);
  const xl = coordinate(l, from);
  for (let c: usize = 0; c < width; c++) {
    store<f64>(Z + (c << 3), load<f64>(xk + (c << 5)) * load<f64>(xl + (c << 5)));
  }
  for (let j: usize = 0; j <= k; j += 4) {
    const xj = x + ((j * width) << 3);
    for (let c: usize = 0; c < width; c++) {
      const z = v128.load64_splat(Z + (c << 3));
      v128.store(Y + (c << 5), f64x2.mul(v128.load(xj + (c << 5)), z));
      v128.store(Y + (c << 5), f64x2.mul(v128.load(xj + (c << 5), 16), z), 16);
    }
    for (let i: usize = 0; i <= j; i += 4) {
      addTile(block, i, j, k, x + ((i * width) << 3), width);
    }
  }
}

/**
 * Adds the 4 x 4 inner products of the panel of x_i at x with that of y_j at Y.
 * The eight sums stay in registers.
 */
function addTile(block: usize, i: usize, j: usize, k: usize, x: usize, width: usize): void {
  let s00 = f64x2.splat(0), s01 = s00, s10 = s00, s11 = s00;
  let s20 = s00, s21 = s00, s30 = s00, s31 = s00;
  const end = x + (width << 5);
  for (let y = Y; x < end; x += 32, y += 32) {
    const x0 = v128.load(x), x1 = v128.load(x, 16);
    let yj = v128.load64_splat(y);
    s00 = mulAdd(s00, x0, yj);
    s01 = mulAdd(s01, x1, yj);
    yj = v128.load64_splat(y, 8);
    s10 = mulAdd(s10, x0, yj);
    s11 = mulAdd(s11, x1, yj);
    yj = v128.load64_splat(y, 16);
    s20 = mulAdd(s20, x0, yj);
    s21 = mulAdd(s21, x1, yj);
    yj = v128.load64_splat(y, 24);
    s30 = mulAdd(s30, x0, yj);
    s31 = mulAdd(s31, x1, yj);
  }
  if (i < j && j + 3 <= k) {
    let to = entry(block, i, j);
    addPair(to, s00, s01);
    to += (j + 1) << 3;
    addPair(to, s10, s11);
    to += (j + 2) << 3;
    addPair(to, s20, s21);
    to += (j + 3) << 3;
    addPair(to, s30, s31);
    return;
  }
  // A tile at the edge of the triangle.
  v128.store(TILE, s00);
  v128.store(TILE, s01, 16);
  v128.store(TILE, s10, 32);
  v128.store(TILE, s11, 48);
  v128.store(TILE, s20, 64);
  v128.store(TILE, s21, 80);
  v128.store(TILE, s30, 96);
  v128.store(TILE, s31, 112);
  for (let jj = j; jj <= min(j + 3, k); jj++) {
    const to = entry(block, i, jj);
    const from = TILE + ((jj - j) << 5);
    for (let e: usize = 0; e <= min<usize>(3, jj - i); e++) {
      store<f64>(to + (e << 3), load<f64>(to + (e << 3)) + load<f64>(from + (e << 3)));
    }
  }
}

// @ts-ignore
@inline
function addPair(to: usize, s0: v128, s1: v128): void {
  v128.store(to, f64x2.add(v128.load(to), s0));
  v128.store(to, f64x2.add(v128.load(to, 16), s1), 16);
}

// @ts-ignore
@inline
function entry(block: usize, i: usize, j: usize): usize {
  return block + ((((j * (j + 1)) >> 1) + i) << 3);
}

// @ts-ignore
@inline
function size(k: usize): usize {
  return ((k + 1) * (k + 2)) >> 1;
}

/** Replaces s by g(s). */
function apply(p: usize, count: usize): void {
  if (kind == LINEAR || kind == POWER && degree == 1) {
    return;
  }
  const end = p + (count << 3);
  const even = end - ((count & 1) << 3);
  if (kind == EXPONENTIAL) {
    for (; p < even; p += 16) {
      v128.store(p, exp(v128.load(p)));
    }
  } else if (kind == SERIES) {
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
    store<f64>(p, f64x2.extract_lane(kind == EXPONENTIAL ? exp(s) : kind == SERIES ? series(s) : power(s), 0));
  }
}

/**
 * The sum over terms P(s) exp(a s) / prod_j (1 - s/R_j), as Series of core/kernel
 * takes it. The program is the number of terms and then, for each, the number of
 * coefficients of P and they, the highest first; a, or 0 for no exponential; the
 * number of poles and they. No |s| reaches a pole: that was seen to.
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
      value = f64x2.mul(value, exp(f64x2.mul(v128.load64_splat(at, 8), s)));
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

/** s^degree by repeated squaring. */
// @ts-ignore
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

// Constants that loops take from memory: V8 makes those that are written out
// anew in every turn, with three instructions each.

/** 1/13!, 1/12!, ..., 1/2!, 1. */
const TAYLOR = memory.data<f64>([
  1.0 / 6227020800, 1.0 / 479001600, 1.0 / 39916800, 1.0 / 3628800,
  1.0 / 362880, 1.0 / 40320, 1.0 / 5040, 1.0 / 720, 1.0 / 120, 1.0 / 24, 1.0 / 6, 1.0 / 2, 1.0,
]);

/** Bounds of s, 1 / log 2, 1.5 * 2^52, the two parts of log 2. */
const REDUCTION = memory.data<f64>([
  -746, 710, 1.4426950408889634, 6755399441055744, 0.693147180369123816490, 1.90821492927058770002e-10,
]);

/** A factor below 1, and a summand. */
const CHAIN = memory.data<f64>([0.5, 0.25]);

/**
 * exp(s), with an error below 2 ulp where the result is a normal number, below
 * one spacing where it is subnormal; Infinity from 709.79 on, 0 below -745.14,
 * NaN for NaN.
 *
 * s = m log 2 + r with |r| <= log(2)/2, log 2 in two parts of which the first
 * times m is exact; exp(r) by its Taylor polynomial of degree 13, whose
 * remainder is below 6e-18; times 2^m in two factors, as m runs from -1076 to
 * 1024.
 */
// @ts-ignore
@inline
function exp(s: v128): v128 {
  // pmax and pmin, one instruction each, keep a NaN that is their first operand.
  s = f64x2.pmin(f64x2.pmax(s, v128.load64_splat(REDUCTION)), v128.load64_splat(REDUCTION, 8));
  // Adding 1.5 * 2^52 rounds to an integer, and leaves it in the low bits.
  const shift = v128.load64_splat(REDUCTION, 24);
  const shifted = f64x2.add(f64x2.mul(s, v128.load64_splat(REDUCTION, 16)), shift);
  const m = f64x2.sub(shifted, shift);
  let r = f64x2.sub(s, f64x2.mul(m, v128.load64_splat(REDUCTION, 32)));
  r = f64x2.sub(r, f64x2.mul(m, v128.load64_splat(REDUCTION, 40)));
  let p = v128.load64_splat(TAYLOR);
  p = mulAdd(v128.load64_splat(TAYLOR, 8), p, r);
  p = mulAdd(v128.load64_splat(TAYLOR, 16), p, r);
  p = mulAdd(v128.load64_splat(TAYLOR, 24), p, r);
  p = mulAdd(v128.load64_splat(TAYLOR, 32), p, r);
  p = mulAdd(v128.load64_splat(TAYLOR, 40), p, r);
  p = mulAdd(v128.load64_splat(TAYLOR, 48), p, r);
  p = mulAdd(v128.load64_splat(TAYLOR, 56), p, r);
  p = mulAdd(v128.load64_splat(TAYLOR, 64), p, r);
  p = mulAdd(v128.load64_splat(TAYLOR, 72), p, r);
  p = mulAdd(v128.load64_splat(TAYLOR, 80), p, r);
  p = mulAdd(v128.load64_splat(TAYLOR, 88), p, r);
  const one = v128.load64_splat(TAYLOR, 96);
  p = mulAdd(one, p, r);
  p = mulAdd(one, p, r);
  const exponent = i64x2.sub(shifted, shift);
  const half = i64x2.shr_s(exponent, 1);
  return f64x2.mul(f64x2.mul(p, powerOfTwo(half)), powerOfTwo(i64x2.sub(exponent, half)));
}

// @ts-ignore
@inline
function powerOfTwo(m: v128): v128 {
  return i64x2.shl(i64x2.add(m, i64x2.splat(1023)), 52);
}

/** exp of count numbers at p, in place: for its test. */
export function expInPlace(p: usize, count: usize): void {
  kind = EXPONENTIAL;
  apply(p, count);
}

/** Divides by the factorials of the multiplicities: outer.premultiply of core/tensor. */
function premultiply(block: usize, entries: usize, k: usize, l: usize): void {
  let multiplicity: f64 = 1; // of k among the outer indices
  if (k == l) {
    multiplicity = 2;
    for (let e: usize = 0; e < entries; e++) {
      store<f64>(block + (e << 3), load<f64>(block + (e << 3)) * 0.5);
    }
  }
  const last = entry(block, 0, k);
  for (let i: usize = 0; i < k; i++) {
    divide(last + (i << 3), multiplicity + 1);
    divide(entry(block, i, i), 2);
  }
  divide(last + (k << 3), (multiplicity + 1) * (multiplicity + 2));
}

// @ts-ignore
@inline
function divide(p: usize, by: f64): void {
  store<f64>(p, load<f64>(p) / by);
}

// -- contract -----------------------------------------------------------------

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

/** s + p q, rounded twice: nothing is fused, so every machine gives the same digits. */
// @ts-ignore
@inline
function mulAdd(s: v128, p: v128, q: v128): v128 {
  return f64x2.add(s, f64x2.mul(p, q));
}

// @ts-ignore
@inline
function addProduct(to: usize, t: usize, c: f64): void {
  store<f64>(to, load<f64>(to) + load<f64>(t) * c);
}

// @ts-ignore
@inline
function addTo(to: usize, s: f64): void {
  store<f64>(to, load<f64>(to) + s);
}

// @ts-ignore
@inline
function sum(s: v128): f64 {
  return f64x2.extract_lane(s, 0) + f64x2.extract_lane(s, 1);
}

/** What v of the outer pair (k, l) gives to omega and H. */
function spread(v: usize, k: usize, l: usize, omega: usize, half: usize): void {
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

/**
 * The sum of count numbers at p, for benchmarks: memory read in one stream, from
 * beginning to end. Several streams, as a pass has, can be faster.
 */
export function read(p: usize, count: usize): f64 {
  let s0 = f64x2.splat(0), s1 = s0, s2 = s0, s3 = s0;
  for (const end = p + (count << 3 & ~63); p < end; p += 64) {
    s0 = f64x2.add(s0, v128.load(p));
    s1 = f64x2.add(s1, v128.load(p, 16));
    s2 = f64x2.add(s2, v128.load(p, 32));
    s3 = f64x2.add(s3, v128.load(p, 48));
  }
  return sum(f64x2.add(f64x2.add(s0, s1), f64x2.add(s2, s3)));
}

/**
 * Rounds of 48 flops on registers alone, each 12 chains s -> s a + b of two
 * numbers: the machine's limit for build, as nothing is fused there. Gives a
 * number that depends on all of them.
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
