// Runs the drills and, in full, the tests of the walks, the lessons, the class, accessibility, large files, the soak
// test and Firefox. Prints their results and a summary. Called by make drill, with LPLAB_LONG=1.

import { run } from "node:test";
import { spec } from "node:test/reporters";
import { fileURLToPath } from "node:url";

const file = (name) => fileURLToPath(new URL(`${name}.test.mjs`, import.meta.url));
const drills = ["drill-workers", "drill-storage", "drill-network"].map(file);

const faults = { drilled: 0, survived: 0 };
let soak = "no soak test", failed = false;

const events = run({ files: [...drills, file("walk"), file("lessons"), file("class"), file("access"), file("large"), file("soak"), file("firefox")], concurrency: 1 });
events.on("test:pass", ({ file, name }) => count(file, name, true));
events.on("test:fail", ({ file, name }) => {
  count(file, name, false);
  failed = true;
});
events.on("test:diagnostic", ({ message }) => {
  soak = message.match(/^soaked: (.*)/)?.[1] ?? soak;
});
events.on("end", () => {
  console.log(`drill: ${faults.survived} of ${faults.drilled} faults survived; ${soak}`);
  process.exitCode = failed ? 1 : 0;
});
events.compose(new spec()).pipe(process.stdout);

function count(path, name, survived) {
  if (!drills.includes(path) || path === name) return;
  faults.drilled++;
  if (survived) faults.survived++;
}
