// The tests of the service over HTTP, which are written in Go.
import { spawn } from "node:child_process";

export const root = new URL("../../../", import.meta.url);

/** Runs them against an address; resolves to what the load run printed. */
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
