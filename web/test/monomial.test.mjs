// The names of weights by their place, alone: against a list of all monomials.

import assert from "node:assert/strict";
import { test } from "node:test";
import { labeller, labelOf, variablesAt } from "../report/monomial.js";

/** All monomials of one degree, as rising variables, in order. */
function all(d, degree, from = 0) {
  if (degree === 0) return [[]];
  return Array.from({ length: d - from }, (_, i) => from + i).flatMap((v) => all(d, degree - 1, v).map((rest) => [v, ...rest]));
}

test("a place names its monomial, whatever degrees the kernel has", () => {
  for (const degrees of [[1], [3], [0, 1, 2, 3], [0, 2], [1, 4]]) {
    for (const d of [1, 2, 5]) {
      const list = degrees.flatMap((degree) => all(d, degree));
      list.forEach((variables, k) => assert.deepEqual(variablesAt(k, d, degrees), variables, `place ${k} of degrees ${degrees} in ${d} variables`));
      assert.equal(variablesAt(list.length, d, degrees), null);
    }
  }
});

test("weights that the report does not list are named too, unless it would be by guess", () => {
  const report = { features: ["a", "b"], spec: {}, weights: { degrees: [0, 2], maxDegree: 2, top: [{ index: 2, label: "a·b" }] } };
  assert.deepEqual([0, 1, 2, 3, 4].map(labeller(report)), ["1", "a²", "a·b", "b²", "weight 5"]);
  report.weights.top[0].label = "other";
  assert.deepEqual([0, 2].map(labeller(report)), ["weight 1", "other"]);
  assert.equal(labelOf([0, 0, 1], ["x", "y"]), "x²·y");
});
