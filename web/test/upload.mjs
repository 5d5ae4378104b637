// Measures an experiment on a file in Chromium, from the choice of the file to the report: the
// wall-clock time, which includes other programs on a busy machine, the processor time of all
// processes of the browser, the memory of the largest of them, and the longest task of the page.
//
//   node test/upload.mjs EXPERIMENT.json FILE

import { readFileSync, readdirSync } from "node:fs";
import { basename } from "node:path";
import { linkOf, openPage, startBrowser, startServer } from "./harness.mjs";
import { keepReports } from "./reports.mjs";

const [experiment, file] = process.argv.slice(2);
const document = JSON.parse(readFileSync(experiment, "utf8"));
document.data = { source: "file", name: basename(file) };

const server = await startServer();
const browser = await startBrowser();
try {
  const page = await openPage(browser, linkOf(document, server.url), { prepare: (context) => context.addInitScript(keepReports) });
  page.setDefaultTimeout(590_000);
  const status = () => page.locator("#status").textContent();
  await page.waitForFunction(() => /needs your file/.test(document.getElementById("status").textContent));
  console.log(`before: ${await status()}`);
  const before = processor();
  const start = performance.now();
  await page.evaluate(() => { globalThis.lplabTasks.length = 0; });
  await page.getByLabel("Data file", { exact: true }).setInputFiles(file);
  await page.waitForFunction(() => /press Run|then Run|was not loaded/.test(document.getElementById("status").textContent));
  console.log(`read after ${since(start)} s: ${await status()}`);
  const count = await page.evaluate(() => reports.length);
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.waitForFunction((n) => reports.length > n || document.documentElement.dataset.lplab === "error", count);
  console.log(`${since(start)} s, ${(processor() - before).toFixed(1)} s of processor time, ${largest()} MB, longest task ${await page.evaluate(() => Math.round(Math.max(0, ...lplabTasks)))} ms: ${await status()}`);
  const text = await page.evaluate(() => reports.at(-1));
  if (text && !/^error/.test(await page.evaluate(() => document.documentElement.dataset.lplab))) {
    const { status: ended, metrics, solver, objective, gamma } = JSON.parse(text);
    console.log(JSON.stringify({ ended, test: metrics.test, gamma, strategy: solver.strategy, degree: solver.degree, gap: objective.relativeGap }));
  }
} finally {
  await browser.close();
  await server.close();
}

function since(start) {
  return ((performance.now() - start) / 1000).toFixed(1);
}

/** Returns the fields of /proc/PID/stat of all descendants of this process. */
function family() {
  const all = new Map();
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      all.set(pid, readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" "));
    } catch { /* it has ended */ }
  }
  const pids = new Set([String(process.pid)]);
  for (let size = 0; size !== pids.size;) {
    size = pids.size;
    for (const [pid, [, parent]] of all) if (pids.has(parent)) pids.add(pid);
  }
  pids.delete(String(process.pid));
  return [...pids].map((pid) => [pid, all.get(pid)]);
}

/** Returns the processor time of the descendants, in seconds. */
function processor() {
  return family().reduce((sum, [, fields]) => sum + Number(fields[11]) + Number(fields[12]), 0) / 100;
}

/** Returns the largest peak memory of a descendant, in MB. */
function largest() {
  const peaks = family().map(([pid]) => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0));
  return Math.round(Math.max(...peaks) / 1024);
}
