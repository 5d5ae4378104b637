// Takes the pictures of the documentation, from the real page: make pictures.

import { fileURLToPath } from "node:url";
import { openPage, root, startBrowser, startServer } from "./harness.mjs";

const pictures = [
  { file: "page.png", width: 1280, height: 900, colorScheme: "light" },
  { file: "page-dark.png", width: 1280, height: 900, colorScheme: "dark" },
  { file: "phone.png", width: 390, height: 844, colorScheme: "light" },
];

const server = await startServer();
const browser = await startBrowser();
for (const { file, width, height, colorScheme } of pictures) {
  const page = await openPage(browser, server.url, { viewport: { width, height }, colorScheme });
  await page.waitForFunction(() => document.documentElement.dataset.lplab === "ready");
  await page.getByText("recomputed here").waitFor();
  await page.screenshot({ path: fileURLToPath(new URL(`web/docs/${file}`, root)) });
}

// The choice of a model: eight clinical measures, five folds, one standard error.
const page = await openPage(browser, server.url, { viewport: { width: 1280, height: 900 } });
const ready = () => page.waitForFunction(() => document.documentElement.dataset.lplab === "ready");
const label = (name) => page.getByLabel(name, { exact: true });
await ready();
await label("Sample").selectOption("prostate");
await page.getByText("97 rows, 9 columns").waitFor();
await page.locator("#panel-search > summary").click();
await label("Search").selectOption("Cross-validation");
await label("Rule").selectOption("One standard error");
await page.getByRole("button", { name: "Run", exact: true }).click();
await ready();
for (const view of ["Validation", "Path"]) {
  await page.getByRole("tab", { name: view }).click();
  await page.mouse.move(0, 0);
  await page.waitForTimeout(300); // the plot of a tab fits itself to its place
  await page.locator("#choice").screenshot({ path: fileURLToPath(new URL(`web/docs/${view.toLowerCase()}.png`, root)) });
}
await browser.close();
await server.close();
