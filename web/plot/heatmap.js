// The score over gamma and the size of the subsample, or the p and the degree.
import { arrows } from "../dom.js";
import { Drawing } from "./frame.js";
import { gammaText, ticks } from "./gamma.js";
import { merits, metricNames, rowOf, scoreRows } from "./scores.js";
import { number, plusMinus } from "./text.js";

/** Cividis in steps: uniform in lightness, and suitable for colour-blind readers. */
const ramp = [
  [0, 34, 78],
  [50, 61, 107],
  [95, 97, 110],
  [137, 134, 120],
  [186, 174, 106],
  [254, 232, 56],
];

function shade(/** @type {number} */ share) {
  const x = Math.min(1, Math.max(0, share)) * (ramp.length - 1);
  const i = Math.min(ramp.length - 2, Math.floor(x));
  return `rgb(${ramp[i].map((c, k) => Math.round(c + (x - i) * (ramp[i + 1][k] - c))).join(" ")})`;
}

/**
 * The mean score by gamma and subsample, or by gamma, p and degree; the best cells are bright.
 * Choosing a cell shows its model. Each row has its own grid.
 */
export class HeatMap extends Drawing {
  /** @param {HTMLElement} host @param {HTMLElement} readout @param {Choices} on */
  constructor(host, readout, on) {
    super(host);
    this.readout = readout;
    this.on = on;
    const { signal } = this.abort;
    host.addEventListener("pointermove", (e) => this.point(this.cellAt(e)), { signal });
    host.addEventListener("pointerleave", () => this.point(null), { signal });
    host.addEventListener("click", (e) => this.choose(this.cellAt(e)), { signal });
    host.addEventListener("focus", () => host.matches(":focus-visible") && this.point(this.at), { signal });
    host.addEventListener("blur", () => this.point(null), { signal });
    host.addEventListener("keydown", (e) => this.key(e), { signal });
  }

  at = /** @type {Point | null} */ (null); // [row, column] of the model shown
  focus = /** @type {Point | null} */ (null); // that under the pointer or the keys
  range = [0, 1]; // of the logarithms of gamma
  abort = new AbortController();
  search = /** @type {Searched | null} */ (null);
  rows = /** @type {ReturnType<typeof scoreRows>} */ ([]);
  edges = /** @type {number[][]} */ ([]); // of the cells of each row
  best = 0;
  worst = 0;
  merit = false; // whether more is better

  destroy() {
    this.abort.abort();
    super.destroy();
  }

  draw(/** @type {SearchReport} */ report, /** @type {ModelAt} */ at) {
    const { search } = report;
    this.rows = scoreRows(search);
    this.search = this.rows.length ? search : null;
    this.focus = null;
    this.drawn = this.search !== null;
    if (!this.search) return;
    this.edges = this.rows.map(({ grid }) => edgesOf(grid.map(Math.log10)));
    this.range = [Math.min(...this.edges.map((row) => row[0])), Math.max(...this.edges.map((row) => row[row.length - 1]))];
    const means = this.rows.flatMap(({ scores }) => scores.map(({ mean }) => mean));
    const { metric = "", minimum = { subsample: 0, gamma: 0 } } = search;
    const merit = merits.includes(metric);
    // The ramp ends at the 90 % quantile: differences among the worst scores are of no interest.
    const sorted = [...means].sort((a, b) => (merit ? b - a : a - b));
    this.best = sorted[0];
    this.worst = sorted[Math.floor((sorted.length - 1) * 0.9)];
    this.merit = merit;
    this.host.setAttribute(
      "aria-label",
      `Heat map of the ${metricNames[metric]} for ${this.rows.length} ${search.forms?.length ? "values of p and degree" : "sizes of the subsample"} and ${this.rows[0].grid.length} gammas. ` +
        `Best: ${this.words([search.forms?.length ? (minimum.form ?? 0) : minimum.subsample, minimum.gamma])}. Arrow keys move between cells, Enter shows the model of a cell.`,
    );
    this.place(at);
  }

  /** Marks the model of a gamma, on a size of the subsample or of a form. @param {ModelAt} given */
  place({ gamma, subsample, form = 0 }) {
    if (!this.search) return;
    const row = this.search.forms?.length ? form : rowOf(this.search, subsample);
    const logs = this.rows[row].grid.map((g) => Math.abs(Math.log10(g / (gamma ?? NaN))));
    this.at = Number.isFinite(logs[0]) ? [row, logs.indexOf(Math.min(...logs))] : null;
    this.repaint();
  }

  /** @param {Point} given */
  words([row, column]) {
    const { words, grid, scores } = this.rows[row];
    return `${words}, gamma ${number(grid[column])}: ${plusMinus(scores[column])}`;
  }

  frame() {
    const { clientWidth: width, clientHeight: height } = this.host;
    const left = 16 + 7 * Math.max(4, ...this.rows.map(({ label }) => label.length));
    const box = { left, top: 6, width: width - left - 62, height: height - 6 - 40 };
    const [lo, hi] = this.range;
    return { ...box, step: box.height / this.rows.length, x: (/** @type {number} */ log) => left + ((log - lo) / (hi - lo)) * box.width };
  }

  /** @type {Paint} */
  paint(ctx, width, height, t) {
    const { left, top, width: w, height: h, step, x } = this.frame();
    const y = (/** @type {number} */ row) => top + (this.rows.length - 1 - row) * step;
    this.rows.forEach(({ scores }, row) =>
      scores.forEach(({ mean }, i) => {
        const [from, to] = [x(this.edges[row][i]), x(this.edges[row][i + 1])];
        ctx.fillStyle = shade((this.worst - mean) / (this.worst - this.best || 1));
        ctx.fillRect(Math.floor(from), Math.floor(y(row)), Math.ceil(to - from) + 1, Math.ceil(step) + 1);
      }),
    );
    const outline = (/** @type {Point} */ [row, i], /** @type {number[]} */ dash) => {
      const from = x(this.edges[row][i]);
      const stroke = (/** @type {number} */ lineWidth, /** @type {string} */ colour, /** @type {number[]} */ dashes) => {
        ctx.setLineDash(dashes);
        ctx.lineWidth = lineWidth;
        ctx.strokeStyle = colour;
        ctx.strokeRect(from - 1, y(row) - 1, x(this.edges[row][i + 1]) - from + 2, step + 2);
      };
      stroke(4, "#fff", []);
      stroke(2, "#000", dash);
      ctx.setLineDash([]);
    };
    if (this.at) outline(this.at, []);
    if (this.focus) outline(this.focus, [3, 2]);

    ctx.fillStyle = t.text;
    ctx.textAlign = "right";
    const every = Math.max(1, Math.ceil(13 / step));
    this.rows.forEach(({ label }, row) => row % every === 0 && ctx.fillText(label, left - 6, y(row) + step / 2));
    ctx.textAlign = "center";
    for (const tick of ticks(this.range[0], this.range[1], w)) ctx.fillText(gammaText(tick), x(tick), top + h + 11);
    ctx.fillText("gamma", left + w / 2, top + h + 28);
    // The ramp's own scale, beside the cells.
    const bar = left + w + 12;
    for (let k = 0; k < h; k++) {
      ctx.fillStyle = shade(1 - k / h);
      ctx.fillRect(bar, top + k, 8, 1.5);
    }
    ctx.fillStyle = t.text;
    ctx.textAlign = "left";
    ctx.fillText(number(this.best), bar + 12, top + 6);
    ctx.fillText(`${this.merit ? "≤" : "≥"} ${number(this.worst)}`, bar + 12, top + h - 5);
  }

  /** The cell under the pointer. @param {MouseEvent} e @returns {Point | null} */
  cellAt(e) {
    if (!this.search) return null;
    const { top, step, x } = this.frame();
    const box = this.host.getBoundingClientRect();
    const row = this.rows.length - 1 - Math.floor((e.clientY - box.top - top) / step);
    const column = (this.edges[row] ?? []).findIndex((edge, i, edges) => x(edge) <= e.clientX - box.left && e.clientX - box.left < x(edges[i + 1]));
    return column < 0 ? null : [row, column];
  }

  point(/** @type {Point | null} */ cell) {
    if (!this.search || String(cell) === String(this.focus)) return;
    this.focus = cell;
    this.readout.textContent = cell ? this.words(cell) : "";
    this.repaint();
  }

  choose(/** @type {Point | null} */ cell) {
    if (cell) this.on.place({ ...this.rows[cell[0]].place, gamma: cell[1] });
  }

  key(/** @type {KeyboardEvent} */ e) {
    if (!this.search || e.ctrlKey || e.metaKey || e.altKey) return;
    const move = arrows[e.key];
    const from = this.focus ?? this.at ?? [0, 0];
    if (move) {
      e.preventDefault();
      const row = Math.min(this.rows.length - 1, Math.max(0, from[0] + move[1]));
      this.point([row, Math.min(this.rows[row].grid.length - 1, Math.max(0, from[1] + move[0]))]);
    } else if (e.key === "Enter" || e.key === " ") {
      e.preventDefault();
      this.choose(this.focus);
    }
  }
}

/** The edges of cells about ascending values: midway between neighbours, and as far beyond the outermost. */
function edgesOf(/** @type {number[]} */ values) {
  const half = (/** @type {number} */ i) => (values[i] - values[i - 1]) / 2 || 0.5;
  const last = values.length - 1;
  return [values[0] - half(1), ...values.slice(1).map((v, i) => v - half(i + 1)), values[last] + half(last)];
}
