// Brings the live figures of a lesson to life: each kind is a custom element in a
// module of its own, fetched where the page has one.

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
  "#own-answers": () => import("./answers.js"),
  "#class-table": () => import("./class.js"),
};

for (const [name, load] of Object.entries(modules)) {
  if (document.querySelector(name)) load();
}
