// The server and the browser of a test file. They start before its first test and end
// after its last. Each test file runs in a separate process.

import { after, afterEach, before } from "node:test";
import { endBrowser, finishTest, startBrowser, startServer } from "./harness.mjs";
import { timeLimit } from "./waiting.mjs";

export let server, browser;

// V8 optimises a WebAssembly function after it has executed a budget of its bytes. With this budget it
// optimises the loops of the solver, but not all code that runs at the start of a page, which would take
// a quarter of the processor time of the start.
const patientTiering = "--js-flags=--wasm-tiering-budget=200000000";

before(async () => {
  [server, browser] = await Promise.all([startServer(), startBrowser([patientTiering])]);
});

after(async () => {
  if (browser) await endBrowser(browser);
  await server?.close();
}, { timeout: timeLimit });

/**
 * Calls finish after each test. take returns and resets the test's page (undefined if it
 * opened none), the result of traceTasks, and whether the page stays open.
 */
export function finishAfterEach(takePage) {
  afterEach(async (t) => {
    const [page, ...rest] = takePage();
    if (page) await finishTest(t, page, ...rest);
  });
}
