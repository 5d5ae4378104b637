// Other versions of the site, for tests of updates.

import { createHash } from "node:crypto";
import { cpSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathOf } from "./files.mjs";
import { lplab } from "./harness.mjs";

const integrity = (text) => `sha256-${createHash("sha256").update(text).digest("base64")}`;

/**
 * Makes another version of the site and returns the path of its program. The version differs by a line
 * in the page's script and by the solver's name. change edits the script after its hash is computed.
 */
export function version(name, change = (script) => script) {
  const at = pathOf(name);
  cpSync(dirname(lplab), at, { recursive: true });
  const site = join(at, "site"), web = join(site, "web");
  const solver = readdirSync(web).find((file) => /^solver-\w+$/.test(file));
  const newName = `solver-${name}`;
  renameSync(join(web, solver), join(web, newName));
  const rename = (text) => text.replaceAll(solver, newName);
  const scripts = {
    "page.js": `${rename(readFileSync(join(web, "page.js"), "utf8"))}\ndocument.documentElement.dataset.version = "${name}";\n`,
    "build.js": rename(readFileSync(join(web, "build.js"), "utf8")),
  };
  let worker = rename(readFileSync(join(site, "app-worker.js"), "utf8")).replace(/(cacheName = `\$\{family\})\w+/, `$1${name}`);
  for (const [file, text] of Object.entries(scripts)) {
    worker = worker.replace(new RegExp(`("\\./web/${file}":")[^"]+`), `$1${integrity(text)}`);
    writeFileSync(join(web, file), file === "page.js" ? change(text) : text);
  }
  writeFileSync(join(site, "app-worker.js"), worker);
  for (const file of ["app-worker.js", "web/page.js", "web/build.js"]) rmSync(join(site, `${file}.br`), { force: true });
  return join(at, "lplab");
}

/** Returns the version that a page runs: the name given to version, or "one". */
export const versionOf = (page) => page.evaluate(() => document.documentElement.dataset.version ?? "one");
