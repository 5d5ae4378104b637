// Numbers are formatted in Go and in JavaScript: both are tested with one table, here and in
// core/reports/chart/numbers_test.go.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { measureValues } from "../lesson/measures.js";
import { number, outcome, percent } from "../plot/text.js";

test("numbers are formatted as in the golden table", () => {
  const table = JSON.parse(readFileSync(new URL("../../testdata/numbers.json", import.meta.url), "utf8"));
  for (const { value, digits, percent: isShare, text } of table) {
    assert.equal(isShare ? percent(value) : number(value ?? NaN, digits), text, `${value} in ${digits} digits`);
  }
});

test("an R² has the decimals of the tile, and close to 1 is not written as 1", () => {
  const format = (r2) => measureValues(["r2.test"], { metrics: { test: { r2 } } })[0].text;
  assert.deepEqual([1, 0.999996, 0.99963, 0.9986, 0.55, -0.00127, -2.5].map(format), ["1.000", "0.99999", "0.9996", "0.9986", "0.550", "−0.001", "−2.500"]);
});

test("a solution without iterations is named so", () => {
  assert.deepEqual([0, 1].map((iterations) => outcome({ status: "converged", solver: { iterations } })), ["solved without iterations", "converged in 1 iteration"]);
});
