// Gives a thread of Node the global object of a Web Worker, with the members that the scripts of
// workers use. node.js starts it.
import {readFile} from "node:fs/promises";
import {readFileSync} from "node:fs";
import {availableParallelism} from "node:os";
import {runInThisContext} from "node:vm";
import {parentPort, workerData} from "node:worker_threads";

const {script, type} = workerData;
const port = /** @type {import("node:worker_threads").MessagePort} */ (parentPort);
const resolve = (/** @type {string | URL} */ name) => new URL(name, script);
const run = (/** @type {URL} */ address) => runInThisContext(readFileSync(address, "utf8"), {filename: address.pathname});

const scope = /** @type {any} */ (globalThis);
Object.defineProperty(scope, "navigator", {value: {hardwareConcurrency: availableParallelism()}, configurable: true});
Object.assign(scope, {
  self: scope,
  postMessage: (/** @type {any} */ message, /** @type {any[]} */ transfer) => port.postMessage(message, transfer),
  importScripts: (/** @type {string[]} */ ...names) => names.forEach((name) => run(resolve(name))),
  fetch: async (/** @type {string | URL} */ name) => new Response(await readFile(resolve(name)), {headers: {"Content-Type": "application/wasm"}}),
});
if (type === "module") await import(script);
else run(resolve(script));
port.on("message", (data) => scope.onmessage({data})); // messages wait until here
