// The figure Fit: the views of the fit that a report has, in the hosts that Go has for
// each (app/page/figures.go). core/reports/figure draws them.
import { Picture } from "../plot/picture.js";

const ofValues = ({ spec }) => spec.task !== "classification";
const ofClasses = ({ spec }) => spec.task === "classification";

/** @type {Record<string, (report: any) => boolean>} */
const views = { fit: () => true, residuals: ofValues, curve: ({ curve }) => Boolean(curve), margin: ofClasses, roc: ofClasses };

export class FitCard {
  constructor(byId, figure) {
    this.host = byId("plot-fit");
    this.pictures = Object.keys(views).map((name) => ({ name, picture: new Picture(byId(`plot-${name}`), figure, (words) => (byId(`words-${name}`).textContent = words)) }));
  }

  draw(report) {
    for (const { name, picture } of this.pictures) if (views[name](report)) picture.show(name, report);
  }

  destroy() {
    for (const { picture } of this.pictures) picture.destroy();
  }
}
