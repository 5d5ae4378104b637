// The plots of the lab, for live figures: each is fetched where a lesson shows it, made
// in a host, and drawn of a report.

import { solver } from "./solver.js";

/**
 * @typedef {(strength: number, name: string) => void} Choose
 * @typedef {typeof import("../plot/path.js").PathPlot | typeof import("../plot/validation.js").ScorePlot} PlotClass
 * @typedef {(host: HTMLElement, readout: HTMLElement, choose?: Choose) => Promise<(report: FullReport) => unknown>} Maker
 */

/** A figure of core/reports/figure, by its name. @param {FigureName} name @returns {Maker} */
const picture = (name) => async (host) => {
  const { Picture } = await import("../plot/picture.js");
  const made = new Picture(host, async (...asked) => (await solver()).figure(...asked));
  return (report) => made.show(name, report);
};

/** Plots over the strengths of a search, with a cursor at that of the report, which chooses where it comes to rest. @param {() => Promise<PlotClass>} load @returns {Maker} */
const overStrength = (load) => async (host, _readout, choose) => {
  const [Plot, { strengthOf }] = await Promise.all([load(), import("../report/strength.js")]);
  /** @type {InstanceType<typeof Plot>} */
  const plot = new Plot(host, {
    move: (strength) => plot.cursor?.place(strength),
    rest: () => plot.cursor && choose?.(plot.cursor.gamma, plot.cursor.parameter),
  });
  return (report) => {
    const held = host.contains(document.activeElement);
    plot.draw(/** @type {SearchReport} */ (report), { gamma: strengthOf(report), subsample: 0 });
    if (held) host.querySelector("[role=slider]")?.focus({ preventScroll: true }); // the cursor is a new one
  };
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

  path: overStrength(async () => (await import("../plot/path.js")).PathPlot),
  validation: overStrength(async () => (await import("../plot/validation.js")).ScorePlot),
};

/**
 * Makes a plot by its name; gives what draws a report in it. choose takes what the reader chooses in it: how many weights by the threshold, or a strength and its name by the cursor.
 * @param {string} name @param {HTMLElement} host @param {HTMLElement} readout @param {Choose} [choose]
 */
export const makePlot = (name, host, readout, choose) => (kinds[name] ?? picture(/** @type {FigureName} */ (name)))(host, readout, choose);
