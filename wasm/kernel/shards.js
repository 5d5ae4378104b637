// Shards of a packed tensor of order 4 in the memory of one kernel (kernel.ts).
// No more than WebAssembly is needed: a worker and the tests both run this.

const PAGE = 65536;
const MOST_PAGES = 65535; // 4 GiB but the last page, so that no address wraps around

const kinds = { linear: 0, power: 1, exponential: 2 };

/** Entries of a packed triangle over n points. */
const triangle = (n) => n * (n + 1) / 2;

/** Entries before the outer pair (k, l): all of rows below l, then blocks below k. */
const rank = (k, l) => l * (l + 1) * (l + 2) * (l + 3) / 24 + k * (k + 1) * (k + 2) / 6;

/** The outer pair whose block begins at the given entry. */
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

/** Some shards of one tensor: ranges {from, to} of entries that begin and end with a block. */
export class Shards {
  #kernel;
  #memory = new WebAssembly.Memory({ initial: 1, maximum: MOST_PAGES });
  #n = 0;
  #shards = [];
  #partials = 0; // address: for each shard omega (n numbers), then the triangle H

  /** module: the compiled kernel.wasm. */
  constructor(module) {
    this.#kernel = new WebAssembly.Instance(module, { env: { memory: this.#memory } }).exports;
  }

  /** Bytes that the memory has. */
  get bytes() {
    return this.#memory.buffer.byteLength;
  }

  /**
   * Makes room for the shards of a tensor over n points of d coordinates (x,
   * row-major). kernel: {kind: "linear" | "power" | "exponential", degree}.
   * Throws a RangeError if the memory cannot be had.
   */
  prepare({ x, n, d, kernel, shards }) {
    const at = this.#kernel.prepare(n, d, kinds[kernel.kind], kernel.degree ?? 0) >>> 0;
    if (n > this.#kernel.mostPoints()) {
      throw new RangeError(`${n} points`);
    }
    this.#n = n;
    this.#partials = at;
    let end = at + 8 * shards.length * this.#partial;
    this.#shards = shards.map(({ from, to }) => {
      const shard = { from, to, address: end };
      end += 8 * (to - from);
      return shard;
    });
    this.#reserve(Math.max(end + PAGE, at + 8 * n * d)); // contract touches entries ahead of their use
    this.#view(at, n * d).set(x); // for a moment; the shards are built over them
    this.#kernel.pack(at);
  }

  /**
   * Builds the shards. Gives the place, in the whole tensor, of the first entry
   * that is no finite number, or null. progress hears the entries of each step,
   * which takes a few milliseconds.
   */
  build(progress = () => {}, step = 1 << 16) {
    let said = 0;
    for (const { from, to, address } of this.#shards) {
      let [k, l] = pairAt(from);
      for (let at = from; at < to;) {
        const entries = triangle(k + 1);
        const bad = this.#kernel.build(l, k, k + 1, address + 8 * (at - from));
        if (bad >= 0) {
          return at + bad;
        }
        at += entries;
        said += entries;
        if (said >= step) {
          progress(said);
          said = 0;
        }
        [k, l] = k < l ? [k + 1, l] : [0, l + 1];
      }
    }
    progress(said);
    return null;
  }

  /**
   * Contracts the shards with alpha. Gives the partial sums of each, in order:
   * omega / 3! and, if hessian, the lower triangle H with M / 2! = H + H'.
   */
  contract(alpha, hessian) {
    const n = this.#n;
    this.#view(this.#kernel.alpha(), n).set(alpha);
    this.#view(this.#partials, this.#shards.length * this.#partial).fill(0);
    this.#shards.forEach(({ from, to, address }, s) => {
      const omega = this.#partials + 8 * s * this.#partial;
      const half = hessian ? omega + 8 * n : 0;
      let [k, l] = pairAt(from);
      for (let at = from; at < to;) {
        // As many blocks of row l as the shard has.
        const end = rank(0, l + 1);
        const stop = to < end ? pairAt(to)[0] : l + 1;
        this.#kernel.contract(l, k, stop, address + 8 * (at - from), omega, half);
        at = end;
        [k, l] = [0, l + 1];
      }
    });
    const sums = new Float64Array(this.#shards.length * (hessian ? this.#partial : n));
    this.#shards.forEach((_, s) => {
      const partial = this.#view(this.#partials + 8 * s * this.#partial, hessian ? this.#partial : n);
      sums.set(partial, s * partial.length);
    });
    return sums;
  }

  /** The entries of shard s. */
  entries(s) {
    const { from, to, address } = this.#shards[s];
    return this.#view(address, to - from);
  }

  /** Reads all entries once: the machine's limit for contract. */
  read() {
    return this.#shards.reduce((sum, { from, to, address }) => sum + this.#kernel.read(address, to - from), 0);
  }

  /** exp of the values: for its test. */
  exp(values) {
    const at = this.#kernel.prepare(0, 0, 0, 0) >>> 0;
    this.#reserve(at + values.byteLength);
    this.#view(at, values.length).set(values);
    this.#kernel.expInPlace(at, values.length);
    return this.#view(at, values.length).slice();
  }

  // Numbers of a partial sum.
  get #partial() {
    return this.#n + triangle(this.#n);
  }

  #reserve(end) {
    const pages = Math.ceil((end - this.bytes) / PAGE);
    if (pages > 0) {
      this.#memory.grow(pages);
    }
  }

  #view(address, length) {
    return new Float64Array(this.#memory.buffer, address, length);
  }
}
