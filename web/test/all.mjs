// Runs the tests of the page, except the drills and the soak test, which make drill runs, and prints the files
// with failed tests at the end.

import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { run } from "node:test";
import { tap } from "node:test/reporters";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL("./", import.meta.url));

// The longest first, so that both processors are busy until the end.
const longest = ["lessons", "share", "arrival", "use", "class", "search", "state", "firefox", "access"].map((name) => `${name}.test.mjs`);
const others = readdirSync(here).filter((name) => name.endsWith(".test.mjs") && !/^(drill-|soak)/.test(name) && !longest.includes(name));

const failed = new Set();
const events = run({ files: [...longest, ...others].map((name) => join(here, name)), concurrency: 2, timeout: 900_000 });
events.on("test:fail", ({ file, name }) => failed.add(basename(file ?? name)));
events.compose(tap).pipe(process.stdout);
process.on("exit", () => {
  if (failed.size === 0) return;
  console.log(`# failed: ${[...failed].join(", ")}`);
  process.exitCode = 1;
});
