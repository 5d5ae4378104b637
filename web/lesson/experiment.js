// Any experiment, with plots of the lab: <lp-experiment figure="weights gap" ...>. With the
// attribute threshold the threshold of the plot of weights can be moved, in addition to a control of the rule.
import { element } from "../dom.js";
import { outcome, sentence } from "../plot/text.js";
import { LessonFigure } from "./figure.js";
import { makePlot } from "./plots.js";

/** @type {Record<string, string>} */
const titles = {
  weights: "Weights", gap: "Duality gap by iteration", objective: "Primal and dual bound by iteration", fit: "Predicted against actual values",
  stability: "Selection frequencies", draws: "Test error of every draw", path: "Path of the weights", validation: "Error of the folds by strength", memory: "Bytes of the tensor by its points",
};

class LessonExperiment extends LessonFigure {
  #plots = /** @type {{ name: string, host: HTMLElement, readout: HTMLElement, draw?: (report: FullReport) => unknown }[]} */ ([]);
  #count = 0; // of weights that the reader has selected by the threshold

  build() {
    const readout = element("p", { className: "readout", attributes: { "aria-live": "polite" } });
    this.#plots = (this.getAttribute("figure") ?? "").split(" ").filter(Boolean).map((name) => {
      const host = element("div", { className: `plot live-plot plot-${name}`, attributes: { role: ["path", "validation"].includes(name) || name === "weights" && this.hasAttribute("threshold") ? "group" : "img", "aria-label": `${titles[name]}, not drawn yet` } });
      this.stage.append(element("p", { className: "plot-name", textContent: titles[name] }), host);
      if (name === "weights") this.stage.append(readout);
      return { name, host, readout };
    });
  }

  /** @returns {Record<string, string>} */
  places() {
    return this.#count && this.controls.apply({ selection: { rule: "" } }).selection.rule === "count" ? { count: String(this.#count) } : {};
  }

  restore(/** @type {URLSearchParams} */ params) {
    this.#count = Math.min(1e6, Math.max(0, Number.parseInt(params.get("count") ?? "", 10) || 0));
  }

  async solve() {
    const spec = this.controls.apply(await this.experiment());
    if (this.#count && spec.selection?.rule === "count") spec.selection.count = this.#count;
    return this.run(spec);
  }

  description() {
    return sentence(outcome(this.result));
  }

  async draw() {
    const threshold = (/** @type {number} */ count) => {
      this.#count = count;
      if (this.controls.set("selection.rule", "count")) this.begin();
    };
    const strength = (/** @type {number} */ value, /** @type {string} */ name) => this.controls.set(`model.${name}`, value) && this.begin();
    for (const plot of this.#plots) {
      const choose = plot.name !== "weights" ? strength : this.hasAttribute("threshold") ? threshold : undefined;
      plot.draw ??= await makePlot(plot.name, plot.host, plot.readout, choose);
      await plot.draw(this.result);
    }
  }
}

customElements.define("lp-experiment", LessonExperiment);
