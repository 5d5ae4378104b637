// The plots of the view Choose: the path of the weights, the scores (curve, heat map,
// draws), the stability of the selection, and the gamma cursor of path and curve.
//
// The cursor moves over the plots, which are drawn anew for another search and, with the
// model in use marked as chosen, for another model of the same search.
import { byId } from "../dom.js";
import { StrengthPicture } from "../plot/cursor.js";
import { HeatMap } from "../plot/heatmap.js";
import { Picture } from "../plot/picture.js";
import { parameterOf, strengthOf } from "../report/strength.js";

/** @typedef {{ path: StrengthPicture, curve: StrengthPicture, heat: HeatMap, draws: Picture, stability: Picture }} SearchPlots */

/** @param {FullReport} report @returns {report is SearchReport} */
const hasSearch = (report) => report.search !== undefined;

/** All plots of the view. `on` has move(gamma, parameter), rest() and place({subsample, gamma}), and the solver's figure(). */
export class SearchViews {
  #on;
  #plots = /** @type {SearchPlots | null} */ (null);
  /** The last report with a search. */
  found = /** @type {SearchReport | null} */ (null);
  #drawn = /** @type {SearchReport | null} */ (null); // what its figures need: a report of many rows is long
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
      path: new StrengthPicture(host, this.#on.figure, this.#on),
      curve: new StrengthPicture(byId("plot-validation"), this.#on.figure, this.#on),
      heat: new HeatMap(byId("plot-heat"), byId("heat-readout"), this.#on),
      draws: new Picture(byId("plot-draws"), this.#on.figure),
      stability: new Picture(byId("plot-stability"), this.#on.figure),
    };
    this.redraw();
  }

  /** Takes a report. Without a search or a stability selection in it, the earlier one stays. @param {FullReport} report */
  show(report) {
    if (hasSearch(report)) {
      this.found = report;
      const { version, spec, status, classes, search, chosen } = report;
      this.#drawn = /** @type {SearchReport} */ ({ version, spec, status, classes, search, chosen });
      this.#drawSearch();
    }
    if (report.stability) {
      this.#stable = report;
      this.#drawStability();
    }
  }

  /** A report with the search and the stability that are shown beside it, where they are of its problem. @param {FullReport} report */
  completed(report) {
    const [found, stable] = [this.found, this.#stable].map((other) => (other && problemOf(other) === problemOf(report) ? other : null));
    return {
      ...report,
      search: report.search ?? found?.search,
      chosen: report.chosen ?? (found ? this.#drawn?.chosen : undefined),
      stability: report.stability ?? stable?.stability,
    };
  }

  redraw() {
    this.#drawSearch();
    if (this.#stable) this.#drawStability();
  }

  /** Moves the cursor to the model of a report, and marks that as chosen if it is one of the search. @param {FullReport} report */
  follow(report) {
    const gamma = strengthOf(report);
    const { found } = this;
    const { model } = report.spec;
    this.cursor(gamma, report.chosen?.subsample ?? model.subsample ?? 0, model);
    if (gamma !== undefined && found && report !== found && problemOf(report) === problemOf(found)) this.#choose(gamma);
  }

  /** Moves the cursor, and the mark on the heat map, to a model. @param {number | undefined} gamma @param {number} [subsample] @param {FullSpec["model"]} [model] */
  cursor(gamma, subsample = this.#at.subsample, model) {
    const before = this.#at;
    const search = this.found?.search;
    this.#at = { gamma, subsample, form: search && model ? formOf(search, model) : before.form };
    if (!this.#plots) return;
    this.#plots.path.place(gamma);
    this.#plots.heat.place(this.#at);
    if (before.form === this.#at.form && before.subsample === subsample) this.#plots.curve.place(gamma);
    else this.#drawCurve();
  }

  /** Marks another strength of the form that the search chose as chosen. @param {number} gamma */
  #choose(gamma) {
    const drawn = this.#drawn;
    const parameter = parameterOf(drawn?.chosen);
    if (!drawn?.chosen || !parameter || drawn.chosen[parameter] === gamma || this.#at.form !== (drawn.search.minimum?.form ?? 0)) return;
    this.#drawn = { ...drawn, chosen: { ...drawn.chosen, [parameter]: gamma } };
    this.#drawSearch();
  }

  /** Draws the scores of the shown form, or of the shown size of the subsample. */
  #drawCurve() {
    const found = this.#drawn;
    if (!found?.search.scores?.length) return;
    const { search, chosen } = found;
    const { subsample, form: at } = this.#at;
    const form = search.forms?.[at];
    let report = found;
    if (form && at !== (search.minimum?.form ?? 0)) {
      const { gamma, scores, minimum } = form;
      report = { ...found, chosen: undefined, search: { ...search, forms: undefined, gamma, scores: [scores], minimum: { subsample: 0, gamma: minimum }, oneError: undefined } };
    } else if (chosen && search.subsample?.includes(subsample) && subsample !== chosen.subsample) {
      report = { ...found, chosen: { ...chosen, subsample } };
    }
    this.#plots?.curve.showAt("validation", report, this.#at.gamma);
  }

  #drawSearch() {
    const report = this.#drawn;
    if (!report || !this.#plots) return;
    const { path, heat, draws } = this.#plots;
    if (report.search.path.weights?.length) path.showAt("path", report, this.#at.gamma);
    this.#drawCurve();
    if (report.search.forms || report.search.subsample) heat.showAt(report, this.#at);
    if (report.search.draws?.length) draws.show("draws", report);
  }

  #drawStability() {
    const picture = this.#plots?.stability;
    if (!picture || !this.#stable?.stability) return;
    picture.host.style.height = `${Math.max(156, 85 + 18 * Math.min(this.#stable.stability.top.length, 20))}px`;
    picture.show("stability", this.#stable);
  }
}

/** The form of a model; without forms there is one. @param {Searched} search @param {{ p?: number | string, kernel?: { type?: string, degree?: number } }} given */
function formOf(search, { p, kernel }) {
  return Math.max(0, (search.forms ?? []).findIndex((form) => String(form.p) === String(p) && (form.degree ?? 0) === (kernel?.degree ?? 0)));
}

/** The problem of a search or a stability selection: the experiment without gamma and subsample. @param {FullReport} given */
function problemOf({ spec: { data, target, features, task, split, preprocess, model } }) {
  return JSON.stringify([data, target, features, task, split, preprocess, model.type, model.kernel, model.p, model.loss, model.ratio, model.groups]);
}
