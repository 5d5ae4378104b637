// Starts the live figures of a lesson: each kind is a custom element in its own
// module, which is loaded if the page has such an element.

import { byId, nextPaint } from "../dom.js";

const modules = {
  "lp-experiment": () => import("./experiment.js"),
  "lp-balls": () => import("./balls.js"),
  "lp-plane": () => import("./plane.js"),
  "lp-powers": () => import("./powers.js"),
  "lp-methods": () => import("./methods.js"),
  "lp-packing": () => import("./packing.js"),
  "lp-vector": () => import("./vector.js"),
  "lp-chord": () => import("./chord.js"),
  "lp-points": () => import("./points.js"),
  "lp-alpha": () => import("./alpha.js"),
  "lp-exercise": () => import("./exercise.js"),
  "#own-answers": async () => (await import("./answers.js")).showAnswers(byId("own-answers"), {
    exerciseCount: document.querySelectorAll("main :is(lp-exercise, .predict, :has(> [data-goal]))").length, page: new URL("class.html", document.baseURI), all: true,
  }),
  "#class-table": () => import("./class.js"),
};

const moduleLoads = Promise.all(Object.entries(modules).map(([name, load]) => document.querySelector(name) && load()));

/** The figures that have been loaded. */
const figures = () => /** @type {import("./figure.js").LessonFigure[]} */ ([...document.querySelectorAll("[role=group][data-state]")]);

/** Draws all figures, then opens the print dialog. @param {PointerEvent} event @param {boolean} slides */
async function printAll({ currentTarget }, slides) {
  const button = /** @type {HTMLButtonElement} */ (currentTarget);
  const { textContent } = button;
  button.disabled = true;
  button.textContent = "Drawing the figures";
  await moduleLoads.catch(() => {}); // the browser reports the error; the other figures are printed
  await Promise.all(figures().map((figure) => figure.drawForPrint()));
  await nextPaint();
  button.disabled = false;
  button.textContent = textContent;
  if (slides) {
    document.documentElement.dataset.slides = "";
    addEventListener("afterprint", () => delete document.documentElement.dataset.slides, { once: true });
  }
  print();
}

document.getElementById("print-lesson")?.addEventListener("click", (event) => printAll(event, false));
// Slides: headings with their first paragraph, definitions, formulas, figures and exercises.
document.getElementById("print-slides")?.addEventListener("click", (event) => printAll(event, true));
// The browser's own command does not wait until figures are drawn.
addEventListener("beforeprint", () => figures().forEach((figure) => figure.showPrintNotice()));
