// The glossary: its text -> a page, and the help of the lab.
//
// An entry is a heading, lines with its terms and its lesson, and its text:
//
//   ## Duality gap
//   terms: gap
//   lesson: duality
//
//   How far ...
//
// terms are the paths of fields of an experiment (core/experiment), or the names that
// the page gives to numbers of the result (app/page/help.go); lesson is the file of a
// lesson, without its ending.

import { trustedMarkdown } from "../lesson/markdown.js";

const { escapeHtml: escape } = trustedMarkdown.utils;

/** All entries, in the order of the parts; lessons are those that may be referred to. */
export function entriesOf(parts, lessons) {
  return parts.flatMap((text) => text.split(/^## /m).slice(1)).map((text) => {
    const match = text.match(/^(.+)\nterms: (.+)\n(?:lesson: (\S+)\n)?\n([^]+)$/);
    if (!match) throw new Error(`the glossary's entry "${text.split("\n", 1)}" needs a line of terms and, after an empty line, its text`);
    const [, name, terms, of, body] = match;
    const lesson = lessons.find(({ file }) => file === `${of}.html`);
    if (of && !lesson) throw new Error(`the glossary's entry "${name}" refers to the lesson "${of}", which does not exist`);
    return { name, id: name.normalize("NFKD").toLowerCase().replace(/[^a-z0-9]+/g, "-"), terms: terms.split(/,\s*/), lesson, body: trustedMarkdown.render(body) };
  });
}

/** What the lab fetches: every term's entry. */
export function helpOf(entries) {
  return Object.fromEntries(entries.flatMap(({ name, id, terms, lesson, body }) =>
    terms.map((term) => [term, { name, id, html: body, ...(lesson && { lesson: { file: lesson.file, title: lesson.title } }) }])));
}

/** The page's text. */
export function glossaryBody(entries) {
  const sorted = [...entries].sort((a, b) => a.name.localeCompare(b.name, "en"));
  return `<article>
<h1>Glossary</h1>
<p class="lead-in">Every control of the lab and every number that it shows, in a sentence or two.</p>
<dl class="glossary">
${sorted.map(({ name, id, lesson, body }) => `<dt id="${id}">${escape(name)}</dt>
<dd>${body}${lesson ? `<p class="read">Read: <a href="${lesson.file}">${escape(lesson.title)}</a></p>` : ""}</dd>`).join("\n")}
</dl>
</article>`;
}
