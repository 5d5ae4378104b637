// Measures stability selection in the browser: the run with and without 100 halves of
// 200 rows x 1,000 columns, and Cancel while halves are fitted. Prints a table:
// make bench-selection.

import { linkOf, openPage, startBrowser, startServer } from "./harness.mjs";

const rounds = 9;
const experiment = (resamples) => ({
  data: { source: "synthetic", n: 200, d: 1000, relevant: 10, noise: 0.5, degree: 1, seed: 1 },
  split: { train: 1, validation: 0, test: 0 },
  selection: resamples > 0 ? { rule: "stability", resamples, falseSelections: 1 } : { rule: "count", count: 10 },
});

/** Presses a button and returns the milliseconds until the status begins with a text. Runs in the page. */
function press([name, prefix]) {
  return new Promise((resolve) => {
    const status = document.getElementById("status");
    const start = performance.now();
    const observer = new MutationObserver(() => {
      if (!status.textContent.startsWith(prefix)) return;
      observer.disconnect();
      resolve(performance.now() - start);
    });
    observer.observe(status, { childList: true, characterData: true, subtree: true });
    [...document.querySelectorAll("button")].find((button) => button.textContent.trim() === name).click();
  });
}

const server = await startServer();
const browser = await startBrowser();
const times = { "Run without halves": [], "Run with 100 halves": [], "Cancel during the halves": [] };
try {
  for (let i = 0; i < rounds; i++) {
    for (const [name, resamples] of [["Run without halves", 0], ["Run with 100 halves", 100]]) {
      const page = await openPage(browser, linkOf(experiment(resamples), server.url));
      await page.waitForFunction(() => document.documentElement.dataset.lplab === "ready");
      times[name].push(await page.evaluate(press, ["Run", "Converged"]));
      await page.context().close();
    }
    const page = await openPage(browser, linkOf(experiment(1000), server.url));
    await page.waitForFunction(() => document.documentElement.dataset.lplab === "ready");
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.waitForTimeout(500 + 300 * i);
    times["Cancel during the halves"].push(await page.evaluate(press, ["Cancel", "Cancelled"]));
    await page.context().close();
  }
} finally {
  await browser.close();
  await server.close();
}

console.log("|  | shortest | median | longest |\n| --- | --- | --- | --- |");
for (const [name, list] of Object.entries(times)) {
  const sorted = list.sort((a, b) => a - b);
  console.log(`| ${name} | ${[sorted[0], sorted[sorted.length >> 1], sorted.at(-1)].map((ms) => `${Math.round(ms)} ms`).join(" | ")} |`);
}
