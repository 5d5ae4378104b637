// Adds a Brotli copy, FILE.br, of each file of a site of at least 1 kB: node web/build/compress.mjs SITE

import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

const [site] = process.argv.slice(2);
const compress = promisify(brotliCompress); // in threads of Node's
// Quality 11 makes a program 4 % smaller, but takes half a minute: only that of the page is worth it. The blocks and the
// postfix bits are those that compress it best.
const paramsOf = (/** @type {string} */ file, /** @type {number} */ size) => ({
  [constants.BROTLI_PARAM_LGWIN]: 24,
  [constants.BROTLI_PARAM_QUALITY]: size < 1e6 || basename(file).startsWith("app-") ? 11 : 10,
  ...(size < 1e6 ? {} : { [constants.BROTLI_PARAM_LGBLOCK]: 21, [constants.BROTLI_PARAM_NPOSTFIX]: 3 }),
});

const files = readdirSync(site, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && ![".png", ".woff2"].includes(extname(entry.name)))
  .map(({ parentPath, name }) => join(parentPath, name));
await Promise.all(files.map(async (file) => {
  const body = readFileSync(file);
  if (body.length >= 1024) writeFileSync(`${file}.br`, await compress(body, { params: paramsOf(file, body.length) }));
}));
