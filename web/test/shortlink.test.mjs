// Short links, and the site in a folder of a host without that service.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { after, before, test } from "node:test";
import { assertAccessible } from "./accessible.mjs";
import { closePage, endBrowser, lplab, openPage, openPane, root, startBrowser, startServer } from "./harness.mjs";
import { timeLimit, until, waitForResult } from "./waiting.mjs";

const scratch = mkdtempSync(join(tmpdir(), "lplab-"));

let server, browser, page;
before(async () => {
  [server, browser] = await Promise.all([startServer({ flags: ["-data", join(scratch, "links")] }), startBrowser()]);
});
after(async () => {
  if (browser) await endBrowser(browser);
  await server?.close();
  rmSync(scratch, { recursive: true });
}, { timeout: timeLimit });

test("a short link shows the text to upload, opens in another browser, and can be deleted", async () => {
  page = await openPage(browser, server.url, { viewport: { width: 390, height: 844 }, permissions: ["clipboard-read", "clipboard-write"] });
  await waitForRun();
  await openPane(page, "Model");
  await label("Gamma").fill("5");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await waitForRun();
  await button("Share").click();
  const dialog = page.getByRole("dialog");
  const short = dialog.locator(".share-short");
  await short.locator("summary").first().click();
  const upload = () => label("Text to be uploaded").textContent();
  await until(async () => JSON.parse(await upload() || "{}").model?.gamma === 5, upload);
  await short.getByLabel("Keep it").selectOption("30d");
  const [request] = await Promise.all([
    page.waitForRequest((r) => r.method() === "POST"),
    dialog.getByRole("button", { name: "Upload and make the link" }).click(),
  ]);
  assert.equal(request.postData(), await upload(), "exactly the text shown is uploaded");
  assert.match(request.url(), /\/api\/links\?keep=30d$/);
  await until(async () => /\/s\/[0-9a-z]{12}$/.test(await label("Short link").inputValue()), () => short.textContent());
  const link = await label("Short link").inputValue();
  assert.equal(`http://${await short.locator(".short-spelled").textContent()}`, link);
  assert.ok(await dialog.getByRole("img", { name: "QR code of the short link" }).isVisible());
  await dialog.getByRole("button", { name: "Copy Short link" }).click();
  await dialog.getByText("Short link copied").waitFor();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), link);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth && document.querySelector("#share-dialog").scrollWidth <= innerWidth), "the page fits a phone");
  await short.locator(".short-own > summary").click();
  await assertAccessible(page, "#share-dialog");
  const ownPage = page;

  // In another browser. The address does not change until an entry does.
  page = await openPage(browser, link);
  await waitForRun();
  await until(async () => await label("Gamma").inputValue() === "5" && /^Converged/.test(await status().textContent()), () => status().textContent());
  await until(() => page.locator("#badge").isVisible(), () => "no badge");
  assert.match(await page.locator("#badge").textContent(), /^Reproduced/);
  assert.equal(page.url(), link);
  await label("Gamma").fill("7");
  await label("Gamma").press("Tab");
  await until(() => page.url().startsWith(`${server.url}#e=1.`), () => page.url());
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await waitForRun();
  await page.goBack();
  await until(async () => await label("Gamma").inputValue() === "5", () => label("Gamma").inputValue());
  assert.equal(page.url(), link);
  await waitForRun();
  for (const end of [".", ")", ">.", "_”"]) { // of the sentence around the link
    await page.goto(link + end);
    await until(async () => await label("Gamma").inputValue() === "5", () => label("Gamma").inputValue());
    await waitForRun();
  }

  // The same experiment gets the same link, which still opens after one of the browsers deletes it.
  await button("Share").click();
  await page.locator(".share-short > summary").click();
  await until(async () => JSON.parse(await upload() || "{}").model?.gamma === 5, upload);
  assert.match(await label("Link").inputValue(), new RegExp(`^${server.url}#e=1\\.`), "the full link leads to the page itself");
  await button("Upload and make the link").click();
  await until(async () => await label("Short link").inputValue() === link, () => page.locator(".share-short").textContent());
  await page.locator(".short-own > summary").click();
  await page.getByRole("button", { name: /^Delete the short link/ }).click();
  await page.getByText("it still opens while others store the same experiment").waitFor();
  assert.equal((await fetch(link)).status, 200);
  await closePage(page);

  // After a reload the browser that made the link can delete it.
  page = ownPage;
  await page.evaluate(() => localStorage.setItem("lplab-links", JSON.stringify([null, 7, { id: "x" }, ...JSON.parse(localStorage.getItem("lplab-links"))])));
  await page.reload();
  await waitForRun();
  await button("Share").click();
  await page.locator(".share-short > summary").click();
  await page.locator(".short-own > summary").click();
  await page.getByRole("button", { name: /^Delete the short link/ }).click();
  await page.getByText("The short link is deleted").waitFor();
  await until(async () => !await page.locator(".short-own").isVisible(), () => "the link is still listed");
  await closePage(page);

  page = await (await browser.newContext()).newPage(); // without openPage, as the browser reports the 404 as an error
  const response = await page.goto(link);
  assert.equal(response.status(), 404);
  await page.waitForFunction(() => document.documentElement.dataset.lplab === "error");
  assert.match(await status().textContent(), /^there is no such short link/);
  assert.ok(await status().evaluate((e) => e.scrollHeight <= e.clientHeight), "what to do is not cut");
  assert.match(await page.locator(".headline").textContent(), /4,960/, "the opening experiment is shown");
  await page.context().close();
});

test("the exported site works in any folder, and hides short links", async (t) => {
  const folder = "/some/where/else/";
  const pages = join(scratch, "pages");
  execFileSync(lplab, ["export", fileURLToPath(new URL("bin/site", root)), pages]);
  const types = { ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css", ".json": "application/json", ".wasm": "application/wasm", ".svg": "image/svg+xml", ".webmanifest": "application/manifest+json" };
  const missing = [];
  const host = createServer(({ url }, response) => {
    const path = new URL(url, "http://host").pathname;
    try {
      if (!path.startsWith(folder)) throw new Error("outside");
      const name = path.slice(folder.length).replace(/(^|\/)$/, "$1index.html");
      const body = readFileSync(join(pages, name));
      response.writeHead(200, { "Content-Type": types[extname(name)] ?? "application/octet-stream" }).end(body); // without a policy, as on a static host
    } catch {
      missing.push(path);
      response.writeHead(404).end();
    }
  }).listen(0, "127.0.0.1");
  const close = () => {
    host.close();
    host.closeAllConnections();
  };
  t.after(close);
  await new Promise((resolve) => host.once("listening", resolve));
  const home = `http://127.0.0.1:${host.address().port}${folder}`;
  page = await openPage(browser, home, { offline: true });
  await waitForRun();
  assert.match(await status().textContent(), /^Converged|^Computed/);
  await label("Gamma").fill("6");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await waitForRun();
  assert.match(await status().textContent(), /^Converged/);
  await until(() => page.url().startsWith(`${home}#e=1.`), () => page.url());
  assert.ok(await page.locator("img.mark").evaluate((img) => img.naturalWidth > 0), "the image is loaded");
  assert.equal(await page.getByRole("link", { name: "Lessons" }).evaluate((a) => a.href), `${home}lessons/index.html`);
  await button("Share").click();
  await until(async () => (await label("Link").inputValue()).startsWith(`${home}#e=1.`), () => label("Link").inputValue());
  assert.equal(await page.locator(".share-short").isVisible(), false);
  await page.keyboard.press("Escape");

  // The site also works without a connection.
  await until(() => page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.active)), () => `no service worker; missing files: ${missing}`);
  close();
  await page.reload();
  await waitForRun();
  assert.equal(await label("Gamma").inputValue(), "6");
  assert.deepEqual(missing, []);
  await page.assertNoErrors();
  const directive = await page.evaluate(() => new Promise((resolve) => {
    addEventListener("securitypolicyviolation", ({ effectiveDirective }) => resolve(effectiveDirective));
    document.body.append(Object.assign(document.createElement("script"), { textContent: "0" }));
  }));
  assert.equal(directive, "script-src-elem", "the document contains its own policy");
  await page.context().close();
});

// -- parts of the page -----------------------------------------------------------

const label = (name) => page.getByLabel(name, { exact: true });
const button = (name) => page.getByRole("button", { name, exact: true });
const status = () => page.locator("#status");
const waitForRun = () => waitForResult(page);
