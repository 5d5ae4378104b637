// The page writes numbers in Go and in JavaScript: both are held to one table, here and in
// app/page/words_test.go.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { number } from "../plot/text.js";

test("numbers are written as the golden table has them", () => {
  const table = JSON.parse(readFileSync(new URL("../../testdata/numbers.json", import.meta.url), "utf8"));
  for (const { value, digits, text } of table) assert.equal(number(value ?? NaN, digits), text, `${value} in ${digits} digits`);
});
