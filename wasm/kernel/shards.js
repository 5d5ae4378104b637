// Shards of a packed tensor of order 4 in the memory of one kernel (kernel.ts).
// This module needs only WebAssembly, so both a worker and the tests can run it.

import { Instance } from "./instance.js";

const AT_ONCE = 8; // blocks computed before they are contracted: a multiple of those that the kernel processes together

const kinds = { linear: 0, power: 1, exponential: 2, series: 3 };

/**
 * @typedef {import("../../web/types/messages.js").Build} Build
 * @typedef {import("../../web/types/messages.js").Evaluate} Evaluate
 * @typedef {import("../../web/types/messages.js").Shard} Shard
 * @typedef {(entries: number) => void} Progress
 */

/** @type {(points: number) => number} Returns the number of entries of a packed triangle over n points. */
const triangle = (n) => n * (n + 1) / 2;

/** @type {(k: number, l: number) => number} Returns the number of entries before the outer pair (k, l): the rows below l, and the blocks of row l below k. */
const rank = (k, l) => l * (l + 1) * (l + 2) * (l + 3) / 24 + k * (k + 1) * (k + 2) / 6;

/** @type {(a: Float64Array) => Float64Array} Returns a_i a_j for i <= j, packed. */
function products(a) {
  const packed = new Float64Array(triangle(a.length));
  for (let at = 0, j = 0; j < a.length; j++) {
    for (let i = 0; i <= j; i++) {
      packed[at++] = a[i] * a[j];
    }
  }
  return packed;
}

/** @type {(entry: number) => [number, number]} Returns the outer pair of the block that begins at an entry. */
function pairAt(entry) {
  let l = 0;
  while (rank(0, l + 1) <= entry) {
    l++;
  }
  let k = 0;
  while (rank(k, l) < entry) {
    k++;
  }
  return [k, l];
}

/** @type {(points: number, hessian: boolean) => number} Returns the length of a shard's result, by its points: omega, and the triangle H. */
const share = (points, hessian) => points + (hessian ? triangle(points) : 0);

/**
 * Shards of one tensor: ranges {from, to, points, held, rounded} of entries that consist of whole blocks with indices
 * below points. The entries are stored (held), stored with rounding (rounded), or else recomputed in each contraction;
 * rounded shards are also recomputed unless the contraction is of rounded entries.
 */
export class Shards {
  #instance;
  #kernel;
  /** @type {(Shard & { address: number })[]} */
  #shards = []; // with the addresses of their entries, if held
  #block = 0; // address of AT_ONCE blocks that are not held, or of absolute values
  #end = 0; // address of the free memory

  /** @param {WebAssembly.Module} module the compiled kernel.wasm */
  constructor(module) {
    this.#instance = new Instance(module);
    this.#kernel = this.#instance.run;
  }

  /** The size of the memory in bytes. */
  get bytes() {
    return this.#instance.bytes;
  }

  /**
   * Allocates the shards of a tensor over n points of d coordinates (x, row-major). kernel: {kind: "linear" | "power" |
   * "exponential" | "series", degree, program}, with the program as in functions.ts. Throws a RangeError if the memory
   * cannot be allocated.
   * @param {Omit<Build, "type">} message
   */
  prepare({ x, n, d, kernel, shards }) {
    if (n > this.#kernel.mostPoints()) {
      throw new RangeError(`${n} points`);
    }
    const take = this.#place({ x, n, d, kernel });
    this.#shards = shards.map((shard) => ({ ...shard, address: 0 }));
    this.#block = take(AT_ONCE * triangle(n));
    for (const shard of this.#shards.filter(({ held, rounded }) => held || rounded)) {
      shard.address = take((shard.to - shard.from) / (shard.held ? 1 : 2));
    }
    this.#end = take(0);
    this.#instance.reserve(this.#end + this.#bytesNeeded(1, n, this.#shards, true)); // for one contraction
  }

  /**
   * Stores the points and the kernel. Returns a function that assigns the next addresses after them to a count of numbers and
   * returns the first one; the caller must then reserve the memory.
   * @param {Omit<Build, "type" | "shards">} message
   */
  #place({ x, n, d, kernel }) {
    let end = this.#kernel.prepare(n, d, kinds[kernel.kind], kernel.program?.length ?? kernel.degree ?? 0) >>> 0;
    this.#instance.reserve(end + 8 * n * d);
    this.#instance.view(end, n * d).set(x); // until they are packed
    this.#kernel.pack(end);
    this.#instance.view(this.#kernel.program() >>> 0, kernel.program?.length ?? 0).set(kernel.program ?? []);
    return (/** @type {number} */ numbers) => {
      const address = end;
      end += 8 * Math.ceil(numbers);
      return address;
    };
  }

  /**
   * Returns the values of functions at the points rows: f(y) = sum_ijk K(x_i, x_j, x_k, y) a_i a_j a_k, where alphas has
   * the a of one function after another. The result has the values in the same order. The shards are overwritten.
   * @param {Omit<Evaluate, "type">} message
   */
  evaluate({ x, n, d, kernel, alphas, rows }) {
    const count = rows.length / d, functions = alphas.length / n;
    const all = new Float64Array(x.length + rows.length);
    all.set(x);
    all.set(rows, x.length);
    const take = this.#place({ x: all, n: n + count, d, kernel });
    const tiles = 16 * triangle(Math.ceil(n / 4));
    const block = take(triangle(n)), places = take(alphas.length), pairs = take(functions * triangle(n)), sums = take(functions);
    const weights = take(functions * tiles), scratch = take(functions * (2 + 4 * (n + 3)));
    this.#instance.reserve(take(0));
    this.#instance.view(places, alphas.length).set(alphas);
    const packed = this.#instance.view(pairs, functions * triangle(n));
    const tiled = this.#instance.view(weights, functions * tiles).fill(0); // in the layout of evaluateExponential
    for (let f = 0; f < functions; f++) {
      const a = alphas.subarray(f * n, (f + 1) * n);
      packed.set(products(a), f * triangle(n));
      for (let j = 0; j < n; j++) {
        for (let i = 0; i <= j; i++) {
          tiled[f * tiles + 16 * (triangle(j >> 2) + (i >> 2)) + 4 * (j & 3) + (i & 3)] = a[i] * a[j] / (i === j ? 2 : 1);
        }
      }
    }
    const exponential = kernel.kind === "exponential" && d <= this.#kernel.mostCoordinates();
    /** @type {(points: Float64Array, i: number) => number} */
    const norm = (points, i) => points.subarray(i * d, (i + 1) * d).reduce((s, v) => s + v ** 4, 0) ** 0.25;
    const mostNorm = 1000 * Math.LN2 / Math.max(...Array.from({ length: n }, (_, i) => norm(x, i))) ** 3; // by Hölder's inequality
    const values = new Float64Array(functions * count);
    for (let row = 0; row < count; row++) {
      const result = this.#instance.view(sums, functions).fill(0);
      if (exponential && norm(rows, row) < mostNorm) {
        this.#kernel.evaluateExponential(n + row, n, functions, places, weights, scratch, sums);
      } else {
        this.#kernel.evaluate(n + row, n, block, functions, places, pairs, sums);
      }
      result.forEach((sum, f) => {
        values[f * count + row] = 6 * sum;
      });
    }
    return values;
  }

  /**
   * Builds the shards that are held or rounded. progress is called with the entries of each step, which takes a few milliseconds.
   * @param {Progress} progress
   */
  build(progress = (_entries) => {}, step = 1 << 16) {
    let unreported = 0;
    for (const { from, to, address, held } of this.#shards.filter(({ held, rounded }) => held || rounded)) {
      let [k, l] = pairAt(from);
      for (let at = from; at < to;) {
        const entries = triangle(k + 1);
        this.#kernel.build(l, k, k + 1, held ? address + 8 * (at - from) : this.#block);
        if (!held) {
          this.#kernel.halve(address + 4 * (at - from), this.#block, entries);
        }
        at += entries;
        unreported += entries;
        if (unreported >= step) {
          progress(unreported);
          unreported = 0;
        }
        [k, l] = k < l ? [k + 1, l] : [0, l + 1];
      }
    }
    progress(unreported);
  }

  /**
   * Contracts the shards with each of the `sides` vectors in alpha, one after another, in one pass. Vectors that are
   * shorter than the number of points are contracted with the tensor of the first points. Returns the sums of the shards
   * in order, for each vector: omega / 3! and, if hessian, the lower triangle H with M / 2! = H + H'. Each result has
   * the digits of a contraction with that vector alone. progress is called with the number of recomputed entries.
   * entries is "" for the entries, "absolute" for their absolute values, or "rounded" for the rounded ones of rounded shards.
   * @param {Float64Array} alpha
   * @param {boolean} hessian
   * @param {Progress} progress
   */
  contract(alpha, hessian, progress = (_entries) => {}, sides = 1, entries = "") {
    const n = alpha.length / sides, end = rank(0, n);
    const alphas = Array.from({ length: sides }, (_, side) => alpha.subarray(side * n, (side + 1) * n));
    const shards = this.#shards.filter(({ from }) => from < end)
      .map((shard) => ({ ...shard, to: Math.min(shard.to, end), points: Math.min(shard.points, n) }));
    const length = shards.reduce((sum, { points }) => sum + share(points, hessian), 0);
    try {
      this.#instance.reserve(this.#end + this.#bytesNeeded(sides, n, shards, hessian));
    } catch (error) {
      if (sides === 1) {
        throw error;
      }
      const all = new Float64Array(sides * length);
      alphas.forEach((vector, side) => all.set(this.contract(vector, hessian, progress, 1, entries), side * length));
      return all;
    }
    let omega = this.#end; // the result of a shard for the first vector
    const all = this.#instance.view(omega, sides * length).fill(0);
    const vectorLength = n + 2 * triangle(n); // numbers: a vector, its products and H of a shard, unless that is a result
    const places = omega + 8 * sides * length, records = places + 8 * sides * vectorLength;
    alphas.forEach((alpha, side) => {
      const view = this.#instance.view(places + 8 * side * vectorLength, vectorLength);
      view.set(alpha);
      view.set(products(alpha), n);
    });
    for (const shard of shards) {
      for (let side = 0; side < sides; side++) {
        const alpha = places + 8 * side * vectorLength, result = omega + 8 * side * length;
        const half = hessian ? result + 8 * shard.points : alpha + 8 * (vectorLength - triangle(n));
        this.#instance.view(half, triangle(shard.points)).fill(0);
        this.#kernel.setSide(records, side, alpha, alpha + 8 * n, result, half);
      }
      this.#contract(shard, records, sides, hessian, progress, entries);
      omega += 8 * share(shard.points, hessian);
    }
    return all.slice();
  }

  /** @type {(sides: number, n: number, shards: Shard[], hessian: boolean) => number} Returns the bytes that a contraction of the shards with `sides` vectors of n numbers needs. */
  #bytesNeeded(sides, n, shards, hessian) {
    const results = shards.reduce((sum, { points }) => sum + share(points, hessian), 0);
    return sides * (8 * (results + n + 2 * triangle(n)) + this.#kernel.sideBytes());
  }

  /**
   * Adds the contributions of a shard to the results of the right-hand sides at records.
   * @param {Shard & { address: number }} shard
   * @param {number} records
   * @param {number} sides
   * @param {boolean} hessian
   * @param {Progress} progress
   * @param {string} entries
   */
  #contract({ from, to, points, held, rounded, address }, records, sides, hessian, progress, entries) {
    const stored = held || rounded && entries === "rounded", absolute = entries === "absolute";
    let [k, l] = pairAt(from);
    for (let at = from; at < to; [k, l] = [0, l + 1]) {
      const end = rank(0, l + 1);
      const stop = to < end ? pairAt(to)[0] : l + 1; // the end of the shard's blocks in row l
      for (let next; k < stop; k = next) {
        next = stored && !absolute ? stop : k + ((stop - k) % AT_ONCE || AT_ONCE);
        let blocks = stored ? address + (held ? 8 : 4) * (rank(k, l) - from) : this.#block;
        if (!stored) {
          this.#kernel.build(l, k, next, blocks);
        }
        if (absolute) {
          this.#kernel.absolute(this.#block, blocks, rank(next, l) - rank(k, l));
          blocks = this.#block;
        }
        this.#kernel.contract(l, k, next, blocks, Number(!held && stored), records, sides, Number(hessian));
      }
      if (!stored) {
        progress(Math.min(end, to) - at);
      }
      at = end;
    }
    if (!hessian) {
      this.#kernel.finish(points, records, sides);
    }
  }

  /** @type {(s: number) => Float64Array} Returns the entries of shard s, which is held. */
  entries(s) {
    const { from, to, address } = this.#shards[s];
    return this.#instance.view(address, to - from);
  }

  /** @type {(fourStreams: boolean) => number} Reads the held entries once, except up to 7 of each shard, in one stream or four: the machine's limit for contract. */
  read(fourStreams) {
    return this.#shards.filter(({ held }) => held)
      .reduce((sum, { from, to, address }) => sum + this.#kernel.read(address, (to - from) & ~7, Number(fourStreams)), 0);
  }

  /** @type {(rounds: number) => number} Multiplies and adds in registers: the machine's limit for build. */
  compute(rounds) {
    return this.#kernel.compute(rounds);
  }
}
