// Takes the pictures of the documentation from the page: make pictures.
//
// Each view is taken at the width of a desktop and of a phone, light and dark. The
// four pictures form one sheet; docs/views.md shows the sheets.

import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { inLab, openPage, root, startBrowser, startServer } from "./harness.mjs";
import { waitForResult } from "./waiting.mjs";

const settings = [
  { viewport: { width: 1280, height: 900 }, colorScheme: "light" },
  { viewport: { width: 390, height: 844 }, colorScheme: "light" },
  { viewport: { width: 1280, height: 900 }, colorScheme: "dark" },
  { viewport: { width: 390, height: 844 }, colorScheme: "dark" },
];

// Semicolons and decimal commas, ambiguous dates, a code for missing values, a duplicate name.
const table = "plot;measured;clay;clay;yield\n" + Array.from({ length: 24 }, (_, i) =>
  `${101 + i};0${1 + i % 9}/0${1 + i % 7}/2024;${i * 7 % 11},5;${i === 4 ? -999 : i * 5 % 13};${2 + i % 6},${i * 3 % 10}`).join("\n") + "\n";

/**
 * The views in their order: what each shows, how it is opened from the one before and
 * closed, and the part of the page in the picture; without part, the viewport.
 */
const views = [
  { name: "page", shows: "The opening page: a finished experiment, recomputed in the browser",
    open: ({ page }) => page.getByText("recomputed here").waitFor() },
  { name: "top-weights", shows: "The largest weights, with the planted ones marked", part: "[data-part=top-weights]" },
  { name: "certificate", shows: "The certificate: the duality gap of the solution", part: "[data-part=certificate]",
    open: ({ tab }) => tab("Solver") },
  { name: "convergence", shows: "Convergence: the duality gap of three methods by iteration", part: "[data-part=convergence]",
    async open({ page, label, button }) {
      for (const method of ["dual-gradient", "proximal-gradient"]) {
        await label("Method to add").selectOption(method);
        await button("Add method").click();
        await page.getByRole("listitem").filter({ hasText: method.replace("-", " ") }).filter({ hasText: /converged|limit/ }).waitFor();
      }
    } },
  { name: "memory", shows: "Memory: size of the full and the packed tensor by number of points", part: "[data-part=memory]" },
  { name: "share", shows: "Share: link, QR code, Markdown, frame, file, and the contents of the link",
    async open({ page, label, button, until }) {
      await button("Share").click();
      await until(async () => /#e=1\./.test(await label("Link").inputValue()));
      await page.getByText("Contents of the link").click();
    },
    close: ({ button }) => button("Close").click() },
  { name: "export", shows: "Export: figures as SVG, PNG and CSV, the report and the experiment",
    async open({ page, button }) {
      await button("Export").click();
      await page.getByRole("dialog").getByRole("row", { name: /Weights/ }).waitFor();
    },
    close: ({ button }) => button("Close").click() },
  { name: "compare", shows: "Compare: two pinned results, p = 4/3 and p = 2, with their weights on common axes", part: "#compare",
    async open({ label, button, run, pane }) {
      await button("Pin").click();
      await pane("Model");
      await label("p").fill("2");
      await run();
      await button("Pin").click();
    },
    async close({ button, tab }) {
      for (const name of ["Remove B", "Remove A"]) await button(name).click();
      await tab("What matters");
    } },
  { name: "repair", shows: "Import: settings found for a file, with their reasons and alternatives",
    async open({ page, label, pane }) {
      await pane("Data");
      await label("Tune the model").uncheck();
      await label("Data file").setInputFiles({ name: "harvest.csv", mimeType: "text/csv", buffer: Buffer.from(table) });
      await page.getByRole("status").filter({ hasText: /^harvest\.csv/ }).waitFor();
      await page.locator("#repair[open]").scrollIntoViewIfNeeded();
    } },
  { name: "refused", shows: "An entry out of range, with its error",
    async open({ page, label, button, pane }) {
      await pane("Data");
      await label("Sample").selectOption("prostate");
      await page.getByText("97 rows, 9 columns").waitFor();
      await pane("Model");
      await label("p").fill("3");
      await button("Run").click();
      await page.locator("html[data-lplab=error]").waitFor();
      await pane("Model");
      await label("p").scrollIntoViewIfNeeded();
    } },
  { name: "running", shows: "A run: progress, remaining time, and Cancel",
    async open({ page, label, button, pane }) {
      await pane("Model");
      await label("p").fill("4/3");
      await pane("Data");
      await label("Sample").selectOption("synthetic");
      await page.getByText("125 rows, 1,501 columns").waitFor();
      await label("Rows").fill("400");
      await label("Columns").fill("60");
      await pane("Model");
      await page.getByText("Advanced", { exact: true }).click();
      await label("Strategy").selectOption("Tensor");
      await button("Run").click();
      await page.getByRole("status").filter({ hasText: "Building the Gram tensor" }).waitFor();
      await page.evaluate(() => scrollTo(0, 0));
      await page.waitForTimeout(1500);
    },
    async close({ button, label, pane, ready }) {
      await button("Cancel").click();
      await ready();
      await pane("Model");
      await label("Strategy").selectOption({ index: 0 });
    } },
  { name: "validation", shows: "Cross-validation over 50 gammas: mean and standard errors, the choices of both rules, and the cursor", part: "#choice",
    async open({ page, label, run, ready, pane, tab }) {
      await pane("Data");
      await label("Sample").selectOption("prostate");
      await page.getByText("97 rows, 9 columns").waitFor();
      await pane("Model");
      await page.locator("#panel-search > summary").click();
      await label("Search").selectOption("Cross-validation");
      await label("Rule").selectOption("One standard error");
      await run();
      await ready();
      await tab("Choose");
    } },
  { name: "path", shows: "The path of the weights over gamma", part: "#choice",
    open: ({ page }) => page.getByRole("tab", { name: "Path" }).click() },
  { name: "stability", shows: "Stability: the selection frequency of each weight on random halves of the rows", part: "#choice",
    async open({ page, button, ready }) {
      await page.getByRole("tab", { name: "Stability" }).click();
      await button("Select on 50 halves").click();
      await page.locator("#plot-stability[aria-label*='in 50 resamples']").waitFor();
      await ready();
    } },
  { name: "fit", shows: "Predicted and actual values", part: "[data-part=fit]",
    open: ({ tab }) => tab("How well") },
  { name: "residuals", shows: "Residuals", part: "[data-part=fit]",
    open: ({ page }) => page.getByRole("tab", { name: "Residuals" }).click() },
  { name: "roc", shows: "ROC curve", part: "[data-part=fit]",
    async open({ page, label, run, pane }) {
      await pane("Model");
      await label("Search").selectOption({ index: 0 });
      await pane("Data");
      await label("Sample").selectOption("wpbc");
      await page.getByText("198 rows, 34 columns").waitFor();
      await label("Target").selectOption("status");
      await run();
      await page.getByRole("tab", { name: "ROC" }).click();
    } },
  { name: "methods", shows: "Models on the same rows: scores, selections, times, certificates", part: "[data-part=methods]",
    async open({ page, button, tab }) {
      await tab("Compare");
      await button("Compare models").click();
      await page.getByText(/(has|have) the highest accuracy on the test rows/).waitFor({ timeout: 120_000 });
    } },
  { name: "kernel-machine", shows: "A kernel machine: support vectors and fit",
    async open({ page, label, run, pane }) {
      await pane("Model");
      await label("Type").selectOption("Support vector machine");
      await label("Kernel").selectOption("Gaussian");
      await run();
      await page.evaluate(() => scrollTo(0, 0));
    } },
  { name: "benchmark", shows: "Benchmark: the speed of this machine and the times of the papers", address: "#bench",
    open: ({ page }) => page.getByRole("button", { name: "Run benchmark" }).waitFor() },
  { name: "lesson", shows: "A link for a class: hidden parts, locked entries, steps",
    document: { view: { hidden: ["search", "selection", "advanced", "choice", "memory"], locked: ["data.source", "model.kernel.type"],
      steps: [{ text: "Four products are left. How many of them were planted?" }, { text: "With one step of reweighting hundreds are left.", set: { "model.steps": 1 } }] } } },
  { name: "embed", shows: "The experiment in a frame of another page", document: { view: { embed: true } } },
];

/** Actions of a user on a page. */
function actionsOf(page) {
  const button = (name) => page.getByRole("button", { name, exact: true });
  const ready = () => waitForResult(page);
  return {
    page, button, ready,
    label: (name) => page.getByLabel(name, { exact: true }),
    tab: (name) => page.getByRole("tab", { name, exact: true }).click(),
    async pane(name) { // on a phone
      const choice = page.getByRole("group", { name: "Part of the page" });
      if (await choice.isVisible()) await choice.getByRole("button", { name, exact: true }).click();
    },
    async run() {
      await button("Run").click();
      await page.waitForFunction(() => document.documentElement.dataset.lplab === "ready");
      await page.getByRole("status").filter({ hasText: /^Converged/ }).waitFor();
    },
    async until(condition) {
      const end = Date.now() + 30_000;
      while (!await condition()) {
        if (Date.now() > end) throw new Error(`timeout: ${condition}`);
        await page.waitForTimeout(50);
      }
    },
  };
}

/** Returns the link to a document, by the API in the page. */
function linkOf(page, document) {
  return inLab(page, async (lab, d) => {
    const text = await lab.encode({ ...d, ...(await (await fetch("/web/opening.json")).json()).report.spec });
    return `#e=${text}`;
  }, document);
}

const server = await startServer();
const browser = await startBrowser();
const screenshots = new Map(views.map(({ name }) => [name, []]));
for (const setting of settings) {
  let page = await openPage(browser, server.url, setting);
  let actions = actionsOf(page);
  await actions.ready();
  for (const { name, open, close, part, address, document } of views) {
    if (address || document) { // opened in a new context
      const to = address ?? await linkOf(page, document);
      await page.context().close();
      page = await openPage(browser, new URL(to, server.url).href, setting);
      actions = actionsOf(page);
      await actions.ready();
    }
    await open?.(actions);
    await page.mouse.move(0, 0);
    await page.waitForTimeout(400); // until the plots have their final size
    const bar = (visibility) => page.evaluate((v) => document.querySelector(".run-bar")?.style.setProperty("visibility", v), visibility);
    if (part) await bar("hidden"); // on a phone it covers the part below it
    screenshots.get(name).push(await (part ? page.locator(part).screenshot() : page.screenshot()));
    await bar("visible");
    await close?.(actions);
  }
  await page.context().close();
}

// The sheets and their list.
const sheets = await browser.newPage({ viewport: { width: 100, height: 100 } });
const docs = (name) => fileURLToPath(new URL(`web/docs/${name}`, root));
for (const { name } of views) {
  const pictures = screenshots.get(name).map((png) => `data:image/png;base64,${png.toString("base64")}`);
  await sheets.setContent(`<style>
    body { margin: 0; padding: 20px; display: inline-flex; gap: 20px; align-items: start; background: #8a8f98; }
    img { zoom: 0.6; }
  </style>${pictures.map((src) => `<img alt="" src="${src}">`).join("")}`);
  await sheets.locator("body").screenshot({ path: docs(`views/${name}.jpg`), type: "jpeg", quality: 82 });
}
writeFileSync(docs("views.md"), `# Pictures of the views

Each view at the width of a desktop and of a phone, light and dark. \`make pictures\` takes them from the page.
${views.map(({ name, shows }) => `\n## ${shows}\n\n![${shows}](views/${name}.jpg)\n`).join("")}`);

// The pictures of the README.
for (const [name, file] of [["page", "page.png"], ["validation", "validation.png"], ["path", "path.png"]]) {
  writeFileSync(docs(file), screenshots.get(name)[0]);
}
await browser.close();
await server.close();
