// make abuse: tests lplab serve on this machine with clients that do not read, with concurrent
// requests, with kills during writes, and on a full disk.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { post, root, serve, suite } from "./suite.mjs";

const readers = 300, requests = "10000", kills = "8", room = 300; // KiB of the disk
const data = mkdtempSync(join(tmpdir(), "lplab-abuse-"));

const seconds = (began) => ((performance.now() - began) / 1000).toFixed(1);

/** Requests a file and never reads the response; returns the socket. */
const slow = (url, path) => {
  const socket = connect(Number(new URL(url).port), "127.0.0.1", () => socket.write(`GET ${path} HTTP/1.1\r\nHost: lab\r\n\r\n`)).pause();
  return socket.on("error", () => {});
};

/** Returns the number of the server's open connections, from the system: a client that does not read does not notice that its connection is closed. */
const open = (url) => {
  const port = Number(new URL(url).port).toString(16).toUpperCase().padStart(4, "0");
  return readFileSync("/proc/net/tcp", "utf8").split("\n").filter((line) => line.trim().split(/\s+/)[1]?.endsWith(`:${port}`) && line.trim().split(/\s+/)[3] === "01").length;
};

try {
  let server = await serve(data);
  const program = readdirSync(new URL("bin/site/web/", root)).find((name) => /^app-.*\.wasm$/.test(name));
  const began = performance.now();
  const sockets = Array.from({ length: readers }, () => slow(server.url, `/web/${program}`));
  console.log(`with ${readers} slow readers: ${await suite(server.url, "-run", "Load", "-requests", requests, "-connections", "32")}`);
  while (open(server.url) > 0) {
    assert.ok(performance.now() - began < 300_000, `${open(server.url)} slow readers are still connected`);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  console.log(`slow readers: all ${readers} disconnected within ${seconds(began)} s`);
  for (const socket of sockets) socket.destroy();
  await server.end();

  console.log(`kills: ${execFileSync(process.env.GO ?? "go", ["test", "./app/links/boltstore", "-count=1", "-v", "-run", "Kill", "-kills", kills], { cwd: root, encoding: "utf8" }).match(/\d+ links acknowledged.*/)[0]}`);

  rmSync(data, { recursive: true });
  server = await serve(data, 2 * room);
  const ids = [];
  let refusals = 0;
  for (let seed = 0; refusals < 20 && seed < 5000; seed++) {
    const response = await post(server.url, seed);
    if (response.status === 201) ids.push((await response.json()).id);
    else {
      assert.equal(response.status, 500);
      refusals++;
    }
  }
  assert.equal(refusals, 20, "the disk became full");
  const served = async ({ url }) => (await Promise.all(ids.map(async (id) => (await fetch(new URL(`api/links/${id}`, url))).status === 200))).every(Boolean);
  assert.ok(await served(server), "the acknowledged links are served from a full disk");
  await server.end();
  server = await serve(data);
  assert.ok(await served(server), "the acknowledged links are served after a restart with space");
  assert.equal((await post(server.url, 1e6)).status, 201);
  await server.end();
  console.log(`full disk: ${ids.length} links acknowledged, all served; ${refusals} more refused; stored again with space`);
} finally {
  rmSync(data, { recursive: true, force: true });
}
