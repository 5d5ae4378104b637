// The path of the weights over gamma.
import { clipped, inkRatio } from "./frame.js";
import { gridOf, manyOf, parameterOf } from "../report/strength.js";
import { GammaPlot } from "./gamma.js";
import { curve, paintRule } from "./marks.js";
import { span } from "./scale.js";
import { roomy } from "./scores.js";
import { number, whole } from "./text.js";

const mostLabels = 8; // of weights, at the edge of the path
const labelWidth = 104; // px
/** Colours and dashes of the named weights where none was planted. */
const strokes = /** @type {Ink[]} */ (["estimate", "truth", "good", "strong"]).flatMap((ink) => [[], [6, 3]].map((dash) => ({ ink, dash })));

/** @typedef {"estimate" | "truth" | "good" | "strong"} Ink */

export class PathPlot extends GammaPlot {
  end = 0; // the place on the path that is at the right

  draw(/** @type {SearchReport} */ report, /** @type {ModelAt} */ at) {
    const { path } = report.search;
    const gamma = gridOf(report.search);
    const logs = this.places(report);
    this.end = this.direction > 0 ? gamma.length - 1 : 0; // on the right
    const weights = path.weights ?? [];
    const [lo, hi] = span(weights.flatMap((w) => w.values).concat(0));
    const labels = this.labels(weights);
    const planted = weights.some((w) => w.relevant);
    const cursor = this.plot(report, {
      label: "weight",
      range: roomy([lo, hi]),
      right: this.narrow ? 84 : labelWidth,
      top: 22,
      paint: (u, t) => {
        clipped(u, (ctx, ratio) => {
          const zero = Math.round(u.valToPos(0, "y", true)) + 0.5;
          paintRule(ctx, [u.bbox.left, zero], [u.bbox.left + u.bbox.width, zero], ratio, t.axis);
          ctx.lineJoin = "round";
          // Faint lines first, below the others.
          for (const strong of [false, true]) {
            for (const w of weights) {
              if (strong !== (planted ? Boolean(w.relevant) : labels.includes(w))) continue;
              const own = strokes[labels.indexOf(w)];
              ctx.strokeStyle = w.relevant ? t.truth : planted || !own ? (strong ? t.estimate : t.faint) : t[own.ink];
              ctx.setLineDash(planted || !own ? [] : own.dash.map((d) => d * ratio));
              ctx.lineWidth = ratio * (strong ? 2 : 1);
              curve(ctx, w.values.map((v, i) => [u.valToPos(logs[i], "x", true), u.valToPos(v, "y", true)]));
            }
          }
        });
        this.paintLabels(u, t, labels, planted);
        this.paintCounts(u, t, path.points ?? [], logs);
      },
    });
    cursor.place(at.gamma);
    const named = labels.slice(0, 3).map((w) => `${w.label} ${number(w.values[this.end])}`).join(", ");
    this.host.setAttribute(
      "aria-label",
      `Path of ${whole(weights.length)} weights over ${whole(gamma.length)} ${manyOf(parameterOf(report.search))} from ${number(gamma[0])} to ${number(gamma[gamma.length - 1])}. ` +
        `Largest at the end: ${named || "none"}.${planted ? ` ${weights.filter((w) => w.relevant).length} of them were planted.` : ""}`,
    );
  }

  /** The weights that are named at the edge: planted ones and the largest there, by falling size. @param {PathWeight[]} weights */
  labels(weights) {
    const size = (/** @type {PathWeight} */ w) => Math.abs(w.values[this.end]);
    const most = Math.max(...weights.map(size), 0);
    return [...weights]
      .sort((a, b) => Number(Boolean(b.relevant)) - Number(Boolean(a.relevant)) || size(b) - size(a))
      .filter((w) => size(w) > 0.02 * most)
      .slice(0, mostLabels)
      .sort((a, b) => size(b) - size(a));
  }

  /** Names at the right edge, each near its line, without overlaps. @param {Chart} u @param {Tokens} t @param {PathWeight[]} labels @param {boolean} planted */
  paintLabels(u, t, labels, planted) {
    const ratio = inkRatio();
    const gap = 13 * ratio;
    const { top, height, left, width } = u.bbox;
    const rows = labels
      .map((w) => ({ w, at: u.valToPos(w.values[this.end], "y", true), y: 0 }))
      .sort((a, b) => a.at - b.at);
    rows.forEach((row, i) => (row.y = Math.max(row.at, i ? rows[i - 1].y + gap : top + gap / 2)));
    let floor = top + height;
    for (const row of rows.toReversed()) {
      row.y = Math.min(row.y, floor);
      floor = row.y - gap;
    }
    const { ctx } = u;
    ctx.save();
    ctx.font = `${11 * ratio}px ${t.font.slice(5)}`;
    ctx.textAlign = "left";
    ctx.textBaseline = "middle";
    const x = left + width;
    for (const { w, at, y } of rows) {
      paintRule(ctx, [x + ratio, at], [x + 9 * ratio, y], ratio, t.axis);
      ctx.fillStyle = w.relevant ? t.truth : planted ? t.text : t[strokes[labels.indexOf(w)].ink];
      const name = [...w.label];
      ctx.fillText(name.length > 14 ? name.slice(0, 13).join("") + "…" : w.label, x + 12 * ratio, y);
    }
    ctx.restore();
  }

  /** How many weights are selected, above the ticks of gamma. @param {Chart} u @param {Tokens} t @param {{ selected: number }[]} points @param {number[]} logs */
  paintCounts(u, t, points, logs) {
    if (points.length !== logs.length) return;
    const ratio = inkRatio();
    const { ctx } = u;
    ctx.save();
    ctx.font = `${11 * ratio}px ${t.font.slice(5)}`;
    ctx.fillStyle = t.text;
    ctx.textAlign = "center";
    ctx.textBaseline = "bottom";
    for (const tick of this.ticks(Math.min(...logs) - 1e-9, Math.max(...logs) + 1e-9, u.bbox.width / ratio)) {
      const nearest = logs.reduce((best, log, i) => (Math.abs(log - tick) < Math.abs(logs[best] - tick) ? i : best), 0);
      ctx.fillText(whole(points[nearest].selected), u.valToPos(logs[nearest], "x", true), u.bbox.top - 5 * ratio);
    }
    ctx.restore();
  }
}
