// Measures the load time of the page and writes visit.md: make bench-visit.
//
//   node test/visits.mjs TABLE.md

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { openPage, startBrowser, startServer } from "./harness.mjs";
import { revisit, visit } from "./visit.mjs";
import { usePage, watchVitals } from "./vitals.mjs";

const [file] = process.argv.slice(2);
const rounds = 9;
const targets = { first: 800, live: 1500, paint: 1000, interaction: 100, model: 2000, tuned: 5000 }; // ms
const devices = [
  ["at a desk", { viewport: { width: 1280, height: 800 } }],
  ["on a phone", { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }],
];

const server = await startServer();
const browser = await startBrowser();
const firsts = [];
const laters = [];
const uses = devices.map(() => []);
const uploads = [];
let sizes;

/** Returns a table of 500 rows and 13 columns: Friedman's first function with noise, and irrelevant columns. */
function table() {
  let state = 1;
  const random = () => (state = (state * 16807) % 2147483647) / 2147483647;
  const rows = Array.from({ length: 500 }, () => {
    const x = Array.from({ length: 12 }, random);
    const noise = Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random());
    return [...x, 10 * Math.sin(Math.PI * x[0] * x[1]) + 20 * (x[2] - 0.5) ** 2 + 10 * x[3] + 5 * x[4] + noise].map((value) => value.toFixed(4)).join(",");
  });
  return ["a,b,c,d,e,f,g,h,i,j,k,l,y", ...rows, ""].join("\n");
}

/** Uploads a table and waits for its first model and for the tuned one; returns both times in ms. */
async function upload(page) {
  const phase = () => page.evaluate(() => document.documentElement.dataset.lplab);
  const began = performance.now();
  await page.getByLabel("Data file", { exact: true }).setInputFiles({ name: "table.csv", mimeType: "text/csv", buffer: Buffer.from(table()) });
  await page.waitForFunction(() => document.getElementById("answer").textContent.includes("125 unseen rows"));
  const model = performance.now() - began;
  assert.equal(await phase(), "running", "the search continues after the first model");
  await page.waitForFunction(() => document.documentElement.dataset.lplab === "ready");
  return { model, tuned: performance.now() - began };
}

try {
  for (let i = 0; i < rounds; i++) {
    const { page, ...moments } = await visit(browser, server.url);
    firsts.push(moments);
    sizes = moments.sizes;
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.close();
    const later = await revisit(page.context(), server.url);
    laters.push(later);
    await page.context().close();
    for (const [j, [, options]] of devices.entries()) {
      const usedPage = await openPage(browser, server.url, { ...options, prepare: (context) => context.addInitScript(watchVitals) });
      await usedPage.waitForFunction(() => document.documentElement.dataset.lplab === "ready");
      uses[j].push(await usePage(usedPage));
      if (j === 0) uploads.push(await upload(usedPage));
      await usedPage.context().close();
    }
  }
} finally {
  await browser.close();
  await server.close();
}

const seconds = (ms) => `${(ms / 1000).toFixed(2)} s`;
const spread = (list, name) => {
  const sorted = list.map((moments) => moments[name]).sort((a, b) => a - b);
  return [sorted[0], sorted[sorted.length >> 1], sorted.at(-1)].map(seconds).join(" | ");
};
const kinds = [
  ["WebAssembly", /\.wasm$/], ["scripts", /\.js$/], ["the opening result", /opening\.json$/], ["document and styles", /\/$|\.css$/], ["the rest", /./],
];
const weights = new Map(kinds.map(([kind]) => [kind, 0]));
for (const [address, size] of sizes) {
  const [kind] = kinds.find(([, pattern]) => pattern.test(address));
  weights.set(kind, weights.get(kind) + size);
}
const total = [...sizes.values()].reduce((sum, size) => sum + size);

const text = `# Load time

Made by \`make bench-visit\`: ${cpus()[0].model.trim()}, ${cpus().length} processors; server and Chromium ${browser.version()} on the same
machine, ${rounds} visits with a fresh profile and ${rounds} with the cache of the first visit. Seconds are from the navigation until the
result is shown, and until the program has started and recomputed it (live); those of an upload are from the choice of the file.

|  | shortest | median | longest | target |
| --- | --- | --- | --- | --- |
| First visit: the result on the screen | ${spread(firsts, "first")} | ≤ ${seconds(targets.first)} |
| First visit: live | ${spread(firsts, "live")} | ≤ ${seconds(targets.live)} |
| Later visit: the result on the screen | ${spread(laters, "first")} |  |
| Later visit: live | ${spread(laters, "live")} |  |
${devices.map(([device], j) => `| Largest contentful paint, ${device} | ${spread(uses[j], "paint")} | ≤ ${seconds(targets.paint)} |
| Longest interaction, ${device} | ${spread(uses[j], "interaction")} | ≤ ${seconds(targets.interaction)} |`).join("\n")}
| Upload of 500 x 13: first model | ${spread(uploads, "model")} | ≤ ${seconds(targets.model)} |
| Upload of 500 x 13: tuned model | ${spread(uploads, "tuned")} | ≤ ${seconds(targets.tuned)} |

Interactions are presses of tabs and of Run, also during a run. The cumulative layout shift is at most ${Math.max(...uses.flat().map(({ shift }) => shift)).toFixed(3)} (at most 0.02).

Downloaded until then, with Brotli: ${(total / 1e6).toFixed(2)} MB (at most 2.5 MB) in ${sizes.size} files.

|  | bytes |
| --- | --- |
${[...weights].map(([kind, size]) => `| ${kind} | ${size.toLocaleString("en")} |`).join("\n")}
`;
writeFileSync(file, text);
console.log(text);
