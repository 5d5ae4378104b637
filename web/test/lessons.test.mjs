// The lessons, as a reader without a mouse goes through them.

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import { assertAccessible } from "./accessible.mjs";
import { openPage, root } from "./harness.mjs";
import { browser, server } from "./stage.mjs";

const lessons = readdirSync(new URL("web/lessons/", root)).filter((name) => name.endsWith(".md")).sort().map((name) => `${name.replace(/^\d+-|\.md$/g, "")}.html`);
const live = "[role=group][data-state]";

let page;
let entries; // addresses of the glossary's entries

const go = (name) => page.goto(new URL(`lessons/${name}`, server.url).href);

/** Asserts that nothing is to be scrolled sideways, and that axe finds nothing in either theme. */
async function sound() {
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing is wider than the screen");
  await assertAccessible(page);
}

test("the list of lessons and the glossary are sound, and each lesson leads to the next", async () => {
  page = await openPage(browser, new URL("lessons/", server.url).href, { viewport: { width: 390, height: 844 } });
  await sound();
  assert.deepEqual(await page.locator(".cards a").evaluateAll((links) => links.map((a) => a.getAttribute("href"))), lessons);
  await go("glossary.html");
  await sound();
  entries = await page.locator(".glossary dt").evaluateAll((terms) => terms.map(({ id }) => `glossary.html#${id}`));
});

for (const [i, name] of lessons.entries()) {
  test(`${name} is gone through by keyboard alone`, async () => {
    await go(name);
    assert.equal(await page.locator(".neighbours .next").count(), i + 1 < lessons.length ? 1 : 0);
    await page.waitForFunction(() => !document.querySelector("main :not(:defined)"));
    const controls = await page.locator(`:is(${live}) :is([data-path], [data-method])`).count();
    assert.ok(controls > 0, "there is something to try");
    let [changed, opened] = [0, 0];
    for (;;) {
      await page.keyboard.press("Tab");
      const kind = await page.evaluate(() => {
        const at = document.activeElement;
        globalThis.visited ??= new WeakSet([document.body]);
        if (visited.has(at)) return "end";
        visited.add(at);
        if (at.matches("summary")) return "answer";
        return at.matches("[data-state] :is([data-path], [data-method])") ? at.type : "";
      });
      if (kind === "end") break;
      if (kind === "answer") {
        await page.keyboard.press("Enter");
        opened++;
      } else if (kind) {
        await change(kind);
        changed++;
      }
    }
    assert.equal(changed, controls, "every control was come to, and its figure answered");
    assert.ok(opened > 0 && opened === await page.locator("details[open]").count(), "every answer opens");
    const linked = await page.locator(".live-numbers a").evaluateAll((links) => links.map((a) => a.getAttribute("href")));
    assert.deepEqual(linked.filter((href) => !entries.includes(href)), [], "every number is in the glossary");
    await sound();
  });
}

/** Changes the control that has the focus, and waits until its figure shows something else. */
async function change(kind) {
  const figure = page.locator(live).filter({ has: page.locator(":focus") });
  const ready = () => figure.evaluate((e) => new Promise((resolve) => {
    const settled = () => e.dataset.state === "ready" || e.dataset.state === "error";
    if (settled()) return resolve(e.dataset.state);
    new MutationObserver((_, observer) => settled() && (observer.disconnect(), resolve(e.dataset.state))).observe(e, { attributes: true });
  }));
  const shown = () => figure.evaluate((e) => e.querySelector(".live-link").href + e.querySelector(".live-numbers").textContent + e.querySelector(".live-words").textContent);
  assert.equal(await ready(), "ready", await shown());
  const before = await shown();
  assert.ok(await page.evaluate(() => document.activeElement.type === "button" || document.activeElement.labels.length === 1), "the control has a name");
  const last = await page.evaluate(() => document.activeElement.selectedIndex === document.activeElement.length - 1);
  await page.keyboard.press({ "select-one": last ? "ArrowUp" : "ArrowDown", checkbox: "Space", button: "Enter" }[kind] ?? "ArrowLeft");
  assert.equal(await ready(), "ready", await shown());
  assert.notEqual(await shown(), before, "the figure answers");
}

test("what is asked for is said to be found, and the experiment opens in the lab, where the lessons are a link away", async () => {
  await go(lessons[0]);
  assert.equal(await page.locator(".goal.reached").count(), 0);
  await page.getByRole("slider", { name: "Lambda", exact: true }).fill("1.3"); // an exponent of ten
  await page.locator(".goal.reached").waitFor();
  await page.getByText("The goal is reached.").waitFor();
  await page.locator("lp-experiment .live-link").first().click();
  await page.getByRole("status").filter({ hasText: /^Converged/ }).first().waitFor();
  await page.getByRole("link", { name: "Lessons", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Lessons" }).waitFor();
  await page.quiet();
  await page.context().close();
});

test("without WebAssembly a lesson says so and stands", async () => {
  const other = await openPage(browser, new URL(`lessons/${lessons[0]}`, server.url).href,
    { prepare: (context) => context.addInitScript(() => { delete globalThis.WebAssembly; }) });
  await other.locator("lp-balls").scrollIntoViewIfNeeded();
  await other.getByText("needs WebAssembly, which this browser does not offer").first().waitFor();
  await other.quiet();
  await other.context().close();
});
