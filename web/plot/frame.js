// What plots have in common: their sizes and colours, and a canvas to draw on.
import { element } from "../dom.js";

const letter = 12; // px, of the plots at their usual size

/** The magnification of plots, which a presentation sets by the size of its letters. */
export function magnification() {
  return (parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--plot-letter")) || letter) / letter;
}

/** Device pixels for a pixel of the usual size. */
export const inkRatio = () => magnification() * (devicePixelRatio || 1);

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
    font: `${Math.round(letter * magnification())}px ${get("--font")}`,
  };
}

/** Draws with the plot's rectangle as the clip, which slack (px) enlarges for marks at its edges. @param {Chart} u @param {(ctx: Context, ratio: number) => void} draw */
export function clip(u, draw, slack = 0) {
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

  drawn = false; // whether there is something to draw

  /** Draws what there is now; words describe it for screen readers. */
  show(/** @type {string} */ words) {
    this.drawn = true;
    this.host.ariaLabel = words;
    this.repaint();
  }

  /** @type {Paint} Each subclass has its own. */
  paint(_ctx, _width, _height, _t) {}

  destroy() {
    this.observer.disconnect();
    this.canvas.remove();
  }

  repaint() {
    const k = magnification();
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
