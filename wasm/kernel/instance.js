// An instance of the kernel (kernel.ts) with its own memory.

const PAGE = 65536;
const MOST_PAGES = 65535; // 4 GiB without the last page, so that no address wraps around

export class Instance {
  #memory = new WebAssembly.Memory({ initial: 1, maximum: MOST_PAGES });

  /** @param {WebAssembly.Module} module the compiled kernel.wasm */
  constructor(module) {
    /** @type {Record<string, (...args: number[]) => number>} the exports of kernel.ts */
    this.run = /** @type {any} */ (new WebAssembly.Instance(module, { env: { memory: this.#memory } }).exports);
  }

  /** The size of the memory in bytes. */
  get bytes() {
    return this.#memory.buffer.byteLength;
  }

  /**
   * Grows the memory up to an address. Throws a RangeError if it cannot be allocated.
   * @param {number} end
   */
  reserve(end) {
    const pages = Math.ceil((end - this.bytes) / PAGE);
    if (pages > 0) {
      this.#memory.grow(pages);
    }
  }

  /** @type {(address: number, length: number) => Float64Array} Returns the numbers at an address; the view is valid until the memory grows. */
  view(address, length) {
    return new Float64Array(this.#memory.buffer, address, length);
  }
}
