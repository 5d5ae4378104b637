// A class: a lecturer makes steps with questions and a goal, a student answers them on a phone,
// and the answers of thirty arrive in the lecturer's table.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { assertAccessible, axeFinds } from "./accessible.mjs";
import { linkOf, lplab, openPage } from "./harness.mjs";
import { browser, finishEach, server } from "./stage.mjs";
import { until } from "./waiting.mjs";

let page;

finishEach(() => {
  const ended = [page];
  page = null;
  return ended;
});

const settled = (tab) => tab.waitForFunction(() => document.documentElement.dataset.lplab === "ready");
const decoded = (address) => JSON.parse(execFileSync(lplab, ["link", "decode", address], { encoding: "utf8" }));
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const hint = { text: "How many monomials of degree 2 are there in $d = 3$ variables?", hint: "$\\binom{d + 1}{2}$" };
const lesson = {
  data: { source: "synthetic", n: 40, d: 12, relevant: 2 },
  title: "Two of twelve",
  view: { steps: [
    {
      text: "**Look** at $\\|w\\|_p^p$.\n\n1. one\n2. two\n\n<img src=x onerror=alert(1)> ![x](https://example.org/x.png) [more](https://example.org/) [no](javascript:alert(1)) $\\href{https://example.org}{x}$",
      questions: [{ kind: "number", answer: "6", ...hint }, { kind: "choice", text: "Which is sparse?", options: ["$p = 2$", "$p = 1$"], answer: "$p = 1$" }],
      goal: "selected>=1 gap<=1",
    },
    { text: "Now p is 2.", questions: [{ kind: "words", text: "Why?", answer: "Because." }, { kind: "words", text: "Any remarks?" }, { kind: "choice", text: "Too fast?", options: ["Yes", "No"] }], set: { "model.p": 2 } },
  ] },
};

/** The answers of a student who goes through the lesson on a phone: what the page gives to be sent. */
async function student(link) {
  page = await openPage(browser, link, phone);
  const steps = page.getByRole("region", { name: "Steps", exact: true });
  const [number, choice] = [steps.locator("#step-1-question-1"), steps.locator("#step-1-question-2")];
  await number.waitFor();
  assert.equal(await steps.locator("strong").textContent(), "Look");
  assert.equal(await steps.locator("#guide > div > p math").count(), 1);
  assert.equal(await steps.locator("ol li").count(), 2);
  assert.equal(await page.locator("#guide img").count(), 0);
  assert.deepEqual(await steps.locator("#guide a").evaluateAll((all) => all.map((a) => [a.href, a.rel, a.target])).then((all) => all.filter(([href]) => !href.endsWith("x.png"))),
    [["https://example.org/", "noopener noreferrer nofollow", "_blank"]]);
  await settled(page);
  await steps.locator(".goal.reached").waitFor();
  await number.getByRole("textbox").fill("7");
  await number.getByRole("button", { name: "Check" }).tap();
  await number.getByText("Not right. A hint is open below.").waitFor();
  assert.equal(await number.locator(".hint[open] math").count(), 1);
  await number.getByRole("textbox").fill("6");
  await number.getByRole("textbox").press("Enter");
  await number.getByText("✓ Right.").waitFor();
  await choice.getByRole("button", { name: "Check" }).tap();
  await choice.getByText("Choose an answer.").waitFor();
  await choice.getByRole("radio").nth(1).check();
  await choice.getByRole("button", { name: "Check" }).tap();
  await choice.getByText("✓ Right.").waitFor();
  assert.deepEqual(await axeFinds(page, "#guide"), []);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "it fits a phone");
  await steps.getByRole("button", { name: "Next" }).tap();
  const words = steps.locator("#step-2-question-1");
  await words.waitFor();
  await settled(page);
  await words.getByRole("textbox").fill("Because of that.");
  await words.getByRole("button", { name: "Compare" }).tap();
  await words.getByText("Because.", { exact: true }).waitFor();
  await words.getByLabel("the same in substance").check();
  await words.getByText("✓ Right.").waitFor();
  await steps.locator("#step-2-question-2").getByRole("textbox").fill("None.");
  await steps.locator("#step-2-question-2").getByRole("button", { name: "Keep" }).tap();
  await steps.locator("#step-2-question-2").getByText("Your answer is kept.").waitFor();
  await steps.getByText("Your answers", { exact: true }).tap();
  await steps.getByText(/^5 of 6 exercises/).waitFor();
  // Back at the first step, and after a reload, the answers are there.
  await steps.getByRole("button", { name: "Back" }).tap();
  await number.getByText("✓ Right.").waitFor();
  await settled(page);
  await page.reload();
  await number.getByText("✓ Right.").waitFor();
  assert.equal(await number.getByRole("textbox").inputValue(), "6");
  assert.equal(await choice.getByRole("radio").nth(1).isChecked(), true);
  await steps.getByText("Your answers", { exact: true }).tap();
  await steps.getByLabel("Name for the lecturer (optional)").fill("<b>Eve</b>");
  await steps.getByRole("button", { name: "Make a link" }).tap();
  await steps.getByText(/it holds your answers/).waitFor();
  return steps.getByLabel("Link with your answers").inputValue();
}

test("the questions and the goal of a step are answered on a phone; thirty submissions arrive in the table, repeated and hostile ones too", async () => {
  const link = await student(linkOf(lesson, server.url));
  await page.quiet();
  await page.context().close();
  assert.match(link, /\/lessons\/class\.html#a=1\./);
  const sent = JSON.parse(Buffer.from(link.split("#a=1.")[1], "base64url"));
  const [name] = Object.keys(sent.answers)[0].split("/");
  assert.match(name, /^two-of-twelve-[0-9a-f]{8}$/);
  const at = (exercise) => sent.answers[`${name}/${exercise}`];
  assert.deepEqual(Object.keys(sent.answers).map((key) => key.split("/")[1]).sort(), ["step-1-goal", "step-1-question-1", "step-1-question-2", "step-2-question-1", "step-2-question-2"]);
  assert.deepEqual([at("step-1-question-1").value, at("step-1-question-1").tries, at("step-1-question-2").value, at("step-2-question-2").right], [6, 2, "$p = 1$", null]);
  for (const answer of Object.values(sent.answers)) assert.match(answer.digest, /^[0-9a-f]{16}$/);
  assert.notEqual(at("step-1-question-1").digest, at("step-2-question-1").digest, "each of the result that was shown");

  // Twenty-nine more, of which ten are wrong at the number; one of them sends twice.
  const pack = (document) => `1.${Buffer.from(JSON.stringify(document)).toString("base64url")}`;
  const other = (i, change = {}) => pack({ ...sent, id: i.toString(16).padStart(16, "0"), name: "", answers: {
    ...sent.answers, [`${name}/step-1-question-1`]: { ...at("step-1-question-1"), value: i < 10 ? 9 : 6, right: i >= 10 }, ...change } });
  const later = { [`${name}/step-1-question-1`]: { ...at("step-1-question-1"), at: Date.now() + 1000 } };
  const lines = [link, ...Array.from({ length: 29 }, (_, i) => other(i)), other(0, later),
    other(50, { [`${name}/step-1-question-2`]: { kind: "choice", value: 3, right: true } }),
    other(51, { [`${name}/step-1-question-2`]: { kind: "choice", value: "x", right: "yes" } }),
    other(52, { "__proto__x/step-1": at("step-1-goal") }), other(53, { [`${name}/step-1-goal`]: { kind: "goal", value: "", right: true } }), "nonsense"];
  page = await openPage(browser, new URL("lessons/class.html", server.url).href, { viewport: { width: 390, height: 844 } });
  await page.getByLabel("Links or lines of answers, one a line").fill(lines.join("\n"));
  await page.getByRole("button", { name: "Add" }).click();
  await page.getByText(/^30 students, 5 exercises. 1 repeated.*5 lines refused/).waitFor();
  const spread = page.locator(".class-spread section");
  const has = async (title, line) => assert.ok((await spread.filter({ has: page.getByRole("heading", { name: title }) }).getByRole("listitem").allTextContents()).includes(line), `${title}: ${line}: ${await spread.allTextContents()}`);
  const lessonName = name.replaceAll("-", " ");
  await has(`${lessonName}, step 1 question 1: 21 of 30 right`, " 21 × 6 ✓");
  await has(`${lessonName}, step 1 question 2: 30 of 30 right`, " 30 × $p = 1$ ✓");
  await has(`${lessonName}, step 1 goal: 30 of 30 right`, ` 30 × result ${at("step-1-goal").digest.slice(0, 8)} ✓`);
  await has(`${lessonName}, step 2 question 2: 30 answers`, " 30 × answered");
  assert.equal(await page.getByRole("columnheader", { name: "step 2 question 2" }).count(), 1);
  assert.equal(await page.getByText("<b>Eve</b>").count(), 0, "anonymous by default");
  await page.getByLabel(/Show the digests/).check();
  await page.getByRole("cell", { name: `✓ 6 ${at("step-1-question-1").digest.slice(0, 8)}` }).first().waitFor();
  const [saved] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save as CSV" }).click()]);
  const rows = readFileSync(await saved.path(), "utf8").trim().split("\r\n");
  assert.equal(rows.length, 1 + 30 * 5);
  assert.ok(rows.includes(`"Student 1","${name}/step-1-question-1","number","6","true","2","${at("step-1-question-1").digest}"`), rows[1]);
  await page.getByText("Read the 30 texts").first().click();
  await page.getByText("Because of that.").first().waitFor();
  await assertAccessible(page);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
});

test("a lecturer writes questions and a goal, and presets leave open what they say", async () => {
  page = await openPage(browser, server.url);
  await settled(page);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Share this experiment" });
  const link = async () => dialog.getByLabel("Link", { exact: true }).inputValue();
  const view = async () => (await link()) ? decoded(await link()).view : undefined;
  await dialog.locator(".share-lesson > summary").click();
  await dialog.getByRole("button", { name: "Add a step with the present entries" }).click();
  await dialog.getByLabel("Text of step 1").fill("Read $p$.");
  await dialog.getByText("Questions and goal of step 1").click();
  await dialog.getByRole("button", { name: "Ask for a number" }).click();
  await dialog.getByLabel("Text of question 1 of step 1").fill("How many?");
  await dialog.getByLabel("Answer to question 1 of step 1").fill("six");
  await dialog.getByLabel("Hint to question 1 of step 1").fill("Count.");
  await dialog.getByText('view.steps[0].questions[0].answer is "six": it must be a number as a text, such as "12.5"').waitFor();
  await dialog.getByLabel("Answer to question 1 of step 1").fill("6");
  await dialog.getByRole("button", { name: "Ask for a choice" }).click();
  await dialog.getByLabel("Text of question 2 of step 1").fill("Which?");
  await dialog.getByLabel("Options of question 2 of step 1, one a line").fill("this\nthat\n");
  await dialog.getByLabel("Options of question 2 of step 1, one a line").blur();
  await dialog.getByLabel("Right option of question 2 of step 1").selectOption("that");
  await dialog.getByRole("button", { name: "Ask for a text" }).click();
  await dialog.getByLabel("Text of question 3 of step 1").fill("Why?");
  await dialog.getByLabel("Answer to question 3 of step 1").fill("So.");
  await dialog.getByLabel("Number of condition 1 of step 1").selectOption({ label: "Selected weights" });
  await dialog.getByLabel("Bound of condition 1 of step 1").fill("6");
  await dialog.getByLabel("Number of condition 2 of step 1").selectOption({ label: "R², test" });
  await dialog.getByLabel("Comparison of condition 2 of step 1").selectOption("at least");
  await dialog.getByLabel("Bound of condition 2 of step 1").fill("0,9");
  await dialog.getByLabel("Bound of condition 2 of step 1").blur();
  const asked = { text: "Read $p$.", questions: [{ kind: "number", text: "How many?", answer: "6", hint: "Count." }, { kind: "choice", text: "Which?", options: ["this", "that"], answer: "that" }, { kind: "words", text: "Why?", answer: "So." }],
    goal: "selected<=6 r2.test>=0.9" };
  await until(async () => JSON.stringify((await view())?.steps?.[0]) === JSON.stringify(asked), async () => JSON.stringify(await view()));
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    assert.deepEqual(await axeFinds(page, "#share-dialog"), []);
  }
  await page.setViewportSize(phone.viewport);
  assert.ok(await dialog.evaluate((e) => e.scrollWidth <= e.clientWidth), "it fits a phone");
  await page.setViewportSize({ width: 1280, height: 900 });
  await dialog.getByRole("button", { name: "Remove (question 1 of step 1)" }).click();
  await until(async () => (await view())?.steps?.[0].questions.length === 2, async () => JSON.stringify(await view()));
  await dialog.getByRole("button", { name: "Remove (step 1)" }).click();

  for (const [preset, open] of [["Only p and gamma", (path) => ["model.p", "model.gamma"].includes(path)], ["Only the data", (path) => /^(data|target|task|features)\b/.test(path)], ["Only the result", () => false]]) {
    await dialog.getByLabel("What may be changed").selectOption(preset);
    await until(async () => {
      const hidden = (await view())?.hidden ?? [];
      return hidden.includes("search") && hidden.includes("data") === (preset !== "Only the data") && hidden.includes("norm") === (preset !== "Only p and gamma");
    }, async () => JSON.stringify(await view()));
    const student = await openPage(browser, await link());
    await settled(student);
    const usable = await student.locator("#controls [data-path]").evaluateAll((all) => all.filter((e) => e.checkVisibility() && !e.matches(":disabled")).map((e) => e.dataset.path));
    assert.deepEqual(usable.filter((path) => !open(path)), [], preset);
    assert.equal(usable.length > 0, preset !== "Only the result", `${preset}: ${usable}`);
    await student.quiet();
    await student.context().close();
  }
});
