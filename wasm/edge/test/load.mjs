// make load: the load test of lplab serve and of the edge's runtime, and the processor time of
// requests in the latter.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate, start } from "../local.mjs";
import { post, serve, suite } from "./suite.mjs";

const run = (url, requests) => suite(url, "-run", "Load", "-requests", requests, "-connections", "32");

const data = mkdtempSync(join(tmpdir(), "lplab-links-"));
const home = await serve(data);
try {
  console.log("lplab serve:", await run(home.url, "10000"));
} finally {
  await home.end();
  rmSync(data, { recursive: true });
}

const edge = await start();
try {
  await migrate(edge.database);
  await costs(edge.url);
  console.log("the edge's runtime:", await run(edge.url, "2000"));
} finally {
  await edge.close();
}

/** Prints the processor time of workerd for requests of each kind, including D1 and the assets, which run in the same process here. */
async function costs(url) {
  const { id } = await (await post(url, 0)).json();
  for (let k = 0; k < 40; k++) await (await fetch(new URL(`api/links/${id}`, url))).arrayBuffer(); // until the worker's code is compiled
  for (const [name, status, request] of [
    ["GET /web/load.js, without the worker", 200, () => fetch(new URL("web/load.js", url))],
    ["GET /s/<id>", 200, () => fetch(new URL(`s/${id}`, url))],
    ["GET /api/links/<id>", 200, () => fetch(new URL(`api/links/${id}`, url))],
    ["POST /api/links, a new link", 201, (k) => post(url, k)],
  ]) {
    const turns = 200, before = processorTime();
    for (let k = 1; k <= turns; k++) {
      const response = await request(k);
      await response.arrayBuffer();
      assert.equal(response.status, status);
    }
    console.log(`${name}: ${((processorTime() - before) / turns).toFixed(1)} ms of processor time`);
  }
}

/** Returns the processor time of this program's workerd, in ms. */
function processorTime() {
  const tick = 1000 / Number(execFileSync("getconf", ["CLK_TCK"], { encoding: "utf8" }));
  let ticks = 0;
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    const stat = (() => { try { return readFileSync(`/proc/${pid}/stat`, "utf8"); } catch { return ""; } })();
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (stat.includes("(workerd)") && Number(fields[1]) === process.pid) ticks += Number(fields[11]) + Number(fields[12]);
  }
  return ticks * tick;
}
