// The loading page: it shows a result before the program has loaded, and accepts entries.
// Every test also fails on console errors and requests to other origins.

import assert from "node:assert/strict";
import { test } from "node:test";
import { isDrill } from "./faults.mjs";
import { button, certificateValue, estimatePixels, label, lastReport, load, page, phase, status, topWeights, view, waitForPhase } from "./page.mjs";
import { until } from "./waiting.mjs";

test("the result is shown before the program has loaded, stays, and is recomputed", async (t) => {
  const release = await openWithout("**/app-*.wasm");
  await page.waitForFunction(() => document.querySelector("#plot-weights canvas"));
  assert.equal(await phase(), "loading");
  const opening = await shownTexts();
  assert.match(opening.status, /^Converged in \d+ iterations, relative gap \S+$/);
  assert.match(opening.headline, /^4 of 4,960 weights are not zero, exactly the 4 planted ones\.$/);
  assert.ok(await estimatePixels() > 40, "the four weights are drawn");
  assert.equal(await topWeights().locator("tbody tr").count(), 4);
  const paint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime);

  release();
  await waitForPhase("ready");
  const laterTexts = await shownTexts();
  assert.match(laterTexts.status, /^Converged in \d+ iterations, relative gap \S+, \S+ m?s$/);
  assert.match(await page.getByText(/^Precomputed/).textContent(), /recomputed here in .*, the same$/);
  assert.equal(laterTexts.headline, opening.headline);
  const texts = await page.evaluate(() => observedTexts);
  assert.deepEqual(texts.headline, [opening.headline], "no other headline is shown");
  assert.equal(texts.status.every((text) => text.startsWith("Converged")), true, `status: ${texts.status.join(" | ")}`);

  const { objective, weights, metrics } = JSON.parse(await page.evaluate(() => reports[0]));
  assert.equal(weights.count, 4960);
  await page.getByRole("figure", { name: "Weights", exact: true }).waitFor();
  await view("How well");
  await page.getByRole("figure", { name: "Fit", exact: true }).waitFor();
  await view("Solver");
  await page.getByRole("figure", { name: "Convergence", exact: true }).waitFor();
  assert.equal(await topWeights().locator("tbody th").first().textContent(), weights.top[0].label);
  const certificate = page.getByRole("region", { name: "Certificate" });
  assert.match(await certificate.textContent(), /The relative duality gap of the last reweighting step is/);
  assert.equal(await certificateValue("Primal"), objective.primal.toPrecision(7));
  for (const part of ["train", "test"]) {
    assert.ok(Math.abs(Number(await page.locator(`[data-metric="r2-${part}"]`).textContent()) - metrics[part].r2) < 5e-4);
  }
  t.diagnostic(`first paint ${Math.round(paint)} ms`);
  await page.clearLongTasks();
});

test("pressing Run before the program has loaded starts a run once it has", async () => {
  const release = await openWithout("**/app-*.wasm");
  await button("Run").click();
  release();
  await page.waitForFunction(() => reports.length > 0);
  await waitForPhase("ready");
  assert.match(await status().textContent(), /^Converged/);
  await page.clearLongTasks();
});

test("a press of Run that ends after the program has loaded starts a run", async () => {
  const release = await openWithout("**/app-*.wasm");
  const before = await button("Run").elementHandle();
  await button("Run").hover();
  await page.mouse.down();
  release();
  await page.waitForFunction((run) => !run.isConnected, before);
  await waitForPhase("ready");
  const reports = await page.evaluate(() => globalThis.reports.length);
  await page.mouse.up();
  await page.waitForFunction((n) => globalThis.reports.length > n, reports);
  await waitForPhase("ready");
  await page.clearLongTasks();
});

test("values typed before the program has loaded are kept with the focus, and Run uses them", async () => {
  for (const file of ["**/web/page*.js", "**/app-*.wasm"]) {
    const release = await openWithout(file);
    await label("Kernel").selectOption("Polynomial");
    await label("Gamma").fill("77");
    await label("p").focus();
    await page.keyboard.press("End");
    await page.keyboard.press("ArrowLeft");
    await button("Run").evaluate((run) => run.form.requestSubmit(run)); // the focus stays
    release();
    await page.waitForFunction(() => reports.length > 0);
    await waitForPhase("ready");
    const { spec } = await lastReport();
    assert.deepEqual([spec.model.gamma, spec.model.kernel.type], [77, "polynomial"], file);
    assert.equal(await label("Gamma").inputValue(), "77");
    assert.deepEqual(await page.evaluate(() => [document.activeElement.labels?.[0].textContent, document.activeElement.selectionStart]), ["p", 2]);
    await page.clearLongTasks();
  }
});

test("choices made before the program has loaded are entered, and start no run", async () => {
  const release = await openWithout("**/app-*.wasm");
  await button("p = 2").click();
  await label("Standardise").check();
  await label("Rows").fill("99");
  release();
  await waitForPhase("ready");
  await until(async () => await label("Rows").inputValue() === "99", () => label("Rows").inputValue());
  assert.deepEqual([await label("p").inputValue(), await label("Standardise").isChecked()], ["2", true]);
  assert.equal((await lastReport()).spec.data.n, 160, "the opening result is recomputed");
  await page.getByText("The entries have changed").waitFor();
  await page.clearLongTasks();
});

test("a file chosen before the program or the solver has loaded replaces the opening result", async () => {
  const solver = "**/solver-*/worker.js";
  for (const file of ["**/web/page*.js", ...(isDrill ? ["**/opening.json"] : []), "**/app-*.wasm", solver]) {
    const release = await openWithout(file);
    await page.locator("#data-file").setInputFiles(table);
    if (file === solver) await until(async () => await status().textContent() === "Reading own.csv", () => status().textContent());
    release();
    await page.locator("#answer").getByText(/Predicts c /).waitFor();
    await page.clearLongTasks();
  }
});

test("a file is loaded if its dialog was open while the program loaded", async () => {
  const release = await openWithout("**/app-*.wasm");
  const before = await page.locator("#data-file").elementHandle();
  const chooserEvent = page.waitForEvent("filechooser");
  await before.click();
  const chooser = await chooserEvent;
  release();
  await page.waitForFunction((input) => !input.isConnected, before);
  await chooser.setFiles(table);
  await page.locator("#answer").getByText(/Predicts c /).waitFor();
  await page.clearLongTasks();
});

test("a browser with a bot's user agent gets the interactive page", async () => {
  await load({ userAgent: "Mozilla/5.0 (compatible; Somebot/2.1) Chromium" });
  await waitForPhase("ready");
  assert.match(await status().textContent(), /^Converged/);
  await page.clearLongTasks();
});

test("an error while the page is rendered keeps the previous page and shows a message", async () => {
  await load({ expected: /^(page|plot): /, prepare: (context) => context.addInitScript(failSearches) });
  await waitForPhase("ready");
  const headline = await page.locator(".headline").textContent();
  await page.locator("#panel-search > summary").click();
  await label("Search").selectOption("Cross-validation"); // its result has scores
  await label("Number of gammas").fill("3");
  await button("Run").click();
  await until(async () => await status().textContent() === "Error in the page; the previous state is shown", () => status().textContent());
  assert.equal(await phase(), "error");
  assert.equal(await page.locator(".headline").textContent(), headline);
  assert.equal(await label("Number of gammas").inputValue(), "3");
  await label("Search").selectOption("Off");
  await button("Run").click();
  await until(async () => /^Converged/.test(await status().textContent()), () => status().textContent());
  await page.clearLongTasks();
});

test("the page responds while the solver is loading", async () => {
  const release = await openWithout("**/solver-*/worker.js");
  await button("Run").click();
  await waitForPhase("running");
  release();
  await waitForPhase("ready");
  assert.match(await status().textContent(), /^Converged/);
  await page.clearLongTasks();
});

const rows = Array.from({ length: 40 }, (_, i) => [i % 7, (i * 5) % 11, (i % 7) - 2 * ((i * 5) % 11) + (i % 3) / 10]);
const table = { name: "own.csv", mimeType: "text/csv", buffer: Buffer.from(["a,b,c", ...rows.map((row) => row.join(","))].join("\n")) };

/** Opens the page without a file, and returns a function that releases the file. */
async function openWithout(file) {
  let release;
  const gate = new Promise((resolve) => { release = resolve; });
  await load({
    waitUntil: "commit", // the event "load" waits for the scripts
    prepare: async (context) => {
      await context.addInitScript(recordTexts);
      await context.route(file, async (route) => {
        await gate;
        await route.continue();
      });
    },
  });
  return release;
}

const shownTexts = () => page.evaluate(() => ({
  status: document.querySelector("[role=status]").textContent,
  headline: document.querySelector(".headline").textContent,
}));

/** Records each text of headline and status. Runs in the page. */
function recordTexts() {
  globalThis.observedTexts = { headline: [], status: [] };
  const note = (list, text) => text !== undefined && list.at(-1) !== text && list.push(text);
  new MutationObserver(() => {
    note(observedTexts.headline, document.querySelector(".headline")?.textContent);
    note(observedTexts.status, document.querySelector("[role=status]")?.textContent);
  }).observe(document, { childList: true, characterData: true, subtree: true });
}

/** Removes the scores from every report of a search, so that Go cannot render it. Runs in the page. */
function failSearches() {
  globalThis.Worker = class extends Worker {
    constructor(...args) {
      super(...args);
      this.addEventListener("message", (event) => {
        const report = event.data.report && JSON.parse(event.data.report);
        if (!report?.search) return;
        report.search.scores = [[]];
        Object.defineProperty(event, "data", { value: { ...event.data, report: JSON.stringify(report) } });
      });
    }
  };
}
