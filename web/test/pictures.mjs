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
await browser.close();
await server.close();
