// Brings the live figures of a lesson to life: each kind is a custom element in a
// module of its own, fetched where the page has one.

const modules = {
  "lp-experiment": "./experiment.js",
  "lp-balls": "./balls.js",
  "lp-plane": "./plane.js",
  "lp-powers": "./powers.js",
  "lp-methods": "./methods.js",
  "lp-packing": "./packing.js",
};

for (const [name, file] of Object.entries(modules)) {
  if (document.querySelector(name)) import(file);
}
