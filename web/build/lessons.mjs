// Makes the lessons of lp Lab: node web/build/lessons.mjs SITE LPLAB
//
// web/lessons/<n>-<name>.md   a lesson: "# Title", a paragraph that leads in, and the
//                             rest; TeX between dollars; live figures as elements
//                             (web/lesson); their "src" is an experiment beside it.
//                             Comments are for core/lab/lessons_test.go, and left out.
// web/lessons/references.json what is cited as [n] in a lesson: its works by that number
// web/lessons/lecturers.txt   Markdown of the page for lecturers
// web/glossary/<n>-<name>.md  the glossary, part by part (glossary.mjs)
//
// SITE gets lessons/*.html with the experiments, styles and the font of the formulas,
// and web/glossary.json, which the lab fetches for its help. LPLAB is the command line
// program, which checks the experiments and writes their links.

import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fontOf } from "./font.mjs";
import { entriesOf, glossaryBody, helpOf } from "./glossary.mjs";
import { trustedMarkdown } from "../lesson/markdown.js";
import { neighbours, page } from "./template.mjs";

const html = (text) => trustedMarkdown.render(text);
const inline = (text) => trustedMarkdown.renderInline(text);
const { escapeHtml: escape } = trustedMarkdown.utils;

const [site, lplab] = process.argv.slice(2);
const source = new URL("../lessons/", import.meta.url);
const target = join(site, "lessons");
const read = (name, from = source) => readFileSync(new URL(name, from), "utf8");
const filesOf = (ext, from = source) => readdirSync(from).filter((name) => name.endsWith(ext)).sort();

/** A lesson's parts: its title, what leads in, and the rest, without the marks of the checks. */
function lessonOf(name) {
  const [, title, lead, rest] = read(name).replace(/ *<!--[^]*?-->/g, "").match(/^# (.+)\n\n(.+)\n\n([^]*)$/) ?? fail(`${name} does not begin with "# Title" and a paragraph`);
  const key = name.replace(/^\d+-|\.md$/g, "");
  return { name, key, number: Number.parseInt(name, 10), file: `${key}.html`, title, lead, rest };
}

function fail(message) {
  throw new Error(message);
}

/** The link that opens an experiment in the lab. */
const linkOf = (name) => `../#e=${execFileSync(lplab, ["link", "encode", join(source.pathname, name)], { encoding: "utf8" }).trim()}`;

mkdirSync(target, { recursive: true });
const lessons = filesOf(".md").map(lessonOf).sort((a, b) => a.number - b.number);
const works = JSON.parse(read("references.json"));
const glossary = new URL("../glossary/", import.meta.url);
const entries = entriesOf(filesOf(".md", glossary).map((name) => read(name, glossary)), lessons);

const experiments = filesOf(".json").filter((name) => name !== "references.json");
const links = new Map(experiments.map((name) => [name, linkOf(name)]));
const usedExperiments = new Set();
for (const name of experiments) copyFileSync(new URL(name, source), join(target, name));

/** Gives every live figure the link of its experiment. */
const addLinks = (text) => text.replace(/(<lp-[a-z]+\b[^>]*\ssrc="([^"]+)")/g, (_, start, name) => {
  usedExperiments.add(name);
  return `${start} lab="${links.get(name) ?? fail(`there is no experiment web/lessons/${name}`)}"`;
});

/** Numbers the sections, figures and exercises of a lesson, and gives each an anchor. */
function addNumbers(text, { number, key }) {
  let [section, figure, exercise] = [0, 0, 0];
  return text
    .replace(/<h2>(.*?)<\/h2>/g, (_, title) => {
      const id = title.replace(/<[^>]*>/g, "").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
      return `<h2 id="${id}"><a class="anchor" href="#${id}"><span>${number}.${++section}</span></a> ${title}</h2>`;
    })
    .replace(/<lp-(exercise|[a-z]+)\b/g, (start, kind) => (kind === "exercise"
      ? `${start} id="exercise-${++exercise}"` : `${start} id="figure-${++figure}" data-number="${number}.${figure}"`))
    .replace(/\[(\d(?:, \d)*)((?:, [a-z]+[^\]<]*)?)\](?!\()/g, (_, list, place) => `[${list.split(", ").map((n) => `<a href="#work-${n}">${works[key]?.[n - 1] ? n : fail(`${key} cites [${n}]`)}</a>`).join(", ")}${place}]`);
}

/** The works that a lesson cites. */
const references = ({ key }) => `<section class="references" aria-labelledby="references"><h2 id="references">References</h2>
<ol>${(works[key] ?? fail(`${key} has no references`)).map((work, i) => `<li id="work-${i + 1}">${inline(work)}</li>`).join("\n")}</ol></section>`;

const pages = new Map();
lessons.forEach((lesson, i) => {
  const body = `<article>
<p class="number">Lesson ${lesson.number}</p>
<h1>${inline(lesson.title)}</h1>
<p class="lead-in">${inline(lesson.lead)}</p>
<noscript><p class="pending">The live figures need JavaScript; the text stands without them.</p></noscript>
${addNumbers(addLinks(html(lesson.rest)), lesson)}
<section class="answers" id="own-answers"><h2>Your answers</h2></section>
${references(lesson)}
<p class="slides"><button type="button" id="print-lesson">Print</button> <button type="button" id="print-slides">Print as slides</button> Both draw all figures first. The print dialog can save a PDF.</p>
</article>
${neighbours(lessons, i)}`;
  pages.set(lesson.file, page({ title: lesson.title, description: `Lesson ${lesson.number} of lp Lab: ${lesson.title}.`, body, here: lesson.file, lessons, key: lesson.key }));
});
for (const name of experiments) if (!usedExperiments.has(name)) fail(`no lesson uses the experiment web/lessons/${name}`);

pages.set("index.html", page({
  title: "Lessons", here: "index.html", lessons,
  description: "Lessons on sparse regression with lp norms and tensor kernels, with live figures.",
  body: `<article>
<h1>Lessons</h1>
<p class="lead-in">A course in short chapters. Each explains one idea with live figures, and has exercises that are graded here. Everything is computed in your browser, and each experiment opens in the lab with one click.</p>
<ol class="cards" start="0">
${lessons.map(({ file, title, lead }) => `<li><h2><a href="${file}">${escape(title)}</a></h2><p>${inline(lead)}</p></li>`).join("\n")}
</ol>
<p>Words and numbers are looked up in the <a href="glossary.html">glossary</a>. The lessons follow S. Salzo, J. A. K. Suykens and L. Rosasco, <cite>Solving ℓp-norm regularization with tensor kernels</cite>, and F. Hibraj, <cite>Efficient tensor kernel methods for sparse regression</cite>.</p>
<p>For a course: <a href="lecturers.html">what each lesson needs and takes</a>, and the <a href="class.html">answers of a class</a>.</p>
</article>`,
}));
pages.set("lecturers.html", page({
  title: "For lecturers", description: "What each lesson of lp Lab needs and takes, and how to collect the answers of a class.",
  body: `<article>${html(read("lecturers.txt"))}</article>`, here: "lecturers.html", lessons,
}));
pages.set("class.html", page({
  title: "Answers of a class", description: "Reads the answers that students send, into a table and distributions.", here: "class.html", lessons,
  body: `<article><h1>Answers of a class</h1>
<p class="lead-in">Students send a link or a file, which they make at the end of a lesson. Paste the links here, or drop the files. Nothing leaves this page, and closing it forgets everything.</p>
<div id="class-table"></div></article>`,
}));
pages.set("glossary.html", page({
  title: "Glossary", description: "The words and numbers of lp Lab, with their formulas.", body: glossaryBody(entries), here: "glossary.html", lessons,
}));

for (const [name, text] of pages) writeFileSync(join(target, name), text);
writeFileSync(join(site, "web", "glossary.json"), JSON.stringify(helpOf(entries)));
writeFileSync(join(target, "lessons.css"), ["text", "figures", "class", "print", "narrow"].map((name) => read(`styles/${name}.css`)).join("\n"));
await fontOf([...pages.values()].join(""), target);
