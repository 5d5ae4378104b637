// Writes the overlay with which the page's program is built (go help build, -overlay):
// wasm/regexp takes the place of Go's package of that name.
//
//   node web/build/overlay.mjs GOROOT OVERLAY.json

import { readdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const [goroot, file] = process.argv.slice(2);
const ours = resolve(dirname(fileURLToPath(import.meta.url)), "../../wasm/regexp/regexp.go");
const theirs = join(goroot, "src/regexp");

const replaced = readdirSync(theirs)
  .filter((name) => name.endsWith(".go") && !name.endsWith("_test.go"))
  .map((name) => [join(theirs, name), name === "regexp.go" ? ours : ""]); // "": as if it were not there
writeFileSync(file, JSON.stringify({ Replace: Object.fromEntries(replaced) }, null, 2));
