// Stem plot of the weights. Each pixel column shows the smallest and the largest of its
// weights, so that a single large weight is always visible. uPlot has scales, axes, zoom and cursor.
import uPlot from "uplot";
import { element } from "../dom.js";
import { labeller, largest, listedWeights, selector } from "../report/monomial.js";
import { clip, inkRatio, magnification, tokens } from "./frame.js";
import { arrow, diamond, dot, label, paintRule } from "./marks.js";
import { number, integer } from "./text.js";

const narrowWidth = 520;
const mostShrunk = 30; // the largest earlier weight, as a multiple of the largest one, for which the axis stays
const mostLimits = 20; // number of stored axis limits, by data and kernel

/** Stem plot of all weights over their monomials. */
export class WeightsPlot {
  /** readout shows one line about the weight under the pointer; reset is shown while the plot is zoomed. @param {HTMLElement} host @param {HTMLElement} readout @param {HTMLElement} [reset] */
  constructor(host, readout, reset) {
    this.host = host;
    this.readout = readout;
    this.reset = reset;
    this.listen();
  }

  chart = /** @type {Chart | null} */ (null);
  observer = new ResizeObserver(() => this.fit());
  limits = /** @type {Map<string, number>} */ (new Map()); // data and kernel -> largest |w| shown, so that axes stay while p changes
  drawnKey = ""; // data and kernel of the drawn weights: for the same ones the zoom stays
  ranks = /** @type {Map<number, number>} */ (new Map()); // index of a weight -> its place among the largest
  fullRange = /** @type {Point} */ ([0, 1]); // the range of all weights
  limit = 1; // of the axis of weights
  current = -1;
  rank = -1;
  weights = /** @type {Weights | null} */ (null); // of the report that is shown
  total = 0; // number of the weights, of which values are all or the largest
  values = /** @type {Float64Array} */ (new Float64Array());
  truth = /** @type {Weight[]} */ ([]);
  label = (/** @type {number} */ k) => `weight ${k + 1}`;

  listen() {
    this.observer.observe(this.host);
    this.host.addEventListener("keydown", (e) => this.handleKey(e));
    this.host.addEventListener("blur", () => this.point(-1));
    this.reset?.addEventListener("click", () => this.zoomOut());
  }

  /** Moves the chart to another host, which is empty. @param {HTMLElement} host @param {HTMLElement} readout @param {HTMLElement} [reset] */
  move(host, readout, reset) {
    host.append(...this.host.childNodes);
    this.observer.disconnect();
    this.host = host;
    this.readout = readout;
    this.reset = reset;
    this.listen();
    if (!this.weights) return;
    host.setAttribute("aria-label", this.summary(this.weights));
    this.updateZoom();
    this.showReadout("");
  }

  size() {
    return { width: Math.max(240, this.host.clientWidth), height: Math.max(140, this.host.clientHeight) };
  }

  fit() {
    const { width, height } = this.size();
    if (this.chart && (width !== this.chart.width || height !== this.chart.height)) this.chart.setSize({ width, height });
  }

  /** @param {FullReport} report @param {Solved["values"]} [values] */
  draw(report, values) {
    this.weights = report.weights ?? null;
    if (!report.weights) { // the page hides the host
      this.chart?.destroy();
      this.chart = null;
      return;
    }
    this.total = report.weights.count;
    const weights = (this.weights = !values && this.total > mostWeights ? keepLargest(report.weights) : report.weights);
    const { spec } = report;
    this.values = values ?? listedWeights(weights);
    this.label = labeller({ ...report, weights });
    this.ranks = new Map((weights.top ?? []).map((w, i) => [w.index, i]));
    this.truth = weights.truth ?? [];
    this.current = -1;
    this.rank = -1;
    let most = largest(this.values);
    // Planted weights far larger than the estimates are marked at the edge, since the
    // scale would flatten the estimates.
    const largestPlanted = this.truth.reduce((m, w) => Math.max(m, Math.abs(w.value)), 0);
    if (largestPlanted < 10 * most) most = Math.max(most, largestPlanted);
    const key = JSON.stringify([spec.data, spec.target, spec.features ?? null, spec.task, spec.model.kernel]);
    if (most > 0) {
      const kept = this.limits.get(key) ?? 0;
      const limit = kept > most * mostShrunk ? most : Math.max(most, kept);
      this.limits.delete(key);
      this.limits.set(key, limit); // the latest last
      if (this.limits.size > mostLimits) this.limits.delete([...this.limits.keys()][0]);
    }
    const zoom = key === this.drawnKey && this.chart && !this.reset?.hidden ? rangeOf(this.chart) : null;
    this.drawnKey = key;
    const limit = (this.limits.get(key) ?? 1) * 1.1;
    this.limit = limit;
    const n = this.values.length;
    this.fullRange = [0.5 - n * 0.008, n + 0.5 + n * 0.008]; // weight k is at k + 1

    const k = magnification();
    const small = this.host.clientWidth < narrowWidth;
    const xLabel = n < this.total ? "largest weights" : weights.maxDegree > 1 ? "monomial" : "feature";
    this.chart?.destroy();
    const chart = (this.chart = new uPlot({
      ...this.size(),
      padding: [8 * k, 18 * k, 0, 0],
      legend: { show: false },
      scales: {
        x: { time: false, range: (u, lo, hi) => (lo === null || (lo === 1 && hi === n) ? this.fullRange : [lo, hi]) },
        y: { range: () => [-limit, limit] },
      },
      axes: axes(k, n, small ? "" : xLabel, small ? "" : "weight"),
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
        setScale: [(u, scale) => scale === "x" && this.updateZoom()],
      },
    }, [[1, n], [0, 0]], this.host));
    this.host.setAttribute("aria-label", this.summary(weights));
    this.marker = element("div", { className: "plot-marker", hidden: true });
    chart.over.append(this.marker);
    if (zoom) chart.setScale("x", { min: zoom[0], max: zoom[1] });
    this.showReadout("");
  }

  summary(/** @type {Weights} */ weights) {
    const top = (weights.top ?? []).slice(0, 3).map((w) => `${w.label} ${number(w.value)}`).join(", ");
    const n = this.values.length;
    return (
      `Stem plot of ${n < this.total ? `the ${integer(n)} largest of ${integer(this.total)}` : integer(n)} weights; ` +
      (weights.marked ? `${integer(weights.selected)} are selected. ` : weights.threshold > 0 ? `${integer(weights.selected)} exceed the threshold ${number(weights.threshold)}. ` : `${integer(weights.nonzero)} are not zero. `) +
      `Largest: ${top || "none"}. Left and right arrow keys step through the largest weights.`
    );
  }

  updateZoom() {
    if (!this.chart || !this.reset) return;
    const [lo, hi] = rangeOf(this.chart);
    this.reset.hidden = lo <= this.fullRange[0] && hi >= this.fullRange[1];
    this.placeMarker();
  }

  zoomOut() {
    this.chart?.setScale("x", { min: this.fullRange[0], max: this.fullRange[1] });
  }

  paintThreshold(/** @type {Chart} */ u) {
    const { threshold = 0 } = this.weights ?? {};
    if (!(threshold > 0) || threshold > this.limit) return;
    const t = tokens();
    clip(u, (ctx, ratio) => {
      const { left, width } = u.bbox;
      const y1 = u.valToPos(threshold, "y", true);
      const y0 = u.valToPos(-threshold, "y", true);
      ctx.fillStyle = t.grid;
      ctx.globalAlpha = 0.5;
      ctx.fillRect(left, y1, width, y0 - y1);
      ctx.globalAlpha = 1;
      for (const y of [y1, y0].map((at) => Math.round(at) + 0.5)) paintRule(ctx, [left, y], [left + width, y], ratio, t.text, [5, 4]);
    });
  }

  /** The extremes of each device pixel column in view: indices of the lowest and highest weight, or -1. @param {Chart} u */
  columns(u) {
    const [lo, hi] = rangeOf(u);
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

  paint(/** @type {Chart} */ u) {
    const { weights, values } = this;
    if (!weights) return;
    const t = tokens();
    const selects = selector(weights, values);
    const cols = (this.cols = this.columns(u));
    const zero = u.valToPos(0, "y", true);
    const spacing = cols.width / Math.max(1, cols.count);
    const at = (/** @type {number} */ k) => u.valToPos(k + 1, "x", true);
    const height = (/** @type {number} */ v) => u.valToPos(v, "y", true);
    clip(
      u,
      (ctx, ratio) => {
        const axis = Math.round(zero) + 0.5;
        paintRule(ctx, [u.bbox.left, axis], [u.bbox.left + u.bbox.width, axis], ratio, t.axis);

        // Planted weights first, so that estimates lie on top of them.
        const r = ratio * (spacing > 3 ? 5.5 : 4.5);
        ctx.strokeStyle = t.truth;
        ctx.lineWidth = ratio * (spacing > 8 ? 5 : 3);
        ctx.globalAlpha = 0.35;
        ctx.beginPath();
        const edge = 0.95 * this.limit;
        const clamp = (/** @type {number} */ v) => Math.max(-edge, Math.min(edge, v));
        for (const w of this.truth) {
          ctx.moveTo(at(w.index), zero);
          ctx.lineTo(at(w.index), height(clamp(w.value)));
        }
        ctx.stroke();
        ctx.globalAlpha = 1;

        const faint = new Path2D();
        const strong = new Path2D();
        if (spacing > 6) { // exact zeros, where each has room
          ctx.fillStyle = t.axis;
          for (let k = 0; k < values.length; k++) {
            if (values[k] !== 0) continue;
            dot(ctx, at(k), zero, ratio * 1.75);
          }
        }
        const heads = /** @type {Point[]} */ ([]);
        for (const side of [cols.low, cols.high]) {
          for (const k of side) {
            if (k < 0) continue;
            const x = at(k);
            const y = height(values[k]);
            const path = selects(k) ? strong : faint;
            path.moveTo(x, zero);
            path.lineTo(x, y);
            if (path === strong) heads.push([x, y]);
          }
        }
        this.paintThresholdLabel(u, ctx, ratio, t, heads); // marks are drawn over it if there is no free place
        ctx.lineWidth = ratio * (spacing > 6 ? 1.75 : 1);
        ctx.strokeStyle = t.faint;
        ctx.stroke(faint);
        ctx.lineWidth = ratio * (spacing > 2 ? 2 : 1.25);
        ctx.strokeStyle = t.estimate;
        ctx.stroke(strong);
        if (heads.length <= 400) {
          ctx.fillStyle = t.estimate;
          for (const [x, y] of heads) dot(ctx, x, y, ratio * (heads.length > 100 ? 2 : 3.25));
        }
        ctx.lineWidth = ratio * 1.75;
        ctx.strokeStyle = t.truth;
        for (const w of this.truth) {
          if (clamp(w.value) === w.value) diamond(ctx, at(w.index), height(w.value), r);
          else arrow(ctx, at(w.index), height(clamp(w.value)), r, -Math.sign(w.value));
          ctx.stroke();
        }
      },
      8 * inkRatio(),
    );
  }

  /** @param {Chart} u @param {Context} ctx @param {number} ratio @param {Tokens} t @param {Point[]} heads */
  paintThresholdLabel(u, ctx, ratio, t, heads) {
    const { threshold = 0 } = this.weights ?? {};
    if (!(threshold > 0) || threshold > this.limit) return;
    const text = `threshold ${number(threshold)}`;
    ctx.font = `${11 * ratio}px ${t.font.slice(5)}`;
    const width = ctx.measureText(text).width;
    // Beyond one of the two lines, or within the frame: the place with the fewest marks, of those at the right, the left, in the middle, and elsewhere.
    const { left, top, height } = u.bbox;
    const right = left + u.bbox.width;
    const marks = [...heads, ...this.truth.map((w) => [u.valToPos(w.index + 1, "x", true), u.valToPos(w.value, "y", true)])];
    const across = [right - 6 * ratio, left + width + 10 * ratio, (left + right + width) / 2, left + u.bbox.width / 3, left + (u.bbox.width * 5) / 6, ...Array.from({ length: 20 }, (_, i) => left + (u.bbox.width * (20 - i)) / 20 - 6 * ratio)].filter((x) => x - width > left);
    const places = [1, -1].flatMap((sign) => {
      const line = u.valToPos(sign * threshold, "y", true);
      const above = sign > 0 ? line - 16 * ratio >= top : line + 16 * ratio > top + height;
      const y = line + (above ? -5 : 13) * ratio;
      const isBehind = (/** @type {number} */ hy) => (sign > 0 ? hy < y + 8 * ratio : hy > y - 16 * ratio); // with its stem
      return across.map((x) => ({ x, y, hidden: marks.filter(([hx, hy]) => hx > x - width - 8 * ratio && hx < x + 8 * ratio && isBehind(hy)).length }));
    });
    const { x, y } = places.reduce((best, place) => (place.hidden < best.hidden ? place : best));
    ctx.textAlign = "right";
    ctx.textBaseline = "alphabetic";
    ctx.fillStyle = t.text;
    label(ctx, text, x, y, t, ratio);
  }

  /** Reports the largest weight near the pointer. @param {Chart} u */
  hover(u) {
    const { left } = u.cursor;
    if (left === undefined || left < 0 || !this.cols) {
      if (this.rank < 0) this.point(-1);
      return;
    }
    const ratio = this.cols.width / u.over.clientWidth;
    const reach = Math.ceil(4 * ratio);
    const middle = Math.round(left * ratio);
    const [lo, hi] = rangeOf(u);
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

  point(/** @type {number} */ k) {
    this.current = k;
    this.placeMarker();
    if (k < 0) {
      this.rank = -1;
      this.showReadout("");
      return;
    }
    const rank = this.ranks.get(k);
    const plantedWeight = this.truth.find((w) => w.index === k);
    this.showReadout(
      `${this.label(k)}  ${number(this.values[k], 4)}` +
        (rank === undefined ? "" : `, rank ${rank + 1}`) +
        (plantedWeight ? `, planted ${number(plantedWeight.value, 4)}` : ""),
    );
  }

  placeMarker() {
    const u = this.chart;
    const k = this.current;
    if (!u || !this.marker) return;
    const [lo, hi] = rangeOf(u);
    this.marker.hidden = k < 0 || k + 1 < lo || k + 1 > hi;
    if (this.marker.hidden) return;
    const x = u.valToPos(k + 1, "x");
    const y = u.valToPos(this.values[k], "y");
    this.marker.style.transform = `translate(${x}px, ${y}px)`;
  }

  showReadout(/** @type {string} */ text) {
    if (this.readout) this.readout.textContent = text;
  }

  handleKey(/** @type {KeyboardEvent} */ e) {
    const top = this.weights?.top ?? [];
    if (!this.chart || e.ctrlKey || e.metaKey || e.altKey) return;
    /** @type {Record<string, number>} */
    const steps = { ArrowRight: this.rank + 1, ArrowLeft: this.rank - 1, Home: 0, End: top.length - 1 };
    if (e.key in steps && top.length) {
      e.preventDefault();
      const rank = Math.min(top.length - 1, Math.max(0, steps[e.key]));
      const k = top[rank].index;
      const [lo, hi] = rangeOf(this.chart);
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

/**
 * The axes of n weights, k times as large as usual; x and y are their labels.
 * @param {number} k @param {number} n @param {string} x @param {string} y
 * @returns {import("uplot").Axis[]}
 */
function axes(k, n, x, y) {
  const t = tokens();
  const labelOptions = (/** @type {string} */ label) => (label ? { label, labelFont: t.font, labelSize: 20 * k } : {});
  const common = { stroke: t.text, font: t.font, ticks: { stroke: t.axis, width: k, size: 4 * k }, gap: 6 * k };
  return [
    {
      ...common, ...labelOptions(x), grid: { show: false }, size: 30 * k, space: 60 * k,
      incrs: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 2e4, 5e4, 1e5, 2e5, 5e5, 1e6],
      values: (u, splits) => splits.map((v) => (v !== null && Number.isInteger(v) ? integer(v) : "")),
      filter: (u, splits) => splits.map((v) => (v >= 1 && v <= n ? v : null)),
    },
    {
      ...common, ...labelOptions(y), grid: { stroke: t.grid, width: k }, space: Math.max(40, 26 * k), // letters are lower than wide
      size: (u, values) => Math.max(46, 12 + 7 * Math.max(...(values ?? []).map((text) => text.length))) * k,
      values: (u, splits) => splits.map((v) => number(v)),
    },
  ];
}

/** The weights in view of a chart, counted from 1. */
const rangeOf = (/** @type {Chart} */ { scales: { x } }) => [x.min ?? 0, x.max ?? 0];

/** The largest number of weights that a plot shows individually; of more weights it shows the largest. */
const mostWeights = 15e6;

/** The top weights alone, renumbered in their order. */
function keepLargest(/** @type {Weights} */ weights) {
  const order = weights.top.map((w) => w.index).sort((a, b) => a - b);
  const place = new Map(order.map((index, i) => [index, i]));
  const renumber = (/** @type {Weight} */ w) => ({ ...w, index: place.get(w.index) ?? -1 });
  return { ...weights, count: order.length, top: weights.top.map(renumber), truth: weights.truth?.map(renumber) };
}
