// The digest of a report, without a page.

import assert from "node:assert/strict";
import { test } from "node:test";
import { digest } from "../report/digest.js";

test("the digest contains the first weights of the table with their monomials", () => {
  const top = [{ index: 4, label: "a²", monomial: { a: 2 }, value: 1, coefficient: 1 }, { index: 5, label: "a·b", monomial: { a: 1, b: 1 }, value: 0.5, coefficient: 1 }];
  const { report } = JSON.parse(digest({ objective: {}, weights: { top } }, null, 1));
  assert.deepEqual(report.weights.top, [top[0]]);
});
