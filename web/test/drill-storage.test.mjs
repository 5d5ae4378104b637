// Drills of a storage that is full or cleared by the browser, and of a clock that is wrong.
// state.test.mjs has a storage that is forbidden.

import assert from "node:assert/strict";
import { test } from "node:test";
import { drill, enter, entries, leave, medium, openLab, reference, same, settled, slow } from "./faults.mjs";
import { startServer } from "./harness.mjs";
import { saved, sessions } from "./sessions.mjs";
import { browser, server } from "./stage.mjs";
import { version, versionOf } from "./versions.mjs";
import { until } from "./waiting.mjs";

let page; // of the test that runs

// -- storage ------------------------------------------------------------------------

test("the browser's storage is full, has room again, and is cleared by the browser", slow, async () => {
  page = await openLab(browser, server.url);
  await enter(page, medium);
  const { origin } = new URL(server.url);
  const devtools = await page.context().newCDPSession(page);
  const room = await roomOf(page);
  const notes = (wanted) => until(async () => {
    await change();
    return wanted.test(await page.locator("#saved-note").textContent());
  }, `the page does not note ${wanted}`);
  await drill(page, async () => {
    await room(1);
    // After a while: Chromium goes by what it last knew of the room.
    await notes(/^The browser's storage is full: a reload loses the entries\.$/);
  });
  await drill(page, async () => {
    await room();
    await notes(/^A copy stays in this browser for 30 days, or until you clear it\.$/);
  });
  await drill(page, async () => {
    await devtools.send("Storage.clearDataForOrigin", { origin, storageTypes: "indexeddb" });
    await change();
    await until(async () => (await page.evaluate(sessions)).length === 1, "the session is saved again");
  });
  await leave(page);
});

/** Gives the means to leave the page's site so many bytes of storage; none for what it had. */
async function roomOf(page) {
  const { origin } = new URL(page.url());
  const devtools = await page.context().newCDPSession(page);
  return (quotaSize) => devtools.send("Storage.overrideQuotaForOrigin", { origin, quotaSize });
}

/** Enters another gamma, and the one of before again. */
async function change() {
  const { Gamma: gamma } = await entries(page);
  await enter(page, { "model.gamma": "8" });
  await enter(page, { "model.gamma": gamma });
}

test("the browser's storage is full when a second short link is made", async () => {
  const kept = {};
  let full = false;
  globalThis.localStorage = {
    getItem: (name) => kept[name] ?? null,
    setItem(name, text) {
      if (full) throw new DOMException("full", "QuotaExceededError");
      kept[name] = text;
    },
  };
  const { own } = await import("../dialogs/ownlinks.js");
  const link = (id) => ({ id, url: `http://127.0.0.1/s/${id}`, token: `of ${id}` });
  const ids = () => own.list().map(({ id }) => id);
  own.add(link("a"));
  full = true;
  own.add(link("b"));
  assert.deepEqual(ids(), ["b", "a"], "the token that deletes the link is still known");
  full = false;
  own.remove("a");
  assert.deepEqual([ids(), JSON.parse(Object.values(kept)[0]).length], [["b"], 1]);
  delete globalThis.localStorage;
});

test("a new version of the site finds no room", slow, async () => {
  const old = await startServer();
  page = await openLab(browser, old.url, { offline: true });
  await enter(page, medium);
  const known = { entered: await entries(page), digest: await reference(browser, server.url) };
  await page.evaluate(() => navigator.serviceWorker.ready);
  const room = await roomOf(page);
  await room(await page.evaluate(async () => (await navigator.storage.estimate()).usage + 2 ** 20));
  await old.close();
  const renewed = await startServer({ program: version("roomless"), port: Number(new URL(old.url).port) });
  try {
    await until(async () => (await page.evaluate(fetchUpdate)) === "redundant", "the new version finds no room");
    assert.equal(await page.evaluate(async () => (await caches.keys()).length), 1, "nothing of it is left");
    await page.reload();
    await settled(page);
    assert.equal(await versionOf(page), "one");
    await same(page, known);
    await room();
    await until(async () => (await page.evaluate(fetchUpdate)) === "installed", "the new version finds room");
    await page.getByRole("button", { name: "Reload for the new version" }).click();
    await page.waitForFunction(() => document.documentElement.dataset.version === "roomless");
    await settled(page);
    await same(page, known);
    await leave(page);
  } finally {
    await renewed.close();
  }
});

/** Looks for a new version; gives what becomes of one that comes: "installed", or "redundant". Runs in the page. */
async function fetchUpdate() {
  const registration = await navigator.serviceWorker.getRegistration();
  await registration.update();
  const worker = registration.installing ?? registration.waiting;
  while (worker?.state === "installing") await new Promise((resolve) => worker.addEventListener("statechange", resolve, { once: true }));
  return worker?.state;
}

// -- the clock ----------------------------------------------------------------------

test("the clock jumps by a year and a day at every look", slow, async () => {
  page = await openLab(browser, server.url, {
    prepare: async (context) => {
      await context.addInitScript(jumpClock);
      await context.route("**/worker.js", async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, body: `(${jumpClock})();\n${await response.text()}` });
      });
    },
  });
  await enter(page, medium);
  await same(page, { entered: await entries(page), digest: await reference(browser, server.url) });
  await leave(page);
});

test("the clock is a year ahead when the page is opened again, and then right again", slow, async () => {
  page = await openLab(browser, server.url);
  await enter(page, medium);
  const known = { entered: await entries(page), digest: await reference(browser, server.url) };
  await saved(page, ({ document }) => document.includes('"gamma":7'));
  const context = page.context();
  const other = Object.assign(await context.newPage(), { quiet: page.quiet });
  await other.addInitScript(setClock, 365 * 24 * 3600 * 1000);
  await other.goto(server.url); // looks after the sessions
  await settled(other);
  await page.reload();
  await settled(page);
  await same(page, known);
  await page.close({ runBeforeUnload: false });
  await other.reload();
  await other.getByRole("region", { name: "Earlier session" }).getByRole("button", { name: "Restore" }).click();
  await until(async () => (await entries(other)).Gamma === "7", "the session is restored");
  page = other;
  await same(page, known);
  await context.close();
  page = null;
});

/** Has the clock tell a year too late and a day too early by turns. */
function jumpClock() {
  const Original = Date, day = 24 * 3600 * 1000;
  let looks = 0;
  const now = () => Original.now() + [0, 365 * day, -day][looks++ % 3];
  globalThis.Date = class extends Original {
    constructor(...given) {
      super(...(given.length > 0 ? given : [now()]));
    }

    static now() {
      return now();
    }
  };
}

/** Sets the clock ahead. Runs in the page. */
function setClock(ahead) {
  const Original = Date;
  globalThis.Date = class extends Original {
    constructor(...given) {
      super(...(given.length > 0 ? given : [Original.now() + ahead]));
    }

    static now() {
      return Original.now() + ahead;
    }
  };
}
