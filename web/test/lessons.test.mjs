// The lessons without a mouse: every third by touch, the others by keyboard (LPLAB_LONG=1: each by
// both).

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { assertAccessible } from "./accessible.mjs";
import { isDrill } from "./faults.mjs";
import { closePage, openPage, root } from "./harness.mjs";
import { browser, server } from "./stage.mjs";
import { until } from "./waiting.mjs";

const folder = new URL("web/lessons/", root);
const sources = readdirSync(folder).filter((name) => name.endsWith(".md")).sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10));
const lessons = sources.map((name) => `${name.replace(/^\d+-|\.md$/g, "")}.html`);
const byTouch = (i) => i % 3 === 0;
const figureSelector = "[role=group][data-state]";

let page;
let entries; // addresses of the glossary's entries

const go = (name) => page.goto(new URL(`lessons/${name}`, server.url).href);

/** Returns the formulas with too narrow a root or with rows that touch. Runs in the page. */
function wrongFormulas() {
  const box = (e) => e.getBoundingClientRect();
  const roots = [...document.querySelectorAll("msqrt")].filter((root) => box(root).width < 5 + [...root.children].reduce((sum, part) => sum + box(part).width, 0));
  const rows = [...document.querySelectorAll("mtr + mtr")].filter((row) => [...row.querySelectorAll("mtd > *")].some((part) => box(part).top < box(row).top + 2));
  return [...roots, ...rows].map((e) => e.textContent);
}

/** Asserts that formulas are complete, that nothing scrolls sideways, and that axe finds nothing in either theme. */
async function assertLayout(page) {
  assert.deepEqual(await page.evaluate(wrongFormulas), []);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing is wider than the screen");
  await assertAccessible(page);
}

/** Asserts that a lesson has a figure with a goal and only numbers of the glossary, and checks its layout. */
async function assertLesson(page) {
  assert.ok(await page.locator("[data-goal]").count() > 0, "a figure has a goal");
  const linked = await page.locator(".live-numbers a").evaluateAll((links) => links.map((a) => a.getAttribute("href")));
  assert.deepEqual(linked.filter((href) => !entries.includes(href)), [], "every number is in the glossary");
  await assertLayout(page);
}

test("the list of lessons, the page for lecturers and the glossary fit a phone and are accessible", async () => {
  page = await openPage(browser, new URL("lessons/", server.url).href, { viewport: { width: 390, height: 844 } });
  await assertLayout(page);
  assert.deepEqual(await page.locator(".cards a").evaluateAll((links) => links.map((a) => a.getAttribute("href"))), lessons);
  await go("class.html");
  await page.locator("#class-lines").waitFor();
  assert.equal(await page.locator("#class-table > [role=status]").textContent(), "", "nothing is reported before answers are added");
  for (const name of ["lecturers.html", "glossary.html"]) {
    await go(name);
    await assertLayout(page);
  }
  entries = await page.locator(".glossary dt").evaluateAll((terms) => terms.map(({ id }) => `glossary.html#${id}`));
});

const nextLinks = (page) => page.locator(".neighbours .next").count();

for (const [i, name] of lessons.entries()) {
  if (byTouch(i) && !isDrill) continue;
  test(`${name} can be completed by keyboard`, async () => {
    await go(name);
    assert.equal(await nextLinks(page), i + 1 < lessons.length ? 1 : 0);
    await page.waitForFunction(() => !document.querySelector("main :not(:defined)"));
    const controls = await page.locator(":is([data-path], [data-method])").count();
    assert.ok(controls > 0, "the lesson has controls");
    let [changed, moved, guessed, graded] = [0, 0, 0, 0, 0];
    for (let stay = false; ;) {
      if (!stay) await page.keyboard.press("Tab");
      stay = false;
      const kind = await page.evaluate(() => {
        const at = document.activeElement;
        globalThis.visitedElements ??= new WeakSet([document.body]);
        if (visitedElements.has(at)) return "end";
        visitedElements.add(at);
        if (at.matches("summary")) return at.parentElement.open ? "" : "answer";
        if (at.matches(".predict button")) return "guess";
        if (at.matches(".handle")) return "handle";
        if (at.matches("lp-exercise :is(input[type=text], textarea, input[type=radio])")) return `exercise ${at.type}`;
        return at.matches("[data-state] :is([data-path], [data-method])") ? at.type : "";
      });
      if (kind === "end") break;
      if (kind === "answer") {
        await page.keyboard.press("Enter");
      } else if (kind === "guess") {
        await page.keyboard.press("Enter");
        guessed++;
        stay = true; // the focus is on the figure's first control, or its first point
      } else if (kind.startsWith("exercise")) {
        graded += await answer(kind);
      } else if (kind === "handle") {
        await change(kind);
        moved++;
      } else if (kind) {
        await change(kind);
        changed++;
      }
    }
    assert.equal(changed, controls, "every control is reached and changes its figure");
    assert.equal(guessed, await page.locator(".predict").count(), "every guess is made");
    assert.equal(moved, await page.locator(".handle").count(), "every point is moved");
    assert.equal(graded, await page.locator("lp-exercise").count(), "every exercise is answered and graded");
    assert.equal(await page.locator("[data-grade=right]").count(), graded);
    assert.equal(await page.locator("details:not([open])").count(), 0, "every answer and hint opens");
    await assertLesson(page);
  });
}

/** Answers the exercise that has the focus; returns 1 if that grades it, 0 otherwise. */
async function answer(kind) {
  const exercise = page.locator("lp-exercise").filter({ has: page.locator(":focus") });
  if (kind === "exercise text") {
    await page.keyboard.type("-123456");
    await page.keyboard.press("Enter");
    await exercise.locator(".graded").getByText("Not right. A hint is open below.", { exact: true }).waitFor();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type(await exercise.getAttribute("answer"));
    await page.keyboard.press("Enter");
    await exercise.getByText("✓ Right.").waitFor();
    return 1;
  }
  if (kind === "exercise textarea") {
    await page.keyboard.type("My answer.");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await exercise.locator(".model[open]").waitFor();
    return 0;
  }
  await page.keyboard.press("Space");
  await exercise.getByText("✓ Right.").waitFor();
  return 1;
}

/** Acts on a figure, and waits until it shows something else. */
async function changeFigure(figure, action) {
  const stateText = () => figure.evaluate((e) => e.querySelector(".live-link").href + e.querySelector(".live-numbers").textContent + e.querySelector(".live-words").textContent);
  const waitForRest = () => until(async () => ["ready", "error"].includes(await figure.getAttribute("data-state")), stateText);
  await waitForRest();
  const before = await stateText();
  await action();
  await until(async () => await stateText() !== before, async () => `the figure does not change: ${await stateText()}`);
  await waitForRest();
  assert.equal(await figure.getAttribute("data-state"), "ready", await stateText());
}

/** Changes the control that has the focus, and waits until its figure shows something else. */
async function change(kind) {
  const figure = page.locator(figureSelector).filter({ has: page.locator(":focus") });
  assert.ok(await page.evaluate(() => document.activeElement.type === "button" ? document.activeElement.textContent || document.activeElement.ariaLabel : document.activeElement.labels.length === 1), "the control has a name");
  const last = await page.evaluate(() => {
    const { selectedIndex, length, type, value, min } = document.activeElement;
    return type === "range" ? value === min : selectedIndex === length - 1;
  });
  const key = { "select-one": last ? "ArrowUp" : "ArrowDown", checkbox: "Space", button: "Enter", handle: "ArrowRight" }[kind] ?? (last ? "ArrowRight" : "ArrowLeft");
  await changeFigure(figure, () => page.keyboard.press(key));
}

test("a reached goal is shown, and an experiment opens on the page, which links to the lessons", async () => {
  await go("penalties.html");
  assert.equal(await page.locator(".goal.reached").count(), 0);
  await page.getByRole("slider", { name: "Lambda", exact: true }).fill("1.3"); // the exponent of 10
  await page.locator(".goal.reached").waitFor();
  await page.getByText("The goal is reached.").waitFor();
  await page.locator("lp-experiment .live-link").first().click();
  await page.getByRole("status").filter({ hasText: /^Converged/ }).first().waitFor();
  await page.getByRole("link", { name: "Lessons", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Lessons" }).waitFor();
  await closePage(page);
});

test("a comparison without a method shows that one must be ticked", async () => {
  const other = await openPage(browser, new URL("lessons/convergence.html", server.url).href);
  const figure = other.locator("lp-methods");
  await figure.getByRole("button", { name: "Continue without a guess" }).click();
  await figure.getByRole("checkbox", { checked: true }).evaluateAll((boxes) => boxes.forEach((box) => box.click()));
  await figure.getByText("Tick a method to show it.").waitFor();
  await figure.getByLabel("Newton").check();
  await figure.getByText("Newton: converged in 5 iterations.").waitFor();
  await closePage(other);
});

test("a guess is shown again after a reload, with the settings of the figure in the address", async () => {
  const other = await openOnPhone("kernel-trick.html");
  const figure = other.locator("lp-plane");
  const verdict = figure.getByText("You guessed: All are right too. The answer is: Fewer are right. The figure shows why.", { exact: true });
  await figure.getByRole("button", { name: "All are right too" }).click();
  await verdict.waitFor();
  await waitUntilReady(figure);
  await figure.getByLabel("Kernel").selectOption({ label: "Gaussian, beta 60" });
  await other.waitForURL(/figure-1\?model\.kernel/);
  await other.reload();
  await waitUntilReady(figure);
  assert.equal(await figure.getByLabel("Kernel").evaluate((select) => select.selectedOptions[0].textContent), "Gaussian, beta 60");
  assert.ok(await verdict.isVisible());
  await other.goto(other.url().replace("60", "5")); // as by another link in the same tab
  await other.waitForFunction(() => document.querySelector("lp-plane select")?.selectedOptions[0].textContent === "Gaussian, beta 5");
  await waitUntilReady(figure);
  await figure.getByLabel("Kernel").selectOption({ label: "Linear" });
  await other.waitForURL(/kernel-trick\.html#figure-1$/);
  await closePage(other);
});

test("a comment at the end of a paragraph does not join it with the next", async () => {
  for (const [i, source] of sources.entries()) {
    const html = await (await fetch(new URL(`lessons/${lessons[i]}`, server.url))).text();
    for (const [, start] of readFileSync(new URL(source, folder), "utf8").matchAll(/-->\n\n([A-Z][\w ]+)/g)) {
      assert.ok(html.includes(`<p>${start}`), `${source} has a paragraph that begins with "${start}"`);
    }
  }
});

test("a lesson without WebAssembly shows that its figures need it", async () => {
  const other = await openPage(browser, new URL("lessons/penalties.html", server.url).href,
    { prepare: (context) => context.addInitScript(() => { delete globalThis.WebAssembly; }) });
  await other.getByRole("button", { name: "Continue without a guess" }).first().click();
  await other.getByText("needs WebAssembly, which this browser does not support").first().waitFor();
  await closePage(other);
});

/** Opens a page of the lessons on a phone. */
const openOnPhone = (address) => openPage(browser, new URL(`lessons/${address}`, server.url).href, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

/** Drags a point of a figure by touch; returns the end of the drag, from the figure's corner. */
async function drag(other, handle, [dx, dy]) {
  await handle.scrollIntoViewIfNeeded();
  const { x, y, width, height } = await handle.boundingBox();
  const touch = await other.context().newCDPSession(other);
  const at = (share) => [{ x: x + width / 2 + share * dx, y: y + height / 2 + share * dy }];
  await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(0) });
  for (const share of [0.25, 0.5, 0.75, 1]) await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(share) });
  await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  const corner = await handle.evaluate((e) => e.parentElement.getBoundingClientRect().toJSON());
  return { x: at(1)[0].x - corner.x, y: at(1)[0].y - corner.y };
}

/** Leaves the page and opens its address again. */
async function reopen(other) {
  const address = other.url();
  await other.goto("about:blank");
  await other.goto(address);
}

/** Waits until a figure is at rest and the address has its settings. */
const waitForAddress = (figure) => until(() => figure.evaluate((e) => e.dataset.state === "ready"
  && location.hash === `#${e.id}?${new URLSearchParams({ ...e.controls.changedTexts(), ...e.places() })}`), () => figure.page().url());

const waitUntilReady = (figure) => until(async () => await figure.getAttribute("data-state") === "ready",
  () => figure.evaluate((e) => `${location.href}, ${e.id} is ${e.dataset.state}: ${e.querySelector(".live-words").textContent}`));

/** Scrolls to the first figure of a kind, waits until it is ready, without a guess, and returns it. */
async function startFigure(other, tag) {
  const figure = other.locator(tag).first();
  await figure.scrollIntoViewIfNeeded();
  await until(() => figure.getAttribute("data-state"), () => `${tag} does not start`);
  const skip = figure.getByRole("button", { name: "Continue without a guess" });
  if (await skip.count()) await skip.tap();
  await waitUntilReady(figure);
  return figure;
}

/** Taps a control of a figure; a slider in the half without its thumb. */
async function tap(control) {
  if (await control.getAttribute("type") !== "range") return control.tap();
  const { width, height } = await control.boundingBox();
  const low = await control.evaluate((e) => (e.value - e.min) / (e.max - e.min) < 0.5);
  return control.tap({ position: { x: (low ? 0.8 : 0.2) * width, y: height / 2 } });
}

/** Answers an exercise by taps; numbers and texts are typed. */
async function answerByTouch(exercise) {
  const answer = await exercise.getAttribute("answer");
  const entry = exercise.getByRole("textbox");
  if (await entry.count()) {
    await entry.tap();
    await entry.fill(answer ?? "My answer.");
  } else await exercise.getByRole("radio").and(exercise.locator(`[value="${answer}"]`)).tap();
  await exercise.locator("button[type=submit]").tap();
  const equivalent = exercise.getByLabel("equivalent");
  if (await exercise.locator(".model").count()) await equivalent.tap();
  await exercise.getByText("✓ Right.").waitFor();
}

test("lessons can be completed by touch on a phone", async () => {
  for (const [i, name] of lessons.entries()) {
    if (!isDrill && !byTouch(i)) continue;
    const other = await openOnPhone(name);
    assert.equal(await nextLinks(other), i + 1 < lessons.length ? 1 : 0, name);
    await other.waitForFunction(() => !document.querySelector("main :not(:defined)"));
    let moved = 0;
    for (const figure of await other.locator(figureSelector).all()) {
      await figure.scrollIntoViewIfNeeded();
      await until(() => figure.getAttribute("data-state"), () => `${name}: a figure does not start`);
      const guess = figure.locator(".predict button").first();
      if (await guess.count()) await guess.tap();
      await waitUntilReady(figure);
      // Lists are left out: they open as menus of the system.
      for (const control of await figure.locator(":is(input, button):is([data-path], [data-method])").all()) {
        await changeFigure(figure, () => tap(control));
        moved++;
      }
    }
    for (const exercise of await other.locator("lp-exercise").all()) await answerByTouch(exercise);
    for (const figure of await other.locator(figureSelector).all()) {
      for (const handle of await figure.locator(".handle").all()) {
        await changeFigure(figure, () => drag(other, handle, [-30, -20]));
        moved++;
      }
    }
    assert.ok(moved > 0, `${name}: a control or point is moved`);
    await assertLesson(other);
    await closePage(other);
  }
});

test("points can be dragged by touch, and the address restores them", async () => {
  const figures = [
    ["vectors-and-features.html", "lp-points", [10, -40], /The curve has/],
    ["vectors-and-features.html", "lp-chord", [-40, 0], /the middle of the chord/],
    ["duality.html", "lp-alpha", [30, -20], /minimum is between/],
  ];
  if (isDrill) {
    figures.push(
      ["vectors-and-features.html", "lp-vector", [-40, -30], /norm of w/],
      ["penalties.html", "lp-balls", [-40, 40], /The weights are/],
      ["kernel-trick.html", "lp-plane", [60, 20], /decision function/],
    );
  }
  for (const [address, name, offset, words] of figures) {
    const other = await openOnPhone(address);
    const figure = await startFigure(other, name);
    const describe = () => figure.evaluate((e) => e.querySelector(".live-words").textContent + e.querySelector(".handle").ariaLabel);
    const before = await describe();
    const left = await drag(other, figure.locator(".handle").first(), offset);
    await other.waitForFunction(([tag, { x, y }]) => {
      const { left, top } = document.querySelector(tag).querySelector(".handle").style;
      const beside = tag === "lp-chord" ? 0 : Number.parseFloat(top) - y; // an end of a chord stays on the graph
      return Math.hypot(Number.parseFloat(left) - x, beside) < 3;
    }, [name, left]);
    await waitForAddress(figure);
    const after = await describe();
    assert.notEqual(after, before, `${name} follows the drag`);
    assert.match(after, words);
    await reopen(other);
    await waitUntilReady(figure);
    assert.equal(await describe(), after, `${name} is restored`);
    await closePage(other);
  }
});

test("threshold, path cursor and tensor entry change by touch and keys, and the address keeps them", async () => {
  const cases = [
    ["selection.html", "lp-experiment", "Threshold", "ArrowDown", [0, -30], /count=\d+/],
    ["penalties.html", "lp-experiment", "Lambda cursor", "ArrowRight", [60, 0], /model\.lambda=/],
  ];
  for (const [address, name, label, key, offset, kept] of cases) {
    const other = await openOnPhone(address);
    const figure = await startFigure(other, name);
    const slider = figure.getByRole("slider", { name: label });
    const describe = async () => [await slider.getAttribute("aria-valuetext"), await figure.locator(".live-numbers").textContent()];
    const changed = (before) => until(async () => (await describe()).every((text, i) => text !== before[i]) && await figure.getAttribute("data-state") === "ready", async () => `${label}: ${before} ${await describe()}`);
    const first = await describe();
    await slider.focus();
    for (let i = 0; i < 3; i++) {
      const before = await slider.getAttribute("aria-valuetext");
      await other.keyboard.press(key);
      await until(async () => await slider.getAttribute("aria-valuetext") !== before && await figure.getAttribute("data-state") === "ready", () => slider.getAttribute("aria-valuetext"));
    }
    await changed(first);
    const second = await describe();
    await drag(other, slider, offset);
    await changed(second);
    await waitForAddress(figure);
    assert.match(decodeURIComponent(new URL(other.url()).hash), kept);
    const last = await describe();
    await reopen(other);
    await waitUntilReady(figure);
    assert.deepEqual(await describe(), last);
    await closePage(other);
  }
  const other = await openOnPhone("packed-tensor.html");
  const tensor = await startFigure(other, "lp-packing");
  await tensor.locator("canvas").tap({ position: { x: 200, y: 60 } });
  const describe = () => tensor.locator(".live-words").textContent();
  await until(async () => !/^The entry \(0, 0,/.test(await describe()), describe);
  await waitForAddress(tensor);
  assert.match(other.url(), /entry=/);
  const last = await describe();
  await reopen(other);
  await waitUntilReady(tensor);
  assert.equal(await describe(), last);
  await other.context().close();
});

test("both bounds change with alpha, and the goal is reached only at the solution", async () => {
  const other = await openOnPhone("duality.html#figure-1?alpha=0.88%2C0.34");
  const figure = other.locator("lp-alpha");
  await waitUntilReady(figure);
  assert.equal(await figure.locator(".goal.reached").count(), 1);
  await figure.locator(".handle").press("Shift+ArrowLeft");
  await figure.locator(".handle").press("Shift+ArrowLeft");
  await figure.locator(".goal:not(.reached)").waitFor();
  const [upper, minimum, lower] = await figure.locator("dd").evaluateAll((all) => all.map((e) => Number(e.textContent.replace("−", "-"))));
  assert.ok(lower < minimum && minimum < upper, `${lower} ${minimum} ${upper}`);
  await closePage(other);
});

test("with text of 200 % on a phone no page of the lessons is wider than the screen", async () => {
  const other = await openOnPhone("index.html");
  const session = await other.context().newCDPSession(other);
  await session.send("Page.enable");
  await session.send("Page.setFontSizes", { fontSizes: { standard: 32 } });
  for (const name of ["index.html", "lecturers.html", "glossary.html", ...lessons]) {
    await other.goto(new URL(`lessons/${name}`, server.url).href);
    await other.waitForFunction(() => getComputedStyle(document.documentElement).fontSize === "32px");
    await other.evaluate(() => document.querySelectorAll("details").forEach((details) => { details.open = true; }));
    assert.equal(await other.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), 0, name);
  }
  await closePage(other);
});

test("a lesson prints without its controls, also as slides, and its sections have addresses", async () => {
  const other = await openPage(browser, new URL("lessons/duality.html#the-gap-is-a-certificate", server.url).href);
  assert.match(await other.locator("h2:target").textContent(), /^4\.\d The gap is a certificate$/);
  assert.ok(await other.evaluate(() => document.querySelector("h2:target").getBoundingClientRect().top >= document.querySelector(".masthead").getBoundingClientRect().bottom), "the header does not cover the section");
  await other.emulateMedia({ media: "print" });
  for (const part of [".live-controls", ".contents", ".neighbours", ".answers", ".hint", ".model"]) {
    assert.deepEqual(await other.locator(part).evaluateAll((all) => all.filter((e) => e.checkVisibility()).length), 0, part);
  }
  assert.ok(await other.locator(".references li").count() > 0);
  assert.ok(await other.evaluate(() => document.documentElement.scrollHeight - scrollY - document.querySelector(".references").getBoundingClientRect().bottom < 1), "no sheet has only the space after the references");
  await other.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await other.locator(figureSelector).first().getByText("The figure was not drawn before printing.").waitFor();
  await other.evaluate(() => dispatchEvent(new Event("afterprint")));
  await other.locator(figureSelector).first().getByText("The figure starts after your guess.").waitFor();
  // As slides: more pages, in landscape, without the running text.
  const boxes = (pdf) => [...pdf.toString("latin1").matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, width, height]) => Number(width) / Number(height));
  const pages = boxes(await other.pdf());
  await other.evaluate(() => { globalThis.print = () => {}; });
  await other.emulateMedia({ media: "screen" });
  await other.getByRole("button", { name: "Print as slides" }).click();
  await other.locator("html[data-slides]").waitFor({ state: "attached" });
  assert.deepEqual(await other.locator(figureSelector).evaluateAll((all) => all.map((figure) => figure.dataset.state).filter((state) => state !== "ready")), [], "every figure is drawn before printing");
  await other.emulateMedia({ media: "print" });
  assert.deepEqual(await other.locator("article > p:not(.number, .lead-in, h2 + p)").evaluateAll((all) => all.filter((p) => p.checkVisibility() && !p.querySelector("strong")).length), 0);
  assert.deepEqual(await other.locator("article > h2").evaluateAll((all) => all.filter((h2) => !h2.nextElementSibling.checkVisibility()).map((h2) => h2.textContent)), [], "no slide has a heading alone");
  assert.equal(new Set(await other.locator("#figure-2 .plot").evaluateAll((all) => all.map((plot) => plot.getBoundingClientRect().top))).size, 1, "two plots are on one slide, side by side");
  const slides = boxes(await other.pdf({ preferCSSPageSize: true }));
  assert.ok(slides.filter((ratio) => ratio > 1.7).length >= await other.locator("article > h2").count(), `${slides}`);
  assert.ok(pages.every((ratio) => ratio < 1), `${pages}`);
  // The settings of a figure are printed if they are not those of the text.
  await other.emulateMedia({ media: "screen" });
  const range = other.locator(`${figureSelector} .live-controls input[type=range]`).first();
  await range.press("ArrowRight");
  await other.locator("[data-changed] > .live-controls").waitFor();
  await other.emulateMedia({ media: "print" });
  assert.deepEqual([await range.isVisible(), await range.locator("xpath=preceding-sibling::*").isVisible()], [false, true]);
  await closePage(other);
});
