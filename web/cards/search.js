// The plots of the view Choose: the path of the weights, the scores (curve, heat map,
// draws), the stability of the selection, and the gamma cursor of path and curve.
//
// The cursor moves over the plots, which are drawn again for another search and, with the
// model in use marked as chosen, for another model of the same search.
import { byId } from "../dom.js";
import { StrengthPicture } from "../plot/cursor.js";
import { HeatMap } from "../plot/heatmap.js";
import { Picture } from "../plot/picture.js";
import { parameterOf, strengthOf } from "../report/strength.js";

/** @typedef {{ path: StrengthPicture, curve: StrengthPicture, heat: HeatMap, draws: Picture, stability: Picture }} SearchPlots */

/** @param {FullReport} report @returns {report is SearchReport} */
const hasSearch = (report) => report.search !== undefined;

/** All plots of the view. page has move(gamma, parameter), endMove() and place({subsample, gamma}), and the solver's figure(). */
export class SearchViews {
  #page;
  #plots = /** @type {SearchPlots | null} */ (null);
  /** The last report with a search. */
  searchReport = /** @type {SearchReport | null} */ (null);
  #drawnReport = /** @type {SearchReport | null} */ (null); // what its figures need: a report of many rows is long
  #stabilityReport = /** @type {FullReport | null} */ (null); // the last report with a stability selection
  #model = /** @type {Required<ModelAt>} */ ({ gamma: NaN, subsample: 0, form: 0 });

  constructor(/** @type {Moves & Choices & { figure: Figure }} */ page) {
    this.#page = page;
  }

  /** Makes the plots again if their hosts were replaced. */
  mount() {
    const host = document.getElementById("plot-path");
    if (!host || this.#plots?.path.host === host) return;
    for (const plot of Object.values(this.#plots ?? {})) plot.destroy();
    this.#plots = {
      path: new StrengthPicture(host, this.#page.figure, this.#page),
      curve: new StrengthPicture(byId("plot-validation"), this.#page.figure, this.#page),
      heat: new HeatMap(byId("plot-heat"), byId("heat-readout"), this.#page),
      draws: new Picture(byId("plot-draws"), this.#page.figure),
      stability: new Picture(byId("plot-stability"), this.#page.figure),
    };
    this.redraw();
  }

  /** Takes a report. Without a search or a stability selection in it, the earlier one stays. @param {FullReport} report */
  show(report) {
    if (hasSearch(report)) {
      this.searchReport = report;
      const { version, spec, status, classes, search, chosen } = report;
      this.#drawnReport = /** @type {SearchReport} */ ({ version, spec, status, classes, search, chosen });
      this.#drawSearch();
    }
    if (report.stability) {
      this.#stabilityReport = report;
      this.#drawStability();
    }
  }

  /** A report with the shown search and stability, if they are of the same problem. @param {FullReport} report */
  withSearch(report) {
    const [searchReport, stabilityReport] = [this.searchReport, this.#stabilityReport].map((other) => (other && problemOf(other) === problemOf(report) ? other : null));
    return {
      ...report,
      search: report.search ?? searchReport?.search,
      chosen: report.chosen ?? (searchReport ? this.#drawnReport?.chosen : undefined),
      stability: report.stability ?? stabilityReport?.stability,
    };
  }

  redraw() {
    this.#drawSearch();
    if (this.#stabilityReport) this.#drawStability();
  }

  /** Moves the cursor to the model of a report, and marks that as chosen if it is one of the search. @param {FullReport} report */
  follow(report) {
    const gamma = strengthOf(report);
    const { searchReport } = this;
    const { model } = report.spec;
    this.moveCursor(gamma, report.chosen?.subsample ?? model.subsample ?? 0, model);
    if (gamma !== undefined && searchReport && report !== searchReport && problemOf(report) === problemOf(searchReport)) this.#choose(gamma);
  }

  /** Moves the cursor, and the mark on the heat map, to a model. @param {number | undefined} gamma @param {number} [subsample] @param {FullSpec["model"]} [model] */
  moveCursor(gamma, subsample = this.#model.subsample, model) {
    const before = this.#model;
    const search = this.searchReport?.search;
    this.#model = { gamma, subsample, form: search && model ? formOf(search, model) : before.form };
    if (!this.#plots) return;
    this.#plots.path.place(gamma);
    this.#plots.heat.place(this.#model);
    if (before.form === this.#model.form && before.subsample === subsample) this.#plots.curve.place(gamma);
    else this.#drawCurve();
  }

  /** Marks another strength of the form that the search chose as chosen. @param {number} gamma */
  #choose(gamma) {
    const drawnReport = this.#drawnReport;
    const parameter = parameterOf(drawnReport?.chosen);
    if (!drawnReport?.chosen || !parameter || drawnReport.chosen[parameter] === gamma || this.#model.form !== (drawnReport.search.minimum?.form ?? 0)) return;
    this.#drawnReport = { ...drawnReport, chosen: { ...drawnReport.chosen, [parameter]: gamma } };
    this.#drawSearch();
  }

  /** Draws the scores of the shown form, or of the shown size of the subsample. */
  #drawCurve() {
    const searchReport = this.#drawnReport;
    if (!searchReport?.search.scores?.length) return;
    const { search, chosen } = searchReport;
    const { subsample, form: at } = this.#model;
    const form = search.forms?.[at];
    let report = searchReport;
    if (form && at !== (search.minimum?.form ?? 0)) {
      const { gamma, scores, minimum } = form;
      report = { ...searchReport, chosen: undefined, search: { ...search, forms: undefined, gamma, scores: [scores], minimum: { subsample: 0, gamma: minimum }, oneError: undefined } };
    } else if (chosen && search.subsample?.includes(subsample) && subsample !== chosen.subsample) {
      report = { ...searchReport, chosen: { ...chosen, subsample } };
    }
    this.#plots?.curve.showAt("validation", report, this.#model.gamma);
  }

  #drawSearch() {
    const report = this.#drawnReport;
    if (!report || !this.#plots) return;
    const { path, heat, draws } = this.#plots;
    if (report.search.path.weights?.length) path.showAt("path", report, this.#model.gamma);
    this.#drawCurve();
    if (report.search.forms || report.search.subsample) heat.showAt(report, this.#model);
    if (report.search.draws?.length) draws.show("draws", report);
  }

  #drawStability() {
    const picture = this.#plots?.stability;
    if (!picture || !this.#stabilityReport?.stability) return;
    picture.host.style.height = `${Math.max(156, 85 + 18 * Math.min(this.#stabilityReport.stability.top.length, 20))}px`;
    picture.show("stability", this.#stabilityReport);
  }
}

/** The form of a model; 0 if the search has no forms. @param {Searched} search @param {{ p?: number | string, kernel?: { type?: string, degree?: number } }} model */
function formOf(search, { p, kernel }) {
  return Math.max(0, (search.forms ?? []).findIndex((form) => String(form.p) === String(p) && (form.degree ?? 0) === (kernel?.degree ?? 0)));
}

/** The problem of a search or a stability selection: the experiment without gamma and subsample. @param {FullReport} report */
function problemOf({ spec: { data, target, features, task, split, preprocess, model } }) {
  return JSON.stringify([data, target, features, task, split, preprocess, model.type, model.kernel, model.p, model.loss, model.ratio, model.groups]);
}
