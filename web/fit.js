// The figure Fit: one view of the fit at a time, of those that the report has.
import { CurvePlot } from "./plot/curve.js";
import { FitPlot } from "./plot/fit.js";
import { MarginPlot } from "./plot/margin.js";
import { partsOf } from "./plot/parts.js";
import { ResidualsPlot } from "./plot/residuals.js";
import { RocPlot } from "./plot/roc.js";
import { Tabs } from "./tabs.js";

const twoClasses = (report) => report.spec.task === "classification";

const views = [
  { id: "fit", name: "Predicted", Plot: FitPlot, there: () => true },
  { id: "residuals", name: "Residuals", Plot: ResidualsPlot, there: (report) => !twoClasses(report) },
  { id: "curve", name: "Curve", Plot: CurvePlot, there: (report) => Boolean(report.curve) },
  { id: "margin", name: "Margin", Plot: MarginPlot, there: twoClasses, lines: true },
  { id: "roc", name: "ROC", Plot: RocPlot, there: twoClasses, lines: true },
];

/** Fills the hosts that the page has for it. */
export class FitCard {
  constructor(host, tabs) {
    this.host = host;
    this.legend = document.createElement("ul");
    this.legend.className = "legend";
    this.panels = new Map(views.map((view) => [view.id, panelOf(view)]));
    host.replaceChildren(...[...this.panels.values()].map(({ element }) => element), this.legend);
    this.tabs = new Tabs(tabs, "View of the fit", views, (id) => this.#turn(id));
  }

  draw(report) {
    const there = views.filter((view) => view.there(report)).map(({ id }) => id);
    this.tabs.offer(there);
    for (const id of there) this.panels.get(id).plot.show(report);
    this.legend.replaceChildren(...partsOf(report).map(({ name }) => {
      const item = document.createElement("li");
      item.className = `key-${name}`;
      item.textContent = name;
      return item;
    }));
  }

  #turn(id) {
    for (const [other, { element }] of this.panels) element.hidden = other !== id;
    this.legend.hidden = Boolean(views.find((view) => view.id === id).lines); // which are named where they are
  }

  destroy() {
    for (const { plot } of this.panels.values()) plot.destroy();
  }
}

function panelOf({ id, Plot }) {
  const element = document.createElement("div");
  element.id = `panel-${id}`;
  element.setAttribute("role", "tabpanel");
  element.setAttribute("aria-labelledby", `tab-${id}`);
  const host = document.createElement("div");
  host.id = `plot-${id}`;
  host.className = "plot plot-small";
  host.setAttribute("role", "img");
  host.setAttribute("aria-label", "Not drawn yet");
  const words = document.createElement("p");
  words.className = "quiet";
  element.append(host, words);
  return { element, plot: new Plot(host, (sentence) => (words.textContent = sentence)) };
}
