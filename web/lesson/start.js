// Starts the live figures of a lesson: each kind is a custom element in a module of its
// own, which is loaded where the page has one.

import { byId } from "../dom.js";

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
    asked: document.querySelectorAll("main :is(lp-exercise, .predict, :has(> [data-goal]))").length, page: new URL("class.html", document.baseURI), all: true,
  }),
  "#class-table": () => import("./class.js"),
};

// Slides of a lesson, by the browser's print dialog: headings, definitions, formulas, figures and exercises.
document.getElementById("print-slides")?.addEventListener("click", () => {
  document.documentElement.dataset.slides = "";
  addEventListener("afterprint", () => delete document.documentElement.dataset.slides, { once: true });
  print();
});

for (const [name, load] of Object.entries(modules)) {
  if (document.querySelector(name)) load();
}
