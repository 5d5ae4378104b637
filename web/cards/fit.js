// The figure Fit: the views of the fit that a report has, in the hosts that Go has for
// each (app/page/figures.go). core/reports/figure draws them.
import { byId } from "../dom.js";
import { Picture } from "../plot/picture.js";

const ofValues = (/** @type {FullReport} */ { spec }) => spec.task !== "classification";
const ofClasses = (/** @type {FullReport} */ { spec }) => spec.task === "classification";

/** @type {[FigureName, (report: FullReport) => boolean][]} */
const views = [["fit", () => true], ["residuals", ofValues], ["curve", ({ curve }) => Boolean(curve)], ["margin", ofClasses], ["roc", ofClasses]];

export class FitCard {
  constructor(/** @type {Figure} */ figure) {
    this.host = byId("plot-fit");
    this.pictures = views.map(([name, suits]) => ({ name, suits, picture: new Picture(byId(`plot-${name}`), figure, (words) => (byId(`words-${name}`).textContent = words)) }));
  }

  draw(/** @type {FullReport} */ report) {
    for (const { name, suits, picture } of this.pictures) if (suits(report)) picture.show(name, report);
  }

  destroy() {
    for (const { picture } of this.pictures) picture.destroy();
  }
}
