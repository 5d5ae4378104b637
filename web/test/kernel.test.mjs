// The SIMD kernel of the tensor, compared with direct implementations of its definitions.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { lplab } from "./harness.mjs";

const web = join(dirname(lplab), "site", "web");
const directory = join(web, readdirSync(web).find((name) => name.startsWith("solver-")), "kernel");
const module = new WebAssembly.Module(readFileSync(join(directory, "kernel.wasm")));
const { Shards } = await import(pathToFileURL(join(directory, "shards.js")));
const { Monomials } = await import(pathToFileURL(join(directory, "monomials.js")));

const kernels = [
  { kind: "linear", g: (s) => s },
  { kind: "power", degree: 2, g: (s) => s * s },
  { kind: "power", degree: 5, g: (s) => s ** 5 },
  { kind: "exponential", g: Math.exp },
  // No constants: they cancel in omega, where only rounding errors would remain.
  { kind: "series", program: Float64Array.of(1, 4, 2, 0, 0.5, 0, 0, 0), g: (s) => 0.5 * s + 2 * s ** 3 },
  { kind: "series", program: Float64Array.of(3, 2, 1, 0, 0, 0, 3, 2, 0, 0, 0.25, 0, 2, 1, 0, 0, 2, 2000, 3000),
    g: (s) => s + 2 * s * s * Math.exp(s / 4) + s / ((1 - s / 2000) * (1 - s / 3000)) },
];

const count = (n) => n * (n + 1) * (n + 2) * (n + 3) / 24;

test("entries, omega and M agree with their definitions", () => {
  const sizes = [...Array(12).keys()].map((i) => [i + 1, 3]);
  sizes.push([13, 1], [14, 2], [19, 5], [22, 37], [40, 4], [33, 11], [9, 255], [10, 256], [11, 257], [6, 1100], [21, 513]);
  for (const kernel of kernels) {
    for (const [n, d] of sizes) {
      const what = `${kernel.kind} ${kernel.degree ?? ""} n=${n} d=${d}`;
      const x = points(n, d);
      const reference = packedTensor(x, n, d, kernel.g);
      const sizes = { ...reference, entries: reference.entries.map(({ value }) => ({ value: Math.abs(value) })) };
      const cases = [vector(n), vector(n).map((a, i) => i % 3 === 1 ? 0 : a), new Float64Array(n)]
        .map((alpha) => ({ alpha, want: contract(reference, n, alpha), size: contract(sizes, n, alpha.map(Math.abs)) }));
      for (const cuts of [[], cutsOf(n)]) {
        const shards = shardsBetween(cuts, n);
        const tensor = new Shards(module);
        tensor.prepare({ x, n, d, kernel, shards });
        let builtEntries = 0;
        tensor.build((entries) => { builtEntries += entries; }, 1);
        assert.equal(builtEntries, count(n), what);
        let e = 0;
        for (const s of shards.keys()) {
          for (const value of tensor.entries(s)) {
            const { value: want, scale } = reference.entries[e++];
            if (!(Math.abs(value - want) <= 1e-13 * scale)) assert.fail(`${what}: entry ${e - 1} is ${value}, not ${want}`);
          }
        }
        for (const { alpha, want, size } of cases) {
          const both = reduce(tensor.contract(alpha, true), shards, n, true);
          assertNear(both.omega, want.omega, 1e-12, `${what}: omega`);
          assertNear(both.m, want.m, 1e-12, `${what}: M`);
          const alone = reduce(tensor.contract(alpha, false), shards, n, false);
          assertNear(alone.omega, want.omega, 1e-12, `${what}: omega alone`);
          assertNear(reduce(tensor.contract(alpha.map(Math.abs), false, undefined, 1, "absolute"), shards, n, false).omega, size.omega, 1e-12, `${what}: magnitude`);
        }
      }
    }
  }
});

test("recomputed entries and prefixes give the digits of a stored tensor of the same points", () => {
  for (const kernel of kernels) {
    for (const [n, d] of [[1, 2], [5, 3], [12, 4], [23, 3], [34, 300]]) {
      const x = points(n, d);
      const cuts = cutsOf(n);
      for (const held of [() => false, (s) => s % 2 === 0]) {
        const part = new Shards(module);
        part.prepare({ x, n, d, kernel, shards: shardsBetween(cuts, n).map((shard, s) => ({ ...shard, held: held(s) })) });
        part.build();
        for (let m = 1; m <= n; m++) {
          const shards = shardsBetween(cuts.filter((cut) => cut < count(m)), m);
          const complete = new Shards(module);
          complete.prepare({ x: x.subarray(0, m * d), n: m, d, kernel, shards });
          complete.build();
          for (const hessian of [true, false]) {
            assert.deepEqual(part.contract(vector(m), hessian), complete.contract(vector(m), hessian),
              `${kernel.kind}, ${m} of ${n} points, d=${d}`);
          }
        }
      }
    }
  }
});

test("several vectors in one pass give the same digits as each vector alone", () => {
  for (const [n, d] of [[1, 2], [12, 4], [23, 3], [40, 2]]) {
    const x = points(n, d), shards = shardsBetween(cutsOf(n), n).map((shard, s) => ({ ...shard, held: s % 3 !== 1 }));
    const tensor = new Shards(module);
    tensor.prepare({ x, n, d, kernel: kernels[3], shards });
    tensor.build();
    for (const m of [n, Math.ceil(n / 2)]) {
      const alphas = [vector(m), new Float64Array(m), vector(m).map((a, i) => i % 2 === 1 ? 0 : a / 3), vector(m).map((a) => -2 * a)];
      for (const hessian of [true, false]) {
        const alone = alphas.flatMap((alpha) => [...tensor.contract(alpha, hessian)]);
        let computed = 0;
        const sums = tensor.contract(Float64Array.from(alphas.flatMap((alpha) => [...alpha])), hessian, (entries) => { computed += entries; }, alphas.length);
        assert.deepEqual([...sums], alone, `${m} of ${n} points`);
        assert.equal(computed, shards.reduce((sum, { from, to, held }) => sum + (held ? 0 : Math.max(0, Math.min(to, count(m)) - from)), 0));
      }
    }
  }
});

test("a contraction with rounded entries equals one of a stored tensor with the same values", () => {
  const roundTo32Bits = (/** @type {number} */ v) => {
    const bits = new BigUint64Array(Float64Array.of(v).buffer);
    bits[0] = (bits[0] + 0x80000000n) >> 32n << 32n;
    return new Float64Array(bits.buffer)[0];
  };
  for (const kernel of kernels) {
    for (const [n, d] of [[1, 2], [5, 3], [12, 4], [23, 3], [34, 30]]) {
      const x = points(n, d), shards = shardsBetween(cutsOf(n), n).map((shard, s) => ({ ...shard, held: s % 3 === 1, rounded: s % 3 !== 1 }));
      const part = new Shards(module), complete = new Shards(module);
      part.prepare({ x, n, d, kernel, shards });
      complete.prepare({ x, n, d, kernel, shards: shards.map((shard) => ({ ...shard, held: true })) });
      let builtEntries = 0;
      part.build((entries) => { builtEntries += entries; });
      complete.build();
      assert.equal(builtEntries, count(n));
      const alphas = [vector(n), vector(n).map((a, i) => i % 2 === 1 ? 0 : a / 3)];
      const both = Float64Array.from(alphas.flatMap((alpha) => [...alpha]));
      const exact = [true, false].map((hessian) => complete.contract(both, hessian, undefined, 2));
      [true, false].forEach((hessian, i) => assert.deepEqual(part.contract(both, hessian, undefined, 2), exact[i], "recomputed entries"));
      for (const [s, { held }] of shards.entries()) {
        const entries = complete.entries(s);
        entries.forEach((v, e) => { entries[e] = held ? v : roundTo32Bits(v); });
      }
      for (const m of [n, Math.ceil(n / 2)]) {
        for (const hessian of [true, false]) {
          const some = alphas.map((alpha) => alpha.slice(0, m));
          const got = some.flatMap((alpha) => [...part.contract(alpha, hessian, undefined, 1, "rounded")]);
          assertNear(got, some.flatMap((alpha) => [...complete.contract(alpha, hessian)]), 1e-13, `${kernel.kind}, ${m} of ${n} points`);
          assert.deepEqual([...part.contract(Float64Array.from(some.flatMap((alpha) => [...alpha])), hessian, undefined, 2, "rounded")], got, "two vectors in one pass");
        }
      }
    }
  }
});

test("function values at further points agree with the definition", () => {
  for (const kernel of kernels) {
    for (const [n, d, more] of [[1, 2, 1], [2, 3, 3], [5, 1, 2], [12, 4, 3], [17, 5, 9], [9, 257, 4]]) {
      const all = points(n + more, d);
      const reference = packedTensor(all, n + more, d, kernel.g);
      const alphas = [vector(n), vector(n).map((a, i) => i % 3 === 1 ? 0 : -a / 2)];
      const values = new Shards(module).evaluate({ x: all.slice(0, n * d), n, d, kernel, rows: all.slice(n * d), alphas: Float64Array.from(alphas.flatMap((a) => [...a])) });
      for (const [f, alpha] of alphas.entries()) {
        // With alpha = 0 at the further points, omega (here over 3!) has the values there.
        const padded = Float64Array.from({ length: n + more }, (_, i) => alpha[i] ?? 0);
        const { omega: want } = contract(reference, n + more, padded);
        const sizes = { ...reference, entries: reference.entries.map(({ value }) => ({ value: Math.abs(value) })) };
        const { omega: size } = contract(sizes, n + more, padded.map(Math.abs)); // of the absolute terms
        for (let l = n; l < n + more; l++) {
          const got = values[f * more + l - n];
          assert.ok(Math.abs(got - 6 * want[l]) <= 6e-13 * size[l], `${kernel.kind}, ${n} points, d=${d}: ${got}, not ${6 * want[l]}`);
        }
      }
    }
  }
});

test("the benchmarks of reading and of arithmetic return the correct sums", () => {
  const n = 13;
  const tensor = new Shards(module);
  tensor.prepare({ x: points(n, 2), n, d: 2, kernel: kernels[0], shards: shardsBetween([], n) });
  tensor.build();
  const sum = tensor.entries(0).reduce((a, b) => a + b);
  const end = count(n) % 8; // only whole blocks of 8 numbers are read
  const rest = [...tensor.entries(0)].slice(count(n) - end).reduce((a, b) => a + b, 0);
  for (const fourStreams of [false, true]) {
    assert.ok(Math.abs(tensor.read(fourStreams) - (sum - rest)) <= 1e-12 * Math.max(1, Math.abs(sum)));
  }
  // 24 chains s -> s / 2 + 1 / 4 from 0.
  assert.equal(tensor.compute(1), 24 * 0.25);
  assert.equal(tensor.compute(3), 24 * 0.4375);
});

test("sums over monomials agree with their definitions", () => {
  for (const { d, degrees, shares } of [{ d: 1, degrees: [1, 4], shares: [3] }, { d: 4, degrees: [1, 2, 3], shares: [300, 1, 513] }, { d: 7, degrees: [2, 5], shares: [64, 65] }]) {
    const n = shares.reduce((sum, points) => sum + points, 0), x = points(n, d), lists = degrees.flatMap((degree) => factors(d, degree));
    const products = Array.from({ length: n }, (_, i) => lists.map((list) => list.reduce((product, j) => product * x[i * d + j], 1)));
    const monomials = new Monomials(module, { x, d, shares, count: lists.length, ...layout(d, degrees) });
    const w = vector(lists.length), alpha = vector(n), what = `d = ${d}`;
    for (let again = 0; again < 2; again++) {
      assertNear(monomials.apply(w), products.map((own) => own.reduce((sum, v, k) => sum + w[k] * v, 0)), 1e-13, `${what}: apply`);
      assertNear(monomials.squares(w), products.map((own) => own.reduce((sum, v, k) => sum + w[k] * v * v, 0)), 1e-13, `${what}: squares`);
      let from = 0;
      const want = shares.flatMap((count) => {
        from += count;
        return lists.map((_, k) => products.slice(from - count, from).reduce((sum, own, i) => sum + alpha[from - count + i] * own[k], 0));
      });
      assertNear(monomials.adjoint(alpha), want, 1e-13, `${what}: adjoint`);
    }
  }
});

/** Returns all monomials of a degree, as non-decreasing lists of factors. */
function factors(d, degree, first = 0) {
  return degree === 0 ? [[]] : Array.from({ length: d - first }, (_, j) => factors(d, degree - 1, first + j).map((rest) => [first + j, ...rest])).flat();
}

/** Returns columns and runs as core/spaces/gram does; products of two coordinates are columns. */
function layout(d, degrees) {
  const pairs = factors(d, 2), runs = [];
  const place = (first) => d + pairs.filter(([j]) => j < first).length;
  for (const degree of degrees) {
    let before = null;
    for (const list of factors(d, Math.max(0, degree - 2))) {
      let common = 0;
      while (before && before[common] === list[common]) common++;
      const first = degree === 1 ? 0 : place(list.at(-1) ?? 0);
      runs.push(list.length, common, ...list.slice(common), first, (degree === 1 ? d : d + pairs.length) - first);
      before = list;
    }
  }
  return { columns: Int32Array.from(pairs.flat()), runs: Int32Array.from(runs) };
}

function cutsOf(n) {
  const cuts = new Set();
  for (const [k, l] of [[0, n - 1], [n - 1, n - 1], [n >> 1, n - 1], [(n >> 1) - 1, n >> 1], [1, 2]]) {
    if (k >= 0 && k <= l && l < n) {
      cuts.add(l * (l + 1) * (l + 2) * (l + 3) / 24 + k * (k + 1) * (k + 2) / 6);
    }
  }
  return [...cuts].filter((cut) => cut > 0).sort((a, b) => a - b);
}

/** Returns the shards of n points between the cuts, all held. */
function shardsBetween(cuts, n) {
  return [0, ...cuts].map((from, i) => {
    const to = cuts[i] ?? count(n);
    let points = 1;
    while (count(points) < to) {
      points++;
    }
    return { from, to, points, held: true };
  });
}

/** Returns the packed entries by definition, with the scale of their rounding errors, and their indices. */
function packedTensor(x, n, d, g) {
  const entries = [], index = [];
  for (let l = 0; l < n; l++) {
    for (let k = 0; k <= l; k++) {
      for (let j = 0; j <= k; j++) {
        for (let i = 0; i <= j; i++) {
          let s = 0, size = 0;
          for (let c = 0; c < d; c++) {
            const term = x[i * d + c] * x[j * d + c] * x[k * d + c] * x[l * d + c];
            s += term;
            size += Math.abs(term);
          }
          let run = 1, multiplicities = 1;
          for (const equal of [i === j, j === k, k === l]) {
            run = equal ? run + 1 : 1;
            multiplicities *= run;
          }
          const value = g(s) / multiplicities;
          entries.push({ value, scale: Math.max(Math.abs(value), g(size) * Math.max(1, size) / multiplicities) });
          index.push([i, j, k, l]);
        }
      }
    }
  }
  return { entries, index };
}

/** Returns omega / 3! and M / 2!, as sums over all index positions of all entries. */
function contract({ entries, index }, n, alpha) {
  const omega = new Float64Array(n), m = new Float64Array(n * n);
  for (const [e, slots] of index.entries()) {
    const t = entries[e].value;
    const a = slots.map((i) => alpha[i]);
    for (let r = 0; r < 4; r++) {
      let rest = t;
      for (let u = 0; u < 4; u++) {
        rest *= u === r ? 1 : a[u];
      }
      omega[slots[r]] += rest;
      for (let s = 0; s < 4; s++) {
        if (s !== r) {
          let others = t;
          for (let u = 0; u < 4; u++) {
            others *= u === r || u === s ? 1 : a[u];
          }
          m[slots[r] * n + slots[s]] += others;
        }
      }
    }
  }
  return { omega, m };
}

function reduce(sums, shards, n, hessian) {
  const omega = new Float64Array(n), m = new Float64Array(n * n);
  let e = 0;
  for (const { points } of shards) {
    for (let i = 0; i < points; i++, e++) {
      omega[i] += sums[e];
    }
    for (let j = 0; hessian && j < points; j++) {
      for (let i = 0; i <= j; i++, e++) {
        m[j * n + i] += sums[e];
        m[i * n + j] += sums[e];
      }
    }
  }
  assert.equal(e, sums.length);
  return { omega, m };
}

function assertNear(got, want, tolerance, what) {
  const scale = want.reduce((most, w) => Math.max(most, Math.abs(w)), Number.MIN_VALUE);
  want.forEach((w, i) => assert.ok(Math.abs(got[i] - w) <= tolerance * scale, `${what} [${i}]: ${got[i]} instead of ${w}`));
}

/** Returns pseudorandom numbers in [-1, 1), the same in every run. */
function points(n, d) {
  let state = 12345 + n + 1000 * d;
  return Float64Array.from({ length: n * d }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  });
}

const vector = (n) => points(n, 1);
