// An instance of the kernel (kernel.ts) with a memory of its own.

const PAGE = 65536;
const MOST_PAGES = 65535; // 4 GiB but the last page, so that no address wraps around

export class Instance {
  #memory = new WebAssembly.Memory({ initial: 1, maximum: MOST_PAGES });

  /** @param {WebAssembly.Module} module the compiled kernel.wasm */
  constructor(module) {
    /** @type {Record<string, (...given: number[]) => number>} what kernel.ts exports */
    this.run = /** @type {any} */ (new WebAssembly.Instance(module, { env: { memory: this.#memory } }).exports);
  }

  /** Bytes that the memory has. */
  get bytes() {
    return this.#memory.buffer.byteLength;
  }

  /**
   * Makes the memory reach an address. Throws a RangeError if it cannot be had.
   * @param {number} end
   */
  reserve(end) {
    const pages = Math.ceil((end - this.bytes) / PAGE);
    if (pages > 0) {
      this.#memory.grow(pages);
    }
  }

  /** @type {(address: number, length: number) => Float64Array} The numbers at an address, until the memory grows. */
  view(address, length) {
    return new Float64Array(this.#memory.buffer, address, length);
  }
}
