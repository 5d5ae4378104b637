// Labels of weights by index, compared with a list of all monomials.

import assert from "node:assert/strict";
import { test } from "node:test";
import { labeller, labelOf, variablesAt } from "../report/monomial.js";

/** Returns all monomials of a degree in order, as non-decreasing lists of variables. */
function monomials(d, degree, from = 0) {
  if (degree === 0) return [[]];
  return Array.from({ length: d - from }, (_, i) => from + i).flatMap((v) => monomials(d, degree - 1, v).map((rest) => [v, ...rest]));
}

test("variablesAt returns the monomial at an index, for any degrees of the kernel", () => {
  for (const degrees of [[1], [3], [0, 1, 2, 3], [0, 2], [1, 4]]) {
    for (const d of [1, 2, 5]) {
      const list = degrees.flatMap((degree) => monomials(d, degree));
      list.forEach((variables, k) => assert.deepEqual(variablesAt(k, d, degrees), variables, `index ${k} of degrees ${degrees} in ${d} variables`));
      assert.equal(variablesAt(list.length, d, degrees), null);
    }
  }
});

test("weights that a report does not list are labelled too, unless its labels are not monomials", () => {
  const report = { features: ["a", "b"], spec: {}, weights: { degrees: [0, 2], maxDegree: 2, top: [{ index: 2, label: "a·b" }] } };
  assert.deepEqual([0, 1, 2, 3, 4].map(labeller(report)), ["1", "a²", "a·b", "b²", "weight 5"]);
  report.weights.top[0].label = "other";
  assert.deepEqual([0, 2].map(labeller(report)), ["weight 1", "other"]);
  assert.equal(labelOf([0, 0, 1], ["x", "y"]), "x²·y");
});
