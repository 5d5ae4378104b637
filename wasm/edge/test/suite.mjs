// Runs the HTTP tests of the service, which are written in Go, and starts servers for other tests.
import { spawn } from "node:child_process";

export const root = new URL("../../../", import.meta.url);

/** Runs the tests against an address; resolves to the output of the load test. */
export function suite(url, ...flags) {
  return new Promise((resolve, reject) => {
    const args = ["test", "./app/links/contract", "-count=1", "-v", "-at", url, ...flags];
    const child = spawn(process.env.GO ?? "go", args, { cwd: root });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => { output += text; });
    child.on("error", reject);
    child.on("close", (status) => {
      const load = output.match(/^load: .*$/m)?.[0];
      if (status === 0 && load) resolve(load);
      else reject(new Error(output));
    });
  });
}

const highLimits = ["-links-per-hour", "1000000", "-links-per-network", "1000000", "-links-per-day", "1000000", "-link-bytes-per-day", "1000000000"];

/** Starts lplab serve with short links in a directory; limit is the largest size of its files, in blocks of 512 bytes. */
export async function serve(data, limit = "unlimited") {
  const child = spawn("sh", ["-c", `ulimit -f ${limit}; exec bin/lplab serve -addr 127.0.0.1:0 -data ${data} ${highLimits.join(" ")}`], { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  const exit = new Promise((resolve) => child.on("exit", resolve));
  child.stderr.resume();
  const url = await new Promise((resolve, reject) => {
    child.stdout.on("data", (text) => resolve(String(text).match(/http:\S+/)[0]));
    exit.then((status) => reject(new Error(`lplab serve ended with status ${status}`)));
  });
  return { url, end: () => (child.kill(), exit) };
}

/** Stores an experiment. */
export const post = (url, seed) => fetch(new URL("api/links", url), { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ data: { source: "synthetic", n: 40, seed } }) });
