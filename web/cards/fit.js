// The figure Fit: the views of the fit that a report has, in the hosts that Go renders for
// them (app/page/figures.go). core/reports/figure draws them.
import { byId } from "../dom.js";
import { Picture } from "../plot/picture.js";

const isRegression = (/** @type {FullReport} */ { spec }) => spec.task !== "classification";
const isClassification = (/** @type {FullReport} */ { spec }) => spec.task === "classification";

/** @type {[FigureName, (report: FullReport) => boolean][]} */
const views = [["fit", () => true], ["residuals", isRegression], ["curve", ({ curve }) => Boolean(curve)], ["margin", isClassification], ["roc", isClassification]];

export class FitCard {
  constructor(/** @type {Figure} */ figure) {
    this.host = byId("plot-fit");
    this.pictures = views.map(([name, applies]) => ({ name, applies, picture: new Picture(byId(`plot-${name}`), figure, (words) => (byId(`words-${name}`).textContent = words)) }));
  }

  draw(/** @type {FullReport} */ report) {
    for (const { name, applies, picture } of this.pictures) if (applies(report)) picture.show(name, report);
  }

  destroy() {
    for (const { picture } of this.pictures) picture.destroy();
  }
}
