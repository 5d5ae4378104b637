// A class: a lecturer writes steps with questions and a goal, students answer them on a phone,
// and the answers of many (LPLAB_LONG=1: of thirty) arrive in the lecturer's table.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { assertAccessible, axeFinds } from "./accessible.mjs";
import { isDrill } from "./faults.mjs";
import { solve } from "./files.mjs";
import { closePage, decodeLink, linkOf, openPage, openPane } from "./harness.mjs";
import { openAddress, page, setPage } from "./page.mjs";
import { browser, server } from "./stage.mjs";
import { until } from "./waiting.mjs";

const untilReady = (tab) => tab.waitForFunction(() => document.documentElement.dataset.lplab === "ready");
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const hint = { text: "How many monomials of degree 2 are there in $d = 3$ variables?", hint: "$\\binom{d + 1}{2}$" };
const lesson = {
  data: { source: "synthetic", n: 40, d: 12, relevant: 2 },
  model: { gamma: 0.1 },
  title: "Übung: two of twelve",
  view: { steps: [
    {
      text: "**Look** at $\\|w\\|_p^p$.\n\n1. one\n2. two\n\n<img src=x onerror=alert(1)> ![x](https://example.org/x.png) [more](https://example.org/) [no](javascript:alert(1)) [here](lessons/penalties.html#figure-2) [away](//example.org/lessons/a.html) $\\href{https://example.org}{x}$",
      questions: [{ kind: "number", answer: "6", ...hint }, { kind: "choice", text: "Which is sparse?", options: ["$p = 2$", "$p = 1$"], answer: "$p = 1$" }],
      goal: "r2.test>=0.95",
    },
    { text: "Now p is 2.", questions: [{ kind: "words", text: "Why?", answer: "Because." }, { kind: "words", text: "Any remarks?" }, { kind: "choice", text: "Too fast?", options: ["Yes", "No"] }], set: { "model.p": 2 } },
  ] },
};

/** A student with a page, and the actions on it. */
class Student {
  static async open(link, options) {
    const student = new Student();
    student.page = await openPage(browser, link, options);
    student.steps = student.page.getByRole("region", { name: "Steps", exact: true });
    await student.question(1, 1).waitFor();
    await untilReady(student.page);
    return student;
  }

  question(step, k) {
    return this.steps.locator(`#step-${step}-question-${k}`);
  }

  /** Enters gamma and waits for the result. */
  async solve(gamma) {
    if ((await this.page.viewportSize()).width < 600) await openPane(this.page, "Model");
    const entry = this.page.getByLabel("Gamma", { exact: true });
    await entry.fill(String(gamma));
    await entry.press("Enter");
    await untilReady(this.page);
  }

  /** Enters a text or chooses an option, and waits until it is graded. */
  async answer(step, k, answer, button, graded) {
    const question = this.question(step, k);
    if (typeof answer === "number") await question.getByRole("radio").nth(answer).check();
    else await question.getByRole("textbox").fill(answer);
    await question.getByRole("button", { name: button }).click();
    await question.getByText(graded).waitFor();
  }

  async next() {
    await this.steps.getByRole("button", { name: "Next" }).click();
    await this.question(2, 1).waitFor();
    await untilReady(this.page);
  }

  /** Makes and returns the link with the answers. */
  async link(name) {
    const field = this.steps.getByLabel("Link with your answers");
    if (!await field.isVisible()) await this.steps.getByText("Your answers", { exact: true }).click();
    await this.steps.getByLabel("Name for the lecturer (optional)").fill(name);
    await this.steps.getByRole("button", { name: "Make a link" }).click();
    await this.steps.getByText(/It contains your answers/).waitFor();
    return field.inputValue();
  }

  /** Returns the text of the file with the answers. */
  async file() {
    const [file] = await Promise.all([this.page.waitForEvent("download"), this.steps.getByRole("button", { name: "Save as a file" }).click()]);
    return readFileSync(await file.path(), "utf8");
  }

  async leave() {
    await this.page.clearLongTasks(); // other pages run at the same time and lengthen its tasks
    await closePage(this.page);
  }
}

test("the answers to the questions and the goal of a step are kept on a phone after a reload", async () => {
  const student = await Student.open(linkOf(lesson, server.url), phone);
  setPage(student.page);
  const { steps } = student;
  const [number, choice] = [student.question(1, 1), student.question(1, 2)];
  assert.equal(await steps.locator("strong").textContent(), "Look");
  assert.equal(await steps.locator("#guide > div > p math").count(), 1);
  assert.equal(await steps.locator("ol li").count(), 2);
  assert.equal(await page.locator("#guide img").count(), 0);
  assert.deepEqual(await steps.locator("#guide a").evaluateAll((all) => all.map((a) => [a.href, a.rel, a.target])).then((all) => all.filter(([href]) => !href.endsWith("x.png"))),
    ["https://example.org/", new URL("lessons/penalties.html#figure-2", server.url).href].map((href) => [href, "noopener noreferrer nofollow", "_blank"]));
  assert.equal(await steps.locator(".goal.reached").count(), 0);
  await student.solve(1);
  await steps.locator(".goal.reached").waitFor();
  await student.answer(1, 1, "7", "Check", "Not right. A hint is open below.");
  assert.equal(await number.locator(".hint[open] math").count(), 1);
  await number.getByRole("textbox").fill("6");
  await number.getByRole("textbox").press("Enter");
  await number.getByText("✓ Right.").waitFor();
  await student.answer(1, 1, "8", "Check", "Not right; your right answer 6 is kept.");
  await choice.getByRole("button", { name: "Check" }).tap();
  await choice.getByText("Choose an answer.").waitFor();
  await student.answer(1, 2, 1, "Check", "✓ Right.");
  assert.deepEqual(await axeFinds(page, "#guide"), []);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "the page fits a phone");
  const result = page.locator('.panes [data-value="result"]');
  await result.tap();
  for (let i = 0; i < 2; i++) {
    await page.evaluate(() => scrollTo(0, 0));
    await result.tap();
    await page.waitForFunction(() => {
      const { top, bottom } = document.getElementById("answer").getBoundingClientRect();
      return top >= 0 && bottom < innerHeight;
    });
  }
  await student.next();
  const words = student.question(2, 1);
  await student.answer(2, 1, "Because of that.", "Compare", "Because.");
  await words.getByLabel("equivalent").check();
  await words.getByText("✓ Right.").waitFor();
  await student.answer(2, 2, "None.", "Keep", "Your answer is kept.");
  await steps.getByText("Your answers", { exact: true }).tap();
  await steps.getByText(/^5 of 6 exercises/).waitFor();
  // After a reload the page shows this step with its answers, and after Back those of the first step.
  await page.reload();
  await words.getByText("✓ Right.").waitFor();
  await steps.getByRole("button", { name: "Back" }).tap();
  await number.getByText("✓ Right.").waitFor();
  assert.equal(await number.getByRole("textbox").inputValue(), "6");
  assert.equal(await choice.getByRole("radio").nth(1).isChecked(), true);

  // The answers remain when texts and hints are corrected, and not when a question is changed.
  const openChanged = async (change) => {
    const changed = structuredClone(lesson);
    change(changed.view.steps[0]);
    await page.goto(linkOf(changed, server.url));
    await steps.getByText("Corrected").waitFor();
  };
  await openChanged((step) => { step.text = "Corrected\n\n| a |\n|---|\n| 1 |"; step.questions[0].hint = "Another."; });
  await number.getByText("✓ Right.").waitFor();
  assert.equal(await steps.locator("thead th").evaluate((th) => getComputedStyle(th).position), "static", "the heading of a table does not cover its rows");
  await openChanged((step) => { step.text = "Corrected again"; step.questions[0].text = "Another?"; });
  await steps.getByText("Corrected again").waitFor();
  assert.equal(await number.getByRole("textbox").inputValue(), "");
});

test("entries that are not yet answers stay after Next, Back and a reload, and a link says that it does not contain them", async () => {
  const student = await Student.open(linkOf(lesson, server.url), phone);
  setPage(student.page);
  const number = student.question(1, 1).getByRole("textbox");
  const choice = student.question(1, 2).getByRole("radio").nth(1);
  await number.fill("6 or 7");
  await choice.check();
  await student.question(1, 1).getByText("Not yet answered: press Check.", { exact: true }).waitFor();
  await student.next();
  const words = student.question(2, 1).getByRole("textbox");
  await words.fill("Because of that.");
  await page.reload();
  await student.question(2, 1).getByText("Not yet answered: press Compare.", { exact: true }).waitFor();
  assert.equal(await words.inputValue(), "Because of that.");
  await student.steps.getByRole("button", { name: "Back", exact: true }).click();
  await student.question(1, 1).waitFor();
  assert.deepEqual([await number.inputValue(), await choice.isChecked()], ["6 or 7", true]);
  await student.answer(1, 1, "6", "Check", "✓ Right.");
  await student.link("");
  await student.steps.getByText(/contains your answers. Missing until you press Check, Compare or Keep there: step 1 question 2; step 2 question 1\.$/).waitFor();
  await student.answer(1, 2, 1, "Check", "✓ Right.");
  await student.next();
  await student.answer(2, 1, "Because.", "Compare", "Your answer is kept.");
  await student.question(2, 1).getByLabel("equivalent").check();
  await student.link("");
  await student.steps.getByText(/It contains your answers\.$/).waitFor();
  await student.file();
  await student.steps.getByText("The file contains your answers.", { exact: true }).waitFor();
  await words.fill("Because, and more.");
  await student.steps.getByRole("button", { name: "Forget my answers" }).click();
  await student.steps.getByRole("button", { name: "Back", exact: true }).click();
  await student.question(1, 1).waitFor();
  await student.next();
  assert.equal(await words.inputValue(), "");
});

// Students of the class: these three cover every answer, device and way of sending.
const students = isDrill ? [...Array(30).keys()] : [114, 1, 35];
const size = students.length;
const concurrency = 3; // pages open at the same time
const gammas = [0.3, 1, 3, 10, 0.03]; // the last does not reach the goal
const texts = ["Because of that.", "=1+1 <script>alert(1)</script>", "<script>alert(1)</script>", "__proto__", "I am not\u202e sure."];

/** Returns the plan of the k-th student: the answers, how they are sent, and whether a first attempt is sent as well. */
const planOf = (k, i = students[k]) => ({
  gamma: gammas[i % 5],
  numbers: i % 3 === 1 ? ["7", "6"] : i % 7 === 2 ? ["9"] : ["6"],
  choice: i % 4 === 3 ? 0 : 1,
  finished: i % 6 !== 5, // the others answer only the first step
  words: texts[i % 5],
  same: i % 5 !== 4,
  fast: i % 2,
  name: ["", "<b>Eve</b>", "=cmd|' /C calc'!A0"][i % 3],
  way: ["link", "file", "line"][i % 3],
  twice: i % 6 === 1,
});

/** Makes the submissions of the k-th student on a page: {early, last}, lines of text. */
async function submissions(link, k) {
  const { gamma, numbers, choice, finished, words, same, fast, name, way, twice } = planOf(k);
  const student = await Student.open(link, students[k] % 2 ? phone : { viewport: { width: 1280, height: 900 } });
  await student.solve(gamma);
  let early = "";
  for (const number of numbers) {
    await student.answer(1, 1, number, "Check", number === "6" ? "✓ Right." : "Not right. A hint is open below.");
    if (twice && !early) early = await student.link(name);
  }
  await student.answer(1, 2, choice, "Check", choice === 1 ? "✓ Right." : "Not right.");
  if (finished) {
    await student.next();
    await student.answer(2, 1, words, "Compare", "Because.");
    await student.question(2, 1).getByLabel(same ? "equivalent" : "different, or incomplete").check();
    await student.answer(2, 2, words, "Keep", "Your answer is kept.");
    await student.answer(2, 3, fast, "Keep", "Your answer is kept.");
  }
  const answerLink = await student.link(name);
  const last = way === "link" ? answerLink : (await student.file()).trim();
  await student.leave();
  return { early, last };
}

/** Returns the digest of a result of the lesson, computed by the command line. */
const digestOf = (model) => (digests[JSON.stringify(model)] ??= solve({ data: lesson.data, model }).report.result.digest);
const digests = {};

/** Returns the rows of the CSV file expected for the i-th student, without the text of the goal. */
function rowsOf(i, name) {
  const { gamma, numbers, choice, finished, words, same, fast } = planOf(i);
  const [first, second] = [digestOf({ gamma }), finished ? digestOf({ gamma, p: 2 }) : ""];
  const text = words.replace("\u202e", " ").replace(/^=/, "'=");
  return [
    ["step-1-question-1", "number", numbers.at(-1), String(numbers.at(-1) === "6"), String(numbers.length), first],
    ["step-1-question-2", "choice", ["$p = 2$", "$p = 1$"][choice], String(choice === 1), "1", first],
    ...(gamma === gammas.at(-1) ? [] : [["step-1-goal", "move", "", "true", "1", first]]),
    ...(finished ? [
      ["step-2-question-1", "words", text, String(same), "1", second],
      ["step-2-question-2", "words", text, "null", "1", second],
      ["step-2-question-3", "choice", ["Yes", "No"][fast], "null", "1", second],
    ] : []),
  ].map(([exercise, ...rest]) => [`Student ${i + 1}`, `${name}/${exercise}`, ...rest]);
}

test(`the lecturer's table has the answers of ${size} students, and refuses hostile submissions`, async () => {
  const link = linkOf(lesson, server.url);
  const sent = [];
  let next = 0;
  await Promise.all(Array.from({ length: concurrency }, async () => {
    while (next < size) {
      const i = next++;
      sent[i] = await submissions(link, i);
    }
  }));
  assert.match(sent[0].last, /\/lessons\/class\.html#a=1\./);
  const document = JSON.parse(Buffer.from(sent[0].last.split("#a=1.")[1], "base64url"));
  const [name] = Object.keys(document.answers)[0].split("/");
  assert.match(name, /^ubung-two-of-twelve-[0-9a-f]{8}$/);

  // Changed submissions, and lines that are no submission.
  const pack = (changed) => `1.${Buffer.from(typeof changed === "string" ? changed : JSON.stringify(changed)).toString("base64url")}`;
  const forge = (exercise, answer) => pack({ ...document, id: "f".repeat(16), answers: { ...document.answers, [exercise]: answer } });
  const number = { kind: "number", value: 6, right: true, tries: 1, at: 1 };
  const hostileLines = [
    "nonsense", "1.!!!", pack("{"), pack("null"), pack({ v: 2 }), `1.${"A".repeat(70000)}`, pack({ ...document, id: "__proto__" }),
    pack('{"v":1,"id":"00000000000000aa","answers":{"__proto__/x":{"kind":"number","value":1,"right":true}}}'),
    pack({ ...document, answers: Object.fromEntries(Array.from({ length: 601 }, (_, k) => [`a/b${k}`, number])) }),
    forge("<img src=x onerror=alert(1)>/a", number),
    forge(`${name}/step-1-question-1`, { ...number, value: "6" }),
    pack(JSON.stringify({ ...document, answers: { [`${name}/step-1-question-1`]: number } }).replace(":6,", ":1e999,")),
    forge(`${name}/step-1-question-2`, { kind: "choice", value: 3, right: true }),
    forge(`${name}/step-1-question-2`, { kind: "choice", value: "x", right: "yes" }),
    forge(`${name}/step-1-goal`, { kind: "goal", value: "", right: true }),
  ];
  const sentBy = (way) => sent.filter((_, i) => planOf(i).way === way).map(({ last }) => last);
  const earlyAnswers = sent.map((each) => each.early).filter(Boolean);
  assert.ok(earlyAnswers.length > 0 && ["link", "file", "line"].every((way) => sentBy(way).length === size / 3));

  // One submission is opened as a link, others are pasted, and files are dropped; the first attempts come last.
  await openAddress(sent[0].last, { viewport: { width: 390, height: 844 } });
  await page.getByText(/^Students: 1,/).waitFor();
  await page.getByLabel("Links or lines of answers, one per line").evaluate((entry, text) => { entry.value = text; }, // fill takes half a minute for such a long text
    [...sentBy("link"), ...hostileLines, ...sentBy("line")].join("\n"));
  await page.getByRole("button", { name: "Add" }).click();
  await page.getByText(new RegExp(`^Students: ${2 * size / 3}, exercises: 6. Repeated submissions: 1;.*Refused lines: ${hostileLines.length}\\.$`)).waitFor();
  const refused = await page.getByRole("list", { name: "Refused lines" }).getByRole("listitem").allTextContents();
  assert.deepEqual([refused.length, refused[0], refused[10]], [11, `Line ${sentBy("link").length + 1}, “nonsense”: it is not a link of answers`, "and 5 more"]);
  const files = [...sentBy("file"), earlyAnswers.join("\r\n"), "\u0000\u00ff".repeat(100), "1".repeat(2_000_001)];
  await page.locator(".class-drop").dispatchEvent("drop", { dataTransfer: await page.evaluateHandle((files) => {
    const transfer = new DataTransfer();
    for (const [k, text] of files.entries()) transfer.items.add(new File([text], `answers-${k}.txt`));
    return transfer;
  }, files) });
  await page.getByText(new RegExp(`^Students: ${size}, exercises: 6. Repeated submissions: ${1 + earlyAnswers.length};.*Refused lines: ${hostileLines.length + 2}\\.$`)).waitFor();

  const [csvFile] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: "Save as CSV" }).click()]);
  const csv = readFileSync(await csvFile.path(), "utf8");
  assert.equal(csv.codePointAt(0), 0xfeff, "programs for tables read it as UTF-8");
  const rows = csv.trim().split("\r\n").slice(1).map((row) => JSON.parse(`[${row}]`));
  const arrivalOrder = ["link", "line", "file"].flatMap((way) => sent.flatMap((_, i) => (planOf(i).way === way ? [i] : [])));
  const expected = arrivalOrder.flatMap((i, place) => rowsOf(i, name).map(([, ...rest]) => [`Student ${place + 1}`, ...rest]));
  const sorted = (list) => list.map((row) => row.map((cell, k) => (k === 3 && row[2] === "move" ? "" : cell)).join(" | ")).sort();
  assert.deepEqual(sorted(rows), sorted(expected));

  const spread = page.locator(".class-spread section");
  const count = (condition) => sent.filter((_, i) => condition(planOf(i))).length;
  const assertSpread = async (title, line) => assert.ok((await spread.filter({ has: page.getByRole("heading", { name: title }) }).getByRole("listitem").allTextContents()).includes(line), `${title}: ${line}: ${await spread.allTextContents()}`);
  const title = "ubung two of twelve";
  const right = count(({ numbers }) => numbers.at(-1) === "6"), sparse = count(({ choice }) => choice === 1), finished = count((plan) => plan.finished);
  const reachedCount = count(({ gamma }) => gamma !== gammas.at(-1));
  await assertSpread(`${title}, step 1 question 1: ${right} of ${size} right`, ` ${right} × 6 ✓`);
  await assertSpread(`${title}, step 1 question 2: ${sparse} of ${size} right`, ` ${sparse} × p = 1 ✓`);
  await assertSpread(`${title}, step 1 goal: ${reachedCount} of ${reachedCount} right`, ` ${count(({ gamma }) => gamma === 1)} × result ${digestOf({ gamma: 1 }).slice(0, 8)} ✓`);
  await assertSpread(`${title}, step 2 question 2: ${finished} ${finished === 1 ? "answer" : "answers"}`, ` ${finished} × answered`);
  assert.equal(await page.getByRole("columnheader", { name: "step 2 question 2" }).count(), 1);
  assert.equal(await page.getByText("<b>Eve</b>").count(), 0, "names are hidden by default");
  assert.equal(await page.getByRole("columnheader", { name: title, exact: true }).count(), 1, "the hash of the only lesson is not shown");
  await page.getByLabel(/Show names/).check();
  assert.equal(await page.getByRole("rowheader", { name: "<b>Eve</b>" }).count(), size / 3);
  await page.getByLabel(/Show the digests/).check();
  await page.getByRole("cell", { name: `✓ 6 ${digestOf({ gamma: 0.3 }).slice(0, 8)}` }).first().waitFor();
  await page.getByText(`Read ${finished} text`).first().click();
  await page.getByText("<script>alert(1)</script>").first().waitFor();
  await assertAccessible(page);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
});

test("a lecturer writes questions and a goal, and each preset leaves only its controls usable", async () => {
  await openAddress(server.url);
  await untilReady(page);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Share this experiment" });
  const link = async () => dialog.getByLabel("Link", { exact: true }).inputValue();
  const view = async () => decodeLink(await link()).view;
  await dialog.locator(".share-lesson > summary").click();
  await dialog.getByRole("button", { name: "Add a step with the current entries" }).click();
  await dialog.getByLabel("Text of step 1").fill("Read $p$.");
  await dialog.getByText("Questions and goal of step 1").click();
  await until(async () => (await view())?.steps?.[0].text, view);
  const before = await link();
  await dialog.getByRole("button", { name: "Ask for a number" }).click();
  const said = dialog.getByRole("alert");
  assert.deepEqual([await said.textContent(), await link()], ["", before], "a new question has no error before it is left");
  await dialog.getByText("Questions and goal of step 1").focus();
  await said.getByText("Question 1 of step 1 has no text: write one", { exact: true }).waitFor();
  await dialog.getByLabel("Text of question 1 of step 1").fill("How many?");
  await dialog.getByLabel("Answer to question 1 of step 1").fill("six");
  await dialog.getByLabel("Hint to question 1 of step 1").fill("Count.");
  await said.getByText('The answer of question 1 of step 1 is "six": it must be a number, such as 12.5').waitFor();
  await dialog.getByText("There is no link until this is corrected", { exact: true }).waitFor();
  assert.ok(await dialog.getByRole("button", { name: "Download .lplab.json" }).isDisabled());
  await dialog.evaluate((e) => e.scrollTo(0, e.scrollHeight));
  const [above, around] = [await said.boundingBox(), await dialog.boundingBox()];
  assert.ok(above.y >= around.y && above.y + above.height <= around.y + around.height, "the message is in sight");
  for (const [entry, answer] of [["0,60", "0.60"], [".6", "0.6"], ["60 %", "60"], ["3/4", "0.75"], ["1,5e-3", "0.0015"], ["4,960", "4960"], ["−1,234,567.50", "-1234567.50"], ["1 234 567", "1234567"], ["6", "6"]]) {
    await dialog.getByLabel("Answer to question 1 of step 1").fill(entry);
    await dialog.getByLabel("Answer to question 1 of step 1").blur();
    await until(async () => (await view())?.steps?.[0].questions[0].answer === answer, view);
  }
  await dialog.getByRole("button", { name: "Ask for a choice" }).click();
  await dialog.getByLabel("Text of question 2 of step 1").fill("Which?");
  await dialog.getByLabel("Options of question 2 of step 1, one per line").fill("this");
  await dialog.getByLabel("Text of question 2 of step 1").focus();
  await said.getByText("Question 2 of step 1 needs 2 to 10 options, one per line", { exact: true }).waitFor();
  await dialog.getByLabel("Options of question 2 of step 1, one per line").fill("this\nthat\n");
  await dialog.getByLabel("Options of question 2 of step 1, one per line").blur();
  await dialog.getByLabel("Right option of question 2 of step 1").selectOption("that");
  for (const [text, right] of [["this\nthta", "thta"], ["this\nthat\nneither", ""], ["this\nthat", ""]]) {
    await dialog.getByLabel("Options of question 2 of step 1, one per line").fill(text);
    await dialog.getByLabel("Options of question 2 of step 1, one per line").blur();
    assert.equal(await dialog.getByLabel("Right option of question 2 of step 1").inputValue(), right, "a corrected option stays the right one");
  }
  await dialog.getByLabel("Right option of question 2 of step 1").selectOption("that");
  await dialog.getByRole("button", { name: "Ask for a text" }).click();
  await dialog.getByLabel("Text of question 3 of step 1").fill("Why?");
  await dialog.getByLabel("Answer to question 3 of step 1").fill("So.");
  await dialog.getByLabel("Number of condition 1 of step 1").selectOption({ label: "Selected weights" });
  await dialog.getByLabel("Bound of condition 1 of step 1").fill("6");
  await dialog.getByLabel("Bound of condition 1 of step 1").blur();
  await dialog.getByLabel("Number of condition 2 of step 1").selectOption({ label: "R², test" });
  await dialog.getByLabel("Comparison of condition 2 of step 1").selectOption("at least");
  for (const [entry, bound] of [["300,000", "300000"], ["−0,5", "-0.5"], ["90 %", "0.9"], ["0,9", "0.9"]]) {
    await dialog.getByLabel("Bound of condition 2 of step 1").fill(entry);
    await dialog.getByLabel("Bound of condition 2 of step 1").blur();
    await until(async () => (await view())?.steps?.[0].goal === `selected<=6 r2.test>=${bound}`, view);
    assert.equal(await dialog.getByLabel("Bound of condition 2 of step 1").inputValue(), bound, "the bound is shown as it is read");
  }
  const expected = { text: "Read $p$.", questions: [{ kind: "number", text: "How many?", answer: "6", hint: "Count." }, { kind: "choice", text: "Which?", options: ["this", "that"], answer: "that" }, { kind: "words", text: "Why?", answer: "So." }],
    goal: "selected<=6 r2.test>=0.9" };
  await until(async () => JSON.stringify((await view())?.steps?.[0]) === JSON.stringify(expected), async () => JSON.stringify(await view()));
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    assert.deepEqual(await axeFinds(page, "#share-dialog"), []);
  }
  await page.setViewportSize(phone.viewport);
  assert.ok(await dialog.evaluate((e) => e.scrollWidth <= e.clientWidth), "the dialog fits a phone");
  assert.ok((await dialog.getByLabel("Number of condition 1 of step 1").boundingBox()).width > 200, "the names of the conditions are legible");
  await page.setViewportSize({ width: 1280, height: 900 });
  await dialog.getByRole("button", { name: "Remove (question 1 of step 1)" }).click();
  await until(async () => (await view())?.steps?.[0].questions.length === 2, async () => JSON.stringify(await view()));
  await dialog.getByRole("button", { name: "Remove (step 1)" }).click();

  let student;
  for (const [preset, open] of [["Only p and gamma", (path) => ["model.p", "model.gamma", "factor", "auto"].includes(path)], ["Only the data", (path) => /^(sample$|tune$|data|target|task|features)\b/.test(path)], ["Only the result", () => false]]) {
    await dialog.getByLabel("What may be changed").selectOption(preset);
    await until(async () => {
      const hidden = (await view())?.hidden ?? [];
      return hidden.includes("search") && hidden.includes("data") === (preset !== "Only the data") && hidden.includes("norm") === (preset !== "Only p and gamma");
    }, async () => JSON.stringify(await view()));
    const address = await link();
    student ??= await openPage(browser, address);
    await student.goto(address); // openPage has opened the first one
    let usablePaths;
    await until(async () => {
      usablePaths = await student.locator("#controls [data-path]").evaluateAll((all) => all.filter((e) => e.checkVisibility() && !e.matches(":disabled")).map((e) => e.dataset.path));
      return usablePaths.every(open) && usablePaths.length > 0 === (preset !== "Only the result");
    }, () => `${preset}: ${usablePaths}`);
    await untilReady(student);
    assert.ok(await student.locator(".check.locked").evaluateAll((all) => all.filter((e) => e.checkVisibility()).every((e) => e.querySelector("label").getBoundingClientRect().left - e.querySelector("input").getBoundingClientRect().right < 20)), "a locked check box is beside its label");
  }
  await closePage(student);
  await dialog.getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: "Share", exact: true }).click();
  assert.equal(await dialog.getByLabel("What may be changed").inputValue(), "Only the result", "a preset is shown again");
  await dialog.getByText("Hide and lock one by one").click();
  await dialog.getByLabel("Certificate", { exact: true }).check();
  assert.equal(await dialog.getByLabel("What may be changed").inputValue(), "");
});
