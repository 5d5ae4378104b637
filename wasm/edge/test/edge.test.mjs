// The worker in workerd with D1: the HTTP tests of lplab serve, and tests that only the edge
// needs.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { migrate, migrations, start, statementsOf } from "../local.mjs";
import { root, suite } from "./suite.mjs";

const largest = 2_000_000; // in bytes after gzip; the limit of the free plan is 3 MB

let edge;
before(async () => { edge = await start({ variables: { LINKS_PER_HOUR: "1000" } }); });
after(() => edge.close());

const experiment = (seed) => JSON.stringify({ data: { source: "synthetic", n: 40, seed } });
const post = (body, address = "192.0.2.1") => fetch(new URL("api/links", edge.url), {
  method: "POST", body, headers: { "Content-Type": "application/json", "CF-Connecting-IP": address },
});
const get = (path) => fetch(new URL(path, edge.url), { redirect: "manual" });
const day = 24 * 3600;
const now = () => Math.floor(Date.now() / 1000);

test("the worker has at most 2 MB after gzip", (t) => {
  const directory = new URL("bin/edge/worker/", root);
  const sizes = readdirSync(directory).map((name) => [name, gzipSync(readFileSync(new URL(name, directory))).length]);
  const sum = sizes.reduce((s, [, n]) => s + n, 0);
  t.diagnostic(`${sum} bytes after gzip, of at most ${largest}: ${sizes.map((s) => s.join(" ")).join(", ")}`);
  assert.ok(sum <= largest);
});

test("without its tables the service answers with status 500 and no details", async () => {
  const response = await post(experiment(1));
  assert.equal(response.status, 500);
  assert.doesNotMatch(await response.text(), /SQL|table|panic/i);
  assert.equal((await get("s/000000000000")).status, 500);
});

test("migrations keep the stored links and are applied once", async () => {
  const [first] = migrations();
  assert.deepEqual(await migrate(edge.database, [first]), [first.name]);
  const insert = edge.database.prepare("INSERT INTO links (id, hash, document, token, expires) VALUES (?, ?, ?, ?, ?)");
  const hash = "0".repeat(64);
  await edge.database.batch([
    insert.bind("aaaaaaaaaaaa", hash, '{"old":true}', hash, 0),
    insert.bind("bbbbbbbbbbbb", hash, '{"ended":true}', hash, now() - 1),
    insert.bind("cccccccccccc", hash, '{"lasting":true}', hash, now() + day),
    insert.bind("dddddddddddd", hash, '{"claimed":true}', createHash("sha256").update("d".repeat(26)).digest("hex"), now() + day),
  ]);
  assert.deepEqual(await migrate(edge.database), migrations().slice(1).map(({ name }) => name));
  assert.deepEqual(await migrate(edge.database), []);
  assert.deepEqual(await (await get("api/links/aaaaaaaaaaaa")).json(), { old: true });
  assert.equal((await get("api/links/bbbbbbbbbbbb")).status, 404);
  const deletion = await fetch(new URL("api/links/dddddddddddd", edge.url), { method: "DELETE", headers: { Authorization: `Bearer ${"d".repeat(26)}` } });
  assert.equal(deletion.status, 204);
  // The first link of a day removes the expired ones.
  assert.equal((await post(experiment(1))).status, 201);
  const { results } = await edge.database.prepare("SELECT id FROM links WHERE hash = ? ORDER BY id").bind(hash).all();
  assert.deepEqual(results.map(({ id }) => id), ["aaaaaaaaaaaa", "cccccccccccc"]);
});

test("files are served without the worker, with the same headers", async () => {
  const [page, linked] = await Promise.all([get(""), get("s/aaaaaaaaaaaa")]);
  assert.equal(linked.status, 200);
  for (const name of ["content-security-policy", "x-content-type-options", "referrer-policy", "permissions-policy", "content-type"]) {
    assert.equal(page.headers.get(name), linked.headers.get(name), name);
    assert.ok(page.headers.get(name), name);
  }
  assert.equal(await page.text(), await linked.text());
  const wasm = readdirSync(new URL("bin/edge/site/web/", root)).find((name) => /^app-.*\.wasm$/.test(name));
  const program = await get(`web/${wasm}`);
  assert.equal(program.headers.get("cache-control"), "public, max-age=31536000, immutable");
  const length = (await program.arrayBuffer()).byteLength;
  assert.match(await (await get("web/load.js")).text(), new RegExp(`program = "${wasm}", length = ${length};`)); // for the progress bar of the page
  assert.equal((await get("web/nothing.js")).status, 404);
  // The service worker would store a redirect, which could not be opened.
  const cachedPages = readFileSync(new URL("bin/edge/site/app-worker.js", root), "utf8").match(/"\.\/[^"]*(\/|\.html)?":/g).filter((name) => /(\/|\.html)":$/.test(name));
  assert.ok(cachedPages.length > 5);
  for (const name of [...cachedPages.map((name) => name.slice(3, -2)), "favicon.ico"]) assert.equal((await get(name)).status, 200, name);
});

test("a link that was taken down answers 410 and cannot be stored again", async () => {
  const { id } = await (await post(experiment(2))).json();
  const [statement] = statementsOf(readFileSync(new URL("wasm/edge/takedown.sql", root), "utf8").replace("ID'", `${id}'`));
  await edge.database.prepare(statement).run();
  assert.equal((await get(`api/links/${id}`)).status, 410);
  assert.equal((await get(`s/${id}`)).status, 410);
  assert.equal((await post(experiment(2))).status, 410);
});

test("claims are limited in number, extended by their token, and removed when they expire", async () => {
  const { id, deleteToken } = await (await post(experiment(9))).json();
  const row = () => edge.database.prepare("SELECT claims, expires FROM links WHERE id = ?").bind(id).first();
  const [[own, end]] = Object.entries(JSON.parse((await row()).claims));
  const fill = (n, ends) => Object.fromEntries(Array.from({ length: n }, (_, i) => [String(i).padStart(64, "0"), ends]));
  const set = (claims) => edge.database.prepare("UPDATE links SET claims = ?, expires = ? WHERE id = ?").bind(JSON.stringify(claims), Math.max(...Object.values(claims)), id).run();
  await set({ [own]: end, ...fill(511, now() + day) });
  assert.equal((await post(experiment(9))).status, 409);
  const again = (keep) => fetch(new URL(`api/links?keep=${keep}`, edge.url), { method: "POST", body: experiment(9), headers: { "Content-Type": "application/json", Authorization: `Bearer ${deleteToken}` } });
  assert.equal((await again("30d")).status, 200);
  assert.equal(JSON.parse((await row()).claims)[own], end, "the claim is not shortened");
  assert.equal((await again("keep")).status, 200);
  assert.deepEqual([JSON.parse((await row()).claims)[own], (await row()).expires], [0, 0]);
  await set({ [own]: end, ...fill(511, now() - 1) });
  assert.equal((await post(experiment(9))).status, 200);
  assert.equal(Object.keys(JSON.parse((await row()).claims)).length, 2);
});

test("the bytes from one network are limited per day", async () => {
  const ends = Math.ceil((now() + 1) / day) * day;
  await edge.database.prepare("INSERT INTO counts (key, n, bytes, ends) VALUES (?, 1, ?, ?)").bind(`198.51.102.0/24 until ${ends}`, 6 * 2 ** 20, ends).run();
  assert.equal((await post(experiment(10), "198.51.102.1")).status, 429);
  assert.equal((await post(experiment(10), "198.51.103.1")).status, 201);
});

test("the links from one network are limited per hour", async () => {
  const ends = Math.ceil((now() + 1) / 3600) * 3600;
  await edge.database.prepare("INSERT INTO counts (key, n, ends) VALUES (?, 999, ?)").bind(`198.51.100.0/24 from ${ends}`, ends).run();
  assert.equal((await post(experiment(3), "198.51.100.1")).status, 201);
  const refusal = await post(experiment(4), "198.51.100.2");
  assert.equal(refusal.status, 429);
  assert.ok(Number(refusal.headers.get("retry-after")) > 0);
  assert.equal((await post(experiment(4), "198.51.101.2")).status, 201);
});

test("the worker passes the HTTP tests of lplab serve, also under load", async (t) => {
  t.diagnostic(await suite(edge.url, "-requests", "150"));
});
