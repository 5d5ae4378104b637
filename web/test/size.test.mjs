// What a first visit costs.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { lplab } from "./harness.mjs";

const web = join(dirname(lplab), "site", "web");

test("the page's WebAssembly is under 2 MB in Brotli", () => {
  const [name] = readdirSync(web).filter((file) => /^app-\w+\.wasm\.br$/.test(file));
  const { length } = readFileSync(join(web, name));
  assert.ok(length < 2e6, `${name} has ${length} bytes`);
});
