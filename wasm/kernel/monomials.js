// Sums over monomials that are recomputed in each pass, with the digits of portablePasses in core/spaces/gram.

import { Instance } from "./instance.js";

const CHUNK = 256; // points that are processed at a time
const COLUMN = 8 * CHUNK; // bytes

/** Parts of the points, in the memory of one kernel. */
export class Monomials {
  #instance;
  /** @type {{ share: number, from: number, count: number, points: number }[]} with the addresses of their coordinates, by columns */
  #chunks = [];
  #points;
  #columns; // number of columns of a chunk: the coordinates and products of two
  #mostFactors = 0; // largest number of factors of a run
  #end; // address of the free memory

  /**
   * Stores the points. Throws a RangeError if the memory cannot be allocated.
   * @param {WebAssembly.Module} module the compiled kernel.wasm
   * @param {Omit<import("../../web/types/messages.js").Points, "type">} message
   */
  constructor(module, message) {
    const { x, d, columns: products, shares, runs } = message;
    this.#points = message;
    this.#columns = d + products.length / 2;
    this.#instance = new Instance(module);
    this.#end = this.#instance.run.prepare(0, 0, 0, 0) >>> 0;
    shares.reduce((from, points, share) => {
      for (let at = 0; at < points; at += CHUNK) {
        this.#chunks.push({ share, from: from + at, count: Math.min(CHUNK, points - at), points: this.#take(CHUNK * d) });
      }
      return from + points;
    }, 0);
    this.#instance.reserve(this.#end);
    for (const { from, count, points } of this.#chunks) {
      const place = this.#instance.view(points, CHUNK * d);
      for (let i = 0; i < count; i++) {
        for (let j = 0; j < d; j++) {
          place[j * CHUNK + i] = x[(from + i) * d + j];
        }
      }
    }
    for (let r = 0; r < runs.length; r += 4 + runs[r] - runs[r + 1]) {
      this.#mostFactors = Math.max(this.#mostFactors, runs[r]);
    }
  }

  /** @type {(w: Float64Array) => Float64Array} Returns sum_k w_k m_k(x_i) for each point i. */
  apply(w) {
    return this.#apply(w, false);
  }

  /** @type {(e: Float64Array) => Float64Array} Returns sum_k e_k m_k(x_i)^2 for each point i. */
  squares(e) {
    return this.#apply(e, true);
  }

  /** @type {(w: Float64Array, squared: boolean) => Float64Array} */
  #apply(w, squared) {
    const { d, count: monomials } = this.#points, { run } = this.#instance;
    const [weights, columns, products, sums, values] = this.#allocate(monomials, CHUNK * this.#columns, CHUNK * (this.#mostFactors + 1), CHUNK, CHUNK);
    this.#instance.view(weights, monomials).set(w);
    const ones = this.#instance.view(products, CHUNK), sum = this.#instance.view(sums, CHUNK), value = this.#instance.view(values, CHUNK);
    ones.fill(1);
    const all = new Float64Array(this.#points.x.length / d);
    for (const chunk of this.#chunks) {
      this.#expand(chunk, columns, squared);
      value.fill(0);
      this.#runs(columns, products, chunk.count, (at, first, length, product) => {
        sum.fill(0);
        run.addRows(sums, chunk.count, first, CHUNK, weights + 8 * at, length);
        run.multiply(sums, sums, product, chunk.count);
        run.addScaled(values, 1, sums, chunk.count);
      });
      all.set(value.subarray(0, chunk.count), chunk.from);
    }
    return all;
  }

  /** @type {(alpha: Float64Array) => Float64Array} Returns sum_i alpha_i m_k(x_i) over the points of each part, for each monomial k. */
  adjoint(alpha) {
    const { count: monomials, shares } = this.#points, { run } = this.#instance;
    const [sums, columns, products, part] = this.#allocate(shares.length * monomials, CHUNK * this.#columns, CHUNK * (this.#mostFactors + 1), this.#columns);
    const all = this.#instance.view(sums, shares.length * monomials).fill(0), initial = this.#instance.view(products, CHUNK);
    for (const chunk of this.#chunks) {
      this.#expand(chunk, columns, false);
      initial.set(alpha.subarray(chunk.from, chunk.from + chunk.count));
      this.#runs(columns, products, chunk.count, (at, first, length, product) => {
        run.rowProducts(part, length, first, CHUNK, product, chunk.count);
        run.addScaled(sums + 8 * (chunk.share * monomials + at), 1, part, length);
      });
    }
    return all.slice();
  }

  /**
   * Stores the columns of a chunk, or their squares, at an address.
   * @param {{ points: number, count: number }} chunk
   * @param {number} columns
   * @param {boolean} squared
   */
  #expand({ points, count }, columns, squared) {
    const { d, columns: products } = this.#points, { multiply } = this.#instance.run;
    const all = this.#instance.view(columns, CHUNK * d);
    all.set(this.#instance.view(points, CHUNK * d));
    if (squared) {
      multiply(columns, columns, columns, CHUNK * d);
    }
    for (let k = 0, column = columns + d * COLUMN; k < products.length; k += 2, column += COLUMN) {
      multiply(column, columns + products[k] * COLUMN, columns + products[k + 1] * COLUMN, count);
    }
  }

  /**
   * Calls work for each run with its first monomial, the address of its first column, the number of its columns, and the
   * address of the product of its factors. The first column of products has the initial values.
   * @param {number} columns
   * @param {number} products
   * @param {number} count
   * @param {(at: number, first: number, length: number, product: number) => void} work
   */
  #runs(columns, products, count, work) {
    const { runs } = this.#points, { multiply } = this.#instance.run;
    for (let r = 0, at = 0; r < runs.length;) {
      const factors = runs[r++];
      for (let level = runs[r++]; level < factors; level++) {
        multiply(products + (level + 1) * COLUMN, products + level * COLUMN, columns + runs[r++] * COLUMN, count);
      }
      const first = runs[r++], length = runs[r++];
      work(at, columns + first * COLUMN, length, products + factors * COLUMN);
      at += length;
    }
  }

  /** @type {(...lengths: number[]) => number[]} Allocates arrays of these lengths after the points, for one pass, and returns their addresses. */
  #allocate(...lengths) {
    const end = this.#end;
    const addresses = lengths.map((length) => this.#take(length));
    this.#instance.reserve(this.#end);
    this.#end = end;
    return addresses;
  }

  /** @param {number} numbers */
  #take(numbers) {
    const address = this.#end;
    this.#end += 8 * numbers;
    return address;
  }
}
