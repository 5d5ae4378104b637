// The frame of every page of the lessons.

import { trustedMarkdown } from "../lesson/markdown.js";

const { escapeHtml: escape } = trustedMarkdown.utils;

const styles = ["web/style.css", "lessons/lessons.css"];

const mostCharacters = 24; // characters: longer formulas have to break on a phone

/** Keeps each short formula in one line with the characters next to it, such as a comma: a browser may break the line there. */
const keepTogether = (html) => html.replace(/([^\s<>]*)(<math(?: class="[^"]*")?>(?:(?!<\/math>)[^])*<\/math>)([^\s<]*)/g,
  (all, before, formula, after) => ((before || after) && formula.replace(/<[^>]*>/g, "").length <= mostCharacters ? `<span class="unbroken">${all}</span>` : all));

/**
 * A whole page. Addresses are relative, so that the site may lie anywhere. lessons
 * are all of them, for the list; here is the file of this page.
 */
export function page({ title, description, body, here, lessons, key = "" }) {
  const current = (file) => (file === here ? ' aria-current="page"' : "");
  return `<!doctype html>
<html lang="en"${key && ` data-lesson="${key}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)} - lp Lab</title>
<meta name="description" content="${escape(description)}">
<link rel="icon" href="../web/icon.svg">
${styles.map((name) => `<link rel="stylesheet" href="../${name}">`).join("\n")}
<script type="module" src="../web/lesson/start.js"></script>
</head>
<body>
<div class="page lessons">
<a class="skip" href="#text">Skip to the text</a>
<header class="masthead">
<a class="brand" href="../"><img class="mark" src="../web/icon.svg" alt="" width="36" height="36"><span class="name">lp Lab</span></a>
<p class="tagline">Lessons: sparse regression with ℓp norms and tensor kernels, with live figures.</p>
<a class="help-link" href="../">The lab</a>
</header>
<div class="lesson-grid">
<main id="text" tabindex="-1">
${keepTogether(body)}
</main>
<nav class="contents" aria-label="Lessons">
<p class="contents-head"><a href="index.html"${current("index.html")}>Lessons</a></p>
<ol start="0">
${lessons.map(({ file, title: name }) => `<li><a href="${file}"${current(file)}>${escape(name)}</a></li>`).join("\n")}
</ol>
<p><a href="glossary.html"${current("glossary.html")}>Glossary</a></p>
<p><a href="lecturers.html"${current("lecturers.html")}>For lecturers</a></p>
</nav>
</div>
</div>
</body>
</html>
`;
}

/** The links to the lessons before and after. */
export function neighbours(lessons, i) {
  const link = (lesson, rel, word) => (lesson
    ? `<a rel="${rel}" class="${rel}" href="${lesson.file}"><span>${word}</span> ${escape(lesson.title)}</a>` : "");
  return `<nav class="neighbours" aria-label="Previous and next lesson">${link(lessons[i - 1], "prev", "Previous")}${link(lessons[i + 1], "next", "Next")}</nav>`;
}
