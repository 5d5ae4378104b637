// A small notebook: cells that depend on each other, shown with their source.
import { Lab } from "../web/lplab.js";

const lab = await Lab.start();

/** The inputs that the reader sets. */
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

/** An element that shows the value of a cell. */
function viewOf(value) {
  if (typeof value === "string" && value.startsWith("<svg")) {
    const image = Object.assign(new Image(), { alt: "Predicted against actual values" });
    image.src = `data:image/svg+xml,${encodeURIComponent(value)}`;
    return image;
  }
  const text = typeof value !== "object" ? String(value) : `${value.status}, gap ${value.objective.gap.toExponential(0)}, R² ${value.metrics.test.r2.toFixed(3)} on test rows`;
  return Object.assign(document.createElement("pre"), { textContent: text, tabIndex: 0 });
}

/**
 * The reason why cells cannot be edited here: the policy of the page's host forbids code from text. "" if it
 * allows that. The policy is read and not tried, because the browser would report the trial as an attack.
 */
async function refusal() {
  const meta = document.querySelector("meta[http-equiv='Content-Security-Policy' i]")?.getAttribute("content");
  const headerPolicy = await fetch(location.href, { method: "HEAD" }).then(({ headers }) => headers.get("Content-Security-Policy"), () => null);
  const forbids = [meta, headerPolicy].map((policy) => policy && (policy.match(/script-src ([^;]*)/) ?? policy.match(/default-src ([^;]*)/))?.[1])
    .find((rule) => rule && !` ${rule} `.includes(" blob: "));
  return forbids ? `Cells cannot be edited here: the policy of this host (script-src ${forbids}) admits no code that is entered. Copy notebook.js to change it.` : "";
}

const argumentsOf = (cell) => cell.toString().match(/\(([^)]*)\)/)[1].split(", ");
const outputs = {};
const results = {}; // the values of inputs and cells
const staleCells = new Set(); // cells that are to run
let turn = 0;

/** Runs the cells that have changed, and those that depend on them; a later call replaces this one and runs its remaining cells. */
async function run(changed) {
  const number = ++turn;
  const affected = new Set(changed);
  for (const [name, cell] of Object.entries(cells)) {
    if (!affected.has(name) && !argumentsOf(cell).some((need) => affected.has(need))) continue;
    affected.add(name);
    staleCells.add(name);
  }
  for (const [name, { values, at }] of Object.entries(inputs)) results[name] = values[at];
  for (const [name, cell] of Object.entries(cells)) {
    if (!staleCells.has(name)) continue;
    let value;
    try {
      value = await cell(...argumentsOf(cell).map((need) => results[need]));
    } catch (error) {
      value = error.message;
    }
    if (number !== turn) return;
    results[name] = value;
    staleCells.delete(name);
    outputs[name].replaceChildren(viewOf(value));
  }
}

const make = (tag, properties, ...children) => {
  const node = Object.assign(document.createElement(tag), properties);
  node.append(...children);
  return node;
};

const host = document.getElementById("cells");
host.append(make("div", { className: "cell" }, ...Object.entries(inputs).map(([name, input]) => {
  const output = make("output", { textContent: input.values[input.at] });
  const slider = make("input", { type: "range", min: 0, max: input.values.length - 1, value: input.at, id: name });
  slider.setAttribute("aria-valuetext", input.values[input.at]);
  slider.oninput = () => {
    input.at = Number(slider.value);
    output.textContent = input.values[input.at];
    slider.setAttribute("aria-valuetext", input.values[input.at]);
    run([name]);
  };
  return make("p", {}, make("label", { htmlFor: name, textContent: input.label }), " = ", output, make("br"), `${input.values[0]} `, slider, ` ${input.values.at(-1)}`);
})));
const refusalText = await refusal();
document.getElementById("editing").textContent = refusalText || "Cells can be edited: leave one to run it.";
for (const [name, cell] of Object.entries(cells)) {
  outputs[name] = make("div", { className: "cell-output", id: `cell-${name}` }, make("pre", { textContent: "Running …", tabIndex: 0 }));
  outputs[name].setAttribute("role", "region");
  outputs[name].setAttribute("aria-label", `What ${name} gives`);
  outputs[name].setAttribute("aria-live", "polite");
  const text = cell.toString().replaceAll(/^ {2}/gm, "");
  const source = refusalText ? make("pre", { className: "cell-source", textContent: text, tabIndex: 0 })
    : make("textarea", { className: "cell-source", value: text, rows: text.split("\n").length, spellcheck: false, onchange: () => edit(name, source.value) });
  if (!refusalText) source.setAttribute("aria-label", `Source of ${name}`);
  host.append(make("div", { className: "cell" }, source, outputs[name]));
}

/** Takes the new source of a cell, a method as those above, and runs it and the cells that depend on it. */
async function edit(name, text) {
  const address = URL.createObjectURL(new Blob([`export default (lab) => ({ ${text} });`], { type: "text/javascript" }));
  try {
    const { default: makeCells } = await import(address);
    [cells[name]] = Object.values(makeCells(lab));
    run([name]);
  } catch (error) {
    outputs[name].replaceChildren(viewOf(error.message));
  }
  URL.revokeObjectURL(address);
}

run(Object.keys(inputs));
