// The score over gamma and the size of the subsample.
import { Drawing } from "./frame.js";
import { gammaText, ticks } from "./gamma.js";
import { merits, metricNames, rowOf } from "./scores.js";
import { number, plusMinus, whole } from "./text.js";

/** Cividis, in steps: even in lightness, and the same to the colour-blind. */
const ramp = [
  [0, 34, 78],
  [50, 61, 107],
  [95, 97, 110],
  [137, 134, 120],
  [186, 174, 106],
  [254, 232, 56],
];

function shade(share) {
  const x = Math.min(1, Math.max(0, share)) * (ramp.length - 1);
  const i = Math.min(ramp.length - 2, Math.floor(x));
  return `rgb(${ramp[i].map((c, k) => Math.round(c + (x - i) * (ramp[i + 1][k] - c))).join(" ")})`;
}

/** The mean score by subsample and gamma: the best are bright. A cell chosen is the model shown. */
export class HeatMap extends Drawing {
  constructor(host, readout, on) {
    super(host);
    this.readout = readout;
    this.on = on;
    this.at = null; // cell of the model shown
    this.focus = null; // cell under the pointer or the keys
    this.abort = new AbortController();
    const { signal } = this.abort;
    host.addEventListener("pointermove", (e) => this.point(this.cellAt(e)), { signal });
    host.addEventListener("pointerleave", () => this.point(null), { signal });
    host.addEventListener("click", (e) => this.choose(this.cellAt(e)), { signal });
    host.addEventListener("focus", () => host.matches(":focus-visible") && this.point(this.at), { signal });
    host.addEventListener("blur", () => this.point(null), { signal });
    host.addEventListener("keydown", (e) => this.key(e), { signal });
  }

  destroy() {
    this.abort.abort();
    super.destroy();
  }

  draw(report, at) {
    const { search } = report;
    this.report = search.subsample?.length ? report : null;
    this.focus = null;
    if (!this.report) return;
    const means = search.scores.flat().map(({ mean }) => mean);
    const merit = merits.includes(search.metric);
    // Far beyond the best all scores are alike bad: the ramp spends its colours on the better half.
    const sorted = [...means].sort((a, b) => (merit ? b - a : a - b));
    this.best = sorted[0];
    this.worst = sorted[Math.floor((sorted.length - 1) * 0.9)];
    this.merit = merit;
    this.host.setAttribute(
      "aria-label",
      `Heat map of the ${metricNames[search.metric]} for ${search.subsample.length} sizes of the subsample and ${search.gamma.length} gammas. ` +
        `Best: ${this.words(search.minimum)}. Arrow keys move between the cells, Enter shows a cell's model.`,
    );
    this.place(at.gamma, at.subsample);
  }

  place(gamma, subsample) {
    if (!this.report) return;
    const { search } = this.report;
    const logs = search.gamma.map((g) => Math.abs(Math.log10(g / gamma)));
    this.at = Number.isFinite(logs[0]) ? { subsample: rowOf(search, subsample), gamma: logs.indexOf(Math.min(...logs)) } : null;
    this.repaint();
  }

  words(cell) {
    const { search } = this.report;
    return `${whole(search.subsample[cell.subsample])} rows, gamma ${number(search.gamma[cell.gamma])}: ${plusMinus(search.scores[cell.subsample][cell.gamma])}`;
  }

  frame() {
    const { clientWidth: width, clientHeight: height } = this.host;
    const { search } = this.report;
    const box = { left: 44, top: 6, width: width - 44 - 62, height: height - 6 - 40 };
    return { ...box, cell: [box.width / search.gamma.length, box.height / search.subsample.length] };
  }

  paint(ctx, width, height, t) {
    const { search } = this.report;
    const { left, top, width: w, height: h, cell } = this.frame();
    const rows = search.subsample.length;
    const x = (i) => left + i * cell[0];
    const y = (j) => top + (rows - 1 - j) * cell[1];
    search.scores.forEach((row, j) =>
      row.forEach(({ mean }, i) => {
        ctx.fillStyle = shade((this.worst - mean) / (this.worst - this.best || 1));
        ctx.fillRect(Math.floor(x(i)), Math.floor(y(j)), Math.ceil(cell[0]) + 1, Math.ceil(cell[1]) + 1);
      }),
    );
    const outline = (at, colour, dash) => {
      const box = [x(at.gamma) - 1, y(at.subsample) - 1, cell[0] + 2, cell[1] + 2];
      ctx.setLineDash([]);
      ctx.lineWidth = 4;
      ctx.strokeStyle = "#fff";
      ctx.strokeRect(...box);
      ctx.lineWidth = 2;
      ctx.strokeStyle = colour;
      ctx.setLineDash(dash);
      ctx.strokeRect(...box);
      ctx.setLineDash([]);
    };
    if (this.at) outline(this.at, "#000", []);
    if (this.focus) outline(this.focus, "#000", [3, 2]);

    ctx.fillStyle = t.text;
    ctx.textAlign = "right";
    const every = Math.max(1, Math.ceil(13 / cell[1]));
    search.subsample.forEach((m, j) => j % every === 0 && ctx.fillText(whole(m), left - 6, y(j) + cell[1] / 2));
    ctx.textAlign = "center";
    const logs = search.gamma.map(Math.log10);
    for (const tick of ticks(logs[0], logs.at(-1), w)) {
      const i = logs.reduce((best, log, k) => (Math.abs(log - tick) < Math.abs(logs[best] - tick) ? k : best), 0);
      ctx.fillText(gammaText(tick), x(i) + cell[0] / 2, top + h + 11);
    }
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

  cellAt(e) {
    if (!this.report) return null;
    const { left, top, cell } = this.frame();
    const { search } = this.report;
    const box = this.host.getBoundingClientRect();
    const gamma = Math.floor((e.clientX - box.left - left) / cell[0]);
    const subsample = search.subsample.length - 1 - Math.floor((e.clientY - box.top - top) / cell[1]);
    return search.scores[subsample]?.[gamma] ? { subsample, gamma } : null;
  }

  point(cell) {
    if (!this.report || (cell?.gamma === this.focus?.gamma && cell?.subsample === this.focus?.subsample)) return;
    this.focus = cell;
    this.readout.textContent = cell ? this.words(cell) : "";
    this.repaint();
  }

  choose(cell) {
    if (cell) this.on.place(cell);
  }

  key(e) {
    if (!this.report || e.ctrlKey || e.metaKey || e.altKey) return;
    const step = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[e.key];
    const from = this.focus ?? this.at ?? { subsample: 0, gamma: 0 };
    if (step) {
      e.preventDefault();
      const { search } = this.report;
      this.point({
        gamma: Math.min(search.gamma.length - 1, Math.max(0, from.gamma + step[0])),
        subsample: Math.min(search.subsample.length - 1, Math.max(0, from.subsample + step[1])),
      });
    } else if (e.key === "Enter" || e.key === " ") {
      e.preventDefault();
      this.choose(this.focus);
    }
  }
}
