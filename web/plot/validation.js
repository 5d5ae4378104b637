// The score over gamma, with its standard error.
import { clipped, inkRatio } from "./frame.js";
import { gridOf, manyOf, parameterOf } from "../report/strength.js";
import { GammaPlot } from "./gamma.js";
import { curve, dot, paintRule } from "./marks.js";
import { span } from "./scale.js";
import { merits, metricNames, roomy, rowOf } from "./scores.js";
import { number, plusMinus, whole } from "./text.js";

export class ScorePlot extends GammaPlot {
  row = 0; // of the scores, that is shown
  report = /** @type {SearchReport | null} */ (null);

  draw(/** @type {SearchReport} */ report, /** @type {ModelAt} */ at) {
    const { search } = report;
    const { scores: all = [], minimum, metric = "" } = search;
    this.report = report;
    if (all.length === 0) {
      this.clear();
      return;
    }
    this.row = rowOf(search, at.subsample);
    const scores = all[this.row];
    const logs = this.places(report);
    const best = minimum && all[minimum.subsample][minimum.gamma];
    const sign = merits.includes(metric) ? -1 : 1;
    const cursor = this.plot(report, {
      label: metricNames[metric],
      range: roomy(span(scores.flatMap(({ mean, error }) => [mean - error, mean + error]))),
      top: 10,
      paint: (u, t) =>
        clipped(
          u,
          (ctx, ratio) => {
            const x = (/** @type {number} */ i) => u.valToPos(logs[i], "x", true);
            const y = (/** @type {number} */ v) => u.valToPos(v, "y", true);
            if (best && best.error > 0) {
              // What the rule of one standard error still takes.
              const bound = Math.round(y(best.mean + sign * best.error)) + 0.5;
              paintRule(ctx, [u.bbox.left, bound], [u.bbox.left + u.bbox.width, bound], ratio, t.axis, [5, 4]);
            }
            const cap = Math.min(4 * ratio, (u.bbox.width / scores.length) * 0.3);
            ctx.strokeStyle = t.faint;
            ctx.lineWidth = 1.25 * ratio;
            ctx.beginPath();
            scores.forEach(({ mean, error }, i) => {
              if (!(error > 0)) return;
              ctx.moveTo(x(i), y(mean - error));
              ctx.lineTo(x(i), y(mean + error));
              for (const end of [mean - error, mean + error]) {
                ctx.moveTo(x(i) - cap, y(end));
                ctx.lineTo(x(i) + cap, y(end));
              }
            });
            ctx.stroke();
            ctx.strokeStyle = ctx.fillStyle = t.estimate;
            ctx.lineWidth = 1.5 * ratio;
            const places = scores.map(({ mean }, i) => /** @type {Point} */ ([x(i), y(mean)]));
            curve(ctx, places);
            for (const [px, py] of places) dot(ctx, px, py, (scores.length > 100 ? 1.75 : 2.75) * ratio);
          },
          4 * inkRatio(),
        ),
    });
    cursor.place(at.gamma);
    this.host.setAttribute("aria-label", this.summary(search, scores));
  }

  summary(/** @type {Searched} */ search, /** @type {Score[]} */ scores) {
    const grid = gridOf(search);
    const parameter = parameterOf(search);
    const { scores: all = [], subsample = [], metric = "" } = search;
    const rows = subsample.length ? ` on ${whole(subsample[this.row])} rows` : "";
    const named = (/** @type {string} */ name, /** @type {Searched["minimum"]} */ place) => {
      if (!place) return "";
      const size = subsample.length ? ` with ${whole(subsample[place.subsample])} rows` : "";
      return ` ${name} at ${parameter} ${number(grid[place.gamma])}${size}: ${plusMinus(all[place.subsample][place.gamma])}.`;
    };
    return (
      `${metricNames[metric]}${rows} over ${whole(scores.length)} ${manyOf(parameter)} from ${number(grid[0])} to ${number(grid[grid.length - 1])}, ` +
      `with one standard error.${named("Minimum", search.minimum)}${named("One standard error", search.oneError)}`
    );
  }

  /** Moves the cursor; another size has another curve. @param {number | undefined} gamma @param {number} subsample */
  place(gamma, subsample) {
    if (!this.cursor || !this.report) return;
    if (rowOf(this.report.search, subsample) !== this.row) this.draw(this.report, { gamma, subsample });
    this.cursor.place(gamma);
  }
}
