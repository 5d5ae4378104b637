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
const AHEAD: usize = 4096; // a pass touches entries this many bytes ahead, so that they are in cache in time

// Fixed areas. Vectors that are walked together start at different places of a
// 4 KB page, or a store to one would delay the loads from the other.
const ALPHA: usize = 4096; // a; below it lie the constants of exp
const V0: usize = ALPHA + 8 * POINTS + 320; // (T + T') a of a block,
const V1: usize = V0 + 8 * POINTS + 320; // and of the block after it
const Z: usize = V1 + 8 * POINTS + 320; // x_k o x_l, WIDTH coordinates
const Y: usize = Z + 8 * WIDTH; // a panel of x_j o x_k o x_l
const TILE: usize = Y + 32 * WIDTH; // 4 x 4 inner products
const PANELS: usize = TILE + 128; // the points

// Kernels g.
const LINEAR: i32 = 0; // s
const POWER: i32 = 1; // s^degree
const EXPONENTIAL: i32 = 2; // exp(s)

let n: usize;
let d: usize;
let panels: usize; // ceil(n / 4)
let kind: i32;
let degree: i32;

/** The most points that the kernel takes. */
export function mostPoints(): usize {
  return POINTS;
}

/** Where the caller writes alpha. */
export function alpha(): usize {
  return ALPHA;
}

/** Sets the problem; returns the beginning of the caller's memory. */
export function prepare(points: usize, coordinates: usize, g: i32, power: i32): usize {
  n = points;
  d = coordinates;
  panels = (n + 3) >> 2;
  kind = g;
  degree = power;
  return (PANELS + ((panels * d) << 5) + 63) & ~63;
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

/**
 * Builds the blocks (k, l) .. (to - 1, l) at block, one after another. Returns
 * the place of the first entry that is no finite number, or -1.
 */
export function build(l: usize, k: usize, to: usize, block: usize): i32 {
  const begin = block;
  for (; k < to; k++) {
    const entries = size(k);
    memory.fill(block, 0, entries << 3);
    for (let from: usize = 0; from < d; from += WIDTH) {
      addProducts(block, k, l, from, min(WIDTH, d - from));
    }
    apply(block, entries);
    const bad = firstNotFinite(block, entries);
    if (bad >= 0) {
      return bad + i32((block - begin) >> 3);
    }
    premultiply(block, entries, k, l);
    block += entries << 3;
  }
  return -1;
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
    s00 = f64x2.add(s00, f64x2.mul(x0, yj));
    s01 = f64x2.add(s01, f64x2.mul(x1, yj));
    yj = v128.load64_splat(y, 8);
    s10 = f64x2.add(s10, f64x2.mul(x0, yj));
    s11 = f64x2.add(s11, f64x2.mul(x1, yj));
    yj = v128.load64_splat(y, 16);
    s20 = f64x2.add(s20, f64x2.mul(x0, yj));
    s21 = f64x2.add(s21, f64x2.mul(x1, yj));
    yj = v128.load64_splat(y, 24);
    s30 = f64x2.add(s30, f64x2.mul(x0, yj));
    s31 = f64x2.add(s31, f64x2.mul(x1, yj));
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
  } else {
    for (; p < even; p += 16) {
      v128.store(p, power(v128.load(p)));
    }
  }
  if (p < end) {
    const s = v128.load64_splat(p);
    store<f64>(p, f64x2.extract_lane(kind == EXPONENTIAL ? exp(s) : power(s), 0));
  }
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

/** 1/13!, 1/12!, ..., 1/2!. */
const TAYLOR = memory.data<f64>([
  1.0 / 6227020800, 1.0 / 479001600, 1.0 / 39916800, 1.0 / 3628800,
  1.0 / 362880, 1.0 / 40320, 1.0 / 5040, 1.0 / 720, 1.0 / 120, 1.0 / 24, 1.0 / 6, 1.0 / 2,
]);

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
  s = f64x2.min(f64x2.max(s, f64x2.splat(-746)), f64x2.splat(710));
  // Adding 1.5 * 2^52 rounds to an integer, and leaves it in the low bits.
  const shift = f64x2.splat(6755399441055744);
  const shifted = f64x2.add(f64x2.mul(s, f64x2.splat(1.4426950408889634)), shift);
  const m = f64x2.sub(shifted, shift);
  let r = f64x2.sub(s, f64x2.mul(m, f64x2.splat(0.693147180369123816490)));
  r = f64x2.sub(r, f64x2.mul(m, f64x2.splat(1.90821492927058770002e-10)));
  let p = v128.load64_splat(TAYLOR);
  p = f64x2.add(f64x2.mul(p, r), v128.load64_splat(TAYLOR, 8));
  p = f64x2.add(f64x2.mul(p, r), v128.load64_splat(TAYLOR, 16));
  p = f64x2.add(f64x2.mul(p, r), v128.load64_splat(TAYLOR, 24));
  p = f64x2.add(f64x2.mul(p, r), v128.load64_splat(TAYLOR, 32));
  p = f64x2.add(f64x2.mul(p, r), v128.load64_splat(TAYLOR, 40));
  p = f64x2.add(f64x2.mul(p, r), v128.load64_splat(TAYLOR, 48));
  p = f64x2.add(f64x2.mul(p, r), v128.load64_splat(TAYLOR, 56));
  p = f64x2.add(f64x2.mul(p, r), v128.load64_splat(TAYLOR, 64));
  p = f64x2.add(f64x2.mul(p, r), v128.load64_splat(TAYLOR, 72));
  p = f64x2.add(f64x2.mul(p, r), v128.load64_splat(TAYLOR, 80));
  p = f64x2.add(f64x2.mul(p, r), v128.load64_splat(TAYLOR, 88));
  p = f64x2.add(f64x2.mul(p, r), f64x2.splat(1));
  p = f64x2.add(f64x2.mul(p, r), f64x2.splat(1));
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

function firstNotFinite(p: usize, count: usize): i32 {
  // s - s is 0, or NaN from the first infinity or NaN on.
  let sum = f64x2.splat(0);
  const end = p + (count << 3);
  let at = p;
  for (; at + 16 <= end; at += 16) {
    const s = v128.load(at);
    sum = f64x2.add(sum, f64x2.sub(s, s));
  }
  if (at < end) {
    const s = v128.load64_splat(at);
    sum = f64x2.add(sum, f64x2.sub(s, s));
  }
  if (f64x2.extract_lane(sum, 0) + f64x2.extract_lane(sum, 1) == 0) {
    return -1;
  }
  at = p;
  while (isFinite(load<f64>(at))) {
    at += 8;
  }
  return i32((at - p) >> 3);
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
  if (half != 0) {
    for (; k + 1 < to; k += 2) {
      const next = block + (size(k) << 3);
      passTwo(block, next, k, half, al);
      spread(V0, k, l, omega, half);
      spread(V1, k + 1, l, omega, half);
      block = next + (size(k + 1) << 3);
    }
  }
  for (; k < to; k++) {
    const ak = load<f64>(ALPHA + (k << 3));
    if (half != 0) {
      passOne(block, k, half, ak * al, true);
      spread(V0, k, l, omega, half);
    } else if (al != 0 || ak != 0) {
      passOne(block, k, 0, 0, false);
      spread(V0, k, l, omega, 0);
    }
    block += size(k) << 3;
  }
}

// A pass reads a block once, two columns at a time, so that v is loaded and
// stored once for both.

/** v = (T + T') a at V0 and, if hessian, H += c T, for the triangle T at t. */
// @ts-ignore
@inline
function passOne(t: usize, k: usize, h: usize, c: f64, hessian: bool): void {
  memory.fill(V0, 0, (k + 1) << 3);
  const cc = f64x2.splat(c);
  let j: usize = 0;
  for (; j < k; j += 2) {
    const rows = j << 3;
    const t1 = t + rows + 8, h1 = h + rows + 8;
    const a0 = v128.load64_splat(ALPHA + rows), a1 = v128.load64_splat(ALPHA + rows, 8);
    let s0 = f64x2.splat(0), s1 = s0;
    for (let i: usize = 0; i < rows; i += 16) {
      load<u8>(t + 2 * i, AHEAD);
      const a = v128.load(i, ALPHA);
      const p0 = v128.load(t + i), p1 = v128.load(t1 + i);
      s0 = f64x2.add(s0, f64x2.mul(p0, a));
      s1 = f64x2.add(s1, f64x2.mul(p1, a));
      v128.store(i, f64x2.add(v128.load(i, V0), f64x2.add(f64x2.mul(p0, a0), f64x2.mul(p1, a1))), V0);
      if (hessian) {
        v128.store(h + i, f64x2.add(v128.load(h + i), f64x2.mul(p0, cc)));
        v128.store(h1 + i, f64x2.add(v128.load(h1 + i), f64x2.mul(p1, cc)));
      }
    }
    addCorner(t + rows, t1 + rows, V0 + rows, ALPHA + rows, sum(s0), sum(s1));
    if (hessian) {
      addProduct(h + rows, t + rows, c);
      addProduct(h1 + rows, t1 + rows, c);
      addProduct(h1 + rows + 8, t1 + rows + 8, c);
    }
    t = t1 + rows + 16;
    h = h1 + rows + 16;
  }
  if (j == k) {
    column(t, k, V0, h, c, hessian);
  }
}

/**
 * Two passes in one, over the triangles of the outer pairs (k, l) at t and
 * (k + 1, l) at u: v of them at V0 and V1, and H is loaded and stored once for
 * both. al = a_l.
 */
function passTwo(t: usize, u: usize, k: usize, h: usize, al: f64): void {
  memory.fill(V0, 0, (k + 1) << 3);
  memory.fill(V1, 0, (k + 2) << 3);
  const ct = load<f64>(ALPHA + (k << 3)) * al;
  const cu = load<f64>(ALPHA + ((k + 1) << 3)) * al;
  const cct = f64x2.splat(ct), ccu = f64x2.splat(cu);
  let j: usize = 0;
  for (; j < k; j += 2) {
    const rows = j << 3;
    const t1 = t + rows + 8, u1 = u + rows + 8, h1 = h + rows + 8;
    const a0 = v128.load64_splat(ALPHA + rows), a1 = v128.load64_splat(ALPHA + rows, 8);
    let s0 = f64x2.splat(0), s1 = s0, r0 = s0, r1 = s0;
    for (let i: usize = 0; i < rows; i += 16) {
      load<u8>(t + 2 * i, AHEAD);
      load<u8>(u + 2 * i, AHEAD);
      const a = v128.load(i, ALPHA);
      const p0 = v128.load(t + i), p1 = v128.load(t1 + i);
      s0 = f64x2.add(s0, f64x2.mul(p0, a));
      s1 = f64x2.add(s1, f64x2.mul(p1, a));
      v128.store(i, f64x2.add(v128.load(i, V0), f64x2.add(f64x2.mul(p0, a0), f64x2.mul(p1, a1))), V0);
      const q0 = v128.load(u + i), q1 = v128.load(u1 + i);
      r0 = f64x2.add(r0, f64x2.mul(q0, a));
      r1 = f64x2.add(r1, f64x2.mul(q1, a));
      v128.store(i, f64x2.add(v128.load(i, V1), f64x2.add(f64x2.mul(q0, a0), f64x2.mul(q1, a1))), V1);
      v128.store(h + i, f64x2.add(v128.load(h + i), f64x2.add(f64x2.mul(p0, cct), f64x2.mul(q0, ccu))));
      v128.store(h1 + i, f64x2.add(v128.load(h1 + i), f64x2.add(f64x2.mul(p1, cct), f64x2.mul(q1, ccu))));
    }
    addCorner(t + rows, t1 + rows, V0 + rows, ALPHA + rows, sum(s0), sum(s1));
    addCorner(u + rows, u1 + rows, V1 + rows, ALPHA + rows, sum(r0), sum(r1));
    addProduct(h + rows, t + rows, ct);
    addProduct(h + rows, u + rows, cu);
    addProduct(h1 + rows, t1 + rows, ct);
    addProduct(h1 + rows, u1 + rows, cu);
    addProduct(h1 + rows + 8, t1 + rows + 8, ct);
    addProduct(h1 + rows + 8, u1 + rows + 8, cu);
    t = t1 + rows + 16;
    u = u1 + rows + 16;
    h = h1 + rows + 16;
  }
  if (j == k) {
    column(t, k, V0, h, ct, true);
    column(u, k, V1, h, cu, true);
    u += (k + 1) << 3;
    h += (k + 1) << 3;
  }
  column(u, k + 1, V1, h, cu, true);
}

/**
 * The rest of columns j and j + 1: T_jj at t0; T_j,j+1 and T_j+1,j+1 at t1; v_j
 * at v, a_j at a. s0 and s1 are the products of the columns above with a.
 */
// @ts-ignore
@inline
function addCorner(t0: usize, t1: usize, v: usize, a: usize, s0: f64, s1: f64): void {
  const a0 = load<f64>(a), a1 = load<f64>(a, 8);
  const between = load<f64>(t1);
  store<f64>(v, load<f64>(v) + (s0 + 2 * load<f64>(t0) * a0 + between * a1));
  store<f64>(v, load<f64>(v, 8) + (s1 + between * a0 + 2 * load<f64>(t1, 8) * a1), 8);
}

/** One column j of a pass: v += T_.j a_j, v_j += T_.j' a, H_j. += c T_.j. */
function column(t: usize, j: usize, v: usize, h: usize, c: f64, hessian: bool): void {
  const rows = j << 3;
  const aj = load<f64>(ALPHA + rows);
  let s: f64 = 2 * load<f64>(t + rows) * aj;
  for (let i: usize = 0; i < rows; i += 8) {
    const p = load<f64>(t + i);
    s += p * load<f64>(i, ALPHA);
    addTo(v + i, p * aj);
  }
  addTo(v + rows, s);
  if (hessian) {
    for (let i: usize = 0; i <= rows; i += 8) {
      addProduct(h + i, t + i, c);
    }
  }
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
  let s: f64 = 0;
  for (let i: usize = 0; i <= k; i++) {
    const vi = load<f64>(v + (i << 3));
    addTo(omega + (i << 3), c * vi);
    s += load<f64>(ALPHA + (i << 3)) * vi;
  }
  s /= 2;
  addTo(omega + (k << 3), al * s);
  addTo(omega + (l << 3), ak * s);
  if (half == 0) {
    return;
  }
  const rowK = entry(half, 0, k), rowL = entry(half, 0, l);
  for (let i: usize = 0; i <= k; i++) {
    const vi = load<f64>(v + (i << 3));
    addTo(rowK + (i << 3), al * vi);
    addTo(rowL + (i << 3), ak * vi);
  }
  addTo(rowL + (k << 3), s);
}

/** The sum of count numbers at p, at the speed of memory: for benchmarks. */
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
