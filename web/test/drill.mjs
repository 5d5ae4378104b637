// Runs the drills, the walks, the lessons, the class, access, large files, the soak and the engines in full, prints what
// they say, and sums up. Called by make drill, with LPLAB_LONG=1.

import { run } from "node:test";
import { spec } from "node:test/reporters";
import { fileURLToPath } from "node:url";

const file = (name) => fileURLToPath(new URL(`${name}.test.mjs`, import.meta.url));
const drills = ["drill-workers", "drill-storage", "drill-network"].map(file);

const faults = { drilled: 0, survived: 0 };
let soaked = "nothing soaked", failed = false;

const events = run({ files: [...drills, file("walk"), file("lessons"), file("class"), file("access"), file("large"), file("soak"), file("firefox")], concurrency: 1 });
events.on("test:pass", ({ file, skip, name }) => count(file, name, skip, true));
events.on("test:fail", ({ file, name }) => {
  count(file, name, undefined, false);
  failed = true;
});
events.on("test:diagnostic", ({ message }) => {
  soaked = message.match(/^soaked: (.*)/)?.[1] ?? soaked;
});
events.on("end", () => {
  console.log(`drill: ${faults.survived} of ${faults.drilled} faults survived; ${soaked}`);
  process.exitCode = failed ? 1 : 0;
});
events.compose(new spec()).pipe(process.stdout);

function count(of, name, skip, survived) {
  if (!drills.includes(of) || of === name || skip !== undefined) return;
  faults.drilled++;
  if (survived) faults.survived++;
}
