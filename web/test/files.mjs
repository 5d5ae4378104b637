// Files to open in the page, and the results of the command line on them.

import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { lplab } from "./harness.mjs";

const folder = mkdtempSync(join(tmpdir(), "lplab-"));

after(() => rmSync(folder, { recursive: true }));

/** Returns the path of a file, which is removed after the last test. */
export const pathOf = (name) => join(folder, name);

/** Writes a file, which is removed after the last test, and returns its path. */
export function write(name, contents) {
  const file = pathOf(name);
  writeFileSync(file, contents);
  return file;
}

/** Returns the status, the error output and the report of lplab solve on an experiment. */
export function solve(spec, file) {
  const { status, stdout, stderr } = spawnSync(lplab, ["solve", "-", ...(file ? ["-data", file] : [])],
    { input: JSON.stringify(spec), encoding: "utf8", maxBuffer: 2 ** 28 });
  return { status, stderr, report: stdout && JSON.parse(stdout) };
}
