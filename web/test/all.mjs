// Runs the tests of the page, and once more, alone, those files in which something failed:
// on a machine with other work a page may answer later than a test waits. What fails twice
// fails; what failed once is told at the end.

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL("./", import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), "lplab-tests-"));
const failures = join(scratch, "failures");

/** Runs files of tests; gives those that failed, or ends with the runner's status where it tells of none. */
function attempt(files, concurrency) {
  const { status } = spawnSync(process.execPath, [
    "--test", `--test-concurrency=${concurrency}`, "--test-timeout=900000", "--test-force-exit",
    "--test-reporter=tap", "--test-reporter-destination=stdout",
    `--test-reporter=${join(here, "failures.mjs")}`, `--test-reporter-destination=${failures}`,
    ...files,
  ], { stdio: "inherit" });
  const failed = [...new Set(readFileSync(failures, "utf8").split("\n").filter(Boolean))];
  if (status !== 0 && failed.length === 0) process.exit(status ?? 1);
  return failed;
}

const files = readdirSync(here).filter((name) => name.endsWith(".test.mjs")).map((name) => join(here, name));
const once = attempt(files, 2);
const twice = once.length > 0 ? attempt(once, 1) : [];
rmSync(scratch, { recursive: true });
if (once.length > 0) console.log(`# failed once: ${once.join(", ")}; failed twice: ${twice.join(", ") || "none"}`);
process.exitCode = twice.length > 0 ? 1 : 0;
