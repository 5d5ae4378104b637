// Bars of the weights with their names, for models with few weights that are not zero.
import { element } from "../dom.js";
import { number, integer } from "./text.js";

export class Bars {
  #scale = { key: "", low: 0, high: 0 }; // the range of the same data and kernel: bars keep their scale while the model changes

  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
  }

  draw(/** @type {FullReport} */ report) {
    const weights = report.weights;
    const nonzeroWeights = (weights?.top ?? []).filter((w) => w.value !== 0);
    const top = nonzeroWeights.slice(0, Number(this.host.dataset.most));
    const hiddenCount = Math.max(0, (weights?.nonzero ?? 0) - top.length); // of a step of the reweighting
    const key = JSON.stringify([report.spec.data, report.spec.target, report.spec.model.kernel]);
    const selects = (/** @type {Weight} */ w) => !weights || weights.selected === 0 || (weights.marked ? w.selected : Math.abs(w.value) > weights.threshold);
    let low = Math.max(0, ...top.map((w) => -w.value));
    let high = Math.max(0, ...top.map((w) => w.value));
    if (key === this.#scale.key && this.#scale.low + this.#scale.high <= mostOfRange * (low + high)) {
      low = Math.max(low, this.#scale.low);
      high = Math.max(high, this.#scale.high);
    }
    this.#scale = { key, low, high };
    this.host.style.setProperty("--rows", String(top.length));
    this.host.style.setProperty("--zero", (low / (low + high || 1)).toFixed(4));
    this.host.replaceChildren(element("ul", { attributes: { "aria-label": "Weights that are not zero" } }, ...top.map((w) => bar(w, low + high, selects(w)))),
      ...(hiddenCount > 0 ? [element("p", { className: "quiet", textContent: `Smaller weights, not shown: ${integer(hiddenCount)}` })] : []));
  }
}

const mostOfRange = 3; // of a kept scale, in ranges of the weights: a search shows models with much larger weights than the chosen one
const mostLetters = 16; // letters; the end of a longer name is always shown, since levels of a category differ there
const endLength = 8;

/** A weight: its name, a bar and its value. @param {Weight} weight @param {number} scale @param {boolean | undefined} strong */
function bar({ label, value, coefficient }, scale, strong) {
  const share = scale > 0 ? Math.abs(value) / scale : 0;
  const name = label === "1" ? "constant" : label;
  const headLength = name.length > mostLetters ? name.length - endLength : name.length;
  const fill = element("span", { className: value < 0 ? "bar-negative" : "bar-positive", attributes: { "aria-hidden": "true" } });
  fill.style.setProperty("--share", share.toFixed(4));
  return element("li", { className: strong ? "bar-row" : "bar-row faint", title: `${name}: weight ${number(value, 4)}, coefficient ${number(coefficient, 4)}` },
    element("span", { className: "bar-name" }, element("span", { textContent: name.slice(0, headLength) }), name.slice(headLength)),
    element("span", { className: "bar-track" }, fill),
    element("span", { className: "bar-value", textContent: number(value, 3) }));
}
