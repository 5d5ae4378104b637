// Gives a Go program under Node the functions of bin/products.wasm, as worker.js does in the browser:
//
//	node --import wasm/solver/node.mjs .../wasm_exec_node.js PROGRAM ARGUMENTS

import { readFile } from "node:fs/promises";

const { instantiate } = WebAssembly;

WebAssembly.instantiate = async (/** @type {any} */ bytes, /** @type {any} */ imports) => {
  const module = await WebAssembly.compile(bytes);
  imports.lplab = Object.fromEntries(WebAssembly.Module.imports(module).filter((entry) => entry.module === "lplab")
    .map(({ name }) => [name, (/** @type {number[]} */ ...args) => kernel[name](...args)]));
  const instance = await instantiate(module, imports);
  const productsModule = await WebAssembly.compile(await readFile(new URL("../../bin/products.wasm", import.meta.url)));
  /** @type {any} */
  const kernel = (await instantiate(productsModule, { env: { memory: /** @type {WebAssembly.Memory} */ (instance.exports.mem) } })).exports;
  globalThis.lplabVectorized = true;
  return /** @type {any} */ ({ module, instance });
};
