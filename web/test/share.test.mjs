// Links and files of experiments: sharing, opening and refusing them.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { deflateRawSync } from "node:zlib";
import { test } from "node:test";
import { assertAccessible, axeFinds } from "./accessible.mjs";
import { decodeLink, linkOf as encodeLink, openPane } from "./harness.mjs";
import { button, label, openAddress as open, page, status } from "./page.mjs";
import { server } from "./stage.mjs";
import { until, waitForResult } from "./waiting.mjs";

const small = { data: { source: "synthetic", n: 40, d: 12, relevant: 2 }, model: { gamma: 3 } };

test("opening a link runs it and checks its result, and Back restores the previous experiment", async () => {
  await open(linkOf({ ...small, view: { tab: "solver" } }));
  await waitForRun();
  assert.match(await status().textContent(), /^Converged/);
  const tab = (name) => page.getByRole("tab", { name, exact: true });
  assert.equal(await tab("Solver").getAttribute("aria-selected"), "true", "the link selects the tab");
  await tab("How well").click();
  await until(async () => decodeLink(page.url()).view?.tab === "quality", () => page.url());
  await tab("What matters").click();
  await until(async () => !decodeLink(page.url()).view, () => page.url());
  assert.equal(await label("Gamma").inputValue(), "3");
  assert.equal(await label("Rows").inputValue(), "40");
  assert.equal(await badge().isVisible(), false, "the link has no result");
  await until(async () => decodeLink(page.url()).result?.digest, () => page.url());
  const { result } = decodeLink(page.url());

  // A run adds an entry to the history; a changed value replaces the address.
  const first = page.url();
  await label("Gamma").fill("30");
  await label("Gamma").press("Tab");
  await until(() => page.url() !== first, () => "the address does not change");
  assert.equal(decodeLink(page.url()).model.gamma, 30);
  await button("Run").click();
  await waitForRun();
  await until(async () => decodeLink(page.url()).result?.digest, () => page.url());
  const second = page.url();
  await button("Export").click();
  await page.locator("dialog[open]").waitFor();
  await page.goBack();
  await until(async () => await page.locator("dialog[open]").count() === 0, () => "the dialog is open");
  assert.deepEqual([await label("Gamma").inputValue(), page.url()], ["30", second], "Back closes a dialog alone");
  await page.goBack();
  await until(async () => await label("Gamma").inputValue() === "3", () => label("Gamma").inputValue());
  await waitForRun();
  await until(() => badge().isVisible(), () => "no badge");
  assert.match(await badge().textContent(), /^Reproduced/);
  assert.equal(decodeLink(page.url()).result.digest, result.digest);
  await page.goForward();
  await until(async () => await label("Gamma").inputValue() === "30", () => label("Gamma").inputValue());
  await waitForRun();
  assert.equal(page.url(), second);

  // Links with the digest of another engine, and with other data.
  for (const [expected, badgeText] of [
    [{ ...result, digest: "0123456789abcdef", engine: "0.9" }, `Differs: made by engine 0.9, this is ${result.engine}`],
    [{ ...result, data: "0123456789abcdef" }, "Differs: the data are not those of the link"],
  ]) {
    await page.evaluate((hash) => { location.hash = hash; }, new URL(linkOf({ ...small, result: expected })).hash);
    await until(async () => await badge().textContent() === badgeText, () => badge().textContent());
  }
  await label("Gamma").fill("4");
  await button("Run").click();
  await waitForRun();
  assert.equal(await badge().isVisible(), false, "another experiment has no badge");
});

test("hostile links give an error message, and the opening experiment stays", async () => {
  const script = "<img src=x onerror=alert(1)>";
  const good = new URL(linkOf(small)).hash;
  await open(server.url + good.slice(0, -7), { expected: /ERR_FAILED/ });
  await page.waitForFunction(() => document.documentElement.dataset.lplab === "error");
  assert.equal(await status().textContent(), "the link is cut short or damaged: copy it again, from its first to its last character");
  assert.equal(await label("Rows").inputValue(), "160");
  assert.match(await page.locator(".headline").textContent(), /4,960/);
  const pack = (text) => `#e=1.${deflateRawSync(Buffer.from(text)).toString("base64url")}`;
  for (const [hash, statusPattern] of [
    [good.replace("#e=1.", "#e=9."), /version 9/],
    [pack("a".repeat(10 * 2 ** 20)), /unpacks to more than 262144 bytes/],
    [pack(JSON.stringify({ ...small, [script]: 1 })), /is unknown/],
    [pack(JSON.stringify({ ...small, data: { ...small.data, n: 1e9 } })), /data\.n is 1000000000/],
    [pack(JSON.stringify({ ...small, view: { hidden: [script] } })), /view\.hidden\[0\]/],
    ["#e=javascript:alert(1)", /no link of lp Lab/],
    [`#e=1.${"A".repeat(70_000)}`, /at most 65536/],
  ]) {
    await page.evaluate((to) => { location.hash = to; }, hash);
    await until(async () => statusPattern.test(await status().textContent()), () => status().textContent());
    assert.equal(await label("Rows").inputValue(), "160");
  }
  // Markup in every text field is shown as text.
  await page.evaluate((to) => { location.hash = to; }, pack(JSON.stringify({
    title: script,
    data: { source: "inline", columns: [script, "y"], rows: [[1, 2], [2, 3], [3, 5], [4, 4], [5, 6], [6, 8], [7, 7], [8, 9]] },
    target: "y",
    view: { steps: [{ text: script }] },
  })));
  await until(async () => /^Converged/.test(await status().textContent()), () => status().textContent());
  assert.ok((await page.getByRole("table", { name: "Top weights", exact: true }).textContent()).includes(script));
  assert.equal(await page.locator("img[src=x]").count(), 0);

  // A Share dialog that cannot be loaded is reported, and loaded at the next press.
  await page.route("**/share.js", (route) => route.abort());
  await button("Share").click();
  await until(async () => /^The Share dialog was not loaded: check the connection and try again/.test(await status().textContent()), () => status().textContent());
  await page.unroute("**/share.js");
  await button("Share").click();
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");

  // A long experiment does not start by itself.
  await page.evaluate((to) => { location.hash = to; }, new URL(linkOf({
    data: { source: "synthetic", n: 800, d: 20 }, model: { kernel: { type: "exponential" } }, solver: { strategy: "streamed" },
  })).hash);
  await until(async () => /^This experiment may take about .* min: press Run$/.test(await status().textContent()), () => status().textContent());
  assert.equal(await label("Rows").inputValue(), "800");
});

test("steps that load after another experiment was opened are not shown", async () => {
  let release = () => {};
  const gate = new Promise((resolve) => { release = resolve; });
  let wasRequested = false;
  await open(linkOf({ ...small, view: { steps: [{ text: "Look" }] } }), {
    prepare: (context) => context.route("**/guide*.js", async (route) => {
      wasRequested = true;
      await gate;
      await route.continue();
    }),
  });
  await until(() => wasRequested, () => "timeout: the module of the steps is not requested");
  await waitForRun();
  await page.evaluate((hash) => { location.hash = hash; }, new URL(linkOf({ ...small, model: { gamma: 7 } })).hash);
  await until(async () => await label("Gamma").inputValue() === "7", () => label("Gamma").inputValue());
  await until(async () => await page.locator("#guide").count() === 0, () => "timeout: the step is still on the page");
  await waitForRun();
  const statusTexts = await page.evaluateHandle(() => {
    const texts = [];
    const status = document.getElementById("status");
    new MutationObserver(() => texts.push(status.textContent)).observe(status, { childList: true, characterData: true, subtree: true });
    return texts;
  });
  release();
  await page.evaluate(() => import(new URL("web/lesson/guide.js", document.baseURI).href));
  await label("Gamma").fill("8");
  await button("Run").click();
  await until(async () => (await statusTexts.jsonValue()).some((text) => text.startsWith("Converged")), () => statusTexts.jsonValue());
  assert.deepEqual((await statusTexts.jsonValue()).filter((text) => /not loaded/.test(text)), []);
});

test("a run started by a link stops at its time limit, and pressing Run completes it", async () => {
  const prepare = (context) => context.addInitScript(() => { // reaches the limit at once
    const setTimer = setTimeout;
    globalThis.setTimeout = (act, ms, ...others) => setTimer(act, ms === 20_000 ? 0 : ms, ...others);
  });
  await open(linkOf({ ...small, data: { source: "synthetic", n: 300, d: 300 } }), { prepare });
  await waitForRun();
  assert.equal(await status().textContent(), "Stopped after 20 seconds: runs started by a link are limited; press Run to complete it");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await until(async () => /^Converged/.test(await status().textContent()), () => status().textContent());
});

test("a link to a user's file requires that file, and refuses another one", async () => {
  const csv = "a,b,y\n1,2,3\n2,1,4\n3,5,5\n4,4,7\n5,1,8\n6,0,9\n7,3,12\n8,8,13\n";
  const { createHash } = await import("node:crypto");
  const sha256 = createHash("sha256").update(csv).digest("hex");
  const torn = linkOf({ data: { source: "file", name: "mine.csv", sha256 }, target: "b", model: { p: 1.5 }, view: { hidden: ["data"], locked: ["data.source"] } }).replace(/.{9}$/, " $&)."); // as messages have links
  await open(torn);
  await until(async () => (await status().textContent()).startsWith(`This experiment needs your file mine.csv (SHA-256 ${sha256.slice(0, 12)}…)`), () => status().textContent());
  assert.match(await page.locator("#answer").textContent(), /^The shared experiment needs the file mine\.csv\./);
  assert.equal(await page.locator("#verdict").isVisible(), false);
  const upload = (name, text) => label("Data file").setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
  await upload("mine.csv", csv + "9,9,9\n");
  await until(async () => /^mine\.csv is not the file of this experiment/.test(await status().textContent()), () => status().textContent());
  assert.ok(await label("Data file").isVisible(), "the panel is shown while the file is needed");
  await page.setViewportSize({ width: 390, height: 844 });
  await openPane(page, "Data");
  await label("Data file").waitFor();
  await upload("renamed.csv", csv);
  await until(async () => await status().textContent() === "renamed.csv is the file of this experiment: press Run", () => status().textContent());
  await button("Run").click();
  await waitForRun();
  assert.match(await status().textContent(), /^Converged/);
  assert.equal(await label("Target").inputValue(), "b");
  assert.equal(await label("p").inputValue(), "1.5");
  assert.ok(!(await label("Data file").isVisible()), "the panel is hidden again");
  await page.setViewportSize({ width: 1280, height: 900 });

  // A link with the rows does not need the file.
  await button("Share").click();
  const contents = () => page.getByLabel("Contents of the link", { exact: true }).textContent();
  await until(async () => (await contents()).includes('"source": "file"'), contents);
  assert.ok(!(await contents()).includes("13"), "the link has no cells by default");
  await label("Include the rows of the file in the link").check();
  await until(async () => (await contents()).includes('"source": "inline"'), contents);
  const link = await label("Link").inputValue();
  const { data, result } = decodeLink(link);
  assert.deepEqual([data.columns, data.rows.at(-1)], [["a", "b", "y"], [8, 8, 13]]);
  const shown = JSON.parse(await contents());
  assert.deepEqual([shown.data, shown.result], [data, result]);
  await page.keyboard.press("Escape");
  await page.evaluate((to) => { location.hash = to; }, new URL(link).hash);
  await until(() => badge().isVisible(), () => "no badge");
  assert.match(await badge().textContent(), /^Reproduced/);
});

test("Share gives a link that reproduces the result, a QR code, Markdown, a frame and a file", async () => {
  await open(server.url, { permissions: ["clipboard-read", "clipboard-write"] });
  await waitForRun();
  await label("Gamma").fill("5");
  await button("Run").click();
  await waitForRun();
  await button("Share").click();
  const dialog = page.getByRole("dialog", { name: "Share this experiment" });
  await until(async () => /#e=1\./.test(await label("Link").inputValue()), () => label("Link").inputValue());
  await dialog.getByRole("button", { name: "Copy Link" }).click();
  await dialog.getByText("Link copied").waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(link, await label("Link").inputValue());
  const document = decodeLink(link);
  assert.equal(document.model.gamma, 5);
  assert.match(document.result.digest, /^[0-9a-f]{16}$/);
  assert.match(await page.locator("#share-length").textContent(), new RegExp(`^${link.length} characters: works everywhere`));
  await dialog.getByRole("button", { name: "Enlarge the QR code of the link" }).click();
  const large = page.getByRole("dialog", { name: "QR code of the link" });
  assert.ok((await large.getByRole("img").boundingBox()).width > 500);
  await large.getByRole("button", { name: "Close" }).click();
  assert.equal(await large.count(), 0);
  assert.equal(await label("Markdown").inputValue(), `[${document.title}](${link})`);
  await label("Title").fill("Six [of] <1,500>");
  await label("Title").blur();
  await until(async () => (await label("Markdown").inputValue()).startsWith("[Six \\[of\\] \\<1,500\\>]("), () => label("Markdown").inputValue());
  assert.equal(decodeLink(await label("Link").inputValue()).result.digest, document.result.digest, "a new title keeps the result");
  await label("Title").fill(document.title);
  await label("Title").blur();
  await until(async () => await label("Link").inputValue() === link, () => label("Link").inputValue());
  const frame = await label("Frame for a web page").inputValue();
  assert.equal(decodeLink(frame.match(/src="([^"]+)"/)[1]).view.embed, true);
  const [download] = await Promise.all([page.waitForEvent("download"), button("Download .lplab.json").click()]);
  assert.equal(download.suggestedFilename(), "four-products-out-of-4960.lplab.json");
  const file = readFileSync(await download.path());
  assert.deepEqual(JSON.parse(file), document);
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const part of await dialog.locator("summary").all()) if (await part.isVisible()) await part.click(); // folded and unfolded
    assert.deepEqual(await axeFinds(page, "#share-dialog"), []);
  }
  await page.keyboard.press("Escape");
  assert.equal(await dialog.isVisible(), false);
  assert.equal(await page.evaluate(() => globalThis.document.activeElement.id), "share");

  // The link in a fresh profile; then the file, where another experiment is open.
  const sharer = page;
  await open(link);
  await waitForRun();
  await until(() => badge().isVisible(), () => "no badge");
  assert.match(await badge().textContent(), /^Reproduced/);
  await page.setViewportSize({ width: 390, height: 844 });
  await button("Share").click();
  await until(async () => /#e=1\./.test(await label("Link").inputValue()), () => "no link");
  await page.locator("#share-dialog").evaluate((dialog) => dialog.scrollTo(0, dialog.scrollHeight));
  assert.ok(await button("Close").evaluate((close) => { // also where the dialog is scrolled to its end
    const { x, y, width, height } = close.getBoundingClientRect();
    return globalThis.document.elementFromPoint(x + width / 2, y + height / 2) === close;
  }), "Close is in sight");
  assert.ok(await page.evaluate(() => globalThis.document.documentElement.scrollWidth <= innerWidth && globalThis.document.querySelector("#share-dialog").scrollWidth <= innerWidth), "it fits a phone");
  await page.keyboard.press("Escape");
  await openPane(page, "Data");
  await label("Sample").selectOption("prostate");
  await label("Data file").setInputFiles({ name: "lesson.lplab.json", mimeType: "application/json", buffer: file });
  await until(async () => await label("Gamma").inputValue() === "5" && await label("Columns").inputValue() === "30", () => status().textContent());
  await waitForRun();
  await until(() => badge().isVisible(), () => "no badge");
  await label("Data file").setInputFiles({ name: "bad.lplab.json", mimeType: "application/json", buffer: Buffer.from('{"data":{"source":"synthetic"},"vieww":1}') });
  await until(async () => /^vieww is unknown/.test(await status().textContent()), () => status().textContent());
  await page.evaluate(() => (File.prototype.text = () => Promise.reject(new DOMException("The file has changed.", "NotReadableError"))));
  await label("Data file").setInputFiles({ name: "moved.lplab.json", mimeType: "application/json", buffer: file });
  await until(async () => await status().textContent() === "moved.lplab.json could not be read: choose it again, or a copy of it", () => status().textContent());
  await sharer.context().close();
});

test("a link for a class hides and locks entries and has steps; a frame shows only the result", async () => {
  await open(server.url);
  await waitForRun();
  await button("Share").click();
  const dialog = page.getByRole("dialog");
  await dialog.locator(".share-lesson > summary").click();
  const viewOfLink = async () => decodeLink(await label("Link").inputValue()).view;
  await label("What may be changed").selectOption("Only p and gamma");
  await until(async () => (await viewOfLink())?.hidden?.includes("data"), viewOfLink);
  const { locked } = await viewOfLink();
  assert.ok(locked.includes("model.loss.type") && !locked.includes("model.p") && !locked.includes("model.gamma"), locked.join());
  await label("What may be changed").selectOption("Everything open");
  await until(async () => !(await viewOfLink())?.locked, viewOfLink);
  await dialog.getByText("Hide and lock one by one", { exact: true }).click();
  await dialog.getByRole("checkbox", { name: "Search", exact: true }).first().check();
  await dialog.getByRole("checkbox", { name: "Certificate" }).check();
  await dialog.getByRole("checkbox", { name: "p", exact: true }).check();
  await dialog.getByRole("button", { name: "Add a step" }).click();
  await label("Text of step 1").fill("Look at <b>six</b> weights.");
  await button("Close").click();
  await dialog.waitFor({ state: "detached" }); // it has an entry of the same name
  await label("Gamma").fill("0.5");
  await label("Gamma").press("Tab");
  await button("Share").click();
  await dialog.getByRole("button", { name: "Add a step" }).click();
  await label("Text of step 2").fill("Now gamma is smaller.");
  await label("Text of step 2").press("Tab");
  await until(async () => decodeLink(await label("Link").inputValue()).view?.steps?.[1]?.text === "Now gamma is smaller.", () => label("Link").inputValue());
  const link = await label("Link").inputValue();
  const { view, model } = decodeLink(link);
  assert.deepEqual([view.hidden, view.locked, view.steps[1].set, model.gamma], [["search", "certificate"], ["model.p"], { "model.gamma": 0.5 }, 1]);
  const frame = await label("Frame for a web page").inputValue();
  await label("Text of step 2").fill(Array.from({ length: 100 }, (_, i) => Math.sin(i + 1)).join(" "));
  await label("Text of step 2").press("Tab");
  await dialog.getByText("Too long for a QR code: share the link or the file").waitFor();
  const teacher = page;

  await open(link);
  await waitForRun();
  assert.equal(await label("Search").isVisible(), false);
  assert.equal(await page.getByRole("heading", { name: "Certificate", exact: true }).isVisible(), false);
  assert.equal(await page.getByRole("heading", { name: "Data", exact: true }).isVisible(), true);
  assert.equal(await label("p").isDisabled(), true);
  assert.equal(await page.getByRole("button", { name: "p = 2" }).isDisabled(), true);
  const steps = page.getByRole("region", { name: "Steps" });
  await steps.getByText("Look at <b>six</b> weights.", { exact: true }).waitFor();
  assert.match(await steps.textContent(), /^Four products out of 4,960Step 1 of 2/);
  await steps.getByRole("button", { name: "Next" }).click();
  await until(async () => await label("Gamma").inputValue() === "0.5", () => label("Gamma").inputValue());
  await waitForRun();
  await steps.getByText("Now gamma is smaller.", { exact: true }).waitFor();
  assert.match(await steps.textContent(), /^Four products out of 4,960Step 2 of 2/);
  await steps.getByRole("button", { name: "Back" }).click();
  await until(async () => await label("Gamma").inputValue() === "1", () => label("Gamma").inputValue());
  await waitForRun();
  await assertAccessible(page);
  await page.context().close();

  // Embedded in another page, on a phone.
  await open(new URL("course.html", server.url).href, {
    viewport: { width: 390, height: 844 },
    prepare: (context) => context.route("**/course.html", (route) => route.fulfill({ contentType: "text/html", body: `<!doctype html><body>${frame}` })),
  });
  const inner = page.frameLocator("iframe");
  await inner.locator("html[data-lplab=ready]").waitFor();
  await inner.getByRole("button", { name: "Run", exact: true }).click();
  await inner.locator("#status").getByText(/^Converged/).waitFor();
  assert.ok(await inner.getByRole("figure", { name: "Weights", exact: true }).isVisible() && await inner.locator(".headline").isVisible());
  assert.equal(await inner.getByRole("button", { name: "Share" }).isVisible(), false);
  assert.equal(await inner.getByLabel("p", { exact: true }).isVisible(), false, "locked entries are hidden");
  assert.ok(await inner.getByLabel("Gamma", { exact: true }).isVisible());
  await until(async () => /#e=1\./.test(await inner.getByRole("link", { name: "Open in lp Lab" }).getAttribute("href")), () => "no link to the whole page");
  assert.ok(await inner.locator("html").evaluate((html) => html.scrollWidth <= html.clientWidth), "it fits its frame");
  await teacher.context().close();
});

const badge = () => page.locator("#badge");
const waitForRun = () => waitForResult(page);

/** Returns the address of a document, as the command line writes it. */
const linkOf = (document) => encodeLink(document, server.url);
