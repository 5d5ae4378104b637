// Drills of a storage that is full or cleared by the browser, and of a wrong clock.
// state.test.mjs tests a forbidden storage.

import assert from "node:assert/strict";
import { test } from "node:test";
import { assertSurvives, assertUnchanged, enter, entries, openLab, referenceDigest, tensorExperiment, waitUntilIdle } from "./faults.mjs";
import { closePage, startServer } from "./harness.mjs";
import { sessions, waitForSession } from "./sessions.mjs";
import { browser, server } from "./stage.mjs";
import { version, versionOf } from "./versions.mjs";
import { until } from "./waiting.mjs";

let page; // of the current test

// -- storage ------------------------------------------------------------------------

test("entries stay when the browser's storage is full, has room again, and is cleared", async () => {
  page = await openLab(browser, server.url);
  await enter(page, tensorExperiment);
  const { origin } = new URL(server.url);
  const devtools = await page.context().newCDPSession(page);
  const setQuota = await quotaOf(page);
  const untilNote = (pattern) => until(async () => {
    await change();
    return pattern.test(await page.locator("#saved-note").textContent());
  }, `the note does not match ${pattern}`);
  await assertSurvives(page, async () => {
    await setQuota(1);
    // This takes a while: Chromium caches the space left.
    await untilNote(/^The browser's storage is full: a reload loses the entries\.$/);
  });
  await assertSurvives(page, async () => {
    await setQuota();
    await untilNote(/^A copy stays in this browser until you clear it; earlier sessions stay for 30 days\.$/);
  });
  await assertSurvives(page, async () => {
    await devtools.send("Storage.clearDataForOrigin", { origin, storageTypes: "indexeddb" });
    await change();
    await until(async () => (await page.evaluate(sessions)).length === 1, "the session is not saved again");
  });
  await closePage(page);
});

/** Returns a function that sets the storage quota of the page's site in bytes; without an argument it resets the quota. */
async function quotaOf(page) {
  const { origin } = new URL(page.url());
  const devtools = await page.context().newCDPSession(page);
  return (quotaSize) => devtools.send("Storage.overrideQuotaForOrigin", { origin, quotaSize });
}

/** Enters another gamma, and then the previous one again. */
async function change() {
  const { Gamma: gamma } = await entries(page);
  await enter(page, { "model.gamma": "8" });
  await enter(page, { "model.gamma": gamma });
}

test("a short link made while the browser's storage is full is listed and can be deleted", async () => {
  const stored = {};
  let full = false;
  globalThis.localStorage = {
    getItem: (name) => stored[name] ?? null,
    setItem(name, text) {
      if (full) throw new DOMException("full", "QuotaExceededError");
      stored[name] = text;
    },
  };
  const { ownLinks } = await import("../dialogs/ownlinks.js");
  const link = (id) => ({ id, url: `http://127.0.0.1/s/${id}`, token: `of ${id}` });
  const ids = () => ownLinks.list().map(({ id }) => id);
  ownLinks.add(link("a"));
  full = true;
  ownLinks.add(link("b"));
  assert.deepEqual(ids(), ["b", "a"], "the link that could not be stored is listed");
  full = false;
  ownLinks.remove("a");
  assert.deepEqual([ids(), JSON.parse(Object.values(stored)[0]).length], [["b"], 1]);
  delete globalThis.localStorage;
});

test("a new version of the site is installed only once the storage has room for it", async () => {
  const oldServer = await startServer();
  page = await openLab(browser, oldServer.url, { offline: true });
  await enter(page, tensorExperiment);
  const expected = { entered: await entries(page), digest: await referenceDigest(browser, server.url) };
  await page.evaluate(() => navigator.serviceWorker.ready);
  const setQuota = await quotaOf(page);
  await setQuota(await page.evaluate(async () => (await navigator.storage.estimate()).usage + 2 ** 20));
  await oldServer.close();
  const newServer = await startServer({ program: version("roomless"), port: Number(new URL(oldServer.url).port) });
  try {
    await until(async () => (await page.evaluate(fetchUpdate)) === "redundant", "the new version is not refused");
    assert.equal(await page.evaluate(async () => (await caches.keys()).length), 1, "its cache is deleted");
    await page.reload();
    await waitUntilIdle(page);
    assert.equal(await versionOf(page), "one");
    await assertUnchanged(page, expected);
    await setQuota();
    await until(async () => (await page.evaluate(fetchUpdate)) === "installed", "the new version is not installed");
    await page.getByRole("button", { name: "Reload for the new version" }).click();
    await page.waitForFunction(() => document.documentElement.dataset.version === "roomless");
    await waitUntilIdle(page);
    await assertUnchanged(page, expected);
    await closePage(page);
  } finally {
    await newServer.close();
  }
});

/** Checks for a new version; returns the state of its worker after the installation: "installed" or "redundant". Runs in the page. */
async function fetchUpdate() {
  const registration = await navigator.serviceWorker.getRegistration();
  await registration.update();
  const worker = registration.installing ?? registration.waiting;
  while (worker?.state === "installing") await new Promise((resolve) => worker.addEventListener("statechange", resolve, { once: true }));
  return worker?.state;
}

// -- the clock ----------------------------------------------------------------------

test("entries and result stay when the clock jumps by a year or a day at every reading", async () => {
  page = await openLab(browser, server.url, {
    prepare: async (context) => {
      await context.addInitScript(jumpClock);
      await context.route("**/worker.js", async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: `(${jumpClock})();\n${await response.text()}` });
      });
    },
  });
  await enter(page, tensorExperiment);
  await assertUnchanged(page, { entered: await entries(page), digest: await referenceDigest(browser, server.url) });
  await closePage(page);
});

test("a session stays and can be restored when the clock of another tab is a year ahead", async () => {
  page = await openLab(browser, server.url);
  await enter(page, tensorExperiment);
  const expected = { entered: await entries(page), digest: await referenceDigest(browser, server.url) };
  await waitForSession(page, ({ document }) => document.includes('"gamma":7'));
  const context = page.context();
  const other = Object.assign(await context.newPage(), { assertNoErrors: page.assertNoErrors });
  await other.addInitScript(setClock, 365 * 24 * 3600 * 1000);
  await other.goto(server.url); // removes expired sessions
  await waitUntilIdle(other);
  await page.reload();
  await waitUntilIdle(page);
  await assertUnchanged(page, expected);
  await page.close({ runBeforeUnload: false });
  await other.reload();
  await other.getByRole("region", { name: "Earlier session" }).getByRole("button", { name: "Restore" }).click();
  await until(async () => (await entries(other)).Gamma === "7", "the session is not restored");
  page = other;
  await assertUnchanged(page, expected);
  await context.close();
  page = null;
});

/** Sets the clock right, a year ahead and a day back in turn. Runs in the page and in workers. */
function jumpClock() {
  const Original = Date, day = 24 * 3600 * 1000;
  let readings = 0;
  const now = () => Original.now() + [0, 365 * day, -day][readings++ % 3];
  globalThis.Date = class extends Original {
    constructor(...args) {
      super(...(args.length > 0 ? args : [now()]));
    }

    static now() {
      return now();
    }
  };
}

/** Sets the clock ahead by milliseconds. Runs in the page. */
function setClock(ahead) {
  const Original = Date;
  globalThis.Date = class extends Original {
    constructor(...args) {
      super(...(args.length > 0 ? args : [Original.now() + ahead]));
    }

    static now() {
      return Original.now() + ahead;
    }
  };
}
