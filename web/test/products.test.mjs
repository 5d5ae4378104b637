// The SIMD kernel of inner products: the digits of sums in the order of the
// coordinates, and no writes outside the results.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { lplab } from "./harness.mjs";

const web = join(dirname(lplab), "site", "web");
const directory = join(web, readdirSync(web).find((name) => name.startsWith("solver-")), "kernel");
const module = new WebAssembly.Module(readFileSync(join(directory, "products.wasm")));

test("the module imports only its memory, and does not change it when instantiated", () => {
  assert.deepEqual(WebAssembly.Module.imports(module), [{ module: "env", name: "memory", kind: "memory" }]);
  const memory = new WebAssembly.Memory({ initial: 2 });
  new Uint8Array(memory.buffer).fill(0xa5);
  new WebAssembly.Instance(module, { env: { memory } });
  assert.ok(new Uint8Array(memory.buffer).every((byte) => byte === 0xa5));
});

test("each entry is summed in the order of the coordinates", () => {
  const random = generator();
  for (const [n, w, stride] of [[1, 1, 1], [2, 3, 5], [3, 256, 300], [4, 7, 7], [5, 2, 9], [8, 31, 40], [9, 256, 256], [18, 12, 13], [31, 5, 5]]) {
    const triangle = n * (n + 1) / 2;
    const places = { dst: 128, x: 128 + triangle, y: 0, room: 0, end: 0 };
    places.y = places.x + n * stride;
    places.room = places.y + n * w;
    places.end = places.room + 4 * Math.ceil((n + 4) / 4) * w + 16;
    const memory = new WebAssembly.Memory({ initial: Math.ceil((8 * places.end + 1024) / 65536) });
    const all = new Float64Array(memory.buffer).map(random);
    new Float64Array(memory.buffer).set(all);
    const want = all.slice();
    for (let j = 0; j < n; j++) {
      for (let i = 0; i <= j; i++) {
        let sum = 0;
        for (let c = 0; c < w; c++) {
          sum += all[places.x + i * stride + c] * all[places.y + j * w + c];
        }
        want[places.dst + j * (j + 1) / 2 + i] += sum;
      }
    }
    const { products } = new WebAssembly.Instance(module, { env: { memory } }).exports;
    products(8 * places.dst, 8 * places.x, stride, 8 * places.y, w, n - 1, 8 * places.room);
    const got = new Float64Array(memory.buffer);
    got.forEach((value, e) => {
      if (e < places.room || e >= places.end) {
        assert.equal(value, want[e], `n=${n} w=${w}: number ${e} of ${places.end}`);
      }
    });
  }
});

test("exp is within 2 ulp, from underflow to overflow", () => {
  const values = [];
  for (let i = 0; i <= 400_000; i++) {
    values.push(-746 + i * (710 + 746) / 400_000);
  }
  for (let i = 1; i <= 1000; i++) {
    values.push(2 ** -i, -(2 ** -i), i * Math.LN2 / 2, -i * Math.LN2 / 2);
  }
  values.push(0, -0, 709.782712893384, 709.782712893385, 1e300, -1e300, Infinity, -Infinity, -745.1332191019411, -745.2, NaN);
  const memory = new WebAssembly.Memory({ initial: Math.ceil((8 * values.length + 8 * 20) / 65536) });
  const got = new Float64Array(memory.buffer, 0, values.length);
  got.set(values);
  new WebAssembly.Instance(module, { env: { memory } }).exports.exp(0, values.length, 8 * values.length);
  let worst = 0;
  for (const [i, s] of values.entries()) {
    const want = Math.exp(s); // itself within 1 ulp
    if (Object.is(got[i], want)) {
      continue;
    }
    assert.ok(Number.isFinite(want), `exp(${s}) is ${got[i]}, not ${want}`);
    worst = Math.max(worst, Math.abs(got[i] - want) / ulp(want));
  }
  assert.ok(worst <= 2, `exp is off by ${worst} ulp`);
});

test("vector operations give the digits of native code, and write only their results", () => {
  const random = generator();
  /** The inner product in four partial sums, as in gonum on amd64. */
  const dot = (x, y) => {
    const sums = [0, 0, 0, 0];
    x.forEach((v, i) => {
      sums[i < x.length - x.length % 4 ? i % 4 : 0] += v * y[i];
    });
    return sums[0] + sums[2] + (sums[1] + sums[3]);
  };
  for (let n = 0; n < 14; n++) {
    for (let rows = 0; rows < 10; rows++) {
      const stride = n + rows % 3;
      const memory = new WebAssembly.Memory({ initial: 1 });
      const all = new Float64Array(memory.buffer).map(random);
      const kernel = new WebAssembly.Instance(module, { env: { memory } }).exports;
      const [x, w, a, dst] = [8, 40, 60, 500]; // places
      const row = (k) => all.slice(a + k * stride, a + k * stride + n);
      const [vector, factors] = [all.slice(x, x + n), all.slice(w, w + rows)];
      /** Calls an operation on the initial numbers, and compares all of them afterwards. */
      const check = (name, args, values) => {
        const want = all.slice();
        want.set(values, dst);
        new Float64Array(memory.buffer).set(all);
        kernel[name](...args);
        assert.deepEqual(new Float64Array(memory.buffer), want, `${name}, ${rows} rows of ${n}`);
      };
      check("rowProducts", [8 * dst, rows, 8 * a, stride, 8 * x, n], Array.from({ length: rows }, (_, k) => dot(row(k), vector)));
      const sums = all.slice(dst, dst + n);
      check("addRows", [8 * dst, n, 8 * a, stride, 8 * w, rows], sums.map((sum, i) => factors.reduce((s, f, k) => s + row(k)[i] * f, sum)));
      check("addScaled", [8 * dst, factors[0] ?? 2, 8 * x, n], sums.map((sum, i) => sum + vector[i] * (factors[0] ?? 2)));
      check("multiply", [8 * dst, 8 * x, 8 * a, n], vector.map((v, i) => v * row(0)[i]));
      assert.equal(kernel.dot(8 * x, 8 * a, n), dot(vector, row(0)));
    }
  }
});

test("the loops of a contraction write only their results (wasm/solver tests the digits)", () => {
  const random = generator(), triangle = (/** @type {number} */ k) => k * (k + 1) / 2;
  const padded = (/** @type {number} */ j) => ((j >> 2) + 1) * (j & ~3) * 2 + j % 4 * ((j & ~3) + 4);
  for (const [k, count, d] of [[0, 1, 1], [0, 5, 3], [3, 4, 5], [6, 3, 257], [9, 6, 20]]) {
    const n = k + count, stride = n + 4, memory = new WebAssembly.Memory({ initial: 8 });
    const kernel = new WebAssembly.Instance(module, { env: { memory } }).exports;
    let end = 16;
    const allocate = (/** @type {number} */ numbers) => 8 * ((end += numbers + 3) - numbers - 3);
    const [alpha, products, c, x] = [allocate(Math.max(n, d) + 3), allocate(triangle(n)), allocate(count), allocate(n * d)];
    const [at, row, half, v, omega, rowSum, sums] = [allocate(count), allocate(2), allocate(padded(n)), allocate(count * stride), allocate(n), allocate(n), allocate(4 * count)];
    const panels = allocate(4 * Math.ceil(n / 4) * d), room = allocate(1300), blocks = allocate(triangle(n + 1) * n);
    const all = new Float64Array(memory.buffer).map(random), places = new BigInt64Array(memory.buffer);
    const place = Array.from({ length: count + 1 }, (_, b) => (triangle(k + b) * (k + b + 2) - triangle(k) * (k + 2)) / 3);
    /** Calls a function, and asserts that memory outside the written ranges does not change. */
    const check = (/** @type {string} */ name, /** @type {number[]} */ args, /** @type {number[][]} */ ...expected) => {
      new Float64Array(memory.buffer).set(all);
      place.slice(0, count).forEach((entries, b) => { places[at / 8 + b] = BigInt(entries); });
      places.fill(BigInt(n - 1), row / 8, row / 8 + 2);
      const before = new Uint8Array(memory.buffer).slice();
      kernel[name](...args);
      const after = new Uint8Array(memory.buffer);
      for (const [from, numbers] of expected) {
        after.set(before.subarray(from, from + 8 * numbers), from);
      }
      assert.equal(Buffer.compare(after, before), 0, `${name}: k=${k}, ${count} blocks`);
    };
    check("columns", [v, half, blocks, alpha, c, at, count, stride, k, 0, n], [half, padded(n)], ...Array.from({ length: count }, (_, b) => [v + 8 * b * stride, k + b + 1]));
    check("entries", [sums, c, half, products, blocks, at, count, k, 0, triangle(n) + 4], [sums, 4 * count], [half, triangle(n)]);
    check("spread", [omega, half, v, rowSum, alpha, sums, count, row, 2, stride, k], [omega, n], [half, padded(n)], [rowSum, n], [sums, 4 * count]);
    check("widen", [blocks, panels, n], [blocks, n]);
    check("exp", [blocks, n, room], [blocks, n], [room, 20]);
    check("pack", [panels, x, 8 * d, Math.min(d, 256), n], [panels, 4 * Math.ceil(n / 4) * d]);
    check("triangles", [blocks, panels, 4 * Math.ceil(n / 4), d, x, alpha, k, count, room], [blocks, place[count]], [room, 5 * 256 + 16]);
  }
});

/** Returns a generator of pseudorandom numbers in [-1, 1), the same in every run. */
function generator() {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

function ulp(v) {
  return Math.max(2 ** -1074, 2 ** (Math.floor(Math.log2(Math.abs(v))) - 52));
}
