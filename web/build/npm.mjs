// Makes the npm package of lp Lab: node web/build/npm.mjs SITE DIR
//
// SITE is the built site, DIR where lplab-<version>.tgz goes. The package is the
// JavaScript API with the solver, as files for any static server:
//
//   lplab.js, lplab.d.ts   the API and its types
//   jobs.js, workers.js, platform.js  parts of lplab.js
//   node.js, thread.js     the same API in Node, by threads
//   build.js               the names of the other files, for lplab.js
//   lplab.wasm, solver/    the solver and its workers
import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";

const [site, target] = process.argv.slice(2);
const root = fileURLToPath(new URL("../../", import.meta.url));
const webFolder = join(site, "web");
const { program, solver } = await import(resolve(webFolder, "build.js"));
// The version of the engine has two numbers; npm requires three.
const version = `${JSON.parse(readFileSync(join(webFolder, "opening.json"))).report.result.engine}.0`;

const dir = mkdtempSync(join(tmpdir(), "lplab-npm-"));
try {
  const add = (from, name) => copyFileSync(from, join(dir, name));
  for (const name of ["lplab.js", "jobs.js", "workers.js", "platform.js"]) add(join(root, "web", name), name);
  for (const name of ["node.js", "thread.js"]) add(join(root, "web/build/package", name), name);
  add(join(root, "web/lplab.d.ts"), "lplab.d.ts");
  add(join(root, "web/docs/api.md"), "README.md");
  add(join(root, "LICENSE"), "LICENSE");
  add(join(site, "THIRD_PARTY.txt"), "THIRD_PARTY.txt");
  add(join(webFolder, program), "lplab.wasm");
  cpSync(join(webFolder, solver), join(dir, "solver"), { recursive: true, filter: (name) => !name.endsWith(".br") });
  writeFileSync(join(dir, "build.js"), 'export const program = "lplab.wasm";\nexport const solver = "solver/";\n');
  writeFileSync(join(dir, "package.json"), JSON.stringify({
    name: "lplab",
    version,
    description: "Sparse regression with lp norms and tensor kernels, solved with a certificate in the browser's Web Workers",
    keywords: ["regression", "sparse", "lasso", "kernel", "tensor", "webassembly"],
    license: "MIT",
    type: "module",
    main: "./lplab.js",
    types: "./lplab.d.ts",
    exports: { ".": { types: "./lplab.d.ts", node: "./node.js", default: "./lplab.js" }, "./*": "./*" },
    files: readdirSync(dir).sort(),
    engines: { node: ">=20" },
  }, null, 2) + "\n");
  mkdirSync(target, { recursive: true });
  const archive = execFileSync("npm", ["pack", dir, "--pack-destination", resolve(target), "--offline", "--loglevel=error"], { encoding: "utf8" }).trim();
  console.log(join(target, archive));
} finally {
  rmSync(dir, { recursive: true });
}
