// The plots of Compare: the weights of two pinned results on common axes, and,
// where both have the same monomials, those of B against those of A.
import { ofClass } from "../report/classes.js";
import { Drawing } from "../plot/frame.js";
import { circle, diamond } from "../plot/marks.js";
import { number, whole } from "../plot/text.js";

const margin = { left: 46, right: 12, top: 8, bottom: 22 };
const negligible = 0.002; // of the largest weight: such points of the scatter are one with the origin

const none = { count: 0, selected: 0, threshold: 0, top: [] }; // of a model without weights

/** The weights of a result as far as they are at hand. */
function weightsOf({ report, values }) {
  if (values) return values;
  const all = new Float64Array(Math.min(report.weights.count, 1e7));
  for (const { index, value } of report.weights.top ?? []) if (index < all.length) all[index] = value;
  return all;
}

/** Whether weight k is of the same monomial in both. */
function sameMonomials(a, b) {
  const names = ({ report: { spec, weights } }) => JSON.stringify([spec.data, spec.target, spec.features ?? null, spec.model.kernel, spec.preprocess.missing, weights.count]);
  return names(a) === names(b);
}

function largest(values) {
  let most = 0;
  for (const v of values) most = Math.max(most, Math.abs(v));
  return most;
}

/** Stems of A above those of B, with one scale for both. */
class Stems extends Drawing {
  draw(a, b, limit) {
    this.report = a.report;
    this.pair = [a, b];
    this.limit = limit;
    const told = this.pair.map(({ report }, i) => `${"AB"[i]}: ${whole(report.weights.selected)} of ${whole(report.weights.count)} selected, largest ${(report.weights.top ?? []).slice(0, 3).map((w) => `${w.label} ${number(w.value)}`).join(", ")}`);
    this.host.setAttribute("aria-label", `Weights of A above those of B, on common axes. ${told.join(". ")}.`);
    this.repaint();
  }

  paint(ctx, width, height, t) {
    const gap = 14;
    const each = (height - margin.top - margin.bottom - gap) / 2;
    const span = width - margin.left - margin.right;
    const n = Math.max(...this.pair.map(({ weights }) => weights.length));
    this.pair.forEach(({ weights, report }, i) => {
      const top = margin.top + i * (each + gap);
      const y = (v) => top + each / 2 - (v / this.limit) * (each / 2);
      ctx.fillStyle = t.text;
      ctx.textAlign = "right";
      for (const v of [this.limit, 0, -this.limit]) {
        ctx.fillText(number(v, 2), margin.left - 6, y(v) + (v > 0 ? 4 : v < 0 ? -4 : 0));
        ctx.fillRect(margin.left - 4, Math.round(y(v)), 4, 1);
      }
      ctx.fillStyle = t.axis;
      ctx.fillRect(margin.left, Math.round(y(0)), span, 1);
      const colour = [t.estimate, t.truth][i];
      this.stems(ctx, weights, report.weights.threshold, { y, span, n, colour, mark: [circle, diamond][i] });
      ctx.fillStyle = colour;
      ctx.textAlign = "left";
      ctx.font = `600 13px ${t.font.slice(5)}`;
      ctx.fillText("AB"[i], margin.left + 6, top + 8);
      ctx.font = `11px ${t.font.slice(5)}`;
    });
    ctx.fillStyle = t.text;
    ctx.textAlign = "center";
    ctx.fillText(`${whole(n)} weights`, margin.left + span / 2, height - 9);
  }

  /** The extremes of every pixel column: a lone spike is the signal. */
  stems(ctx, weights, threshold, { y, span, n, colour, mark }) {
    const low = new Float64Array(Math.ceil(span));
    const high = new Float64Array(Math.ceil(span));
    for (let k = 0; k < weights.length; k++) {
      const c = Math.floor(((k + 0.5) / n) * span);
      if (weights[k] > high[c]) high[c] = weights[k];
      else if (weights[k] < low[c]) low[c] = weights[k];
    }
    ctx.fillStyle = ctx.strokeStyle = colour;
    for (const side of [low, high]) {
      side.forEach((v, c) => {
        if (v === 0) return;
        const selected = Math.abs(v) > threshold;
        ctx.globalAlpha = selected ? 1 : 0.4;
        ctx.fillRect(margin.left + c, Math.min(y(0), y(v)), selected ? 1.5 : 1, Math.abs(y(v) - y(0)));
        if (selected) {
          mark(ctx, margin.left + c + 0.75, y(v), 2.5);
          ctx.fill();
        }
      });
    }
    ctx.globalAlpha = 1;
  }
}

/** B's weights against A's: what both agree on lies on the diagonal. */
class Agreement extends Drawing {
  draw(a, b, limit) {
    this.report = a.report;
    this.pair = [a, b];
    this.limit = limit;
    this.host.setAttribute("aria-label", "Each weight of B against that of A; on the diagonal both agree.");
    this.repaint();
  }

  paint(ctx, width, height, t) {
    const side = Math.min(width - margin.left - margin.right, height - margin.top - margin.bottom - 12);
    const left = margin.left + (width - margin.left - margin.right - side) / 2;
    const x = (v) => left + side / 2 + (v / this.limit) * (side / 2);
    const y = (v) => margin.top + side / 2 - (v / this.limit) * (side / 2);
    ctx.strokeStyle = t.axis;
    ctx.lineWidth = 1;
    ctx.strokeRect(left + 0.5, margin.top + 0.5, side, side);
    ctx.beginPath();
    for (const [from, to] of [[[-1, 0], [1, 0]], [[0, -1], [0, 1]], [[-1, -1], [1, 1]]]) {
      ctx.moveTo(x(from[0] * this.limit), y(from[1] * this.limit));
      ctx.lineTo(x(to[0] * this.limit), y(to[1] * this.limit));
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
      circle(ctx, x(a[k]), y(b[k]), 2.5);
      ctx.fill();
    }
    ctx.globalAlpha = 1;
  }
}

export class Compare {
  #plots = null;
  #pair = null;

  /** Shows two results, {report, values} each; none or one hides the plots. */
  show(results) {
    this.#pair = results.length === 2 && results.every(Boolean) ? results.map(({ report: given, values }) => {
      const report = ofClass(given);
      return { report: { ...report, weights: report.weights ?? none }, values: values ?? report.weights?.values };
    }).map((r) => ({ report: r.report, weights: weightsOf(r) })) : null;
    this.redraw();
  }

  /** The reports of A and B; none where there are not both. */
  get reports() {
    return this.#pair?.map(({ report }) => report) ?? [];
  }

  redraw() {
    setTimeout(() => this.#draw()); // once Go has made room for the plots
  }

  #draw() {
    const host = document.getElementById("plot-compare");
    const other = document.getElementById("plot-agreement");
    if (!host || !this.#pair) return;
    if (this.#plots?.[0].host !== host) {
      this.#plots?.forEach((plot) => plot.destroy());
      this.#plots = [new Stems(host), new Agreement(other)];
    }
    const [a, b] = this.#pair;
    const limit = Math.max(largest(a.weights), largest(b.weights)) || 1;
    const same = sameMonomials(a, b);
    other.hidden = !same;
    this.#plots[0].draw(a, b, limit);
    if (same) this.#plots[1].draw(a, b, limit);
    document.getElementById("compare-overlap").textContent = same ? overlap(a, b) : "The weights are of other monomials, so that they are not compared one by one.";
  }
}

/** How far two selections agree. */
function overlap(a, b) {
  const counts = { both: 0, a: 0, b: 0 };
  for (let k = 0; k < a.weights.length; k++) {
    const inA = Math.abs(a.weights[k]) > a.report.weights.threshold;
    const inB = Math.abs(b.weights[k]) > b.report.weights.threshold;
    if (inA && inB) counts.both++;
    else if (inA) counts.a++;
    else if (inB) counts.b++;
  }
  return `Selected by both: ${whole(counts.both)}; by A alone: ${whole(counts.a)}; by B alone: ${whole(counts.b)}.`;
}
