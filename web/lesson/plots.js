// The plots of the lab, for live figures: each is fetched where a lesson shows it, made
// in a host, and drawn of a report.

import { solver } from "./solver.js";

/** A figure of core/reports/figure, by its name. */
const picture = (name) => async (host) => {
  const { Picture } = await import("../plot/picture.js");
  const made = new Picture(host, async (...asked) => (await solver()).figure(...asked));
  return (report) => made.show(name, report);
};

/** Plots over the strengths of a search, with a cursor at that of the report, which chooses where it comes to rest. */
const overStrength = (load) => async (host, _readout, choose) => {
  const [Plot, { strengthOf }] = await Promise.all([load(), import("../report/strength.js")]);
  const plot = new Plot(host, { move: (strength) => plot.cursor.place(strength), rest: () => choose?.(plot.cursor.gamma, plot.cursor.parameter) });
  return (report) => {
    const held = host.contains(document.activeElement);
    plot.draw(report, { gamma: strengthOf(report), subsample: 0 });
    if (held) /** @type {HTMLElement} */ (host.querySelector("[role=slider]")).focus({ preventScroll: true }); // the cursor is a new one
  };
};

const kinds = {
  gap: picture("convergence"),
  objective: picture("objective"),
  fit: picture("fit"),
  stability: picture("stability"),
  draws: picture("draws"),
  memory: picture("memory"),

  async weights(host, readout, choose) {
    const [{ WeightsPlot }, { Threshold }] = await Promise.all([import("../plot/weights.js"), import("../plot/threshold.js")]);
    host.tabIndex = 0;
    const plot = new WeightsPlot(host, readout);
    const threshold = choose && new Threshold(plot, choose);
    return (report) => {
      plot.draw(report, report.weights.values);
      threshold?.place();
    };
  },

  path: overStrength(async () => (await import("../plot/path.js")).PathPlot),
  validation: overStrength(async () => (await import("../plot/validation.js")).ScorePlot),
};

/** Makes a plot by its name; gives what draws a report in it. choose takes what the reader chooses in it: how many weights by the threshold, or a strength and its name by the cursor. */
export const makePlot = (name, host, readout, choose) => kinds[name](host, readout, choose);
