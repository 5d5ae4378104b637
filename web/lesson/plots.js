// The plots of the lab, for live figures: each is loaded if a lesson shows it, made
// in a host, and drawn from a report.

import { solver } from "./solver.js";

/**
 * @typedef {(strength: number, name: string) => void} Choose
 * @typedef {(host: HTMLElement, readout: HTMLElement, choose?: Choose) => Promise<(report: FullReport) => unknown>} Maker
 */

/** @type {Figure} */
const figure = async (...args) => (await solver()).figure(...args);

/** A figure of core/reports/figure, by its name. @param {FigureName} name @returns {Maker} */
const picture = (name) => async (host) => {
  const { Picture } = await import("../plot/picture.js");
  const plot = new Picture(host, figure);
  return (report) => plot.show(name, report);
};

/** A figure over the strengths of a search, with a cursor at the strength of the report; the end of a move chooses a strength. @param {"path" | "validation"} name @returns {Maker} */
const overStrength = (name) => async (host, _readout, choose) => {
  const [{ StrengthPicture }, { strengthOf }] = await Promise.all([import("../plot/cursor.js"), import("../report/strength.js")]);
  const plot = new StrengthPicture(host, figure, {
    move: (strength) => plot.place(strength),
    endMove: () => choose?.(plot.gamma, plot.parameter),
  });
  return (report) => plot.showAt(name, /** @type {SearchReport} */ (report), strengthOf(report));
};

/** @type {Record<string, Maker>} */
const kinds = {
  gap: picture("convergence"),

  async weights(host, readout, choose) {
    const [{ WeightsPlot }, { Threshold }] = await Promise.all([import("../plot/weights.js"), import("../plot/threshold.js")]);
    host.tabIndex = 0;
    const plot = new WeightsPlot(host, readout);
    const threshold = choose && new Threshold(plot, (count) => choose(count, ""));
    return (report) => {
      plot.draw(report, report.weights?.values);
      threshold?.place();
    };
  },

  path: overStrength("path"),
  validation: overStrength("validation"),
};

/**
 * Makes a plot by its name; returns a function that draws a report in it. choose gets the reader's choice: the number of weights by the threshold, or a strength and its name by the cursor.
 * @param {string} name @param {HTMLElement} host @param {HTMLElement} readout @param {Choose} [choose]
 */
export const makePlot = (name, host, readout, choose) => (kinds[name] ?? picture(/** @type {FigureName} */ (name)))(host, readout, choose);
