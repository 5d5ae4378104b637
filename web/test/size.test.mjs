// What a first visit costs.

import assert from "node:assert/strict";
import { test } from "node:test";
import { browser, server } from "./stage.mjs";
import { visit } from "./visit.mjs";

test("all that the first result needs is under 3 MB as it travels", async (t) => {
  const { page, sizes } = await visit(browser, server.url);
  const total = [...sizes.values()].reduce((sum, size) => sum + size);
  t.diagnostic(`${sizes.size} files, ${(total / 1e6).toFixed(2)} MB`);
  const names = [...sizes.keys()].join(" ");
  for (const part of [/\.wasm/, /page\.js/, /style\.css/, /opening\.json/, /worker\.js/]) {
    assert.match(names, part, "what was counted");
  }
  assert.ok(total < 3e6, `${total} bytes: ${JSON.stringify([...sizes])}`);
  await page.quiet();
  await page.context().close();
});
