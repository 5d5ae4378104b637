// A small notebook: cells that depend on each other, shown with their source.
import { Lab } from "../web/lplab.js";

const lab = await Lab.start();

/** What the reader sets. */
const inputs = {
  p: { label: "p", values: ["2", "3/2", "4/3", "6/5", "8/7"], at: 2 },
  gamma: { label: "Gamma", values: [0.01, 0.1, 1, 10, 100], at: 2 },
};

/** The cells: their arguments name inputs, or cells before them. */
const cells = {
  async report(p, gamma) {
    return lab.run({
      data: { source: "sample", name: "prostate" },
      target: "lpsa",
      preprocess: { standardize: true, intercept: true },
      model: { p, gamma },
    });
  },

  weights(report) {
    return report.weights.top.map(({ label, value }) => `${label.padEnd(8)} ${value.toFixed(4).padStart(8)}`).join("\n");
  },

  async picture(report) {
    return lab.figure(report, "fit");
  },
};

/** What a cell gave, as something to look at. */
function shown(value) {
  if (typeof value === "string" && value.startsWith("<svg")) {
    const image = Object.assign(new Image(), { alt: "Predicted against actual values" });
    image.src = `data:image/svg+xml,${encodeURIComponent(value)}`;
    return image;
  }
  const text = typeof value === "string" ? value : `${value.status}, gap ${value.objective.gap.toExponential(0)}, R² ${value.metrics.test.r2.toFixed(3)} on test rows`;
  return Object.assign(document.createElement("pre"), { textContent: text, tabIndex: 0 });
}

const argumentsOf = (cell) => cell.toString().match(/\(([^)]*)\)/)[1].split(", ");
const outputs = {};
let turn = 0;

/** Runs the cells that depend on what has changed; a later change overtakes it. */
async function run(changed) {
  const mine = ++turn;
  const known = Object.fromEntries(Object.entries(inputs).map(([name, { values, at }]) => [name, values[at]]));
  const stale = new Set(changed);
  for (const [name, cell] of Object.entries(cells)) {
    const needs = argumentsOf(cell);
    if (!needs.some((need) => stale.has(need))) continue;
    stale.add(name);
    let output;
    try {
      known[name] = await cell(...needs.map((need) => known[need]));
      output = shown(known[name]);
    } catch (error) {
      output = shown(error.message);
    }
    if (mine !== turn) return;
    outputs[name].replaceChildren(output);
  }
}

const make = (tag, properties, ...children) => {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
};

const host = document.getElementById("cells");
host.append(make("div", { className: "cell" }, ...Object.entries(inputs).map(([name, input]) => {
  const said = make("output", { textContent: input.values[input.at] });
  const slider = make("input", { type: "range", min: 0, max: input.values.length - 1, value: input.at, id: name });
  slider.setAttribute("aria-valuetext", input.values[input.at]);
  slider.oninput = () => {
    input.at = Number(slider.value);
    said.textContent = input.values[input.at];
    slider.setAttribute("aria-valuetext", input.values[input.at]);
    run([name]);
  };
  return make("p", {}, make("label", { htmlFor: name, textContent: `${input.label} ` }), slider, " ", said);
})));
for (const [name, cell] of Object.entries(cells)) {
  outputs[name] = make("div", { className: "cell-output", id: `cell-${name}` }, make("pre", { textContent: "Running …", tabIndex: 0 }));
  outputs[name].setAttribute("role", "region");
  outputs[name].setAttribute("aria-label", `What ${name} gives`);
  outputs[name].setAttribute("aria-live", "polite");
  host.append(make("div", { className: "cell" }, make("pre", { className: "cell-source", textContent: cell.toString().replaceAll(/^ {2}/gm, ""), tabIndex: 0 }), outputs[name]));
}
run(Object.keys(inputs));
