// The plots of the view Choose: the path of the weights, the scores (curve, heat map,
// draws), the stability of the selection, and the gamma cursor of path and curve.
//
// The plots are drawn anew only for another search. For another model of the same
// search the cursor moves, so that it keeps the keyboard's focus.
import { byId } from "../dom.js";
import { HeatMap } from "../plot/heatmap.js";
import { PathPlot } from "../plot/path.js";
import { Picture } from "../plot/picture.js";
import { formOf } from "../plot/scores.js";
import { ScorePlot } from "../plot/validation.js";
import { attempt } from "../shell/sight.js";

/** @typedef {{ path: PathPlot, curve: ScorePlot, heat: HeatMap, draws: Picture, stability: Picture }} SearchPlots */

/** @param {FullReport} report @returns {report is SearchReport} */
const hasSearch = (report) => report.search !== undefined;

/** All plots of the view. `on` has move(gamma, parameter), rest() and place({subsample, gamma}), and the solver's figure(). */
export class SearchViews {
  #on;
  #plots = /** @type {SearchPlots | null} */ (null);
  #found = /** @type {SearchReport | null} */ (null); // the last report with a search
  #stable = /** @type {FullReport | null} */ (null); // the last report with a stability selection
  #at = /** @type {Required<ModelAt>} */ ({ gamma: NaN, subsample: 0, form: 0 });

  constructor(/** @type {Moves & Choices & { figure: Figure }} */ on) {
    this.#on = on;
  }

  /** Makes the plots anew where their hosts were replaced. */
  mount() {
    const host = document.getElementById("plot-path");
    if (!host || this.#plots?.path.host === host) return;
    for (const plot of Object.values(this.#plots ?? {})) plot.destroy();
    this.#plots = {
      path: new PathPlot(host, this.#on),
      curve: new ScorePlot(byId("plot-validation"), this.#on),
      heat: new HeatMap(byId("plot-heat"), byId("heat-readout"), this.#on),
      draws: new Picture(byId("plot-draws"), this.#on.figure),
      stability: new Picture(byId("plot-stability"), this.#on.figure),
    };
    this.redraw();
  }

  /** Takes a report. Without a search or a stability selection in it, the earlier one stays. @param {FullReport} report */
  show(report) {
    if (hasSearch(report)) {
      this.#found = report;
      this.#drawSearch();
    }
    if (report.stability) {
      this.#stable = report;
      this.#drawStability();
    }
  }

  /** The report of the search in view. */
  get found() {
    return this.#found;
  }

  /** A report with the search and the stability that are shown beside it, where they are of its problem. @param {FullReport} report */
  completed(report) {
    const [found, stable] = [this.#found, this.#stable].map((other) => (other && problemOf(other) === problemOf(report) ? other : null));
    return {
      ...report,
      search: report.search ?? found?.search,
      chosen: report.chosen ?? found?.chosen,
      stability: report.stability ?? stable?.stability,
    };
  }

  redraw() {
    if (this.#found) this.#drawSearch();
    if (this.#stable) this.#drawStability();
  }

  /** Moves the cursor, and the mark on the heat map, to a model. @param {number | undefined} gamma @param {number} [subsample] @param {FullSpec["model"]} [model] */
  cursor(gamma, subsample = this.#at.subsample, model) {
    const before = this.#at.form;
    const search = this.#found?.search;
    this.#at = { gamma, subsample, form: search && model ? formOf(search, model) : before };
    if (!this.#plots || !this.#found) return;
    this.#plots.path.cursor?.place(gamma);
    this.#plots.heat.place(this.#at);
    if (before === this.#at.form) this.#plots.curve.place(gamma, subsample);
    else this.#plots.curve.draw(this.#curve(this.#found), this.#at);
  }

  /** The search's report for the validation curve, with the scores of the shown form alone. */
  #curve(/** @type {SearchReport} */ found) {
    const { search } = found;
    const form = search.forms?.[this.#at.form];
    if (!form || this.#at.form === (search.minimum?.form ?? 0)) return found;
    const { gamma, scores, minimum } = form;
    return { ...found, search: { ...search, gamma, scores: [scores], minimum: { subsample: 0, gamma: minimum }, oneError: undefined } };
  }

  #drawSearch() {
    const report = this.#found;
    if (!report) return;
    this.#later(report, ({ path }) => path.draw(report, this.#at));
    this.#later(report, ({ curve }) => curve.draw(this.#curve(report), this.#at));
    this.#later(report, ({ heat }) => heat.draw(report, this.#at));
    if (report.search.draws?.length) this.#plots?.draws.show("draws", report);
  }

  #drawStability() {
    const picture = this.#plots?.stability;
    if (!picture || !this.#stable?.stability) return;
    picture.host.style.height = `${Math.max(156, 85 + 18 * Math.min(this.#stable.stability.top.length, 20))}px`;
    picture.show("stability", this.#stable);
  }

  /** Draws each plot in a task of its own, so that the page can respond between them. @param {SearchReport} report @param {(plots: SearchPlots) => void} draw */
  #later(report, draw) {
    setTimeout(() => {
      const plots = this.#plots;
      if (plots && report === this.#found) attempt(() => draw(plots));
    });
  }
}

/** The problem of a search or a stability selection: the experiment without gamma and subsample. @param {FullReport} given */
function problemOf({ spec: { data, target, features, task, split, preprocess, model } }) {
  return JSON.stringify([data, target, features, task, split, preprocess, model.type, model.kernel, model.p, model.loss, model.ratio, model.groups]);
}
