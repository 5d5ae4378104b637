// The lecturer's table: submissions pasted or dropped are read here, in this page alone.
import { download, element } from "../dom.js";
import { decode } from "./submission.js";

const mostStudents = 2000;
const host = document.getElementById("class-table");
const students = new Map(); // id of a browser -> its latest submission
const refused = [];
let repeated = 0;

const entry = element("textarea", { rows: 4, id: "class-lines" });
const files = element("input", { type: "file", multiple: true, accept: ".txt,.json", id: "class-files" });
const add = element("button", { type: "button", textContent: "Add" });
const told = element("p", { attributes: { role: "status" } });
const names = element("input", { type: "checkbox" });
const save = element("button", { type: "button", textContent: "Save as CSV" });
const drop = element("div", { className: "class-drop" },
  element("label", { htmlFor: "class-lines", textContent: "Links or lines of answers, one a line" }), entry,
  element("div", { className: "answer-buttons" }, add, element("label", { htmlFor: "class-files" }, "or files, which may also be dropped here ", files)));
const table = element("div", { className: "class-scroll", tabIndex: 0, attributes: { role: "region", "aria-label": "Answers by student" } });
const spread = element("div", { className: "class-spread" });

/** Reads lines; a later submission of the same browser takes the place of the earlier. */
function take(text) {
  for (const line of text.split(/\r?\n/)) {
    if (!line.trim()) continue;
    try {
      const one = decode(line);
      const before = students.get(one.id);
      if (!before && students.size >= mostStudents) throw new Error(`there are ${mostStudents} already`);
      if (before) repeated++;
      if (!(before?.at > one.at)) students.set(one.id, one);
    } catch (error) {
      refused.push(`${line.trim().slice(0, 40)}: ${error.message}`);
    }
  }
}

async function takeFiles(list) {
  for (const file of list) {
    if (file.size > 2e6) refused.push(`${file.name}: it has more than 2 MB`);
    else take(await file.text());
  }
  show();
}

const title = (one, i) => (names.checked && one.name) || `Student ${i + 1}`;

function show() {
  const list = [...students.values()];
  const exercises = [...new Set(list.flatMap((one) => [...one.answers.keys()]))].sort();
  told.textContent = `${list.length} students, ${exercises.length} exercises. ${repeated} repeated submissions: the latest of each browser counts. ${refused.length} lines refused${refused.length ? `; the first: ${refused[0]}` : ""}.`;
  const mark = (a) => (a ? `${a.right ? "✓" : "✗"} ${a.kind === "number" ? a.value : a.value.slice(0, 60)}` : "");
  table.replaceChildren(element("table", {}, element("caption", { textContent: "Answers" }),
    element("thead", {}, element("tr", {}, ...["Student", ...exercises].map((text) => element("th", { textContent: text, scope: "col" })))),
    element("tbody", {}, ...list.map((one, i) => element("tr", {}, element("th", { textContent: title(one, i), scope: "row" }),
      ...exercises.map((name) => element("td", { textContent: mark(one.answers.get(name)), title: one.answers.get(name)?.digest ?? "" })))))));
  spread.replaceChildren(...exercises.map((name) => distribution(name, list.map((one) => one.answers.get(name)).filter(Boolean))));
}

/** How often each answer to an exercise was given, the most frequent first. */
function distribution(name, answers) {
  const counts = new Map();
  for (const { kind, value, right } of answers) {
    const text = kind === "words" || kind === "move" ? (right ? "done" : "not yet") : String(value).slice(0, 60);
    counts.set(text, { count: (counts.get(text)?.count ?? 0) + 1, right });
  }
  const right = answers.filter((a) => a.right).length;
  return element("section", {}, element("h3", { textContent: `${name}: ${right} of ${answers.length} right` }),
    element("ul", {}, ...[...counts].sort((a, b) => b[1].count - a[1].count).slice(0, 12).map(([text, one]) =>
      element("li", {}, element("meter", { min: 0, max: answers.length, value: one.count, attributes: { "aria-label": `${text}: ${one.count}` } }), ` ${one.count} × ${text}${one.right ? " ✓" : ""}`))));
}

/** A cell of CSV: quoted, and no formula for the program that opens it. */
const cell = (text) => `"${(/^[=+\-@\t\r]/.test(text) && !/^-?[\d.]+$/.test(text) ? "'" : "") + text.replaceAll('"', '""')}"`;

save.addEventListener("click", () => {
  const rows = [["student", "exercise", "kind", "answer", "right", "tries", "digest"]];
  [...students.values()].forEach((one, i) => one.answers.forEach((a, name) => rows.push([title(one, i), name, a.kind, String(a.value), String(a.right), String(a.tries), a.digest])));
  download("lplab-class.csv", "text/csv", rows.map((row) => row.map(cell).join(",")).join("\r\n") + "\r\n");
});
add.addEventListener("click", () => {
  take(entry.value);
  entry.value = "";
  show();
});
files.addEventListener("change", () => takeFiles(files.files));
names.addEventListener("change", show);
for (const kind of ["dragover", "drop"]) drop.addEventListener(kind, (event) => event.preventDefault());
drop.addEventListener("drop", (event) => takeFiles(/** @type {DragEvent} */ (event).dataTransfer.files));

host.append(drop, told, element("label", {}, names, " Show names, where students gave one"), save, table, spread);
if (location.hash.startsWith("#a=")) take(location.hash);
addEventListener("hashchange", () => (take(location.hash), show()));
show();
