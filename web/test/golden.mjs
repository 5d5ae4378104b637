// The golden experiments with their independently computed answers and their digests, and
// assertions that compare reports with them.

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

/** Asserts equal lengths and close values. The tolerance is relative to the largest absolute value of want. */
export function assertListClose(got, want, tolerance, what) {
  assert.equal(got.length, want.length, `${what}: length`);
  const scale = Math.max(...want.map(Math.abs));
  want.forEach((w, i) => assertClose(got[i], w, tolerance * scale, `${what} [${i}]`));
}

/** Asserts that a report has the independently computed answers. */
export function assertAnswer({ status, objective, predictions, alpha, weights }, { name, spec, expected }, what = name) {
  assert.equal(status, "converged", what);
  assertClose(objective.dual, expected.dual, 1e-9 * Math.abs(expected.dual), `${what}: dual`);
  assertClose(objective.primal, expected.primal, 1e-9 * Math.abs(expected.primal), `${what}: primal`);
  assertListClose(predictions.train, expected.train_predictions, 1e-6, `${what}: predictions on training rows`);
  assertListClose(predictions.test, expected.test_predictions, 1e-6, `${what}: predictions on test rows`);
  if (["squared", "huber", "logistic"].includes(spec.model.loss.type)) { // with the others alpha need not be unique
    assertListClose(alpha, expected.alpha, 1e-5, `${what}: alpha`);
  }
  assertTopWeights(weights.top, expected.top_weights ?? [], what);
}

/** The digests by name, which are the same in every engine; core/lab/digits_test.go compares those of Go with them. */
const { results } = JSON.parse(readFileSync(new URL("testdata/digests.json", root)));

/** Asserts that a report has the digest that links from every engine contain. */
export function assertDigest({ result }, { name }, what = name) {
  assert.equal(result.digest, results[name].digest, `${what}: digest`);
}

function assertTopWeights(got, want, what) {
  const scale = Math.max(...want.map(({ value }) => Math.abs(value)));
  const byMonomial = new Map(got.map(({ monomial, value }) => [key(monomial), value]));
  for (const { monomial, value } of want) {
    const actual = byMonomial.get(key(monomial));
    assert.notEqual(actual, undefined, `${what}: the weight of ${key(monomial)} is listed`);
    assertClose(actual, value, 1e-6 * scale, `${what}: the weight of ${key(monomial)}`);
  }
}

function key(monomial) {
  return JSON.stringify(Object.entries(monomial).sort());
}
