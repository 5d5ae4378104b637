// The size of a first visit.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { closePage, root } from "./harness.mjs";
import { browser, server } from "./stage.mjs";
import { visit } from "./visit.mjs";

test("the first result needs less than 2.5 MB of compressed files", async (t) => {
  const { page, sizes } = await visit(browser, server.url);
  const total = [...sizes.values()].reduce((sum, size) => sum + size);
  t.diagnostic(`${sizes.size} files, ${(total / 1e6).toFixed(2)} MB`);
  const names = [...sizes.keys()].join(" ");
  for (const part of [/\.wasm/, /page\.js/, /style\.css/, /opening\.json/, /worker\.js/]) {
    assert.match(names, part, "the counted files");
  }
  assert.ok(total < 2.5e6, `${total} bytes: ${JSON.stringify([...sizes])}`);
  await closePage(page);
});

test("every module that the page's script imports at once is preloaded", () => {
  const site = new URL("bin/site/", root);
  const read = (name) => readFileSync(new URL(name, site), "utf8");
  const imports = read("web/page.js").matchAll(/(?:^|[;}])(?:import|export)\b[^"'();]*["']\.\/([^"']+)["']/gm);
  const preloaded = read("index.html").matchAll(/<link href="\/web\/([^"]+)" rel="modulepreload">/g);
  assert.deepEqual([...preloaded].map(([, name]) => name), ["page.js", ...new Set([...imports].map(([, name]) => name))]);
});
