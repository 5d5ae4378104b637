// The lessons, as a reader without a mouse goes through them: every third by touch, the others by
// keyboard (LPLAB_LONG=1: each in both ways).

import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { test } from "node:test";
import { assertAccessible } from "./accessible.mjs";
import { long } from "./faults.mjs";
import { openPage, root } from "./harness.mjs";
import { browser, server } from "./stage.mjs";
import { until } from "./waiting.mjs";

const lessons = readdirSync(new URL("web/lessons/", root)).filter((name) => name.endsWith(".md"))
  .sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10)).map((name) => `${name.replace(/^\d+-|\.md$/g, "")}.html`);
const byTouch = (i) => i % 3 === 0;
const live = "[role=group][data-state]";

let page;
let entries; // addresses of the glossary's entries

const go = (name) => page.goto(new URL(`lessons/${name}`, server.url).href);

/** The formulas with a root of no width, or with rows that touch. Runs in the page. */
function wrongFormulas() {
  const box = (e) => e.getBoundingClientRect();
  const roots = [...document.querySelectorAll("msqrt")].filter((root) => box(root).width < 5 + [...root.children].reduce((sum, part) => sum + box(part).width, 0));
  const rows = [...document.querySelectorAll("mtr + mtr")].filter((row) => [...row.querySelectorAll("mtd > *")].some((part) => box(part).top < box(row).top + 2));
  return [...roots, ...rows].map((e) => e.textContent);
}

/** Asserts that nothing is to be scrolled sideways, that formulas are whole, and that axe finds nothing in either theme. */
async function sound(page) {
  assert.deepEqual(await page.evaluate(wrongFormulas), []);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing is wider than the screen");
  await assertAccessible(page);
}

/** Asserts that a lesson that was gone through is sound, has an exercise by moving, and numbers that the glossary explains. */
async function soundLesson(page) {
  assert.ok(await page.locator("[data-goal]").count() > 0, "there is an exercise by moving");
  const linked = await page.locator(".live-numbers a").evaluateAll((links) => links.map((a) => a.getAttribute("href")));
  assert.deepEqual(linked.filter((href) => !entries.includes(href)), [], "every number is in the glossary");
  await sound(page);
}

test("the list of lessons, the page for lecturers and the glossary are sound, and each lesson leads to the next", async () => {
  page = await openPage(browser, new URL("lessons/", server.url).href, { viewport: { width: 390, height: 844 } });
  await sound(page);
  assert.deepEqual(await page.locator(".cards a").evaluateAll((links) => links.map((a) => a.getAttribute("href"))), lessons);
  for (const name of ["lecturers.html", "glossary.html"]) {
    await go(name);
    await sound(page);
  }
  entries = await page.locator(".glossary dt").evaluateAll((terms) => terms.map(({ id }) => `glossary.html#${id}`));
});

const next = (page) => page.locator(".neighbours .next").count();

for (const [i, name] of lessons.entries()) {
  if (byTouch(i) && !long) continue;
  test(`${name} is gone through by keyboard alone`, async () => {
    await go(name);
    assert.equal(await next(page), i + 1 < lessons.length ? 1 : 0);
    await page.waitForFunction(() => !document.querySelector("main :not(:defined)"));
    const controls = await page.locator(":is([data-path], [data-method])").count();
    assert.ok(controls > 0, "there is something to try");
    let [changed, moved, guessed, graded] = [0, 0, 0, 0, 0];
    for (let stay = false; ;) {
      if (!stay) await page.keyboard.press("Tab");
      stay = false;
      const kind = await page.evaluate(() => {
        const at = document.activeElement;
        globalThis.visited ??= new WeakSet([document.body]);
        if (visited.has(at)) return "end";
        visited.add(at);
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
    assert.equal(changed, controls, "every control was come to, and its figure answered");
    assert.equal(guessed, await page.locator(".predict").count(), "every guess was asked for");
    assert.equal(moved, await page.locator(".handle").count(), "every point was moved");
    assert.equal(graded, await page.locator("lp-exercise").count(), "every exercise was answered and graded");
    assert.equal(await page.locator("[data-grade=right]").count(), graded);
    assert.equal(await page.locator("details:not([open])").count(), 0, "every answer and hint opens");
    await soundLesson(page);
  });
}

/** Answers the exercise whose entry has the focus; 1 where that grades it. */
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

/** Does something to a figure, and waits until it shows something else. */
async function follows(figure, act) {
  const shown = () => figure.evaluate((e) => e.querySelector(".live-link").href + e.querySelector(".live-numbers").textContent + e.querySelector(".live-words").textContent);
  const rest = () => until(async () => ["ready", "error"].includes(await figure.getAttribute("data-state")), shown);
  await rest();
  const before = await shown();
  await act();
  await until(async () => await shown() !== before, async () => `the figure does not answer: ${await shown()}`);
  await rest();
  assert.equal(await figure.getAttribute("data-state"), "ready", await shown());
}

/** Changes the control that has the focus, and waits until its figure shows something else. */
async function change(kind) {
  const figure = page.locator(live).filter({ has: page.locator(":focus") });
  assert.ok(await page.evaluate(() => document.activeElement.type === "button" ? document.activeElement.textContent || document.activeElement.ariaLabel : document.activeElement.labels.length === 1), "the control has a name");
  const last = await page.evaluate(() => {
    const { selectedIndex, length, type, value, min } = document.activeElement;
    return type === "range" ? value === min : selectedIndex === length - 1;
  });
  const key = { "select-one": last ? "ArrowUp" : "ArrowDown", checkbox: "Space", button: "Enter", handle: "ArrowRight" }[kind] ?? (last ? "ArrowRight" : "ArrowLeft");
  await follows(figure, () => page.keyboard.press(key));
}

test("what is asked for is said to be found, and the experiment opens in the lab, where the lessons are a link away", async () => {
  await go("penalties.html");
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

test("without a method the comparison asks for one", async () => {
  const other = await openPage(browser, new URL("lessons/convergence.html", server.url).href);
  const figure = other.locator("lp-methods");
  await figure.getByRole("button", { name: "Continue without a guess" }).click();
  await figure.getByRole("checkbox", { checked: true }).evaluateAll((boxes) => boxes.forEach((box) => box.click()));
  await figure.getByText("Tick a method to show it.").waitFor();
  await figure.getByLabel("Newton").check();
  await figure.getByText("Newton: converged in 5 iterations.").waitFor();
  await other.quiet();
  await other.context().close();
});

test("without WebAssembly a lesson says so and stands", async () => {
  const other = await openPage(browser, new URL("lessons/penalties.html", server.url).href,
    { prepare: (context) => context.addInitScript(() => { delete globalThis.WebAssembly; }) });
  await other.getByRole("button", { name: "Continue without a guess" }).first().click();
  await other.getByText("needs WebAssembly, which this browser does not support").first().waitFor();
  await other.quiet();
  await other.context().close();
});

/** A page of the lessons as a phone shows it. */
const phone = (address) => openPage(browser, new URL(`lessons/${address}`, server.url).href, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

/** Drags a point of a figure by touch; gives where the finger left it, from the figure's corner. */
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

/** Leaves the page, and opens its address again. */
async function comeBack(other) {
  const address = other.url();
  await other.goto("about:blank");
  await other.goto(address);
}

/** Waits until the address has the settings of a figure, which are written into it at rest. */
const written = (figure) => until(() => figure.evaluate((e) => e.dataset.state === "ready"
  && location.hash === `#${e.id}?${new URLSearchParams({ ...e.controls.changed(), ...e.places() })}`), () => figure.page().url());

const settled = (figure) => until(async () => await figure.getAttribute("data-state") === "ready",
  () => figure.evaluate((e) => `${location.href}, ${e.id} is ${e.dataset.state}: ${e.querySelector(".live-words").textContent}`));

/** Taps a control of a figure: a slider in its other half. */
async function tap(control) {
  if (await control.getAttribute("type") !== "range") return control.tap();
  const { width, height } = await control.boundingBox();
  const low = await control.evaluate((e) => (e.value - e.min) / (e.max - e.min) < 0.5);
  return control.tap({ position: { x: (low ? 0.8 : 0.2) * width, y: height / 2 } });
}

/** Answers an exercise by taps, and by the keys of a phone where it takes a number or a text. */
async function answerByTouch(exercise) {
  const answer = await exercise.getAttribute("answer");
  const entry = exercise.getByRole("textbox");
  if (await entry.count()) {
    await entry.tap();
    await entry.fill(answer ?? "My answer.");
  } else await exercise.getByRole("radio").and(exercise.locator(`[value="${answer}"]`)).tap();
  await exercise.locator("button[type=submit]").tap();
  const own = exercise.getByLabel("equivalent");
  if (await exercise.locator(".model").count()) await own.tap();
  await exercise.getByText("✓ Right.").waitFor();
}

test("lessons are gone through by touch on a phone", async () => {
  for (const [i, name] of lessons.entries()) {
    if (!long && !byTouch(i)) continue;
    const other = await phone(name);
    assert.equal(await next(other), i + 1 < lessons.length ? 1 : 0, name);
    await other.waitForFunction(() => !document.querySelector("main :not(:defined)"));
    let moved = 0;
    for (const figure of await other.locator(live).all()) {
      await figure.scrollIntoViewIfNeeded();
      await until(() => figure.getAttribute("data-state"), () => `${name}: a figure does not begin`);
      const guess = figure.locator(".predict button").first();
      if (await guess.count()) await guess.tap();
      await settled(figure);
      // Not the lists, which open as the system's own.
      for (const control of await figure.locator(":is(input, button):is([data-path], [data-method])").all()) {
        await follows(figure, () => tap(control));
        moved++;
      }
    }
    for (const exercise of await other.locator("lp-exercise").all()) await answerByTouch(exercise);
    for (const figure of await other.locator(live).all()) {
      for (const handle of await figure.locator(".handle").all()) {
        await follows(figure, () => drag(other, handle, [-30, -20]));
        moved++;
      }
    }
    assert.ok(moved > 0, `${name}: there is something to move`);
    await soundLesson(other);
    await other.quiet();
    await other.context().close();
  }
});

test("points are dragged by touch, and the address brings them back", async () => {
  const figures = [
    ["vectors-and-features.html", "lp-points", [10, -40], /The curve has/],
    ["vectors-and-features.html", "lp-chord", [-40, 0], /the middle of the chord/],
    ["duality.html", "lp-alpha", [30, -20], /minimum is between/],
  ];
  if (long) {
    figures.push(
      ["vectors-and-features.html", "lp-vector", [-40, -30], /norm of w/],
      ["penalties.html", "lp-balls", [-40, 40], /The weights are/],
      ["kernel-trick.html", "lp-plane", [60, 20], /decision function/],
    );
  }
  for (const [address, name, way, words] of figures) {
    const other = await phone(address);
    const figure = other.locator(name);
    await figure.scrollIntoViewIfNeeded();
    const skip = figure.getByRole("button", { name: "Continue without a guess" });
    await other.waitForFunction((tag) => document.querySelector(tag).dataset.state, name);
    if (await skip.count()) await skip.tap();
    await settled(figure);
    const told = () => figure.evaluate((e) => e.querySelector(".live-words").textContent + e.querySelector(".handle").ariaLabel);
    const before = await told();
    const left = await drag(other, figure.locator(".handle").first(), way);
    await other.waitForFunction(([tag, { x, y }]) => {
      const { left, top } = document.querySelector(tag).querySelector(".handle").style;
      const beside = tag === "lp-chord" ? 0 : Number.parseFloat(top) - y; // an end of a chord stays on the graph
      return Math.hypot(Number.parseFloat(left) - x, beside) < 3;
    }, [name, left]);
    await written(figure);
    const after = await told();
    assert.notEqual(after, before, `${name} follows the finger`);
    assert.match(after, words);
    await comeBack(other);
    await settled(figure);
    assert.equal(await told(), after, `${name} comes back`);
    await other.quiet();
    await other.context().close();
  }
});

test("the threshold, the cursor of a path and the frame of the tensor are moved by touch and by keys, and the address brings them back", async () => {
  const cases = [
    ["selection.html", "lp-experiment", "Threshold", "ArrowDown", [0, -30], /count=\d+/],
    ["penalties.html", "lp-experiment", "Lambda cursor", "ArrowRight", [60, 0], /model\.lambda=/],
  ];
  for (const [address, name, label, key, way, kept] of cases) {
    const other = await phone(address);
    const figure = other.locator(name).first();
    await figure.scrollIntoViewIfNeeded();
    await other.waitForFunction((tag) => document.querySelector(tag).dataset.state, name);
    const skip = figure.getByRole("button", { name: "Continue without a guess" });
    if (await skip.count()) await skip.tap();
    await settled(figure);
    const slider = figure.getByRole("slider", { name: label });
    const told = async () => [await slider.getAttribute("aria-valuetext"), await figure.locator(".live-numbers").textContent()];
    const changed = (before) => until(async () => (await told()).every((text, i) => text !== before[i]) && await figure.getAttribute("data-state") === "ready", async () => `${label}: ${before} ${await told()}`);
    const first = await told();
    await slider.focus();
    for (let i = 0; i < 3; i++) {
      const before = await slider.getAttribute("aria-valuetext");
      await other.keyboard.press(key);
      await until(async () => await slider.getAttribute("aria-valuetext") !== before && await figure.getAttribute("data-state") === "ready", () => slider.getAttribute("aria-valuetext"));
    }
    await changed(first);
    const second = await told();
    await drag(other, slider, way);
    await changed(second);
    await written(figure);
    assert.match(decodeURIComponent(new URL(other.url()).hash), kept);
    const last = await told();
    await comeBack(other);
    await settled(figure);
    assert.deepEqual(await told(), last);
    await other.quiet();
    await other.context().close();
  }
  const other = await phone("packed-tensor.html");
  const tensor = other.locator("lp-packing");
  await tensor.scrollIntoViewIfNeeded();
  await other.waitForFunction(() => document.querySelector("lp-packing").dataset.state);
  const skip = tensor.getByRole("button", { name: "Continue without a guess" });
  if (await skip.count()) await skip.tap();
  await settled(tensor);
  await tensor.locator("canvas").tap({ position: { x: 200, y: 60 } });
  const told = () => tensor.locator(".live-words").textContent();
  await until(async () => !/^The entry \(0, 0,/.test(await told()), told);
  await written(tensor);
  assert.match(other.url(), /entry=/);
  const last = await told();
  await comeBack(other);
  await settled(tensor);
  assert.equal(await told(), last);
  await other.context().close();
});

test("both bounds respond to alpha, and the goal is reached at the solution alone", async () => {
  const other = await phone("duality.html#figure-1?alpha=0.88%2C0.34");
  const figure = other.locator("lp-alpha");
  await settled(figure);
  assert.equal(await figure.locator(".goal.reached").count(), 1);
  await figure.locator(".handle").press("Shift+ArrowLeft");
  await figure.locator(".handle").press("Shift+ArrowLeft");
  await figure.locator(".goal:not(.reached)").waitFor();
  const [upper, minimum, lower] = await figure.locator("dd").evaluateAll((all) => all.map((e) => Number(e.textContent.replace("−", "-"))));
  assert.ok(lower < minimum && minimum < upper, `${lower} ${minimum} ${upper}`);
  await other.quiet();
  await other.context().close();
});

test("answers are kept, and arrive in the lecturer's table by a link and by a file", async () => {
  const student = await openPage(browser, new URL("lessons/packed-tensor.html", server.url).href);
  const number = student.locator("lp-exercise[kind=number]");
  await number.getByRole("textbox").fill("15");
  await number.getByRole("button", { name: "Check" }).click();
  await number.getByText("✓ Right.").waitFor();
  const words = student.locator("lp-exercise[kind=words]");
  for (const text of ["First.", "Second."]) { // kept when it is compared, whether it is graded or not
    await words.getByRole("textbox").fill(text);
    await words.getByRole("button", { name: "Compare" }).click();
    await words.getByText("Your answer is kept.").waitFor();
    await words.getByLabel("different").check();
    await words.getByText(/^Not equivalent/).waitFor();
  }
  await words.getByRole("textbox").fill("Third.");
  await words.getByRole("button", { name: "Compare" }).click();
  await student.reload();
  await number.getByText("✓ Right.").waitFor();
  assert.equal(await words.getByRole("textbox").inputValue(), "Third.");
  await student.getByText(/^2 of 4 exercises/).waitFor();
  await student.getByRole("button", { name: "Make a link" }).click();
  await student.getByText(/It contains your answers/).waitFor();
  const link = await student.getByLabel("Link with your answers").inputValue();
  const [file] = await Promise.all([student.waitForEvent("download"), student.getByRole("button", { name: "Save as a file" }).click()]);
  const lecturer = await openPage(browser, link, { viewport: { width: 390, height: 844 } });
  await lecturer.getByText(/^Students: 1, exercises: 2. Repeated submissions: 0;/).waitFor();
  await lecturer.locator("#class-files").setInputFiles(await file.path());
  await lecturer.getByText(/^Students: 1, exercises: 2. Repeated submissions: 1;/).waitFor();
  await lecturer.getByText("packed tensor, exercise 1: 1 of 1 right").waitFor();
  for (const each of [student, lecturer]) {
    await each.quiet();
    await each.context().close();
  }
});

test("a lesson prints without its controls, and its sections have addresses", async () => {
  const other = await openPage(browser, new URL("lessons/duality.html#the-gap-is-a-certificate", server.url).href);
  assert.match(await other.locator("h2:target").textContent(), /^4\.\d The gap is a certificate$/);
  await other.emulateMedia({ media: "print" });
  for (const part of [".live-controls", ".contents", ".neighbours", ".answers"]) {
    assert.deepEqual(await other.locator(part).evaluateAll((all) => all.filter((e) => e.checkVisibility()).length), 0, part);
  }
  assert.ok(await other.locator(".references li").count() > 0);
  await other.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await other.locator(live).first().getByText("The figure was not drawn before printing.").waitFor();
  await other.evaluate(() => dispatchEvent(new Event("afterprint")));
  await other.locator(live).first().getByText("The figure starts after your guess.").waitFor();
  // As slides: more pages of another size, without the running text.
  const boxes = (pdf) => [...pdf.toString("latin1").matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, width, height]) => Number(width) / Number(height));
  const whole = boxes(await other.pdf());
  await other.evaluate(() => { globalThis.print = () => {}; });
  await other.emulateMedia({ media: "screen" });
  await other.getByRole("button", { name: "Print as slides" }).click();
  await other.locator("html[data-slides]").waitFor({ state: "attached" });
  assert.deepEqual(await other.locator(live).evaluateAll((all) => all.map((figure) => figure.dataset.state).filter((state) => state !== "ready")), [], "every figure is drawn before");
  await other.emulateMedia({ media: "print" });
  assert.deepEqual(await other.locator("article > p:not(.number, .lead-in)").evaluateAll((all) => all.filter((p) => p.checkVisibility() && !p.querySelector("strong")).length), 0);
  const slides = boxes(await other.pdf({ preferCSSPageSize: true }));
  assert.ok(slides.filter((ratio) => ratio > 1.7).length >= await other.locator("article > h2").count(), `${slides}`);
  assert.ok(whole.every((ratio) => ratio < 1), `${whole}`);
  await other.quiet();
  await other.context().close();
});
