// The plots of Compare: the weights of two pinned results on common axes, which core/reports/figure
// draws, and, where both have the same monomials, those of B against those of A.
import { byId } from "../dom.js";
import { classReport } from "../report/classes.js";
import { largest, listedWeights, selector } from "../report/monomial.js";
import { Picture } from "../plot/picture.js";
import { Drawing } from "../plot/frame.js";
import { dot } from "../plot/marks.js";
import { number, integer } from "../plot/text.js";

const margin = { left: 46, right: 12, top: 8, bottom: 22 };
const mostWeights = 1e7;
const negligible = 0.002; // of the largest weight: points of smaller weights coincide with the origin

/** @typedef {{ report: WeightsReport, weights: Float64Array }} Side */

/** @type {Weights} */
const noWeights = { count: 0, selected: 0, threshold: 0, top: [], maxDegree: 0, degrees: [], norm: 0, normPower: 0, listedShare: 0, examinedShare: 0, nonzero: 0 }; // of a model without weights

/** Whether weight k is of the same monomial in both; models without a kernel are linear. @param {Side} a @param {Side} b */
function sameMonomials(a, b) {
  const names = (/** @type {Side} */ { report: { spec: { data, target, features, basis, model: { kernel }, preprocess }, weights } }) =>
    JSON.stringify([data, target, features ?? null, basis ?? null, kernel?.type === "linear" ? null : kernel ?? null, preprocess.missing, weights.count]);
  return names(a) === names(b);
}

/** The scatter plot of B's weights against A's; equal weights are on the diagonal. */
class Agreement extends Drawing {
  pair = /** @type {Side[]} */ ([]); // A and B
  limit = 1; // of both axes

  /** @param {Side} a @param {Side} b @param {number} limit */
  draw(a, b, limit) {
    this.pair = [a, b];
    this.limit = limit;
    this.show("Each weight of B against the weight of A; equal weights are on the diagonal.");
  }

  /** @type {Paint} */
  paint(ctx, width, height, t) {
    const side = Math.min(width - margin.left - margin.right, height - margin.top - margin.bottom - 12);
    const left = margin.left + (width - margin.left - margin.right - side) / 2;
    const x = (/** @type {number} */ v) => left + side / 2 + (v / this.limit) * (side / 2);
    const y = (/** @type {number} */ v) => margin.top + side / 2 - (v / this.limit) * (side / 2);
    ctx.strokeStyle = t.axis;
    ctx.lineWidth = 1;
    ctx.strokeRect(left + 0.5, margin.top + 0.5, side, side);
    ctx.beginPath();
    for (const [across, up] of [[1, 0], [0, 1], [1, 1]]) {
      ctx.moveTo(x(-across * this.limit), y(-up * this.limit));
      ctx.lineTo(x(across * this.limit), y(up * this.limit));
    }
    ctx.stroke();
    ctx.fillStyle = t.text;
    ctx.textAlign = "center";
    for (const v of [-this.limit, 0, this.limit]) ctx.fillText(number(v, 2), x(v), margin.top + side + 10);
    ctx.fillText("weight of A", left + side / 2, margin.top + side + 25);
    ctx.textAlign = "right";
    for (const v of [-this.limit, 0, this.limit]) ctx.fillText(number(v, 2), left - 6, y(v));
    ctx.save();
    ctx.translate(left - 40, margin.top + side / 2);
    ctx.rotate(-Math.PI / 2);
    ctx.textAlign = "center";
    ctx.fillText("weight of B", 0, 0);
    ctx.restore();
    const [a, b] = this.pair.map(({ weights }) => weights);
    const least = negligible * this.limit;
    ctx.fillStyle = t.estimate;
    ctx.globalAlpha = 0.7;
    for (let k = 0; k < a.length; k++) {
      if (Math.abs(a[k]) < least && Math.abs(b[k]) < least) continue;
      dot(ctx, x(a[k]), y(b[k]), 2.5);
    }
    ctx.globalAlpha = 1;
  }
}

export class Compare {
  #figure;
  /** @type {[Picture, Agreement] | null} */
  #plots = null;
  #pair = /** @type {[Side, Side] | null} */ (null);

  /** figure is that of a Lab. @param {Figure} figure */
  constructor(figure) {
    this.#figure = figure;
  }

  /** Shows two results, {report, values} each; with fewer than two the plots are hidden. @param {(Solved | undefined)[]} results */
  show(results) {
    const [a, b] = results;
    this.#pair = results.length === 2 && a && b ? [sideOf(a), sideOf(b)] : null;
    this.redraw();
  }

  /** The reports of A and B; an empty list if one of them is missing. */
  get reports() {
    return this.#pair?.map(({ report }) => report) ?? [];
  }

  redraw() {
    setTimeout(() => this.#draw()); // after Go has rendered the hosts of the plots
  }

  #draw() {
    const host = document.getElementById("plot-compare");
    if (!host || !this.#pair) return;
    const other = byId("plot-agreement");
    if (this.#plots?.[0].host !== host) {
      this.#plots?.forEach((plot) => plot.destroy());
      this.#plots = [new Picture(host, this.#figure), new Agreement(other)];
    }
    const [a, b] = this.#pair;
    const limit = Math.max(largest(a.weights), largest(b.weights)) || 1;
    const withoutWeights = ["A", "B"].filter((_, i) => [a, b][i].report.weights.top.length === 0);
    const hasSameMonomials = withoutWeights.length === 0 && sameMonomials(a, b);
    host.hidden = withoutWeights.length > 0;
    other.hidden = !hasSameMonomials;
    if (host.hidden) {
      byId("compare-overlap").textContent = `${withoutWeights.join(" and ")} ${withoutWeights.length > 1 ? "have" : "has"} no weights; the table compares the errors.`;
      return;
    }
    this.#plots[0].show("compare", this.reports);
    if (hasSameMonomials) this.#plots[1].draw(a, b, limit);
    byId("compare-overlap").textContent = hasSameMonomials ? overlap(a, b) : "The models have different monomials, so single weights are not compared.";
  }
}

/** @returns {Side} */
function sideOf(/** @type {Solved} */ { report: fullReport, values }) {
  const report = classReport(fullReport);
  const weights = report.weights ?? noWeights;
  return { report: { ...report, weights }, weights: values ?? weights.values ?? listedWeights(weights, mostWeights) };
}

/** How far two selections agree. @param {Side} a @param {Side} b */
function overlap(a, b) {
  const counts = { both: 0, a: 0, b: 0 };
  const isInA = selector(a.report.weights, a.weights);
  const isInB = selector(b.report.weights, b.weights);
  for (let k = 0; k < a.weights.length; k++) {
    const inA = isInA(k);
    const inB = isInB(k);
    if (inA && inB) counts.both++;
    else if (inA) counts.a++;
    else if (inB) counts.b++;
  }
  return `Selected by both: ${integer(counts.both)}; by A alone: ${integer(counts.a)}; by B alone: ${integer(counts.b)}.`;
}
