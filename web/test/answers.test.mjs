// Answers to exercises: how they are read, kept, sent, and added to the lecturer's table.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { decode, decodeBroken, encode, textsOf } from "../lesson/submission.js";
import { closePage, openPage } from "./harness.mjs";
import { browser, server } from "./stage.mjs";
import { untilText } from "./waiting.mjs";

test("numbers are read as the page and its readers write them", async () => {
  const other = await openPage(browser, new URL("lessons/reweighting.html", server.url).href);
  await other.evaluate(() => customElements.whenDefined("lp-exercise").then(() => {}));
  const missing = "Enter a number, such as 12.5.";
  const cases = [ // entry, answer, number read, grade
    ["4,960", "4960", 4960, "right"], ["4 960", "4960", 4960, "right"], ["4\u00a0960", "4960", 4960, "right"], ["1,234,567.5", "1234567.5", 1234567.5, "right"],
    ["4,960", "4.96", 4.96, "right"], ["4,960", "5.1", 4.96, "wrong"], ["0,125", "125", 0.125, "wrong"],
    ["41.7\u00a0%", "41.7", 41.7, "right"], ["41.7 %", "0.417", 0.417, "right"], ["40 %", "0", 40, "wrong"],
    ["1/4", "0.25", 0.25, "right"], ["-1 / 4", "-0.25", -0.25, "right"], ["–1.31", "-1.31", -1.31, "right"], ["− 1,31", "-1.31", -1.31, "right"], ["1e−3", "0.001", 0.001, "right"],
    ["= 0.125", "0.125", 0.125, "right"], ["≈ 5,39", "5.39", 5.39, "right"], ["4'960", "4960", 4960, "right"], ["16,701,685/1,088,430", "15.3", 16701685 / 1088430, "right"], ["3/0,6", "5", 5, "right"],
    ["4.960", "4960", 4960, "right"], ["4.960", "4961", 4.96, "wrong"], ["4.960", "4.96", 4.96, "right"], ["12.0", "12", 12, "right"],
    ["1 1/2", "1.5", null, missing], ["1/0", "1", null, missing], ["/4", "0", null, missing], ["%", "0", null, missing],
  ];
  assert.deepEqual(await other.evaluate((cases) => cases.map(([text, answer], i) => {
    const exercise = Object.assign(document.createElement("lp-exercise"), { id: `entry-${i}` });
    exercise.setAttribute("kind", "number");
    exercise.setAttribute("answer", answer);
    document.querySelector("main").append(exercise);
    exercise.querySelector("input").value = text;
    exercise.querySelector("button").click();
    const { value = null } = JSON.parse(localStorage.getItem("lplab-lessons"))?.answers[`reweighting/entry-${i}`] ?? {};
    return [text, answer, value, exercise.dataset.grade ?? exercise.querySelector(".graded").textContent];
  }), cases), cases);
  await closePage(other);
});

test("all answers of a line are read, with the text around them", () => {
  const id = (k) => String(k).repeat(16);
  const [ada, bob] = [1, 2].map((k) => `https://host/lessons/class.html#a=${encode({ id: id(k), name: "", answers: { "a/b": { kind: "number", value: k, right: true, tries: 1, at: 1 } } })}`);
  const lines = [ada, `${ada} (Ada)`, `${ada},Ada`, `"Ada","${ada}","2026"`, `Ada\t${ada}\t2026-11-29`, `<${ada}>`, `${ada}. Ada`, ada.replace(/.{9}$/, " $&)."),
    ada.split("#a=")[1], `https://safelinks.example/?url=${encodeURIComponent(ada)}&data=05%7C01`, JSON.stringify({ v: 1, id: id(1), name: "#a=", answers: {} })];
  for (const line of lines) assert.deepEqual(textsOf(line).map((text) => decode(text).id), [id(1)], line);
  for (const between of [" ", ",", "\t", " and "]) assert.deepEqual(textsOf(ada + between + bob).map((text) => decode(text).id), [id(1), id(2)]);
});

test("a link that a mail program has broken into lines is read, and one that is cut short is named so", () => {
  const whole = `https://host/lessons/class.html#a=${encode({ id: "1".repeat(16), name: "", answers: { "a/b": { kind: "words", value: "Because. ".repeat(30), right: null, tries: 1, at: 1 } } })}`;
  const read = (text) => {
    const lines = text.split("\n");
    const { submission, next } = decodeBroken(textsOf(lines[0])[0], lines, 1);
    return [submission.id, lines.slice(next)];
  };
  for (const width of [76, 100]) {
    for (const between of ["\n", "=\n", "\n> "]) {
      const broken = whole.match(new RegExp(`.{1,${width}}`, "g")).join(between);
      assert.deepEqual(read(`${broken}\nAda`), ["1".repeat(16), ["Ada"]]);
      assert.deepEqual(read(`${broken}\n${whole}`), ["1".repeat(16), [whole]]);
    }
  }
  assert.deepEqual(read(`${whole}\nAda`), ["1".repeat(16), ["Ada"]]);
  for (const cut of [whole.slice(0, -40), whole.slice(0, 60)]) assert.throws(() => read(`${cut}\nAda`), { message: "it is cut short or damaged: ask for the answers as a file" });
  assert.throws(() => read("nonsense\nAda"), { message: "it is not a link of answers" });
});

test("answers are kept, and a link or a file adds them to the lecturer's table", async () => {
  const student = await openPage(browser, new URL("lessons/packed-tensor.html", server.url).href);
  const number = student.locator("lp-exercise[kind=number]");
  await student.getByRole("button", { name: "Make a link" }).click();
  await student.getByText("There are no answers to send: answer an exercise first.", { exact: true }).waitFor();
  const forget = student.getByRole("button", { name: "Forget my answers" });
  await number.getByRole("textbox").fill("1"); // a draft alone
  await forget.click();
  assert.equal(await number.getByRole("textbox").inputValue(), "");
  await student.getByRole("button", { name: "Put them back" }).click();
  assert.equal(await number.getByRole("textbox").inputValue(), "1");
  const tab = await student.context().newPage(); // the same lesson again
  await tab.goto(student.url());
  const copy = tab.locator("lp-exercise[kind=number]").getByRole("textbox");
  for (const draft of ["1", "12"]) {
    await number.getByRole("textbox").fill(draft);
    await untilText(() => copy.inputValue(), draft);
  }
  await tab.close();
  await number.getByRole("textbox").fill("30/2");
  await number.getByRole("button", { name: "Check" }).click();
  await number.getByText("✓ Right.").waitFor();
  await number.getByRole("textbox").fill("abc");
  await number.getByRole("button", { name: "Check" }).click();
  await number.getByText("Enter a number, such as 12.5.").waitFor();
  assert.equal(await number.getAttribute("data-grade"), null, "a refused entry is not marked as right");
  const words = student.locator("lp-exercise[kind=words]");
  for (const text of ["First.", "Second."]) { // an answer is kept when it is compared, graded or not
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
  await student.getByLabel("Name for the lecturer (optional)").fill("Ada");
  await student.getByRole("button", { name: "Make a link" }).click();
  await student.getByText(/It contains your answers/).waitFor();
  const link = await student.getByLabel("Link with your answers").inputValue();
  await student.getByLabel("Name for the lecturer (optional)").fill("");
  const [file] = await Promise.all([student.waitForEvent("download"), student.getByRole("button", { name: "Save as a file" }).click()]);

  // Answers that are forgotten, put back or read from a file are redrawn; those of other lessons stay.
  const upload = (text) => student.getByLabel("File with answers").setInputFiles({ name: "a.txt", mimeType: "text/plain", buffer: Buffer.from(text) });
  const other = { v: 1, id: "0".repeat(16), name: "", answers: { "other/exercise-1": { kind: "number", value: 1, right: true, tries: 1, at: 1 } } };
  await upload(JSON.stringify(other));
  await student.getByText("1 answer read, none of this lesson.", { exact: true }).waitFor();
  const assertShown = async (count, value, grade) => {
    await student.getByText(new RegExp(`^${count} of 4 exercises`)).waitFor();
    assert.deepEqual([await number.getByRole("textbox").inputValue(), await number.locator(".graded").textContent()], [value, grade]);
  };
  await forget.click();
  await student.getByText("Your answers of this lesson are deleted.", { exact: true }).waitFor();
  await assertShown(0, "", "");
  assert.equal(await words.getByRole("textbox").inputValue(), "");
  await student.getByRole("button", { name: "Put them back" }).click();
  await assertShown(2, "15", "✓ Right.");
  await number.getByRole("textbox").fill("16");
  await forget.click();
  await assertShown(0, "", "");
  await student.getByRole("button", { name: "Put them back" }).click();
  await assertShown(2, "16", "Not yet answered: press Check.");
  await student.reload();
  await assertShown(2, "16", "Not yet answered: press Check.");
  await forget.click();
  await upload(readFileSync(await file.path(), "utf8"));
  await student.getByText("2 answers read.", { exact: true }).waitFor();
  await assertShown(2, "15", "✓ Right.");
  assert.ok(await student.evaluate(() => localStorage.getItem("lplab-lessons").includes("other/exercise-1")));

  const lecturer = await openPage(browser, `${link}).`, { viewport: { width: 390, height: 844 } });
  await lecturer.getByText(/^Students: 1, exercises: 2. Repeated submissions: 0;/).waitFor();
  await lecturer.locator("#class-files").setInputFiles(await file.path());
  await lecturer.getByText(/^Students: 1, exercises: 2. Repeated submissions: 1;/).waitFor();
  await lecturer.getByText("packed tensor, exercise 1: 1 of 1 right").waitFor();
  await lecturer.getByLabel(/Show names/).check();
  await lecturer.getByRole("rowheader", { name: "Ada", exact: true }).waitFor(); // the file has no name
  await lecturer.getByRole("cell", { name: "✓ 15", exact: true }).waitFor();
  for (const each of [student, lecturer]) {
    await closePage(each);
  }
});

test("submissions of a browser for several links are one row of the lecturer's table", async () => {
  const lecturer = await openPage(browser, new URL("lessons/class.html", server.url).href);
  const lineOf = (lesson, value, at, name = "") => encode({ id: "a".repeat(16), name, answers: { [`${lesson}/step-1-question-1`]: { kind: "number", value, right: true, tries: 1, at } } });
  const add = async (...lines) => {
    await lecturer.getByLabel("Links or lines of answers, one per line").fill(lines.join("\n"));
    await lecturer.getByRole("button", { name: "Add" }).click();
  };
  await add(lineOf("first-00000001", 11, 10), lineOf("second-00000002", 22, 20));
  await lecturer.getByText(/^Students: 1, exercises: 2. Repeated submissions: 0;/).waitFor();
  await add(lineOf("first-00000001", 12, 15), lineOf("second-00000002", 21, 5)); // corrected after the first one; older than the second
  await lecturer.getByText(/^Students: 1, exercises: 2. Repeated submissions: 2;/).waitFor();
  assert.deepEqual(await lecturer.getByRole("cell").allTextContents(), ["✓ 12", "✓ 22"]);
  await add(lineOf("four-products-out-of-496-00000003", 33, 30)); // "Four products out of 4,960"
  await lecturer.getByRole("columnheader", { name: "four products out of 496…", exact: true }).waitFor();
  await add(lineOf("first-00000001", 12, 15, "Ada"), lineOf("first-00000001", 13, 40, "Bob"), lineOf("first-00000001", 14, 50, "ADA"));
  await lecturer.getByText(/^Students: 2, exercises: 3. Repeated submissions: 4;/).waitFor();
  assert.deepEqual(await lecturer.getByRole("row").filter({ has: lecturer.getByRole("rowheader") }).allTextContents(), ["Student 1✓ 14✓ 33✓ 22", "Student 2✓ 13"], "a second student at the same computer has another row");
  await closePage(lecturer);
});
