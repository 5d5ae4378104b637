// The server and the browser of a file's tests: there before the first test, gone
// after the last. Each file of tests is a process of its own.

import { after, afterEach, before } from "node:test";
import { endBrowser, finish, startBrowser, startServer } from "./harness.mjs";
import { patience } from "./waiting.mjs";

export let server, browser;

// V8 optimises a WebAssembly function after it has executed a budget of its bytes. With this one it
// optimises the loops of the solver, but not all code that runs while a page starts, which takes a
// quarter of a start's processor time.
const patientTiering = "--js-flags=--wasm-tiering-budget=200000000";

before(async () => {
  [server, browser] = await Promise.all([startServer(), startBrowser([patientTiering])]);
});

after(async () => {
  if (browser) await endBrowser(browser);
  await server?.close();
}, { timeout: patience });

/**
 * Ends each test of the page by asserting that nothing went wrong in silence. take
 * gives the test's page, undefined where it opened none, what traceTasks gave, and
 * whether the page stays open, and forgets them.
 */
export function finishEach(take) {
  afterEach(async (t) => {
    const [page, ...rest] = take();
    if (page) await finish(t, page, ...rest);
  });
}
