// Writes the overlay with which the page's program is built (go help build, -overlay): the
// packages below wasm/std take the place of Go's own of the same path.
//
//   node web/build/overlay.mjs GOROOT OVERLAY.json

import { readdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const [goroot, file] = process.argv.slice(2);
const std = resolve(dirname(fileURLToPath(import.meta.url)), "../../wasm/std");
const sources = (folder) => readdirSync(folder).filter((name) => name.endsWith(".go") && !name.endsWith("_test.go"));

const replacements = {};
for (const entry of readdirSync(std, { recursive: true, withFileTypes: true })) {
  if (!entry.isDirectory()) continue;
  const ownFolder = join(entry.parentPath, entry.name);
  const goFolder = join(goroot, "src", ownFolder.slice(std.length));
  if (sources(ownFolder).length === 0) continue; // a folder on the way to one
  for (const name of sources(goFolder)) replacements[join(goFolder, name)] = ""; // as if it were not there
  for (const name of sources(ownFolder)) replacements[join(goFolder, name)] = join(ownFolder, name);
}
writeFileSync(file, JSON.stringify({ Replace: replacements }, null, 2));
