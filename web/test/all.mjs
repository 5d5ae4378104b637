// Runs the tests of the page, and ends with the names of the files in which something failed.

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL("./", import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), "lplab-tests-"));
const failures = join(scratch, "failures");

const files = readdirSync(here).filter((name) => name.endsWith(".test.mjs")).map((name) => join(here, name));
const { status } = spawnSync(process.execPath, [
  "--test", "--test-concurrency=2", "--test-timeout=900000", "--test-force-exit",
  "--test-reporter=tap", "--test-reporter-destination=stdout",
  `--test-reporter=${join(here, "failures.mjs")}`, `--test-reporter-destination=${failures}`,
  ...files,
], { stdio: "inherit" });
const failed = new Set(readFileSync(failures, "utf8").split("\n").filter(Boolean));
rmSync(scratch, { recursive: true });
if (failed.size > 0) console.log(`# failed: ${[...failed].join(", ")}`);
process.exitCode = status ?? 1;
