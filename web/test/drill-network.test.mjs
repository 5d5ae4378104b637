// Drills of a network that is cut, and of versions of the site that come while the page is open.
// offline.test.mjs has a page without a connection after its first visit.

import assert from "node:assert/strict";
import { createServer } from "node:http";
import { test } from "node:test";
import { endWorkers, enter, entries, leave, medium, openLab, press, reference, run, runTo, same, settled } from "./faults.mjs";
import { leaveUntuned, startServer } from "./harness.mjs";
import { browser, server } from "./stage.mjs";
import { version, versionOf } from "./versions.mjs";
import { until } from "./waiting.mjs";

let page; // of the test that runs

// -- the network --------------------------------------------------------------------

test("the network is cut after the page has loaded, and comes back", async () => {
  page = await openLab(browser, server.url, { expected: /ERR_INTERNET_DISCONNECTED|could not be loaded/ });
  await enter(page, medium);
  await page.context().setOffline(true);
  const entered = await entries(page);
  assert.match((await run(page)).sentence, /^The tensor kernel could not be loaded: check the connection and run again\.$/);
  await page.getByRole("contentinfo").getByText("How it works").click();
  await page.getByRole("contentinfo").getByRole("link", { name: "Benchmark" }).click();
  await page.getByRole("heading", { name: "Benchmark" }).waitFor();
  await page.getByRole("link", { name: "Back to lp Lab" }).click();
  await press(page, "Share");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await enter(page, { "solver.strategy": "features" }); // which needs nothing more
  const { phase, sentence } = await run(page);
  assert.equal(phase, "ready", sentence);
  await enter(page, { "solver.strategy": "tensor" });
  await page.context().setOffline(false);
  assert.deepEqual(await entries(page), entered);
  await same(page, { entered, digest: await reference(browser, server.url) });
  await press(page, "Share");
  await page.getByRole("dialog").waitFor();
  await leave(page);
});

test("neither the opening result nor the solver's worker is to be had while the page loads", async () => {
  const files = /opening\.json$|\/worker\.js$/;
  page = await openLab(browser, server.url, { expected: /ERR_FAILED/, prepare: (context) => context.route(files, (route) => route.abort()) });
  assert.match((await settled(page)).sentence, /^The solver could not be loaded: check the connection and try again; /);
  await page.context().unroute(files);
  await enter(page, medium);
  await same(page, { entered: await entries(page), digest: await reference(browser, server.url) });
  await leave(page);
});

test("the network is cut while a new version comes, and the update interrupts a run", async () => {
  const next = await startServer({ program: version("next") });
  const line = await cuttable(server.url);
  try {
    page = await openLab(browser, line.url, { offline: true, expected: /Failed to load resource|ERR_|fetch/ });
    await enter(page, medium);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}));
    line.to(next.url, 10);
    const outcome = await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration();
      const installing = await registration.update().then(({ installing }) => installing, () => null);
      if (installing?.state === "installing") await new Promise((resolve) => installing.addEventListener("statechange", resolve, { once: true }));
      return { tried: installing?.state ?? "failed", waits: Boolean(registration.waiting) };
    });
    assert.deepEqual(outcome, { tried: "redundant", waits: false });
    const known = { entered: await entries(page), digest: await reference(browser, server.url) };
    await same(page, known); // without a connection, that is
    line.to(next.url);
    await page.evaluate(() => navigator.serviceWorker.getRegistration().then((registration) => registration.update()).then(() => {}));
    const offer = page.getByRole("button", { name: "Reload for the new version" });
    await offer.waitFor();
    await runTo(page, { type: "contracted" }); // by the workers that are there: the server has none of that version
    await offer.click();
    await page.waitForFunction(() => document.documentElement.dataset.version === "next");
    await settled(page);
    await same(page, known);
    await leave(page);
  } finally {
    line.close();
    await next.close();
  }
});

/** An address at which a server is reached, until the line is cut after so many answers. */
async function cuttable(url) {
  let target = url, left = Infinity;
  const proxy = createServer(async (request, response) => {
    if (left-- <= 0) return request.socket.destroy();
    const answer = await fetch(new URL(request.url, target), { headers: { "accept-encoding": "identity" } });
    const headers = Object.fromEntries(["content-type", "content-security-policy", "cache-control", "etag"].filter((name) => answer.headers.has(name)).map((name) => [name, answer.headers.get(name)]));
    response.writeHead(answer.status, headers).end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${proxy.address().port}/`,
    to(url, answers = Infinity) {
      [target, left] = [url, answers];
    },
    close() {
      proxy.closeAllConnections();
      proxy.close();
    },
  };
}

test("the site gets a new version under a tab that has nothing kept of its own", async () => {
  const old = await startServer();
  // Where anything is routed the browser keeps no files of its own.
  page = await openLab(browser, old.url, { prepare: (context) => context.route("nothing:", () => {}), expected: /Failed to load resource/ });
  await enter(page, medium);
  const known = { entered: await entries(page), digest: await reference(browser, server.url) };
  await same(page, known);
  await old.close();
  const renewed = await startServer({ program: version("renewed"), port: Number(new URL(old.url).port) });
  try {
    const other = await page.context().newPage();
    await other.goto(renewed.url);
    await settled(other);
    assert.equal(await versionOf(other), "renewed");
    await endWorkers(page);
    await until(async () => /could not be loaded/.test((await run(page)).sentence), "the old solver is gone");
    assert.match((await settled(page)).sentence, /^The solver could not be loaded: .*reload the page\.$/);
    assert.deepEqual(await entries(page), known.entered);
    await page.reload();
    await settled(page);
    assert.equal(await versionOf(page), "renewed");
    await same(page, known);
    await leaveUntuned(other);
    await enter(other, medium);
    await same(other, known); // beside it
    await leave(page);
  } finally {
    await renewed.close();
  }
});
