// Makes the template of a self-contained HTML file (wasm/bundle): all but the experiment and
// its result, which take the place of {{bundle}}.
//
//   node web/build/bundle.mjs PROGRAM.wasm WASM_EXEC.js NOTICES FILE

import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { transformSync } from "esbuild";

const [program, runtime, notices, file] = process.argv.slice(2);
const read = (name) => readFileSync(new URL(`../../wasm/bundle/${name}`, import.meta.url), "utf8");
const minify = (text, loader) => transformSync(text, { loader, minify: true, charset: "ascii" }).code.trim();
const pack = (name) => gzipSync(readFileSync(name), { level: 9 }).toString("base64");
const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const script = minify(read("page.js"), "js");
const style = minify(read("page.css"), "css");
const worker = minify(`${readFileSync(runtime, "utf8")}\n${read("worker.js")}`, "js");
if (/<\/script|<!--/i.test(script + worker)) throw new Error("a script of the bundle would end its element");
const policy = `default-src 'none'; script-src ${hash(script)} 'wasm-unsafe-eval' blob:; worker-src blob:; style-src ${hash(style)}; img-src data:; base-uri 'none'; form-action 'none'`;
const parts = { policy, style, script, worker, program: pack(program), notices: pack(notices) };
writeFileSync(file, read("page.html").replace(/\{\{(\w+)\}\}/g, (place, name) => parts[name] ?? place));
