// make load: the load run against the server at home and against the edge's runtime.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate, start } from "../local.mjs";
import { root, suite } from "./suite.mjs";

const run = (url, requests) => suite(url, "-run", "Load", "-requests", requests, "-connections", "32");

const data = mkdtempSync(join(tmpdir(), "lplab-links-"));
const home = spawn("bin/lplab", ["serve", "-addr", "127.0.0.1:0", "-data", data, "-links-per-hour", "1000000", "-links-per-network", "1000000"], { cwd: root, stdio: ["ignore", "pipe", "inherit"] });
const address = await new Promise((resolve, reject) => {
  home.stdout.on("data", (text) => resolve(String(text).match(/http:\S+/)[0]));
  home.on("exit", () => reject(new Error("lplab serve ended")));
});
try {
  console.log("lplab serve:", await run(address, "10000"));
} finally {
  home.removeAllListeners("exit");
  home.kill();
  await new Promise((resolve) => home.on("exit", resolve));
  rmSync(data, { recursive: true });
}

const edge = await start();
try {
  await migrate(edge.database);
  console.log("the edge's runtime:", await run(edge.url, "2000"));
} finally {
  await edge.close();
}
