// The base classes of plots. With Plot, uPlot has scales, axes, zoom and cursor, and the
// plot draws its marks; with Drawing the plot draws all on a canvas.
import uPlot from "uplot";
import { element } from "../dom.js";

/** @typedef {import("uplot").Axis} Axis */

const letter = 12; // px, of the plots at their usual size

/** The magnification of plots, which a presentation sets by the size of its letters. */
export function magnified() {
  return (parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--plot-letter")) || letter) / letter;
}

/** Device pixels for a pixel of the usual size. */
export const inkRatio = () => magnified() * (devicePixelRatio || 1);

/** The colour tokens of the style sheet, read when drawing so that themes apply. */
export function tokens() {
  const css = getComputedStyle(document.documentElement);
  const get = (/** @type {string} */ name) => css.getPropertyValue(name).trim();
  return {
    text: get("--text-soft"),
    grid: get("--line-soft"),
    axis: get("--line"),
    estimate: get("--estimate"),
    faint: get("--estimate-faint"),
    truth: get("--truth"),
    good: get("--good"),
    strong: get("--text"),
    surface: get("--surface"),
    font: `${Math.round(letter * magnified())}px ${get("--font")}`,
  };
}

/**
 * Two axes in these colours, x and y their labels.
 * @param {Tokens} t @param {string} x @param {string} y
 * @returns {[Axis, Axis]}
 */
export function axes(t, x, y) {
  const labelled = (/** @type {string} */ label) => (label ? { label, labelFont: t.font, labelSize: 20 } : {});
  const common = { stroke: t.text, font: t.font, grid: { stroke: t.grid, width: 1 }, ticks: { stroke: t.axis, width: 1, size: 4 }, gap: 6 };
  return [
    { ...common, ...labelled(x), grid: { show: false }, size: 30 },
    { ...common, ...labelled(y), size: 46 },
  ];
}

/** A chart of uPlot that follows the size of its host. */
export class Plot {
  constructor(/** @type {HTMLElement} */ host) {
    this.host = host;
    /** @type {Chart | null} */
    this.chart = null;
    this.observer = new ResizeObserver(() => this.fit());
    this.observer.observe(host);
  }

  /** Moves the chart to another host, which is empty. @param {HTMLElement} host */
  moveTo(host) {
    host.append(...this.host.childNodes);
    this.observer.unobserve(this.host);
    this.host = host;
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

  /** Replaces the chart, and gives it; options and data as uPlot takes them. @param {Omit<import("uplot").Options, "width" | "height"> & { axes: Axis[] }} options @param {import("uplot").AlignedData} data */
  make(options, data) {
    this.chart?.destroy();
    const base = { ...this.size(), legend: { show: false }, cursor: { show: false } };
    const k = magnified();
    return (this.chart = new uPlot({ ...base, ...options, padding: [8 * k, 18 * k, 0, 0], axes: options.axes.map((axis, i) => enlarged(axis, k, i === 1)) }, data, this.host));
  }

  /** Leaves the host empty. */
  clear() {
    this.chart?.destroy();
    this.chart = null;
  }
}

/** An axis with its sizes and line widths k times as large; its font has that size already. @param {Axis} axis @param {number} k @param {boolean} upright */
function enlarged(axis, k, upright) {
  const times = (/** @type {object | undefined} */ part, /** @type {string[]} */ ...names) =>
    Object.fromEntries(Object.entries(part ?? {}).filter(([name]) => names.includes(name)).map(([name, value]) => [name, k * value]));
  const space = Number(axis.space);
  return {
    ...axis, ...times(axis, "size", "labelSize", "gap"),
    space: upright ? Math.max(space, 0.65 * k * space) : k * space, // letters are lower than wide
    grid: { ...axis.grid, ...times(axis.grid, "width", "size") },
    ticks: { ...axis.ticks, ...times(axis.ticks, "width", "size") },
  };
}

/** Draws with the plot's rectangle as the clip, which slack (px) enlarges for marks that stand at its edges. @param {Chart} u @param {(ctx: Context, ratio: number) => void} draw */
export function clipped(u, draw, slack = 0) {
  const { ctx } = u;
  const { left, top, width, height } = u.bbox;
  ctx.save();
  ctx.beginPath();
  ctx.rect(left - slack, top - slack, width + 2 * slack, height + 2 * slack);
  ctx.clip();
  draw(ctx, inkRatio());
  ctx.restore();
}

/** A canvas that follows the size of its host. */
export class Drawing {
  constructor(/** @type {HTMLElement} */ host) {
    this.host = host;
    this.canvas = element("canvas", { className: "drawing" });
    host.append(this.canvas);
    this.observer = new ResizeObserver(() => this.drawn && this.repaint());
    this.observer.observe(host);
  }

  drawn = false; // whether there is something to draw; a subclass sets it

  /** @type {Paint} Each subclass has its own. */
  paint(_ctx, _width, _height, _t) {}

  destroy() {
    this.observer.disconnect();
    this.canvas.remove();
  }

  repaint() {
    const k = magnified();
    const ratio = inkRatio();
    const [width, height] = [this.host.clientWidth / k, this.host.clientHeight / k];
    if (!width || !height) return; // not shown
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    const ctx = this.canvas.getContext("2d");
    if (!ctx) return; // there is no memory for it
    ctx.scale(ratio, ratio);
    const t = tokens();
    ctx.font = `11px ${t.font.slice(5)}`;
    ctx.textBaseline = "middle";
    this.paint(ctx, width, height, t);
  }
}
