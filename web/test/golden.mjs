// The golden experiments with their independently computed answers, and what it
// means to agree with them.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { root } from "./harness.mjs";

const directory = new URL("testdata/golden/", root);

export const golden = readdirSync(directory).filter((name) => name.endsWith(".json"))
  .map((name) => JSON.parse(readFileSync(new URL(name, directory))));
assert.equal(golden.length, 14);

export function assertClose(got, want, tolerance, what) {
  assert.ok(Math.abs(got - want) <= tolerance, `${what}: ${got} instead of ${want}`);
}

/** The tolerance is relative to the largest number of the list: its scale. */
export function assertListClose(got, want, tolerance, what) {
  assert.equal(got.length, want.length, `${what}: length`);
  const scale = Math.max(...want.map(Math.abs));
  want.forEach((w, i) => assertClose(got[i], w, tolerance * scale, `${what} [${i}]`));
}
