// Sums over monomials that are computed anew in each pass, as portablePasses in core/spaces/gram, with the same digits.

import { Instance } from "./instance.js";

const CHUNK = 256; // points worked on at a time
const COLUMN = 8 * CHUNK; // bytes

/** Some shares of the points. */
export class Monomials {
  #instance;
  /** @type {{ share: number, from: number, count: number, columns: number }[]} with the addresses of their coordinates */
  #chunks = [];
  #given;
  #most = 0; // factors of a run
  #end; // address of what is left of the memory

  /**
   * Stores the points. Throws a RangeError if the memory cannot be had.
   * @param {WebAssembly.Module} module the compiled kernel.wasm
   * @param {Omit<import("../../web/types/messages.js").Points, "type">} given
   */
  constructor(module, given) {
    const { x, d, shares, runs } = given;
    this.#given = given;
    this.#instance = new Instance(module);
    this.#end = this.#instance.run.prepare(0, 0, 0, 0) >>> 0;
    shares.reduce((from, points, share) => {
      for (let at = 0; at < points; at += CHUNK) {
        this.#chunks.push({ share, from: from + at, count: Math.min(CHUNK, points - at), columns: this.#take(CHUNK * d) });
      }
      return from + points;
    }, 0);
    this.#instance.reserve(this.#end);
    for (const { from, count, columns } of this.#chunks) {
      const place = this.#instance.view(columns, CHUNK * d);
      for (let i = 0; i < count; i++) {
        for (let j = 0; j < d; j++) {
          place[j * CHUNK + i] = x[(from + i) * d + j];
        }
      }
    }
    for (let r = 0; r < runs.length; r += 2 + runs[r] - runs[r + 1]) {
      this.#most = Math.max(this.#most, runs[r]);
    }
  }

  /** @type {(w: Float64Array) => Float64Array} sum_k w_k m_k(x_i) for each point i. */
  apply(w) {
    return this.#apply(w, (columns) => columns);
  }

  /** @type {(e: Float64Array) => Float64Array} sum_k e_k m_k(x_i)^2 for each point i. */
  squares(e) {
    return this.#apply(e, (columns, squares) => {
      this.#instance.run.multiply(squares, columns, columns, CHUNK * this.#given.d);
      return squares;
    });
  }

  /** @type {(w: Float64Array, of: (columns: number, room: number) => number) => Float64Array} */
  #apply(w, of) {
    const { d, count: monomials } = this.#given, { run } = this.#instance;
    const [weights, room, products, sums, values] = this.#rooms(monomials, CHUNK * d, CHUNK * (this.#most + 1), CHUNK, CHUNK);
    this.#instance.view(weights, monomials).set(w);
    const ones = this.#instance.view(products, CHUNK), sum = this.#instance.view(sums, CHUNK), value = this.#instance.view(values, CHUNK);
    ones.fill(1);
    const all = new Float64Array(this.#given.x.length / d);
    for (const { from, count, columns } of this.#chunks) {
      const own = of(columns, room);
      value.fill(0);
      this.#runs(own, products, count, (at, first, product) => {
        sum.fill(0);
        run.addRows(sums, count, own + first * COLUMN, CHUNK, weights + 8 * at, d - first);
        run.multiply(sums, sums, product, count);
        run.addScaled(values, 1, sums, count);
      });
      all.set(value.subarray(0, count), from);
    }
    return all;
  }

  /** @type {(alpha: Float64Array) => Float64Array} sum_i alpha_i m_k(x_i) over the points of each share, for each monomial k. */
  adjoint(alpha) {
    const { d, count: monomials, shares } = this.#given, { run } = this.#instance;
    const [sums, products, part] = this.#rooms(shares.length * monomials, CHUNK * (this.#most + 1), d);
    const all = this.#instance.view(sums, shares.length * monomials).fill(0), own = this.#instance.view(products, CHUNK);
    for (const { share, from, count, columns } of this.#chunks) {
      own.set(alpha.subarray(from, from + count));
      this.#runs(columns, products, count, (at, first, product) => {
        run.rowProducts(part, d - first, columns + first * COLUMN, CHUNK, product, count);
        run.addScaled(sums + 8 * (share * monomials + at), 1, part, d - first);
      });
    }
    return all.slice();
  }

  /**
   * Calls work for each run with its first monomial, the coordinate of that one's last factor, and the address of the
   * products of the others with the first column of products.
   * @param {number} columns
   * @param {number} products
   * @param {number} count
   * @param {(at: number, first: number, product: number) => void} work
   */
  #runs(columns, products, count, work) {
    const { d, runs } = this.#given, { multiply } = this.#instance.run;
    for (let r = 0, at = 0; r < runs.length;) {
      const factors = runs[r];
      let level = runs[r + 1], first = 0;
      for (r += 2; level < factors; level++) {
        first = runs[r++];
        multiply(products + (level + 1) * COLUMN, products + level * COLUMN, columns + first * COLUMN, count);
      }
      work(at, first, products + factors * COLUMN);
      at += d - first;
    }
  }

  /** @type {(...lengths: number[]) => number[]} Addresses of so many numbers behind the points, for one pass. */
  #rooms(...lengths) {
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
