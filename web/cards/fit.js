// The figure Fit: the views of the fit that a report has, in the hosts that Go has for
// each (app/page/figures.go).
import { CurvePlot } from "../plot/curve.js";
import { FitPlot } from "../plot/fit.js";
import { MarginPlot } from "../plot/margin.js";
import { ResidualsPlot } from "../plot/residuals.js";
import { RocPlot } from "../plot/roc.js";

const ofValues = ({ spec }) => spec.task !== "classification";
const ofClasses = ({ spec }) => spec.task === "classification";

/** @type {[string, new (host: HTMLElement, say: (sentence: string) => void) => {show(report: object): void, destroy(): void}, (report: any) => boolean][]} */
const views = [
  ["fit", FitPlot, () => true],
  ["residuals", ResidualsPlot, ofValues],
  ["curve", CurvePlot, ({ curve }) => Boolean(curve)],
  ["margin", MarginPlot, ofClasses],
  ["roc", RocPlot, ofClasses],
];

export class FitCard {
  constructor(byId) {
    this.host = byId("plot-fit");
    this.plots = views.map(([id, Plot]) => new Plot(byId(`plot-${id}`), (sentence) => (byId(`words-${id}`).textContent = sentence)));
  }

  draw(report) {
    views.forEach(([, , there], i) => there(report) && this.plots[i].show(report));
  }

  destroy() {
    for (const plot of this.plots) plot.destroy();
  }
}
