// What the plots stand in. uPlot supplies scales, axes, zoom and the cursor; the
// marks are drawn by the plots themselves. Those without axes of uPlot's kind draw
// on a canvas of their own.
import uPlot from "../uplot/uPlot.esm.js";

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

/** What the plots that draw by themselves share: a canvas that follows its host. */
export class Drawing {
  constructor(host) {
    this.host = host;
    this.canvas = document.createElement("canvas");
    this.canvas.className = "drawing";
    host.append(this.canvas);
    this.observer = new ResizeObserver(() => this.report && this.repaint());
    this.observer.observe(host);
  }

  destroy() {
    this.observer.disconnect();
    this.canvas.remove();
  }

  repaint() {
    const ratio = devicePixelRatio || 1;
    const { clientWidth: width, clientHeight: height } = this.host;
    if (!width || !height) return; // not shown
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    const ctx = this.canvas.getContext("2d");
    ctx.scale(ratio, ratio);
    const t = tokens();
    ctx.font = `11px ${t.font.slice(5)}`;
    ctx.textBaseline = "middle";
    this.paint(ctx, width, height, t);
  }
}
