// The plots of the page: stems of the weights, the fit, the convergence.
//
// uPlot supplies scales, axes, zoom and the cursor; the marks are drawn here.
// Nothing is thinned by sampling: each pixel column shows the smallest and the
// largest of its weights, because a lone spike is the signal.
import uPlot from "./uplot/uPlot.esm.js";
import { labeller } from "./monomial.js";

const narrow = 520;

/** The colour tokens of the style sheet, read when drawing so that themes apply. */
export function tokens() {
  const css = getComputedStyle(document.documentElement);
  const get = (name) => css.getPropertyValue(name).trim();
  return {
    text: get("--text-soft"),
    grid: get("--line-soft"),
    axis: get("--line"),
    estimate: get("--estimate"),
    faint: get("--estimate-faint"),
    truth: get("--truth"),
    test: get("--test"),
    surface: get("--surface"),
    font: `12px ${get("--font")}`,
  };
}

/** A number in at most `digits` significant digits, with a true minus. */
export function number(v, digits = 3) {
  if (!Number.isFinite(v)) return "–";
  const a = Math.abs(v);
  let s = a !== 0 && (a < 1e-3 || a >= 1e6) ? v.toExponential(Math.max(0, digits - 2)) : Number(v.toPrecision(digits)).toString();
  return s.replace("e+", "e").replace(".0e", "e").replace(/^-/, "−");
}

const whole = (v) => v.toLocaleString("en-US");

export function axes(t, x, y) {
  const labelled = (label) => (label ? { label, labelFont: t.font, labelSize: 20 } : {});
  const common = { stroke: t.text, font: t.font, grid: { stroke: t.grid, width: 1 }, ticks: { stroke: t.axis, width: 1, size: 4 }, gap: 6 };
  return [
    { ...common, ...labelled(x), grid: { show: false }, size: 30 },
    { ...common, ...labelled(y), size: 46 },
  ];
}

/** What every plot shares: a host, a size that follows it, and a redraw. */
export class Plot {
  constructor(host) {
    this.host = host;
    this.chart = null;
    this.report = null;
    this.observer = new ResizeObserver(() => this.fit());
    this.observer.observe(host);
  }

  size() {
    return { width: Math.max(240, this.host.clientWidth), height: Math.max(140, this.host.clientHeight) };
  }

  fit() {
    if (!this.chart) return;
    const { width, height } = this.size();
    if (width !== this.chart.width || height !== this.chart.height) this.chart.setSize({ width, height });
  }

  /** Replaces the chart; options and data as uPlot takes them. */
  make(options, data) {
    this.chart?.destroy();
    const base = {
      ...this.size(),
      legend: { show: false },
      padding: [8, 18, 0, 0],
      cursor: { show: false },
    };
    this.chart = new uPlot({ ...base, ...options }, data, this.host);
  }

  destroy() {
    this.observer.disconnect();
    this.chart?.destroy();
    this.chart = null;
  }
}

export function circle(ctx, x, y, r) {
  ctx.beginPath();
  ctx.arc(x, y, r, 0, 2 * Math.PI);
}

export function diamond(ctx, x, y, r) {
  ctx.beginPath();
  ctx.moveTo(x, y - r);
  ctx.lineTo(x + r, y);
  ctx.lineTo(x, y + r);
  ctx.lineTo(x - r, y);
  ctx.closePath();
}

/** A triangle that points beyond the edge: down for 1, up for -1. */
function arrow(ctx, x, y, r, way) {
  ctx.beginPath();
  ctx.moveTo(x, y + way * r);
  ctx.lineTo(x - r, y - way * r * 0.6);
  ctx.lineTo(x + r, y - way * r * 0.6);
  ctx.closePath();
}

/** Draws with the plot's rectangle as the clip. */
export function clipped(u, draw, slack = 0) {
  const { ctx } = u;
  const { left, top, width, height } = u.bbox;
  ctx.save();
  ctx.beginPath();
  ctx.rect(left - slack, top, width + 2 * slack, height);
  ctx.clip();
  draw(ctx, devicePixelRatio || 1);
  ctx.restore();
}

/** Stem plot of all weights over their monomials. */
export class WeightsPlot extends Plot {
  /** `readout` takes one line about the weight under the pointer; `reset` shows while zoomed. */
  constructor(host, readout, reset) {
    super(host);
    this.readout = readout;
    this.reset = reset;
    this.limits = new Map(); // data and kernel -> largest |w| shown, so that axes stay while p changes
    this.drawn = ""; // data and kernel of what is drawn: for the same ones the zoom stays
    this.current = -1;
    this.rank = -1;
    this.abort = new AbortController();
    const { signal } = this.abort;
    host.addEventListener("keydown", (e) => this.key(e), { signal });
    host.addEventListener("blur", () => this.point(-1), { signal });
    reset?.addEventListener("click", () => this.zoomOut(), { signal });
  }

  destroy() {
    this.abort.abort();
    super.destroy();
  }

  draw(report, values) {
    this.all = report.weights.count;
    if (!values && this.all > mostWeights) report = largestAlone(report);
    const { weights, spec } = report;
    this.report = report;
    this.values = values ?? sparse(weights);
    this.label = labeller(report);
    this.ranks = new Map((weights.top ?? []).map((w, i) => [w.index, i]));
    this.truth = weights.truth ?? [];
    this.current = -1;
    this.rank = -1;
    let most = 0;
    for (const v of this.values) most = Math.max(most, Math.abs(v));
    // Planted weights far beyond the estimates would flatten these to nothing:
    // then they are marked at the edge.
    const planted = this.truth.reduce((m, w) => Math.max(m, Math.abs(w.value)), 0);
    if (planted < 10 * most) most = Math.max(most, planted);
    const key = JSON.stringify([spec.data, spec.target, spec.features ?? null, spec.task, spec.model.kernel]);
    if (most > 0) this.limits.set(key, Math.max(most, this.limits.get(key) ?? 0));
    const zoom = key === this.drawn && this.chart && !this.reset?.hidden ? this.range() : null;
    this.drawn = key;
    const limit = (this.limits.get(key) ?? 1) * 1.1;
    this.limit = limit;
    const n = this.values.length;
    this.full = [0.5 - n * 0.008, n + 0.5 + n * 0.008]; // weight k stands at k + 1

    const t = tokens();
    const small = this.host.clientWidth < narrow;
    const what = n < this.all ? "largest weights" : weights.maxDegree > 1 ? "monomial" : "feature";
    const [xAxis, yAxis] = axes(t, small ? "" : what, small ? "" : "weight");
    xAxis.values = (u, splits) => splits.map((v) => (v !== null && Number.isInteger(v) ? whole(v) : ""));
    xAxis.filter = (u, splits) => splits.map((v) => (v >= 1 && v <= n ? v : null));
    xAxis.space = 60;
    xAxis.incrs = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6];
    yAxis.values = (u, splits) => splits.map((v) => number(v));
    yAxis.space = 40;

    this.make(
      {
        scales: {
          x: { time: false, range: (u, lo, hi) => (lo === null || (lo === 1 && hi === n) ? this.full : [lo, hi]) },
          y: { range: () => [-limit, limit] },
        },
        axes: [xAxis, yAxis],
        series: [{}, { paths: () => null, points: { show: false } }],
        cursor: {
          y: false,
          points: { show: false },
          drag: { x: true, y: false, setScale: true, dist: 6 },
          bind: { dblclick: () => () => (this.zoomOut(), null) },
        },
        hooks: {
          drawClear: [(u) => this.paintThreshold(u)],
          draw: [(u) => this.paint(u)],
          setCursor: [(u) => this.hover(u)],
          setScale: [(u, scale) => scale === "x" && this.zoomed()],
        },
      },
      [[1, n], [0, 0]],
    );
    this.host.setAttribute("aria-label", this.summary());
    this.marker = document.createElement("div");
    this.marker.className = "plot-marker";
    this.marker.hidden = true;
    this.chart.over.append(this.marker);
    if (zoom) this.chart.setScale("x", { min: zoom[0], max: zoom[1] });
    this.say("");
  }

  summary() {
    const { weights } = this.report;
    const top = (weights.top ?? []).slice(0, 3).map((w) => `${w.label} ${number(w.value)}`).join(", ");
    const n = this.values.length;
    return (
      `Stem plot of ${n < this.all ? `the ${whole(n)} largest of ${whole(this.all)}` : whole(n)} weights; ${whole(weights.selected)} exceed the threshold ${number(weights.threshold)}. ` +
      `Largest: ${top || "none"}. Left and right arrow keys step through the largest weights.`
    );
  }

  range() {
    const { min, max } = this.chart.scales.x;
    return [min, max];
  }

  zoomed() {
    if (!this.chart || !this.reset) return;
    const [lo, hi] = this.range();
    this.reset.hidden = lo <= this.full[0] && hi >= this.full[1];
    this.placeMarker();
  }

  zoomOut() {
    this.chart?.setScale("x", { min: this.full[0], max: this.full[1] });
  }

  paintThreshold(u) {
    const { threshold } = this.report.weights;
    if (!(threshold > 0) || threshold > this.limit) return;
    const t = tokens();
    clipped(u, (ctx, ratio) => {
      const { left, width } = u.bbox;
      const y1 = u.valToPos(threshold, "y", true);
      const y0 = u.valToPos(-threshold, "y", true);
      ctx.fillStyle = t.grid;
      ctx.globalAlpha = 0.5;
      ctx.fillRect(left, y1, width, y0 - y1);
      ctx.globalAlpha = 1;
      ctx.strokeStyle = t.text;
      ctx.lineWidth = ratio;
      ctx.setLineDash([5 * ratio, 4 * ratio]);
      ctx.beginPath();
      for (const y of [y1, y0]) {
        ctx.moveTo(left, Math.round(y) + 0.5);
        ctx.lineTo(left + width, Math.round(y) + 0.5);
      }
      ctx.stroke();
      ctx.setLineDash([]);
    });
  }

  /** The extremes of each device pixel column in view: indices of the lowest and highest weight, or -1. */
  columns(u) {
    const [lo, hi] = this.range();
    const first = Math.max(0, Math.ceil(lo - 1));
    const last = Math.min(this.values.length - 1, Math.floor(hi - 1));
    const width = Math.max(1, Math.round(u.bbox.width));
    const low = new Int32Array(width).fill(-1);
    const high = new Int32Array(width).fill(-1);
    const scale = width / (hi - lo);
    const { values } = this;
    for (let k = first; k <= last; k++) {
      const c = Math.min(width - 1, Math.max(0, Math.floor((k + 1 - lo) * scale)));
      const v = values[k];
      if (v > 0) {
        if (high[c] < 0 || v > values[high[c]]) high[c] = k;
      } else if (v < 0) {
        if (low[c] < 0 || v < values[low[c]]) low[c] = k;
      }
    }
    return { low, high, count: Math.max(0, last - first + 1), width };
  }

  paint(u) {
    const t = tokens();
    const { threshold } = this.report.weights;
    const { values } = this;
    const cols = (this.cols = this.columns(u));
    const zero = u.valToPos(0, "y", true);
    const roomy = cols.width / Math.max(1, cols.count);
    const at = (k) => u.valToPos(k + 1, "x", true);
    const height = (v) => u.valToPos(v, "y", true);
    clipped(
      u,
      (ctx, ratio) => {
        ctx.strokeStyle = t.axis;
        ctx.lineWidth = ratio;
        ctx.beginPath();
        ctx.moveTo(u.bbox.left, Math.round(zero) + 0.5);
        ctx.lineTo(u.bbox.left + u.bbox.width, Math.round(zero) + 0.5);
        ctx.stroke();

        // Planted weights first, so that estimates lie on top of them.
        const r = ratio * (roomy > 3 ? 5.5 : 4.5);
        ctx.strokeStyle = t.truth;
        ctx.lineWidth = ratio * (roomy > 8 ? 5 : 3);
        ctx.globalAlpha = 0.35;
        ctx.beginPath();
        const edge = 0.95 * this.limit;
        const within = (v) => Math.max(-edge, Math.min(edge, v));
        for (const w of this.truth) {
          ctx.moveTo(at(w.index), zero);
          ctx.lineTo(at(w.index), height(within(w.value)));
        }
        ctx.stroke();
        ctx.globalAlpha = 1;

        const faint = new Path2D();
        const strong = new Path2D();
        const heads = [];
        for (const side of [cols.low, cols.high]) {
          for (const k of side) {
            if (k < 0) continue;
            const x = at(k);
            const y = height(values[k]);
            const path = Math.abs(values[k]) > threshold ? strong : faint;
            path.moveTo(x, zero);
            path.lineTo(x, y);
            if (path === strong) heads.push([x, y]);
          }
        }
        ctx.lineWidth = ratio * (roomy > 6 ? 1.75 : 1);
        ctx.strokeStyle = t.faint;
        ctx.stroke(faint);
        ctx.lineWidth = ratio * (roomy > 2 ? 2 : 1.25);
        ctx.strokeStyle = t.estimate;
        ctx.stroke(strong);
        if (heads.length <= 400) {
          ctx.fillStyle = t.estimate;
          for (const [x, y] of heads) {
            circle(ctx, x, y, ratio * (heads.length > 100 ? 2 : 3.25));
            ctx.fill();
          }
        }
        ctx.lineWidth = ratio * 1.75;
        ctx.strokeStyle = t.truth;
        for (const w of this.truth) {
          if (within(w.value) === w.value) diamond(ctx, at(w.index), height(w.value), r);
          else arrow(ctx, at(w.index), height(within(w.value)), r, -Math.sign(w.value));
          ctx.stroke();
        }
        this.paintThresholdLabel(u, ctx, ratio, t, heads);
      },
      8 * (devicePixelRatio || 1),
    );
  }

  paintThresholdLabel(u, ctx, ratio, t, heads) {
    const { threshold } = this.report.weights;
    if (!(threshold > 0) || threshold > this.limit) return;
    const text = `threshold ${number(threshold)}`;
    ctx.font = `${11 * ratio}px ${t.font.slice(5)}`;
    const y = u.valToPos(threshold, "y", true) - 5 * ratio;
    const width = ctx.measureText(text).width;
    // Where it hides the fewest weights: at the right, the left or in the middle.
    const { left } = u.bbox;
    const right = left + u.bbox.width;
    const hidden = (x) => heads.filter(([hx, hy]) => hx > x - width - 8 * ratio && hx < x + 8 * ratio && hy < y + 8 * ratio).length;
    const places = [right - 6 * ratio, left + width + 10 * ratio, (left + right + width) / 2, left + u.bbox.width / 3, left + (u.bbox.width * 5) / 6];
    const x = places.reduce((best, place) => (hidden(place) < hidden(best) ? place : best));
    ctx.fillStyle = t.surface;
    ctx.globalAlpha = 0.85;
    ctx.fillRect(x - width - 4 * ratio, y - 11 * ratio, width + 8 * ratio, 14 * ratio);
    ctx.globalAlpha = 1;
    ctx.textAlign = "right";
    ctx.textBaseline = "alphabetic";
    ctx.fillStyle = t.text;
    ctx.fillText(text, x, y);
  }

  /** Reports the largest weight near the pointer. */
  hover(u) {
    const { left } = u.cursor;
    if (left === undefined || left < 0 || !this.cols) {
      if (this.rank < 0) this.point(-1);
      return;
    }
    const ratio = this.cols.width / u.over.clientWidth;
    const reach = Math.ceil(4 * ratio);
    const middle = Math.round(left * ratio);
    const [lo, hi] = this.range();
    let best = -1;
    for (let c = Math.max(0, middle - reach); c <= Math.min(this.cols.width - 1, middle + reach); c++) {
      for (const k of [this.cols.low[c], this.cols.high[c]]) {
        if (k >= 0 && (best < 0 || Math.abs(this.values[k]) > Math.abs(this.values[best]))) best = k;
      }
    }
    if (best < 0) {
      const k = Math.round(lo + (left / u.over.clientWidth) * (hi - lo)) - 1;
      if (k >= 0 && k < this.values.length) best = k;
    }
    this.rank = -1;
    this.point(best);
  }

  point(k) {
    this.current = k;
    this.placeMarker();
    if (k < 0) {
      this.rank = -1;
      this.say("");
      return;
    }
    const rank = this.ranks.get(k);
    const planted = this.truth.find((w) => w.index === k);
    this.say(
      `${this.label(k)}  ${number(this.values[k], 4)}` +
        (rank === undefined ? "" : `, rank ${rank + 1}`) +
        (planted ? `, planted ${number(planted.value, 4)}` : ""),
    );
  }

  placeMarker() {
    const u = this.chart;
    const k = this.current;
    if (!u || !this.marker) return;
    const [lo, hi] = this.range();
    this.marker.hidden = k < 0 || k + 1 < lo || k + 1 > hi;
    if (this.marker.hidden) return;
    const x = u.valToPos(k + 1, "x");
    const y = u.valToPos(this.values[k], "y");
    this.marker.style.transform = `translate(${x}px, ${y}px)`;
  }

  say(text) {
    if (this.readout) this.readout.textContent = text;
  }

  key(e) {
    const top = this.report?.weights.top ?? [];
    if (!this.chart || e.ctrlKey || e.metaKey || e.altKey) return;
    const steps = { ArrowRight: this.rank + 1, ArrowLeft: this.rank - 1, Home: 0, End: top.length - 1 };
    if (e.key in steps && top.length) {
      e.preventDefault();
      const rank = Math.min(top.length - 1, Math.max(0, steps[e.key]));
      const k = top[rank].index;
      const [lo, hi] = this.range();
      if (k + 1 < lo || k + 1 > hi) {
        const half = (hi - lo) / 2;
        this.chart.setScale("x", { min: k + 1 - half, max: k + 1 + half });
      }
      this.point(k);
      this.rank = rank;
    } else if (e.key === "Escape") {
      this.point(-1);
      this.zoomOut();
    }
  }
}

/** More weights than a report brings, or a plot can hold, one by one: the largest are shown alone. */
const mostWeights = 15e6;

/** The report with its top weights only, side by side in their order. */
function largestAlone(report) {
  const { weights } = report;
  const order = weights.top.map((w) => w.index).sort((a, b) => a - b);
  const place = new Map(order.map((index, i) => [index, i]));
  const renumber = (w) => ({ ...w, index: place.get(w.index) ?? -1 });
  return { ...report, weights: { ...weights, count: order.length, top: weights.top.map(renumber), truth: weights.truth?.map(renumber) } };
}

/** All weights as far as the report's JSON has them: the top ones, zero elsewhere. */
function sparse(weights) {
  const values = new Float64Array(weights.count);
  for (const w of weights.top ?? []) if (w.index < values.length) values[w.index] = w.value;
  return values;
}

/** Duality gap by iteration, on a log axis. */
export class ConvergencePlot extends Plot {
  draw(report) {
    this.report = report;
    const history = report.objective.history ?? [];
    const floor = 1e-17;
    const gaps = history.map((h) => Math.max(floor, h.gap));
    const goal = report.spec.solver.tolerance * Math.max(1, Math.abs(report.objective.dual));
    if (!gaps.length) {
      this.chart?.destroy();
      this.chart = null;
      return;
    }
    const t = tokens();
    const lo = 10 ** Math.floor(Math.log10(Math.min(goal, ...gaps)));
    const hi = 10 ** Math.ceil(Math.log10(2 * Math.max(goal, ...gaps)));
    const [xAxis, yAxis] = axes(t, "iteration", "");
    xAxis.incrs = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000];
    yAxis.size = 48;
    yAxis.space = 26;
    yAxis.values = (u, splits) => splits.map((v) => (v === null ? "" : power(v)));
    yAxis.splits = () => decades(lo, hi, 5);
    yAxis.filter = (u, splits) => splits; // by default uPlot names few of them
    this.make(
      {
        scales: { x: { time: false, range: [0, Math.max(2, gaps.length + 0.5)] }, y: { distr: 3, range: [lo, hi] } },
        axes: [xAxis, yAxis],
        series: [{}, { paths: () => null, points: { show: false } }],
        hooks: {
          draw: [
            (u) =>
              clipped(
                u,
                (ctx, ratio) => {
                  const y = Math.round(u.valToPos(goal, "y", true)) + 0.5;
                  ctx.strokeStyle = t.text;
                  ctx.lineWidth = ratio;
                  ctx.setLineDash([5 * ratio, 4 * ratio]);
                  ctx.beginPath();
                  ctx.moveTo(u.bbox.left, y);
                  ctx.lineTo(u.bbox.left + u.bbox.width, y);
                  ctx.stroke();
                  ctx.setLineDash([]);
                  ctx.font = `${11 * ratio}px ${t.font.slice(5)}`;
                  ctx.fillStyle = t.text;
                  ctx.textAlign = "left";
                  ctx.textBaseline = "alphabetic";
                  ctx.fillText("tolerance", u.bbox.left + 6 * ratio, y - 5 * ratio);
                  ctx.strokeStyle = ctx.fillStyle = t.estimate;
                  ctx.lineWidth = 1.75 * ratio;
                  ctx.beginPath();
                  gaps.forEach((g, i) => ctx.lineTo(u.valToPos(i + 1, "x", true), u.valToPos(g, "y", true)));
                  ctx.stroke();
                  if (gaps.length > 60) return;
                  gaps.forEach((g, i) => {
                    circle(ctx, u.valToPos(i + 1, "x", true), u.valToPos(g, "y", true), 2.75 * ratio);
                    ctx.fill();
                  });
                },
                6 * (devicePixelRatio || 1),
              ),
          ],
        },
      },
      [gaps.map((_, i) => i + 1), gaps],
    );
    this.host.setAttribute(
      "aria-label",
      `Duality gap over ${gaps.length} iterations on a logarithmic axis: from ${number(gaps[0])} to ${number(gaps.at(-1))}; the tolerance asks for ${number(goal)}.`,
    );
  }
}

/** 10^e with a superscript. */
export function power(v) {
  const digits = { "-": "⁻", 0: "⁰", 1: "¹", 2: "²", 3: "³", 4: "⁴", 5: "⁵", 6: "⁶", 7: "⁷", 8: "⁸", 9: "⁹" };
  return "10" + [...String(Math.round(Math.log10(v)))].map((c) => digits[c]).join("");
}

/** At most about `count` powers of ten from lo to hi. */
function decades(lo, hi, count) {
  const from = Math.round(Math.log10(lo));
  const to = Math.round(Math.log10(hi));
  const step = Math.max(1, Math.ceil((to - from) / count));
  const out = [];
  for (let e = from; e <= to; e += step) out.push(Number(`1e${e}`));
  return out;
}

/** Predicted against actual; for two classes, decision values by class. */
export class FitPlot extends Plot {
  draw(report) {
    this.report = report;
    const classes = report.spec.task === "classification";
    const parts = ["train", "validation", "test"];
    const points = [];
    for (const part of parts) {
      const actual = report.actual?.[part] ?? [];
      const predicted = report.predictions?.[part] ?? [];
      const n = Math.min(actual.length, predicted.length);
      // A fixed spread keeps the points of a class apart without randomness.
      for (let i = 0; i < n; i++) points.push({ part, x: actual[i] + (classes ? (((i * 0.618034) % 1) - 0.5) * 0.6 : 0), y: predicted[i] });
    }
    if (!points.length) {
      this.chart?.destroy();
      this.chart = null;
      return;
    }
    const t = tokens();
    const xs = span(points.map((q) => q.x));
    const ys = span(points.map((q) => q.y));
    const both = [Math.min(xs[0], ys[0]), Math.max(xs[1], ys[1])];
    const [xAxis, yAxis] = axes(t, classes ? "class" : "actual", classes ? "decision value" : "predicted");
    xAxis.space = 44;
    yAxis.space = 32;
    yAxis.values = (u, splits) => splits.map((v) => number(v));
    xAxis.values = (u, splits) => splits.map((v) => number(v));
    if (classes) {
      xAxis.splits = () => [-1, 1];
      xAxis.values = () => report.classes ?? ["−1", "+1"];
    }
    const mark = {
      train: (ctx, x, y, r) => (circle(ctx, x, y, 2.5 * r), (ctx.globalAlpha = 0.45), ctx.fill()),
      validation: (ctx, x, y, r) => ((ctx.globalAlpha = 0.8), ctx.strokeRect(x - 2.5 * r, y - 2.5 * r, 5 * r, 5 * r)),
      test: (ctx, x, y, r) => (diamond(ctx, x, y, 4 * r), (ctx.globalAlpha = 1), ctx.stroke()),
    };
    const colour = { train: t.estimate, validation: t.text, test: t.truth };
    this.make(
      {
        scales: { x: { time: false, range: classes ? [-1.6, 1.6] : both }, y: { range: classes ? ys : both } },
        axes: [xAxis, yAxis],
        series: [{}, { paths: () => null, points: { show: false } }],
        hooks: {
          draw: [
            (u) =>
              clipped(
                u,
                (ctx, ratio) => {
                  const x = (v) => u.valToPos(v, "x", true);
                  const y = (v) => u.valToPos(v, "y", true);
                  ctx.strokeStyle = t.axis;
                  ctx.lineWidth = ratio;
                  ctx.beginPath();
                  if (classes) {
                    ctx.moveTo(x(-1.6), y(0));
                    ctx.lineTo(x(1.6), y(0));
                  } else {
                    ctx.moveTo(x(both[0]), y(both[0]));
                    ctx.lineTo(x(both[1]), y(both[1]));
                  }
                  ctx.stroke();
                  ctx.lineWidth = 1.5 * ratio;
                  for (const q of points) {
                    ctx.fillStyle = ctx.strokeStyle = colour[q.part];
                    mark[q.part](ctx, x(q.x), y(q.y), ratio);
                  }
                },
                4 * (devicePixelRatio || 1),
              ),
          ],
        },
      },
      [[0, 1], [0, 1]],
    );
    const counts = parts.map((part) => [part, points.filter((q) => q.part === part).length]).filter(([, n]) => n);
    this.host.setAttribute(
      "aria-label",
      `${classes ? "Decision values by class" : "Predicted against actual values"}: ${counts.map(([part, n]) => `${n} ${part} rows`).join(", ")}.`,
    );
  }
}

/** The range of finite values with a little air. */
export function span(values) {
  let lo = Infinity;
  let hi = -Infinity;
  for (const v of values) {
    if (v < lo) lo = v;
    if (v > hi) hi = v;
  }
  const air = (hi - lo || Math.abs(hi) || 1) * 0.06;
  return [lo - air, hi + air];
}
