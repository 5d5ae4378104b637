// Use without a connection, and the change to a new version, in one browser profile.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { enter, press, waitUntilIdle } from "./faults.mjs";
import { endBrowser, openPage, startBrowser, startServer } from "./harness.mjs";
import { version, versionOf } from "./versions.mjs";
import { timeLimit } from "./waiting.mjs";

let browser, server, port, context;

before(async () => {
  [server, browser] = await Promise.all([startServer(), startBrowser()]);
  port = Number(new URL(server.url).port);
});

after(async () => {
  if (browser) await endBrowser(browser);
  await server?.close();
}, { timeout: timeLimit });

test("after one visit the lab and its lessons work without a connection", async () => {
  const first = await openPage(browser, server.url, { offline: true });
  context = first.context();
  await untilReady(first);
  await first.evaluate(() => navigator.serviceWorker.ready);
  await first.assertNoErrors();
  await first.close();
  await server.close();
  server = null;

  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${port}/?from=elsewhere`);
  await untilReady(page);
  await page.getByLabel("p", { exact: true }).fill("2");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.locator("#status", { hasText: "Converged" }).waitFor();
  await page.getByRole("button", { name: "Share", exact: true }).click();
  await page.getByRole("dialog").waitFor();
  await page.close();

  const lesson = await context.newPage();
  await lesson.goto(`http://127.0.0.1:${port}/lessons/penalties.html`);
  const figure = lesson.locator("lp-experiment").first(); // the figures before it need a guess first
  await figure.scrollIntoViewIfNeeded();
  await lesson.locator("[data-state=ready]").first().waitFor();
  await lesson.close();
});

test("a new version waits until the user loads it, and keeps the entries", async () => {
  server = await startServer({ program: version("two"), port });
  const other = await open();
  const page = await open();
  assert.equal(await versionOf(page), "one", "the cached version is shown");
  const offer = page.getByRole("button", { name: "Reload for the new version" });
  await offer.waitFor();
  await page.getByLabel("Gamma", { exact: true }).fill("7");
  await offer.click();
  await page.waitForFunction(() => document.documentElement.dataset.version === "two");
  await untilReady(page);
  assert.equal(await page.getByLabel("Gamma", { exact: true }).inputValue(), "7");
  await page.close();

  // A page of the previous version still has its files.
  assert.equal(await versionOf(other), "one");
  await enter(other, { "solver.strategy": "tensor" }); // kernel workers compute it
  await press(other);
  assert.equal((await waitUntilIdle(other)).phase, "ready");
  await other.close();
});

test("a new version with a file of a wrong hash is not installed", async () => {
  await server.close();
  server = await startServer({ program: version("three", (script) => `${script}// of another version\n`), port });
  const page = await open();
  const state = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const installing = await registration.update().then(({ installing }) => installing, () => null);
    if (installing) {
      await new Promise((resolve) => installing.addEventListener("statechange", resolve, { once: true }));
    }
    return { tried: installing?.state, waiting: Boolean(registration.waiting), kept: (await caches.keys()).length };
  });
  assert.deepEqual(state, { tried: "redundant", waiting: false, kept: 2 });
  assert.equal(await versionOf(page), "two");
});

async function open() {
  const page = await context.newPage();
  await page.goto(`http://127.0.0.1:${port}/`);
  await untilReady(page);
  return page;
}

const untilReady = (page) => page.locator("html[data-lplab=ready]").waitFor();
