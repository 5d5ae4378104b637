// Runs the worker on this machine, in the edge's runtime (workerd) with a D1 database,
// with the settings of wrangler.jsonc and without a network.
//
//     node local.mjs [PORT]
//
// stores the links in bin/edge/state.
import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions as optionsOf } from "wrangler";

const at = (name) => fileURLToPath(new URL(name, import.meta.url));
const build = at("../../bin/edge/worker/");

/** Returns the migrations in their order: [{name, statements}, ...]. */
export function migrations() {
  return readdirSync(at("migrations")).sort().map((name) => ({ name, statements: statementsOf(readFileSync(at(`migrations/${name}`), "utf8")) }));
}

/** Returns the statements of an SQL file, without its comments. */
export function statementsOf(text) {
  return text.replaceAll(/^\s*--.*$/gm, "").split(/;\s*$/m).map((s) => s.trim()).filter(Boolean);
}

/** Applies the missing migrations to a database, recorded as wrangler does, and returns their names. */
export async function migrate(database, list = migrations()) {
  await database.prepare("CREATE TABLE IF NOT EXISTS d1_migrations (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE, applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)").run();
  const { results } = await database.prepare("SELECT name FROM d1_migrations").all();
  const missing = list.filter(({ name }) => !results.some((r) => r.name === name));
  for (const { name, statements } of missing) {
    await database.batch([...statements.map((s) => database.prepare(s)), database.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(name)]);
  }
  return missing.map(({ name }) => name);
}

/** Starts the worker with environment variables. Returns its address, its database (without tables) and a function that stops it. */
export async function start({ port = 0, persist = false, variables = {} } = {}) {
  const { workerOptions } = optionsOf(at("wrangler.jsonc"));
  const modules = ["worker.mjs", "runtime.mjs", "wasm_exec.js", "app.wasm"].map((name) => ({
    type: name.endsWith(".wasm") ? "CompiledWasm" : "ESModule",
    path: build + name,
  }));
  const miniflare = new Miniflare({
    ...workerOptions,
    modulesRoot: build,
    modules,
    bindings: { ...workerOptions.bindings, ...variables },
    d1Persist: persist,
    cf: false, // no connection data of visitors, which Miniflare would download
    host: "127.0.0.1",
    port,
  });
  const url = (await miniflare.ready).href;
  return { url, database: await miniflare.getD1Database("DB"), close: () => miniflare.dispose() };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { url, database } = await start({ port: Number(process.argv[2] ?? 8787), persist: at("../../bin/edge/state") });
  await migrate(database);
  console.log(`lp Lab is at ${url}`);
}
