// Makes the lessons of lp Lab: node web/build/lessons.mjs SITE LPLAB
//
// web/lessons/<n>-<name>.md   a lesson: "# Title", a paragraph that leads in, and the
//                             rest; TeX between dollars; live figures as elements
//                             (web/lesson), whose "src" is an experiment beside it
// web/glossary/<n>-<name>.md  the glossary, part by part (glossary.mjs)
//
// SITE gets lessons/*.html with the experiments, styles and the font of the formulas,
// and web/glossary.json, which the lab asks for when its help is wanted. LPLAB is the
// command line program: it checks the experiments and writes their links.

import { execFileSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fontOf } from "./font.mjs";
import { entriesOf, glossaryBody, helpOf } from "./glossary.mjs";
import { escape, html, inline } from "./markdown.mjs";
import { neighbours, page } from "./template.mjs";

const [site, lplab] = process.argv.slice(2);
const source = new URL("../lessons/", import.meta.url);
const target = join(site, "lessons");
const read = (name, from = source) => readFileSync(new URL(name, from), "utf8");
const filesOf = (ext, from = source) => readdirSync(from).filter((name) => name.endsWith(ext)).sort();

/** A lesson's parts: its title, what leads in, and the rest. */
function lessonOf(name) {
  const [, title, lead, rest] = read(name).match(/^# (.+)\n\n(.+)\n\n([^]*)$/) ?? fail(`${name} does not begin with "# Title" and a paragraph`);
  return { name, file: name.replace(/^\d+-|\.md$/g, "") + ".html", title, lead, rest };
}

function fail(message) {
  throw new Error(message);
}

/** The link that opens an experiment in the lab. */
const linkOf = (name) => `../#e=${execFileSync(lplab, ["link", "encode", join(source.pathname, name)], { encoding: "utf8" }).trim()}`;

mkdirSync(target, { recursive: true });
const lessons = filesOf(".md").map(lessonOf);
const glossary = new URL("../glossary/", import.meta.url);
const entries = entriesOf(filesOf(".md", glossary).map((name) => read(name, glossary)), lessons);

const experiments = filesOf(".json");
const links = new Map(experiments.map((name) => [name, linkOf(name)]));
const used = new Set();
for (const name of experiments) copyFileSync(new URL(name, source), join(target, name));

/** Gives every live figure the link of its experiment. */
const linked = (text) => text.replace(/(<lp-[a-z]+\b[^>]*\ssrc="([^"]+)")/g, (_, start, name) => {
  used.add(name);
  return `${start} lab="${links.get(name) ?? fail(`there is no experiment web/lessons/${name}`)}"`;
});

const pages = new Map();
lessons.forEach((lesson, i) => {
  const body = `<article>
<p class="number">Lesson ${i + 1} of ${lessons.length}</p>
<h1>${inline(lesson.title)}</h1>
<p class="lead-in">${inline(lesson.lead)}</p>
<noscript><p class="pending">The live figures need JavaScript; the text stands without them.</p></noscript>
${linked(html(lesson.rest))}
</article>
${neighbours(lessons, i)}`;
  pages.set(lesson.file, page({ title: lesson.title, description: `Lesson ${i + 1} of lp Lab: ${lesson.title}.`, body, here: lesson.file, lessons }));
});
for (const name of experiments) if (!used.has(name)) fail(`no lesson uses the experiment web/lessons/${name}`);

pages.set("index.html", page({
  title: "Lessons", here: "index.html", lessons,
  description: "Lessons on sparse regression with lp norms and tensor kernels, with live figures.",
  body: `<article>
<h1>Lessons</h1>
<p class="lead-in">A course in short chapters. Each explains one idea, lets you try it on a live figure, and ends with a question. Everything is computed in your browser by the solver of the lab, and each figure opens there with one click.</p>
<ol class="cards">
${lessons.map(({ file, title, lead }) => `<li><h2><a href="${file}">${escape(title)}</a></h2><p>${inline(lead)}</p></li>`).join("\n")}
</ol>
<p>Words and numbers are looked up in the <a href="glossary.html">glossary</a>. The lessons follow S. Salzo, J. A. K. Suykens and L. Rosasco, <cite>Solving ℓp-norm regularization with tensor kernels</cite>, and F. Hibraj, <cite>Efficient tensor kernel methods for sparse regression</cite>.</p>
</article>`,
}));
pages.set("glossary.html", page({
  title: "Glossary", description: "The words and numbers of lp Lab, with their formulas.", body: glossaryBody(entries), here: "glossary.html", lessons,
}));

for (const [name, text] of pages) writeFileSync(join(target, name), text);
writeFileSync(join(site, "web", "glossary.json"), JSON.stringify(helpOf(entries)));
copyFileSync(new URL("lessons.css", source), join(target, "lessons.css"));
await fontOf([...pages.values()].join(""), target);
