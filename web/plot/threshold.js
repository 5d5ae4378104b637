// The movable threshold of a plot of weights: by pointer or touch, and with the arrow keys by
// one weight. It chooses how many weights exceed it.
import { element } from "../dom.js";
import { largest } from "../report/monomial.js";
import { number, integer } from "./text.js";

/** @typedef {import("./weights.js").WeightsPlot} WeightsPlot */

const steps = /** @type {Record<string, number>} */ ({ ArrowUp: -1, ArrowRight: -1, ArrowDown: 1, ArrowLeft: 1, PageUp: -5, PageDown: 5 });

export class Threshold {
  #plot;
  #button = element("button", { type: "button", className: "handle threshold", attributes: { role: "slider", "aria-label": "Threshold", "aria-orientation": "vertical", "aria-valuemin": 0 } });

  /** choose(count) is called with how many of the largest weights are to be selected. @param {WeightsPlot} plot @param {(count: number) => void} choose */
  constructor(plot, choose) {
    this.#plot = plot;
    const button = this.#button;
    plot.host.append(button);
    button.addEventListener("keydown", (event) => {
      const by = steps[event.key];
      if (!by) return;
      event.preventDefault();
      event.stopPropagation();
      if (plot.weights) choose(this.#clamp(plot.weights.selected + by));
    });
    button.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      event.stopPropagation();
      button.setPointerCapture(event.pointerId);
      button.focus();
    });
    button.addEventListener("pointermove", (event) => {
      const { chart, weights } = plot;
      if (!chart || !weights || !button.hasPointerCapture(event.pointerId)) return;
      const at = Math.abs(chart.posToVal(event.clientY - chart.over.getBoundingClientRect().top, "y"));
      const count = this.#clamp(plot.values.filter((w) => Math.abs(w) > at).length);
      if (count === weights.selected) return;
      plot.weights = { ...weights, threshold: at, selected: count }; // until the solver has answered
      chart.redraw();
      this.place();
      choose(count);
    });
    new ResizeObserver(() => this.place()).observe(plot.host);
  }

  #clamp = (/** @type {number} */ count) => Math.min(this.#plot.values.length, Math.max(1, count));

  /** Puts it at the threshold of the plot's report. */
  place() {
    const { chart, weights, values } = this.#plot;
    if (!chart || !weights) return;
    const { threshold, selected } = weights;
    const { over } = chart;
    this.#button.style.left = `${over.offsetLeft + over.clientWidth}px`;
    this.#button.style.top = `${over.offsetTop + Math.max(0, chart.valToPos(threshold, "y"))}px`;
    this.#button.setAttribute("aria-valuemax", String(Math.max(largest(values), threshold)));
    this.#button.setAttribute("aria-valuenow", String(threshold));
    this.#button.setAttribute("aria-valuetext", `${number(threshold)}: ${integer(selected)} of ${integer(values.length)} weights exceed it`);
  }
}
