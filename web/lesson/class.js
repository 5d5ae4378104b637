// The lecturer's table: submissions pasted or dropped are read here, in this page alone.
import { byId, download, element, messageOf } from "../dom.js";
import { countOf, integer } from "../plot/text.js";
import { decodeBroken, mostOfTitle, textsOf } from "./submission.js";

const mostStudents = 2000;
const mostGroups = 12; // of a distribution
const mostRefusals = 10; // that are listed
const mostOfRefused = 30; // characters that are shown of a refused text: its end, as all links begin alike
const byteOrderMark = "\ufeff"; // without it, Excel reads the letters of names in another encoding
const host = byId("class-table");
/**
 * @typedef {import("./submission.js").Submission} Submission
 * @typedef {import("./progress.js").Answer} Answer
 */
const students = /** @type {Submission[]} */ ([]); // the latest submission of each
const refusals = /** @type {string[]} */ ([]);
let repeats = 0;

const entry = element("textarea", { rows: 4, id: "class-lines" });
const files = element("input", { type: "file", multiple: true, accept: ".txt,.json", id: "class-files" });
const add = element("button", { type: "button", textContent: "Add" });
const message = element("p", { attributes: { role: "status" } });
const refused = element("ul", { attributes: { "aria-label": "Refused lines" } });
const nameBox = element("input", { type: "checkbox" });
const digestBox = element("input", { type: "checkbox" });
const save = element("button", { type: "button", textContent: "Save as CSV" });
const drop = element("div", { className: "class-drop" },
  element("label", { htmlFor: "class-lines", textContent: "Links or lines of answers, one per line" }), entry,
  element("div", { className: "row answer-buttons" }, add, element("label", { htmlFor: "class-files" }, "or files (drop them here)"), files));
const table = element("div", { className: "class-scroll", tabIndex: 0, attributes: { role: "region", "aria-label": "Answers by student" } });
const spread = element("div", { className: "class-spread" });
const results = element("div", { hidden: true }, element("div", { className: "row answer-buttons" }, save,
  element("label", {}, nameBox, " Show names, if given"), element("label", {}, digestBox, " Show the digests of results")), table, spread);

/** Reads lines, of a file if it is named. @param {string} text @param {string} [file] */
function readLines(text, file) {
  const lines = text.split(/\r?\n/);
  for (let i = 0, next = 1; i < lines.length; i = next, next++) {
    for (const each of lines[i].trim() ? textsOf(lines[i]) : []) {
      try {
        const whole = decodeBroken(each, lines, next);
        take(whole.submission);
        next = whole.next;
      } catch (error) {
        const end = each.slice(-mostOfRefused);
        refusals.push(`${file ? `${file}, line` : "Line"} ${i + 1}, “${end === each ? "" : "…"}${end}”: ${messageOf(error)}`);
      }
    }
  }
}

const lessonOf = (/** @type {string} */ exercise) => exercise.split("/")[0];

/** Whether two submissions are of one student: from one browser, and not with two names, as on a shared computer. @param {Submission} one @param {Submission} other */
const isSameStudent = (one, other) => one.id === other.id && (!one.name || !other.name || names.compare(one.name, other.name) === 0);

/** Takes a submission: the later answers of a student to a lesson replace the earlier ones. A submission from the steps of a link has those of one lesson only. */
function take(/** @type {Submission} */ submission) {
  const found = students.findIndex((student) => isSameStudent(student, submission));
  const before = /** @type {Submission | undefined} */ (students[found]);
  if (!before && students.length >= mostStudents) throw new Error(`there are ${mostStudents} already`);
  const [earlier, later] = before && before.at > submission.at ? [submission, before] : [before, submission];
  const answers = new Map(before?.answers);
  for (const [lesson, group] of Map.groupBy(submission.answers, ([name]) => lessonOf(name))) {
    const replaced = [...answers].filter(([name]) => lessonOf(name) === lesson);
    if (latest(replaced) > latest(group)) continue;
    for (const [name] of replaced) answers.delete(name);
    for (const [name, answer] of group) answers.set(name, answer);
  }
  if ([...submission.answers.keys()].some((name) => before?.answers.has(name))) repeats++;
  students[before ? found : students.length] = { ...later, answers, name: later.name || (earlier?.name ?? "") };
}

/** The time of the latest of answers. @param {[string, Answer][]} answers */
const latest = (answers) => Math.max(0, ...answers.map(([, { at }]) => at));

async function readFiles(/** @type {Iterable<File>} */ list) {
  for (const file of list) {
    const text = file.size <= 2e6 ? await file.text().catch(() => null) : null;
    if (text === null) refusals.push(`${file.name}: it has more than 2 MB, or cannot be read`);
    else readLines(text, file.name);
  }
  show();
}

const title = (/** @type {Submission} */ submission, /** @type {number} */ i) => (nameBox.checked && submission.name) || `Student ${i + 1}`;
const order = new Intl.Collator("en", { numeric: true });
const names = new Intl.Collator("en", { sensitivity: "base", ignorePunctuation: true });
const baseOf = (/** @type {string} */ lesson) => lesson.replace(/-[0-9a-f]{8}$/, ""); // without the hash of its steps
const valueOf = (/** @type {Answer} */ { kind, value }) => (kind === "choice" ? String(value).replaceAll("$", "") : String(value));
/** The value of an answer, shortened. */
const shortValueOf = (/** @type {Answer} */ answer) => valueOf(answer).replace(/^(.{59}).{2,}$/s, "$1…");
const mark = (/** @type {Answer} */ { right }) => (right === null ? "" : right ? "✓ " : "✗ ");

/** The titles of an exercise and its lesson, which has its hash if another of the lessons has the same title. @param {string} name @param {string[]} lessons */
function titles(name, lessons) {
  const [lesson, exercise] = name.split("/");
  const base = baseOf(lesson);
  const isUnique = lessons.filter((other) => baseOf(other) === base).length < 2;
  const words = base === "class" ? "lesson without a title" : `${base.replaceAll("-", " ")}${base.length < mostOfTitle ? "" : "…"}`;
  return [isUnique ? words : `${words} (${lesson.slice(-8)})`, exercise.replaceAll("-", " ")];
}

function show() {
  const exercises = [...new Set(students.flatMap((submission) => [...submission.answers.keys()]))].sort(order.compare);
  message.textContent = students.length + refusals.length === 0 ? "" : `Students: ${students.length}, exercises: ${exercises.length}. Repeated submissions: ${repeats}; only the latest of each browser, name and lesson counts. Refused lines: ${refusals.length}.`;
  const more = refusals.length - mostRefusals;
  refused.replaceChildren(...[...refusals.slice(0, mostRefusals), ...(more > 0 ? [`and ${integer(more)} more`] : [])].map((textContent) => element("li", { textContent })));
  refused.hidden = refusals.length === 0;
  const head = (/** @type {string} */ textContent, span = {}) => element("th", { textContent, scope: "col", ...span });
  const lessons = Map.groupBy(exercises, lessonOf);
  const titlesOf = (/** @type {string} */ name) => titles(name, [...lessons.keys()]);
  const answerCell = (/** @type {Answer | undefined} */ answer) => element("td", {}, ...(answer ? [
    `${mark(answer)}${shortValueOf(answer)}`, ...(digestBox.checked && answer.digest ? [element("code", { textContent: ` ${answer.digest.slice(0, 8)}` })] : [])] : []));
  table.replaceChildren(element("table", { className: "class-answers" }, element("caption", { textContent: "Answers" }),
    element("thead", {},
      element("tr", {}, head("Student", { rowSpan: 2 }), ...[...lessons.values()].map((group) => head(titlesOf(group[0])[0], { colSpan: group.length, scope: "colgroup" }))),
      element("tr", {}, ...exercises.map((name) => head(titlesOf(name)[1])))),
    element("tbody", {}, ...students.map((submission, i) => element("tr", {}, element("th", { textContent: title(submission, i), scope: "row" }),
      ...exercises.map((name) => answerCell(submission.answers.get(name))))))));
  spread.replaceChildren(...exercises.map((name) => distribution(titlesOf(name).join(", "), students.flatMap((submission) => submission.answers.get(name) ?? []))));
  results.hidden = students.length === 0;
}

/** The group in which an answer is counted: texts by their grade, reached goals by their result, others by their value. */
function answerGroup(/** @type {Answer} */ answer) {
  const { kind, right, digest } = answer;
  if (kind === "words") return right === null ? "answered" : right ? "as the model answer" : "not yet as the model answer";
  if (kind === "move") return digest ? `result ${digest.slice(0, 8)}` : "reached";
  return shortValueOf(answer);
}

/** How often each answer to an exercise was given, the most frequent first; texts in full. @param {string} title @param {Answer[]} answers */
function distribution(title, answers) {
  const groups = [...Map.groupBy(answers, answerGroup)].sort(([, a], [, b]) => b.length - a.length);
  const graded = answers.filter(({ right }) => right !== null);
  const sum = graded.length ? `${graded.filter(({ right }) => right).length} of ${graded.length} right` : countOf(answers.length, "answer");
  const texts = answers.filter(({ kind }) => kind === "words");
  return element("section", {}, element("h2", { textContent: `${title}: ${sum}` }),
    element("ul", {}, ...groups.slice(0, mostGroups).map(([text, group]) => element("li", {},
      element("meter", { min: 0, max: answers.length, value: group.length, attributes: { "aria-label": `${text}: ${group.length}` } }),
      ` ${group.length} × ${text}${group[0].kind !== "words" && group[0].right ? " ✓" : ""}`))),
    groups.length > mostGroups ? element("p", { textContent: `and ${countOf(groups.length - mostGroups, "other answer")} (see the CSV file)` }) : "",
    texts.length ? element("details", {}, element("summary", { textContent: `Read ${countOf(texts.length, "text")}` }),
      element("ul", {}, ...texts.map((answer) => element("li", { textContent: mark(answer) + answer.value })))) : "");
}

/** A cell of CSV: quoted, and no formula for the program that opens it. */
const csvCell = (/** @type {string} */ text) => `"${(/^[=+\-@\t\r]/.test(text) && !/^-?[\d.]+$/.test(text) ? "'" : "") + text.replaceAll('"', '""')}"`;

save.addEventListener("click", () => {
  const rows = [["student", "exercise", "kind", "answer", "right", "tries", "digest"]];
  students.forEach((submission, i) => submission.answers.forEach((a, name) => rows.push([title(submission, i), name, a.kind, String(a.value), String(a.right), String(a.tries), a.digest ?? ""])));
  download("lplab-class.csv", "text/csv", byteOrderMark + rows.map((row) => row.map(csvCell).join(",")).join("\r\n") + "\r\n");
});
add.addEventListener("click", () => {
  readLines(entry.value);
  entry.value = "";
  show();
});
files.addEventListener("change", () => readFiles(files.files ?? []));
for (const box of [nameBox, digestBox]) box.addEventListener("change", show);
for (const kind of ["dragover", "drop"]) drop.addEventListener(kind, (event) => event.preventDefault());
drop.addEventListener("drop", (event) => readFiles(/** @type {DragEvent} */ (event).dataTransfer?.files ?? []));

host.append(drop, message, refused, results);
if (location.hash.startsWith("#a=")) readLines(location.hash);
addEventListener("hashchange", () => (readLines(location.hash), show()));
show();
