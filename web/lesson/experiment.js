// Any experiment, with plots of the lab: <lp-experiment figure="weights gap" ...>.
import { element } from "../dom.js";
import { LessonFigure } from "./figure.js";
import { makePlot } from "./plots.js";

const titles = {
  weights: "Weights", gap: "Duality gap by iteration", objective: "Primal and dual bound by iteration", fit: "Predicted against actual values",
  stability: "Selection frequencies", draws: "Test error of every draw", path: "Path of the weights", validation: "Error of the folds by strength", memory: "Bytes of the tensor by its points",
};

class LessonExperiment extends LessonFigure {
  #plots = []; // what draws a report in each

  made() {
    const readout = element("p", { className: "readout", attributes: { "aria-live": "polite" } });
    this.#plots = (this.getAttribute("figure") ?? "").split(" ").filter(Boolean).map((name) => {
      const host = element("div", { className: `plot live-plot plot-${name}`, attributes: { role: name === "path" || name === "validation" ? "group" : "img", "aria-label": `${titles[name]}, not drawn yet` } });
      this.stage.append(element("p", { className: "plot-name", textContent: titles[name] }), host);
      if (name === "weights") this.stage.append(readout);
      return { name, host, readout };
    });
  }

  async drawn() {
    for (const plot of this.#plots) {
      plot.draw ??= await makePlot(plot.name, plot.host, plot.readout);
      await plot.draw(this.report);
    }
  }
}

customElements.define("lp-experiment", LessonExperiment);
