// The controls of a live figure. The lesson has them as ordinary inputs; data-path is the
// field of the experiment that an input sets:
//
//   <label>p <select data-path="model.p"><option>2</option><option>4/3</option></select></label>
//   <label>Gamma <input type="range" data-path="model.gamma" data-log min="-2" max="2" step="0.1"></label>
//   <label><input type="checkbox" data-path="preprocess.intercept"> Intercept</label>
//   <button type="button" data-path="data.seed">Draw again</button>
//
// The value of a select is JSON or a text; data-log makes that of a range the exponent
// of ten; a button counts the field up.
import { element } from "../dom.js";
import { number } from "../plot/text.js";

/** @typedef {HTMLInputElement} Input A control; a button or a select is used like one. */

export class Controls {
  /** @type {Input[]} */
  #inputs;
  #counts = /** @type {Map<Input, number>} */ (new Map()); // number of presses of a button
  #initialTexts = /** @type {Map<Input, string>} */ (new Map()); // the initial text of a control

  /** Takes the controls within a host, and calls onChange after each change. @param {Element} host @param {() => void} onChange */
  constructor(host, onChange) {
    this.#inputs = /** @type {Input[]} */ ([...host.querySelectorAll("[data-path]")]);
    for (const input of this.#inputs) {
      this.#initialTexts.set(input, this.#textOf(input));
      if (input.type === "range") {
        // Screen readers read aria-valuetext. An output element would take the label from the input after it.
        input.before(element("span", { className: "value", attributes: { "aria-hidden": "true" } }));
        showValue(input);
      }
      input.addEventListener(input.type === "button" ? "click" : "input", () => {
        if (input.type === "range") showValue(input);
        if (input.type === "button") this.#counts.set(input, (this.#counts.get(input) ?? 0) + 1);
        onChange();
      });
    }
  }

  #textOf(/** @type {Input} */ input) {
    if (input.type === "button") return String(this.#counts.get(input) ?? 0);
    return input.type === "checkbox" ? String(input.checked) : input.value;
  }

  /** The values that the reader changed, as texts by their paths. */
  changedTexts() {
    const texts = /** @type {Record<string, string>} */ ({});
    for (const input of this.#inputs) {
      const text = this.#textOf(input);
      if (text !== this.#initialTexts.get(input)) texts[pathOf(input)] = text;
    }
    return texts;
  }

  /** Sets the controls to such values; values that a control does not have are ignored. */
  restore(/** @type {URLSearchParams} */ params) {
    for (const input of this.#inputs) {
      const text = params.get(pathOf(input));
      if (text === null) continue;
      if (input.type === "button") this.#counts.set(input, Math.min(1000, Number.parseInt(text, 10) || 0));
      else if (input.type === "checkbox") input.checked = text === "true";
      else if (input.type === "range" || [.../** @type {HTMLSelectElement} */ (/** @type {unknown} */ (input)).options].some((o) => o.value === text)) input.value = text;
      if (input.type === "range") showValue(input);
    }
  }

  /** Sets a control, a range to the nearest value that it has; false if there is no such control. @param {string} path @param {number | string} value */
  set(path, value) {
    const input = this.#inputs.find((i) => i.dataset.path === path);
    if (!input) return false;
    input.value = String("log" in input.dataset ? Math.log10(Number(value)) : value);
    if (input.type === "range") showValue(input);
    return true;
  }

  /** Returns a copy of an experiment with the values of the controls. @template {object} T @param {T} experiment @returns {T} */
  apply(experiment) {
    const spec = structuredClone(experiment);
    for (const input of this.#inputs) {
      const path = pathOf(input).split(".");
      const key = path.pop() ?? "";
      const holder = path.reduce((at, name) => /** @type {Tree} */ (at[name] ??= {}), /** @type {Tree} */ (spec));
      if (input.type === "button") holder[key] = Number(holder[key] ?? 1) + (this.#counts.get(input) ?? 0);
      else holder[key] = valueOf(input);
    }
    return spec;
  }
}

/** @typedef {{ [name: string]: unknown }} Tree */

const pathOf = (/** @type {Input} */ input) => input.dataset.path ?? "";

/** The value of a control, as the experiment has it. */
function valueOf(/** @type {Input} */ input) {
  if (input.type === "checkbox") return input.checked;
  if (input.type === "range") {
    return "log" in input.dataset ? Number((10 ** input.valueAsNumber).toPrecision(3)) : input.valueAsNumber;
  }
  try {
    return JSON.parse(input.value);
  } catch {
    return input.value;
  }
}

function showValue(/** @type {Input} */ input) {
  const text = number(valueOf(input));
  if (input.previousElementSibling) input.previousElementSibling.textContent = text;
  input.setAttribute("aria-valuetext", text);
}
