// The score over gamma, with its standard error.
import { clipped, inkRatio } from "./frame.js";
import { manyOf, parameterOf, strengthOf } from "../report/strength.js";
import { GammaPlot } from "./gamma.js";
import { curve, dot, paintRule } from "./marks.js";
import { span } from "./scale.js";
import { merits, metricNames, roomy, rowOf } from "./scores.js";
import { number, plusMinus, whole } from "./text.js";

export class ScorePlot extends GammaPlot {
  row = 0; // of the scores, that is shown

  draw(report, at) {
    const { search } = report;
    this.report = report;
    if (!search.scores?.length) {
      this.clear();
      return;
    }
    this.row = rowOf(search, at.subsample);
    const scores = search.scores[this.row];
    const logs = this.places(report);
    const best = search.minimum && search.scores[search.minimum.subsample][search.minimum.gamma];
    const sign = merits.includes(search.metric) ? -1 : 1;
    const cursor = this.plot(report, {
      label: metricNames[search.metric],
      range: roomy(span(scores.flatMap(({ mean, error }) => [mean - error, mean + error]))),
      top: 10,
      paint: (u, t) =>
        clipped(
          u,
          (ctx, ratio) => {
            const x = (i) => u.valToPos(logs[i], "x", true);
            const y = (v) => u.valToPos(v, "y", true);
            if (best?.error > 0) {
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
            const places = scores.map(({ mean }, i) => [x(i), y(mean)]);
            curve(ctx, places);
            for (const [px, py] of places) dot(ctx, px, py, (scores.length > 100 ? 1.75 : 2.75) * ratio);
          },
          4 * inkRatio(),
        ),
    });
    cursor.place(at.gamma);
    this.host.setAttribute("aria-label", this.summary(search, scores));
  }

  summary(search, scores) {
    const grid = strengthOf(search);
    const parameter = parameterOf(search);
    const rows = search.subsample?.length ? ` on ${whole(search.subsample[this.row])} rows` : "";
    const named = (name, place) => {
      if (!place) return "";
      const size = search.subsample?.length ? ` with ${whole(search.subsample[place.subsample])} rows` : "";
      return ` ${name} at ${parameter} ${number(grid[place.gamma])}${size}: ${plusMinus(search.scores[place.subsample][place.gamma])}.`;
    };
    return (
      `${metricNames[search.metric]}${rows} over ${whole(scores.length)} ${manyOf(parameter)} from ${number(grid[0])} to ${number(grid.at(-1))}, ` +
      `with one standard error.${named("Minimum", search.minimum)}${named("One standard error", search.oneError)}`
    );
  }

  /** Moves the cursor; another size has another curve. */
  place(gamma, subsample) {
    if (!this.cursor) return;
    if (rowOf(this.report.search, subsample) !== this.row) this.draw(this.report, { gamma, subsample });
    this.cursor.place(gamma);
  }
}
