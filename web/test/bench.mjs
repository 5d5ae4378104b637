// Measures the speed of lp Lab in Chromium and compares it with the results of
// lplab bench: make bench.
//
//   node test/bench.mjs NATIVE.json TABLE.md [--large] [--only CASE] [--dexter FILE]
//
// NATIVE.json: the output of lplab bench -json; TABLE.md: the file of the tables.

import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { parseArgs } from "node:util";
import { openBlank, startBrowser, startServer } from "./harness.mjs";

const { positionals: [nativeFile, tableFile], values: { large, only, dexter } } =
  parseArgs({ allowPositionals: true, options: { large: { type: "boolean" }, only: { type: "string" }, dexter: { type: "string" } } });
const native = JSON.parse(readFileSync(nativeFile, "utf8"));

const server = await startServer();
const browser = await startBrowser();
const rows = new Map(); // the results in Chromium, by id
let longest; // the longest task of the page's main thread, in ms
let sections; // parts of the file, which bench.js formats in the page

try {
  const page = await openBlank(browser, server.url);
  await page.exposeFunction("recordRow", (row) => {
    rows.set(row.id, row);
    console.log(`${row.what}: ${row.failed ?? `${row.value.toPrecision(3)} ${row.unit}`}`);
  });
  await page.evaluate(async ({ large, only, dexter }) => {
    const [{ Lab }, { cases, measure }] = await Promise.all([import("/web/lplab.js"), import("/web/bench.js")]);
    const file = dexter && new TextEncoder().encode(dexter);
    for await (const row of measure(await cases({ gigabytes: true, large, only, file }), { Lab, file })) {
      await globalThis.recordRow(row);
    }
  }, { large, only, dexter: dexter && readFileSync(dexter, "utf8") });
  longest = await page.evaluate(() => Math.round(Math.max(0, ...globalThis.lplabTasks)));
  sections = await page.evaluate(async ({ rows, native }) => {
    const { figure, note, spread, table } = await import("/web/bench.js");
    const browser = new Map(rows);
    const cell = (row) => row ? [figure(row), row.share && `(${Math.round(100 * row.share)} % of ${row.limit})`].filter(Boolean).join(" ") : "-";
    const turns = (row) => (row && spread(row)) || "-";
    const ratio = (n, c) => {
      if (!n?.value || !c?.value || n.unit === "of the best") return "-";
      return (n.unit === "s" ? c.value / n.value : n.value / c.value).toFixed(2);
    };
    const head = ["", "native", "Chromium", "Chromium's time / native", "target", "paper"];
    const lines = native.map((n) => {
      const c = browser.get(n.id);
      return [n.what, cell(n), cell(c), ratio(n, c), n.target ? `≤ ${n.target} s` : "", n.paper ? `${n.paper.text} ${n.paper.source}` : ""];
    });
    const spreads = native.filter(({ turns, detail }) => turns > 1 && !detail).map((n) => [n.what, turns(n), turns(browser.get(n.id))]);
    const how = native.filter(({ detail }) => detail).map((n) => {
      const c = browser.get(n.id);
      return `- ${n.what}: natively ${note(n)}${c ? `; in Chromium ${note(c) || figure(c)}` : ""}.`;
    });
    return { table: table(head, lines), spreads: table(["", "native", "Chromium"], spreads), how: how.join("\n") };
  }, { rows: [...rows], native: native.rows });
} finally {
  await browser.close();
  await server.close();
}

const [cpu] = cpus();
// The sections from "Many rows" on are measured in other ways; they are kept.
const [, others = ""] = existsSync(tableFile) ? readFileSync(tableFile, "utf8").split(/^(?=## Many rows$)/m) : [];
writeFileSync(tableFile, `# Benchmarks

Made by \`make bench\`, in one run: ${cpu.model.trim()}, ${native.cores} processors; ${native.go.replace("go", "Go ")} natively,
and Chromium ${browser.version()}. The page measures the same on any device, at \`#bench\`.

${sections.table}
The limits are the memory bandwidth, with one or four streams, and the rate of unfused multiplications and additions of the same
number of cores. Work and limit are measured alternately; the best of each is reported. Times of experiments are from the document to
the report, without reuse, to a relative duality gap of 1e-10. [S] is Salzo, Suykens, Rosasco; [H] is Hibraj; their times
are from their own machines. No task of the page's main thread took longer than ${Math.max(longest, 50)} ms.

${sections.how}

## Spread

The best and the median of all measurements of the first rows. A large difference means that other programs ran at the same time.

${sections.spreads}
${others}`);
console.log(`\n${readFileSync(tableFile, "utf8")}`);
