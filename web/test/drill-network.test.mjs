// Drills of an interrupted network, and of new versions of the site while the page is open.
// offline.test.mjs tests a page without a connection after its first visit.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";
import { assertUnchanged, enter, entries, openLab, press, referenceDigest, run, runUntil, tensorExperiment, terminateSolvers, waitUntilIdle } from "./faults.mjs";
import { closePage, startServer, turnOffTuning } from "./harness.mjs";
import { browser, server } from "./stage.mjs";
import { version, versionOf } from "./versions.mjs";
import { until } from "./waiting.mjs";

let page; // of the current test

// -- the network --------------------------------------------------------------------

test("a page that loses the network reports it, keeps its entries, and recovers", async () => {
  page = await openLab(browser, server.url, { expected: /ERR_INTERNET_DISCONNECTED|could not be loaded/ });
  await enter(page, tensorExperiment);
  await page.context().setOffline(true);
  const entered = await entries(page);
  assert.match((await run(page)).sentence, /^The tensor kernel could not be loaded: check the connection and run again\.$/);
  await page.getByRole("contentinfo").getByText("How it works").click();
  const openBenchmark = () => page.getByRole("contentinfo").getByRole("link", { name: "Benchmark" }).click();
  const saysNotLoaded = (part) => page.getByRole("status").getByText(`${part} was not loaded: check the connection and try again`).waitFor();
  await openBenchmark();
  await saysNotLoaded("The benchmark");
  await press(page, "Share");
  await saysNotLoaded("The Share dialog");
  await enter(page, { "solver.strategy": "features" }); // it loads nothing more
  const { phase, sentence } = await run(page);
  assert.equal(phase, "ready", sentence);
  await enter(page, { "solver.strategy": "tensor" });
  await page.context().setOffline(false);
  assert.deepEqual(await entries(page), entered);
  await assertUnchanged(page, { entered, digest: await referenceDigest(browser, server.url) });
  await press(page, "Share");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await openBenchmark();
  await page.getByRole("heading", { name: "Benchmark" }).waitFor();
  await closePage(page);
});

test("a page without its opening result and worker script reports it, and retries on Run", async () => {
  const files = /opening\.json$|\/worker\.js$/;
  page = await openLab(browser, server.url, { expected: /ERR_FAILED/, prepare: (context) => context.route(files, (route) => route.abort()) });
  assert.match((await waitUntilIdle(page)).sentence, /^The solver could not be loaded: check the connection and try again; /);
  await page.context().unroute(files);
  await enter(page, tensorExperiment);
  await assertUnchanged(page, { entered: await entries(page), digest: await referenceDigest(browser, server.url) });
  await closePage(page);
});

test("an interrupted update is discarded, and a complete one may reload the page during a run", async () => {
  const next = await startServer({ program: version("next") });
  const proxy = await startProxy(server.url);
  try {
    page = await openLab(browser, proxy.url, { offline: true, expected: /Failed to load resource|ERR_|fetch/ });
    await enter(page, tensorExperiment);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
    proxy.to(next.url, 10);
    const outcome = await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      const installing = await registration.update().then(({ installing }) => installing, () => null);
      if (installing?.state === "installing") await new Promise((resolve) => installing.addEventListener("statechange", resolve, { once: true }));
      return { tried: installing?.state ?? "failed", waits: Boolean(registration.waiting) };
    });
    assert.deepEqual(outcome, { tried: "redundant", waits: false });
    const baseline = { entered: await entries(page), digest: await referenceDigest(browser, server.url) };
    await assertUnchanged(page, baseline); // while the connection is cut
    proxy.to(next.url);
    await page.evaluate(() => navigator.serviceWorker.getRegistration().then((registration) => registration.update()).then(() => {}));
    const offer = page.getByRole("button", { name: "Reload for the new version" });
    await offer.waitFor();
    await runUntil(page, { type: "contracted" }); // in the existing workers: the server has no scripts of their version
    await offer.click();
    await page.waitForFunction(() => document.documentElement.dataset.version === "next");
    await waitUntilIdle(page);
    await assertUnchanged(page, baseline);
    await closePage(page);
  } finally {
    proxy.close();
    await next.close();
  }
});

/** Starts a proxy of a server, which can drop the connections after a number of answers. */
async function startProxy(url) {
  let target = url, remaining = Infinity;
  const proxy = createServer(async (request, response) => {
    if (remaining-- <= 0) return request.socket.destroy();
    const answer = await fetch(new URL(request.url, target), { headers: { "accept-encoding": "identity" } });
    const headers = Object.fromEntries(["content-type", "content-security-policy", "cache-control", "etag"].filter((name) => answer.headers.has(name)).map((name) => [name, answer.headers.get(name)]));
    response.writeHead(answer.status, headers).end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${proxy.address().port}/`,
    to(url, answers = Infinity) {
      [target, remaining] = [url, answers];
    },
    close() {
      proxy.closeAllConnections();
      proxy.close();
    },
  };
}

test("a tab without cached files requires a reload once the site has a new version", async () => {
  const oldServer = await startServer();
  // Routing disables the browser's HTTP cache.
  page = await openLab(browser, oldServer.url, { prepare: (context) => context.route("nothing:", () => {}), expected: /Failed to load resource/ });
  await enter(page, tensorExperiment);
  const baseline = { entered: await entries(page), digest: await referenceDigest(browser, server.url) };
  await assertUnchanged(page, baseline);
  await oldServer.close();
  const newServer = await startServer({ program: version("renewed"), port: Number(new URL(oldServer.url).port) });
  try {
    const other = await page.context().newPage();
    await other.goto(newServer.url);
    await waitUntilIdle(other);
    assert.equal(await versionOf(other), "renewed");
    await terminateSolvers(page);
    await until(async () => /could not be loaded/.test((await run(page)).sentence), "timeout: the page still loads the old solver");
    assert.match((await waitUntilIdle(page)).sentence, /^The solver could not be loaded: .*reload the page\.$/);
    assert.deepEqual(await entries(page), baseline.entered);
    await page.reload();
    await waitUntilIdle(page);
    assert.equal(await versionOf(page), "renewed");
    await assertUnchanged(page, baseline);
    await turnOffTuning(other);
    await enter(other, tensorExperiment);
    await assertUnchanged(other, baseline); // in the other tab
    await closePage(page);
  } finally {
    await newServer.close();
  }
});
