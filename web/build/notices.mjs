// Writes the licences of all that the site, the npm package and the command line are made
// of, from the lists of the Go modules that are linked and of the npm packages that leave
// something in the site:
//
//   node web/build/notices.mjs GO FILE

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const [go, file] = process.argv.slice(2);
const root = fileURLToPath(new URL("../../", import.meta.url));
const packages = join(root, "web/node_modules");

// Packages of the build that leave something in what is shipped: the runtime of the kernel,
// and the font of the formulas. Those that scripts import are the dependencies.
const buildPackages = ["assemblyscript", "@fontsource/stix-two-math"];
const { dependencies } = JSON.parse(readFileSync(join(root, "web/package.json")));

const licence = /^(licen[cs]e|copying|notice|patents)(\.|-|$)/i;

/** The texts of the licences in a folder, those of parts of others too. */
function textsOf(folder, name) {
  const files = readdirSync(folder).sort().filter((entry) => licence.test(entry) && statSync(join(folder, entry)).isFile()).map((entry) => join(folder, entry));
  const thirdPartyFolder = join(folder, "THIRD_PARTY_LICENSES");
  const parts = statSync(thirdPartyFolder, { throwIfNoEntry: false }) ? readdirSync(thirdPartyFolder).sort().map((entry) => join(thirdPartyFolder, entry)) : [];
  const { license, author } = JSON.parse(existsSync(join(folder, "package.json")) ? readFileSync(join(folder, "package.json")) : "{}");
  if (files.length === 0 && license) return [`${license}, as its package states; by ${author?.name ?? author ?? "its authors"}`];
  if (files.length === 0) throw new Error(`${name} has no licence in ${folder}`);
  return [...files, ...parts].map((path) => readFileSync(path, "utf8").trim());
}

/** The Go modules of a program: [{name, folder}, ...]. */
function modulesOf(program, environment) {
  const format = "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}{{end}}{{end}}";
  const lines = execFileSync(go, ["list", "-deps", "-f", format, program], { cwd: root, encoding: "utf8", env: { ...process.env, ...environment } });
  return [...new Set(lines.split("\n").filter(Boolean))].map((line) => line.split("\t")).map(([name, folder]) => ({ name, folder }));
}

/** The packages that the site's scripts import. */
function importedPackages(folder) {
  const names = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !["node_modules", "build", "test", "examples", "eslint.config.js"].includes(name)).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return importedPackages(path);
    if (!entry.name.endsWith(".js")) return [];
    return [...readFileSync(path, "utf8").matchAll(/^import\b[^;]*?["']([^."'][^"']*)["'];/gm)].map(([, name]) => name.match(/^(@[^/]+\/)?[^/]+/)[0]);
  });
  return [...new Set(names)];
}

/** Packages with those that they import themselves; those of types leave nothing. */
function withDependencies(names, all = new Set()) {
  for (const name of names) {
    if (all.has(name) || name.startsWith("@types/")) continue;
    all.add(name);
    withDependencies(Object.keys(JSON.parse(readFileSync(join(packages, name, "package.json"))).dependencies ?? {}), all);
  }
  return [...all];
}

for (const name of importedPackages(join(root, "web"))) {
  if (!dependencies[name]) throw new Error(`the site's scripts import ${name}, which is no dependency in web/package.json`);
}

const goroot = execFileSync(go, ["env", "GOROOT"], { encoding: "utf8" }).trim();
const platforms = ["linux", "darwin", "windows"].flatMap((GOOS) => ["amd64", "arm64"].map((GOARCH) => ["./app", { GOOS, GOARCH }]));
const modules = new Map([...platforms, ["./app", { GOOS: "js", GOARCH: "wasm" }], ["./wasm/edge", { GOOS: "js", GOARCH: "wasm" }]]
  .flatMap(([program, environment]) => modulesOf(program, environment)).map(({ name, folder }) => [name, folder]));
const parts = [
  { name: `Go ${execFileSync(go, ["env", "GOVERSION"], { encoding: "utf8" }).trim().slice(2)}`, folder: goroot },
  ...[...modules].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, folder]) => ({ name, folder })),
  ...[...withDependencies(Object.keys(dependencies)), ...buildPackages].sort().map((name) => ({ name: `${name} ${JSON.parse(readFileSync(join(packages, name, "package.json"))).version}`, folder: join(packages, name) })),
];
const rule = "=".repeat(80);
writeFileSync(file, `lp Lab is made with the following works of others, under their licences.\n\n${parts.map(({ name }) => `  ${name}`).join("\n")}\n${
  parts.map(({ name, folder }) => `\n${rule}\n${name}\n${rule}\n\n${textsOf(folder, name).join("\n\n")}\n`).join("")}`);
