// The npm package: installed into an empty folder without a network and served by a
// plain file server, it gives the results of the command line. Also the errors that the
// documentation of the API lists, and the examples.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { pathOf, solve, write } from "./files.mjs";
import { closePage, lplab, openBlank, openPage, root } from "./harness.mjs";
import { browser, server } from "./stage.mjs";

const path = (name) => fileURLToPath(new URL(name, root));
const folder = pathOf(".");

const spec = { data: { source: "sample", name: "wpbc" }, target: "time", model: { kernel: { type: "polynomial", degree: 2 }, p: "4/3", gamma: 3, subsample: 60 } };

test("the package in an empty folder gives the results of the command line", async () => {
  const npm = (...args) => execFileSync("npm", [...args, "--offline", "--no-audit", "--no-fund", "--loglevel=error"], { cwd: folder, encoding: "utf8" });
  const archive = execFileSync("node", [path("web/build/npm.mjs"), path("bin/site"), folder], { encoding: "utf8" }).trim();
  write("package.json", '{"private": true}');
  npm("install", archive);
  const packageFolder = join(folder, "node_modules/lplab");
  const { version, types, license } = JSON.parse(readFileSync(join(packageFolder, "package.json")));
  assert.match(version, /^\d+\.\d+\.0$/);
  assert.equal(license, "MIT");
  for (const name of [types, "README.md", "LICENSE", "THIRD_PARTY.txt"]) assert.ok(readFileSync(join(packageFolder, name)).length > 0, name);
  const notices = readFileSync(join(packageFolder, "THIRD_PARTY.txt"), "utf8");
  for (const part of ["Go 1.", "gonum.org/v1/gonum v", "github.com/maxence-charriere/go-app/v9 v", "uplot ", "uqr ", "assemblyscript "]) assert.ok(notices.includes(`${"=".repeat(80)}\n${part}`), part);

  const kinds = { ".js": "text/javascript", ".wasm": "application/wasm", ".html": "text/html" };
  write("index.html", "<!doctype html><title>Empty</title><link rel=icon href=data:,>");
  const files = createServer((request, response) => {
    try {
      const body = readFileSync(join(folder, new URL(request.url, "http://localhost").pathname));
      response.writeHead(200, { "Content-Type": kinds[extname(request.url)] ?? "text/plain" }).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((resolve) => files.listen(0, "127.0.0.1", resolve));
  const page = await openPage(browser, `http://127.0.0.1:${files.address().port}/index.html`);
  try {
    const actual = await page.evaluate(async (spec) => {
      const { Lab } = await import("/node_modules/lplab/lplab.js");
      const lab = await Lab.start({ base: "/node_modules/lplab" });
      const report = await lab.run(spec);
      lab.close();
      return report;
    }, spec);
    const expected = solve(spec).report;
    assert.equal(actual.status, "converged");
    assert.equal(`${actual.result.engine}.0`, version);
    for (const which of ["dual", "primal"]) {
      assert.ok(Math.abs(actual.objective[which] - expected.objective[which]) <= 1e-9 * Math.abs(expected.objective[which]), `${which}: ${actual.objective[which]} against ${expected.objective[which]}`);
    }
    await page.assertNoErrors();
  } finally {
    await page.context().close();
    files.close();
  }
});

test("in Node the package solves, exports models and predicts like the command line", () => {
  const run = (text) => execFileSync("node", ["--input-type=module", "-e", text], { cwd: folder, encoding: "utf8" });
  const readme = readFileSync(join(folder, "node_modules/lplab/README.md"), "utf8");
  const [, lines] = readme.match(/## Node\n[^]*?```js\n([^]*?)```/);
  const code = lines.trim().split("\n");
  assert.equal(code.length, 5, "five lines");
  assert.match(run(lines), /^converged \d\.\d+\n$/);
  const spec = { data: { source: "synthetic", n: 60, d: 30, relevant: 3, degree: 2 }, model: { kernel: { type: "polynomial", degree: 2 }, gamma: 3 }, solver: { strategy: "tensor" } };
  const actual = JSON.parse(run(`
    import {Lab} from "lplab";
    const lab = await Lab.start();
    const report = await lab.run(${JSON.stringify(spec)}, {kernelWorkers: 2});
    const model = await lab.model(report);
    const refused = await lab.run({data: {source: "file", name: "x.csv"}, target: "y"}).catch((error) => error.message);
    const abort = new AbortController();
    setTimeout(() => abort.abort(), 50);
    const ended = await lab.run({data: {source: "synthetic", n: 300, d: 300}, solver: {strategy: "tensor"}}, {signal: abort.signal}).catch((error) => error.name);
    const thrown = [() => { throw new Error("of the callback"); }, () => Promise.reject(new Error("of the callback"))];
    for (const onProgress of thrown) await lab.run({data: {source: "synthetic"}}, {onProgress}).catch((error) => { if (error.message !== "of the callback") throw error; });
    const python = await lab.code(model, "python");
    lab.close(); // the process ends
    console.log(JSON.stringify({dual: report.objective.dual, strategy: report.solver.strategy, status: report.status, model, refused, ended, python: python.slice(0, 3)}));
  `));
  const expected = solve(spec).report;
  assert.deepEqual([actual.status, actual.strategy, actual.ended, actual.python], ["converged", "tensor", "AbortError", '"""']);
  assert.ok(Math.abs(actual.dual - expected.objective.dual) <= 1e-9 * Math.abs(expected.objective.dual), `${actual.dual} against ${expected.objective.dual}`);
  assert.equal(actual.refused, 'the experiment uses the file "x.csv", which it does not contain: choose that file');
  const model = write("m.json", JSON.stringify(actual.model));
  const rows = `${expected.model.columns.map(({ name }) => name).join(",")}\n${expected.model.columns.map(() => 0.5).join(",")}\n`;
  const csv = execFileSync(lplab, ["predict", model, "-data", write("rows.csv", rows)], { encoding: "utf8" });
  const output = run(`
    import {readFile} from "node:fs/promises";
    import {Lab} from "lplab";
    const lab = await Lab.start();
    process.stdout.write(await lab.predict(await readFile("m.json", "utf8"), {data: await readFile("rows.csv"), format: "csv"}));
    lab.close();
  `);
  assert.equal(output, csv);
});

test("every documented error occurs with the documented message", async () => {
  const rows = [...readFileSync(path("web/docs/api.md"), "utf8").matchAll(/^\| `(.+)` \| (\w*Error) \| (.+) \|$/gm)];
  assert.ok(rows.length > 15, `${rows.length} errors`);
  const page = await openBlank(browser, server.url);
  for (const [, call, name, message] of rows) {
    const before = call.split("; ");
    const last = before.pop();
    const actual = await page.evaluate(`(async () => {
      const {Lab} = await import("/web/lplab.js");
      globalThis.lab ??= await Lab.start();
      const lab = globalThis.lab;
      try { ${before.join("; ")}; await ${last}; return []; } catch (error) { return [error.name, error.message]; }
    })()`);
    assert.deepEqual(actual, [name, message], call);
  }
  // The type declarations list exactly the members of the class.
  const declared = readFileSync(path("web/lplab.d.ts"), "utf8").match(/export class Lab \{([^]*?)\n\}/)[1];
  const members = await page.evaluate(async () => {
    const { Lab } = await import("/web/lplab.js");
    const statics = Object.getOwnPropertyNames(Lab).filter((name) => typeof Lab[name] === "function");
    return [...Object.getOwnPropertyNames(Lab.prototype), ...statics];
  });
  const names = new Set([...declared.matchAll(/^ {2}(?:static |readonly )?(\w+)[(:]/gm)].map(([, name]) => name.replace("private", ""))); // overloads repeat a name
  assert.deepEqual([...names].sort(), members.filter((name) => name !== "constructor").sort());
  await page.context().close();
});

test("the minimal example prints its weights", async () => {
  const page = await openPage(browser, new URL("examples/minimal.html", server.url).href);
  const weights = page.getByLabel("Weights", { exact: true });
  await weights.getByText(/lcavol +\d\.\d{4}[^]*converged/).waitFor();
  await closePage(page);
});

test("the cells of the notebook can be edited if the host's security policy allows it", async () => {
  const page = await openPage(browser, new URL("examples/notebook.html", server.url).href, { prepare: (context) => context.route("**/notebook.html", async (route) => {
    const response = await route.fetch();
    const { "content-security-policy": _, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  }) });
  await page.getByText("Cells can be edited: leave one to run it.").waitFor();
  const weights = page.getByRole("region", { name: "What weights gives" });
  await weights.getByText(/lcavol +\d\.\d{4}/).waitFor();
  await page.getByLabel("Source of weights").fill("weights(report) { return report.weights.count * 2; }");
  await page.getByLabel("Source of weights").blur();
  await weights.getByText("16", { exact: true }).waitFor();
  await page.getByLabel("Source of weights").fill("weights(report) {");
  await page.getByLabel("Source of weights").blur();
  await weights.getByText(/Unexpected|Invalid/).waitFor();
  await closePage(page);
});

test("the cells of the notebook run again when their inputs change", async () => {
  const page = await openPage(browser, new URL("examples/notebook.html", server.url).href, { viewport: { width: 390, height: 844 } });
  const weights = page.getByRole("region", { name: "What weights gives" });
  await weights.getByText(/lcavol +\d\.\d{4}/).waitFor();
  const before = await weights.textContent();
  await page.getByLabel("p", { exact: true }).press("ArrowLeft");
  await page.waitForFunction((before) => document.getElementById("cell-weights").textContent !== before, before);
  await page.getByRole("img", { name: "Predicted against actual values" }).waitFor();
  assert.match(await page.getByRole("region", { name: "What report gives" }).textContent(), /^converged, gap /);
  await page.getByText(/^Cells cannot be edited here: the policy of this host \(script-src 'self' 'wasm-unsafe-eval'\)/).waitFor();
  assert.equal(await page.getByRole("textbox").count(), 0);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "the page fits a phone");
  assert.deepEqual(await page.locator(".cell-source").evaluateAll((all) => all.filter((e) => e.scrollWidth > e.clientWidth).map((e) => e.textContent)), [], "the source of every cell is visible");
  for (const [end, value] of [["Home", "2"], ["End", "8/7"]]) { // keys of the slider
    await page.getByLabel("p", { exact: true }).press(end);
    assert.equal(await page.getByLabel("p", { exact: true }).getAttribute("aria-valuetext"), value);
  }
  await closePage(page);
});
