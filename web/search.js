// The plots about the choice of the model: the path of the weights, their scores
// (curve, heat map, draws), the stability of the selection; and the gamma cursor
// that path and curve share.
//
// The plots are made anew only for another search. When another of its models is
// shown, the cursor moves, so that the keyboard's focus stays on it.
import { Plot, axes, circle, clipped, diamond, number, power, span, tokens } from "./plot.js";

const whole = (v) => v.toLocaleString("en-US");
const snap = 6; // px: a cursor so near to a gamma that was solved stands on it
const mostLabels = 8; // of weights, at the edge of the path
const labelWidth = 104; // px

/** All views of the choice. `on` hears move(gamma), rest() and place({subsample, gamma}). */
export class SearchViews {
  #on;
  #plots = null;
  #found = null; // the last report with a search
  #stable = null; // the last report with a stability selection
  #at = { gamma: NaN, subsample: 0 };

  constructor(on) {
    this.#on = on;
  }

  /** Makes the plots anew where their hosts were replaced. */
  mount() {
    const byId = (id) => document.getElementById(id);
    const host = byId("plot-path");
    if (!host || this.#plots?.path.host === host) return;
    for (const plot of Object.values(this.#plots ?? {})) plot.destroy();
    this.#plots = {
      path: new PathPlot(host, this.#on),
      curve: new ScorePlot(byId("plot-validation"), this.#on),
      heat: new HeatMap(byId("plot-heat"), byId("heat-readout"), this.#on),
      draws: new DrawsPlot(byId("plot-draws")),
      stability: new StabilityPlot(byId("plot-stability")),
    };
    this.redraw();
  }

  /** Takes a report; what it says nothing of stays. */
  show(report) {
    if (report.search) {
      this.#found = report;
      this.#drawSearch();
    }
    if (report.stability) {
      this.#stable = report;
      this.#later("stability", (plot) => plot.draw(report));
    }
  }

  redraw() {
    if (this.#found) this.#drawSearch();
    if (this.#stable) this.#later("stability", (plot) => plot.draw(this.#stable));
  }

  /** Moves the cursor, and the mark on the heat map, to a model. */
  cursor(gamma, subsample = this.#at.subsample) {
    this.#at = { gamma, subsample };
    if (!this.#plots || !this.#found) return;
    this.#plots.path.cursor?.place(gamma);
    this.#plots.heat.place(gamma, subsample);
    this.#plots.curve.place(gamma, subsample);
  }

  #drawSearch() {
    const report = this.#found;
    for (const name of ["path", "curve", "heat", "draws"]) {
      this.#later(name, (plot) => {
        if (report !== this.#found) return;
        plot.draw(report, this.#at);
      });
    }
  }

  /** Each plot is drawn in a task of its own: together they would keep the page from answering. */
  #later(name, draw) {
    setTimeout(() => {
      const plot = this.#plots?.[name];
      if (!plot) return;
      try {
        draw(plot);
      } catch (error) {
        console.error("plot:", error);
      }
    });
  }
}

// -- gamma's axis ------------------------------------------------------------------

/** Ticks between 10^lo and 10^hi, in decades: powers of ten, or 1, 2 and 5 times those where there are few. */
function ticks(lo, hi, room) {
  const few = hi - lo < 2;
  const out = [];
  const step = Math.max(1, Math.ceil((hi - lo) / Math.max(2, Math.floor(room / 52))));
  for (let e = Math.floor(lo); e <= Math.ceil(hi); e++) {
    for (const m of few ? [1, 2, 5] : [1]) {
      const at = e + Math.log10(m);
      if (at >= lo - 1e-9 && at <= hi + 1e-9 && (few || (e - Math.ceil(lo - 1e-9)) % step === 0)) out.push(at);
    }
  }
  return out.length ? out : [(lo + hi) / 2];
}

const gammaText = (log) => {
  const e = Math.round(log);
  if (Math.abs(log - e) > 1e-9 || Math.abs(e) <= 2) return number(Number((10 ** log).toPrecision(3)));
  return power(10 ** e);
};

/** What path and curve share: gamma's logarithmic axis, its ticks, the rules' marks, and the cursor. */
class GammaPlot extends Plot {
  constructor(host, on) {
    super(host);
    this.on = on;
    this.cursor = null;
  }

  destroy() {
    this.cursor = null;
    super.destroy();
  }

  /** Whether there is little room, also while another tab hides the host. */
  get narrow() {
    return this.host.closest(".choice").clientWidth < 560;
  }

  /** Options and data for uPlot: y in `range`, named `label`; `paint` draws within the axes. */
  plot(report, { label, range, paint, right = 18, top = 8 }) {
    const gammas = report.search.gamma;
    const logs = gammas.map(Math.log10);
    const [first, last] = [logs[0], logs.at(-1)];
    const air = (last - first || 1) * 0.015;
    const t = tokens();
    const [xAxis, yAxis] = axes(t, "gamma", "");
    xAxis.splits = (u) => ticks(first - air, last + air, u.bbox.width / (devicePixelRatio || 1));
    xAxis.filter = (u, splits) => splits;
    xAxis.values = (u, splits) => splits.map(gammaText);
    yAxis.values = (u, splits) => splits.map((v) => number(v));
    yAxis.space = 32;
    yAxis.size = 52;
    if (label && !this.narrow) Object.assign(yAxis, { label, labelFont: t.font, labelSize: 20 });
    this.make(
      {
        padding: [top, right, 0, 0],
        scales: { x: { time: false, range: [first - air, last + air] }, y: { range } },
        axes: [xAxis, yAxis],
        series: [{}, { paths: () => null, points: { show: false } }],
        hooks: {
          draw: [
            (u) => {
              paint(u, t);
              this.paintRules(u, t, report);
            },
          ],
        },
      },
      [[first, last], [0, 0]],
    );
    this.cursor = new Cursor(this.chart.over, [first - air, last + air], gammas, this.on);
  }

  /** Dashed lines where the two rules choose; the smaller gamma is named on its left. */
  paintRules(u, t, report) {
    const { search } = report;
    const ratio = devicePixelRatio || 1;
    const least = this.narrow ? "min" : "minimum";
    const marks = [
      [search.oneError, "1-SE", "right"],
      [search.minimum, least, "left"],
    ].filter(([place]) => place);
    const same = marks.length === 2 && marks[0][0].gamma === marks[1][0].gamma;
    const { ctx } = u;
    ctx.save();
    for (const [place, name, align] of same ? [[marks[0][0], `${least} = 1-SE`, "left"]] : marks) {
      const x = Math.round(u.valToPos(Math.log10(search.gamma[place.gamma]), "x", true)) + 0.5;
      ctx.strokeStyle = t.text;
      ctx.lineWidth = ratio;
      ctx.setLineDash([2 * ratio, 3 * ratio]);
      ctx.beginPath();
      ctx.moveTo(x, u.bbox.top);
      ctx.lineTo(x, u.bbox.top + u.bbox.height);
      ctx.stroke();
      ctx.setLineDash([]);
      ctx.font = `${11 * ratio}px ${t.font.slice(5)}`;
      const width = ctx.measureText(name).width + 8 * ratio;
      // Within the frame: a mark near an edge is named on its other side.
      const { left } = u.bbox;
      const side = align === "left" ? (x + width > left + u.bbox.width ? "right" : "left") : x - width < left ? "left" : "right";
      const from = side === "left" ? x + 3 * ratio : x - 3 * ratio - width + 2 * ratio;
      ctx.fillStyle = t.surface;
      ctx.globalAlpha = 0.85;
      ctx.fillRect(from, u.bbox.top + 2 * ratio, width - 2 * ratio, 15 * ratio);
      ctx.globalAlpha = 1;
      ctx.fillStyle = t.text;
      ctx.textAlign = "left";
      ctx.textBaseline = "middle";
      ctx.fillText(name, from + 3 * ratio, u.bbox.top + 10 * ratio);
    }
    ctx.restore();
  }
}

/** The gamma cursor of a plot: a line with a knob that is dragged, clicked to, or moved by keys. */
class Cursor {
  /** `over` is the field that it moves over, `range` the decades at its edges. */
  constructor(over, range, gammas, on) {
    this.over = over;
    this.range = range;
    this.gammas = gammas;
    this.on = on;
    this.gamma = NaN;
    const line = (this.line = document.createElement("div"));
    line.className = "gamma-cursor";
    line.tabIndex = 0;
    line.setAttribute("role", "slider");
    line.setAttribute("aria-label", "Gamma cursor");
    line.setAttribute("aria-valuemin", Math.log10(gammas[0]).toFixed(3));
    line.setAttribute("aria-valuemax", Math.log10(gammas.at(-1)).toFixed(3));
    line.addEventListener("keydown", (e) => this.key(e));
    over.classList.add("gamma-field");
    over.append(line);
    over.addEventListener("pointerdown", (e) => {
      if (e.button !== 0) return;
      e.preventDefault();
      line.focus({ preventScroll: true });
      over.setPointerCapture(e.pointerId);
      this.follow(e);
    });
    over.addEventListener("pointermove", (e) => over.hasPointerCapture(e.pointerId) && this.follow(e));
    over.addEventListener("lostpointercapture", () => on.rest());
  }

  place(gamma) {
    this.gamma = gamma;
    const log = Math.log10(gamma);
    this.line.hidden = !Number.isFinite(log);
    if (this.line.hidden) return;
    this.line.style.left = `${100 * Math.min(1, Math.max(0, this.share(log)))}%`;
    this.line.setAttribute("aria-valuenow", log.toFixed(3));
    this.line.setAttribute("aria-valuetext", `gamma ${number(gamma)}`);
  }

  /** How far across the field a decade lies. */
  share(log) {
    const [from, to] = this.range;
    return (log - from) / (to - from);
  }

  follow(e) {
    const { left, width } = this.over.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (e.clientX - left) / width));
    const away = (gamma) => Math.abs(this.share(Math.log10(gamma)) - share) * width;
    const near = this.gammas.reduce((best, gamma) => (away(gamma) < away(best) ? gamma : best));
    const [from, to] = this.range;
    this.move(away(near) <= snap ? near : Number((10 ** (from + share * (to - from))).toPrecision(3)));
  }

  /** Arrow keys go from one gamma of the search to the next. */
  key(e) {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const up = this.gammas.findIndex((g) => g > this.gamma * (1 + 1e-9));
    const down = this.gammas.findLastIndex((g) => g < this.gamma * (1 - 1e-9));
    const last = this.gammas.length - 1;
    const above = up < 0 ? last : up;
    const below = Math.max(0, down);
    const target = {
      ArrowRight: above,
      ArrowUp: above,
      ArrowLeft: below,
      ArrowDown: below,
      PageUp: Math.min(last, above + 4),
      PageDown: Math.max(0, below - 4),
      Home: 0,
      End: last,
    }[e.key];
    if (target === undefined) return;
    e.preventDefault();
    this.move(this.gammas[target]);
    this.on.rest();
  }

  move(gamma) {
    if (gamma !== this.gamma) this.on.move(gamma);
  }
}

// -- path --------------------------------------------------------------------------

class PathPlot extends GammaPlot {
  draw(report, at) {
    const { path, gamma } = report.search;
    const logs = gamma.map(Math.log10);
    const weights = path.weights ?? [];
    const [lo, hi] = span(weights.flatMap((w) => w.values).concat(0));
    const labels = this.labels(weights);
    const planted = weights.some((w) => w.relevant);
    this.plot(report, {
      label: "weight",
      range: roomy([lo, hi]),
      right: this.narrow ? 84 : labelWidth,
      top: 22,
      paint: (u, t) => {
        clipped(u, (ctx, ratio) => {
          ctx.strokeStyle = t.axis;
          ctx.lineWidth = ratio;
          const zero = Math.round(u.valToPos(0, "y", true)) + 0.5;
          ctx.beginPath();
          ctx.moveTo(u.bbox.left, zero);
          ctx.lineTo(u.bbox.left + u.bbox.width, zero);
          ctx.stroke();
          ctx.lineJoin = "round";
          // Faint ones first: what matters lies on top.
          for (const strong of [false, true]) {
            for (const w of weights) {
              if (strong !== (planted ? Boolean(w.relevant) : labels.includes(w))) continue;
              ctx.strokeStyle = w.relevant ? t.truth : strong ? t.estimate : t.faint;
              ctx.lineWidth = ratio * (strong ? 2 : 1);
              ctx.beginPath();
              w.values.forEach((v, i) => ctx.lineTo(u.valToPos(logs[i], "x", true), u.valToPos(v, "y", true)));
              ctx.stroke();
            }
          }
        });
        this.paintLabels(u, t, labels, planted);
        this.paintCounts(u, t, path.points ?? [], logs);
      },
    });
    this.cursor.place(at.gamma);
    const named = labels.slice(0, 3).map((w) => `${w.label} ${number(w.values.at(-1))}`).join(", ");
    this.host.setAttribute(
      "aria-label",
      `Path of ${whole(weights.length)} weights over ${whole(gamma.length)} gammas from ${number(gamma[0])} to ${number(gamma.at(-1))}. ` +
        `Largest at the end: ${named || "none"}.${planted ? ` ${weights.filter((w) => w.relevant).length} of them were planted.` : ""}`,
    );
  }

  /** The weights that are named at the edge: planted ones and the largest there, by falling size. */
  labels(weights) {
    const size = (w) => Math.abs(w.values.at(-1));
    const most = Math.max(...weights.map(size), 0);
    return [...weights]
      .sort((a, b) => Boolean(b.relevant) - Boolean(a.relevant) || size(b) - size(a))
      .filter((w) => size(w) > 0.02 * most)
      .slice(0, mostLabels)
      .sort((a, b) => size(b) - size(a));
  }

  /** Names at the right edge, each near its line and none upon another. */
  paintLabels(u, t, labels, planted) {
    const ratio = devicePixelRatio || 1;
    const gap = 13 * ratio;
    const { top, height, left, width } = u.bbox;
    const rows = labels
      .map((w) => ({ w, at: u.valToPos(w.values.at(-1), "y", true) }))
      .sort((a, b) => a.at - b.at)
      .map((row, i, all) => Object.assign(row, { y: Math.max(row.at, i ? all[i - 1].y + gap : top + gap / 2) }));
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
    ctx.lineWidth = ratio;
    const x = left + width;
    for (const { w, at, y } of rows) {
      ctx.strokeStyle = t.axis;
      ctx.beginPath();
      ctx.moveTo(x + ratio, at);
      ctx.lineTo(x + 9 * ratio, y);
      ctx.stroke();
      ctx.fillStyle = w.relevant ? t.truth : t.text;
      const name = [...w.label];
      ctx.fillText(name.length > 14 ? name.slice(0, 13).join("") + "…" : w.label, x + 12 * ratio, y);
    }
    ctx.restore();
  }

  /** How many weights are selected, above the ticks of gamma. */
  paintCounts(u, t, points, logs) {
    if (points.length !== logs.length) return;
    const ratio = devicePixelRatio || 1;
    const { ctx } = u;
    ctx.save();
    ctx.font = `${11 * ratio}px ${t.font.slice(5)}`;
    ctx.fillStyle = t.text;
    ctx.textAlign = "center";
    ctx.textBaseline = "bottom";
    for (const tick of ticks(logs[0] - 1e-9, logs.at(-1) + 1e-9, u.bbox.width / ratio)) {
      const nearest = logs.reduce((best, log, i) => (Math.abs(log - tick) < Math.abs(logs[best] - tick) ? i : best), 0);
      ctx.fillText(whole(points[nearest].selected), u.valToPos(logs[nearest], "x", true), u.bbox.top - 5 * ratio);
    }
    ctx.restore();
  }
}

// -- scores ------------------------------------------------------------------------

const metricNames = {
  mse: "mean squared error",
  mae: "mean absolute error",
  accuracy: "accuracy",
  "balanced-accuracy": "balanced accuracy",
  auc: "area under the ROC curve",
  "log-loss": "log-loss",
};

const merits = ["accuracy", "balanced-accuracy", "auc"];

/** A score with its standard error, where that is more than rounding. */
const plusMinus = ({ mean, error }) => number(mean) + (error > 1e-9 * Math.abs(mean) ? ` ± ${number(error, 2)}` : "");

/** A range with room above it for the names of the rules. */
const roomy = ([lo, hi]) => [lo, hi + 0.1 * (hi - lo)];

/** The row of the scores for a subsample's size; without sizes there is one. */
function rowOf(search, subsample) {
  return Math.max(0, (search.subsample ?? []).indexOf(subsample));
}

class ScorePlot extends GammaPlot {
  draw(report, at) {
    const { search } = report;
    this.report = report;
    if (!search.scores?.length) {
      this.chart?.destroy();
      this.chart = this.cursor = null;
      return;
    }
    this.row = rowOf(search, at.subsample);
    const scores = search.scores[this.row];
    const logs = search.gamma.map(Math.log10);
    const best = search.minimum && search.scores[search.minimum.subsample][search.minimum.gamma];
    const sign = merits.includes(search.metric) ? -1 : 1;
    this.plot(report, {
      label: metricNames[search.metric],
      range: roomy(span(scores.flatMap(({ mean, error }) => [mean - error, mean + error]))),
      top: 10,
      paint: (u, t) =>
        clipped(
          u,
          (ctx, ratio) => {
            const x = (i) => u.valToPos(logs[i], "x", true);
            const y = (v) => u.valToPos(v, "y", true);
            if (best?.error > 0) {
              // What the rule of one standard error still takes.
              ctx.strokeStyle = t.axis;
              ctx.lineWidth = ratio;
              ctx.setLineDash([5 * ratio, 4 * ratio]);
              const bound = Math.round(y(best.mean + sign * best.error)) + 0.5;
              ctx.beginPath();
              ctx.moveTo(u.bbox.left, bound);
              ctx.lineTo(u.bbox.left + u.bbox.width, bound);
              ctx.stroke();
              ctx.setLineDash([]);
            }
            const cap = Math.min(4 * ratio, (u.bbox.width / scores.length) * 0.3);
            ctx.strokeStyle = t.faint;
            ctx.lineWidth = 1.25 * ratio;
            ctx.beginPath();
            scores.forEach(({ mean, error }, i) => {
              if (!(error > 0)) return;
              ctx.moveTo(x(i), y(mean - error));
              ctx.lineTo(x(i), y(mean + error));
              for (const end of [mean - error, mean + error]) {
                ctx.moveTo(x(i) - cap, y(end));
                ctx.lineTo(x(i) + cap, y(end));
              }
            });
            ctx.stroke();
            ctx.strokeStyle = ctx.fillStyle = t.estimate;
            ctx.lineWidth = 1.5 * ratio;
            ctx.beginPath();
            scores.forEach(({ mean }, i) => ctx.lineTo(x(i), y(mean)));
            ctx.stroke();
            scores.forEach(({ mean }, i) => {
              circle(ctx, x(i), y(mean), (scores.length > 100 ? 1.75 : 2.75) * ratio);
              ctx.fill();
            });
          },
          4 * (devicePixelRatio || 1),
        ),
    });
    this.cursor.place(at.gamma);
    this.host.setAttribute("aria-label", this.summary(search, scores));
  }

  summary(search, scores) {
    const rows = search.subsample?.length ? ` on ${whole(search.subsample[this.row])} rows` : "";
    const named = (name, place) => {
      if (!place) return "";
      const size = search.subsample?.length ? ` with ${whole(search.subsample[place.subsample])} rows` : "";
      return ` ${name} at gamma ${number(search.gamma[place.gamma])}${size}: ${plusMinus(search.scores[place.subsample][place.gamma])}.`;
    };
    return (
      `${metricNames[search.metric]}${rows} over ${whole(scores.length)} gammas from ${number(search.gamma[0])} to ${number(search.gamma.at(-1))}, ` +
      `with one standard error.${named("Minimum", search.minimum)}${named("One standard error", search.oneError)}`
    );
  }

  /** Moves the cursor; another size has another curve. */
  place(gamma, subsample) {
    if (!this.cursor) return;
    if (rowOf(this.report.search, subsample) !== this.row) this.draw(this.report, { gamma, subsample });
    this.cursor.place(gamma);
  }
}

/** What the plots that draw by themselves share: a canvas that follows its host. */
class Drawing {
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
class HeatMap extends Drawing {
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

/** The metric of every draw by size of the subsample: its points, and the box of their quartiles. */
class DrawsPlot extends Drawing {
  draw(report) {
    const { search } = report;
    this.report = search.draws?.length ? report : null;
    if (!this.report) return;
    this.part = search.draws.every((d) => d.test?.length) ? "test" : "validation";
    this.host.setAttribute(
      "aria-label",
      `${metricNames[search.metric]} of every draw on ${this.part} rows. Medians: ` +
        search.draws.map((d, i) => `${whole(search.subsample[i])} rows ${number(quantile(sorted(d[this.part]), 0.5))}`).join(", ") + ".",
    );
    this.repaint();
  }

  paint(ctx, width, height, t) {
    const { search } = this.report;
    const left = 46;
    const [top, h, w] = [8, height - 8 - 40, width - left - 8];
    const [lo, hi] = span(search.draws.flatMap((d) => d[this.part]));
    const y = (v) => top + h * (1 - (v - lo) / (hi - lo));
    const step = w / search.draws.length;
    ctx.textAlign = "right";
    for (const v of linear(lo, hi, h / 36)) {
      ctx.strokeStyle = t.grid;
      ctx.lineWidth = 1;
      ctx.beginPath();
      ctx.moveTo(left, Math.round(y(v)) + 0.5);
      ctx.lineTo(left + w, Math.round(y(v)) + 0.5);
      ctx.stroke();
      ctx.fillStyle = t.text;
      ctx.fillText(number(v), left - 6, y(v));
    }
    ctx.textAlign = "center";
    const every = Math.max(1, Math.ceil(34 / step));
    search.draws.forEach((d, i) => {
      const values = sorted(d[this.part]);
      const x = left + (i + 0.5) * step;
      const half = Math.min(16, step * 0.32);
      const [q1, q2, q3] = [0.25, 0.5, 0.75].map((share) => y(quantile(values, share)));
      ctx.strokeStyle = t.text;
      ctx.lineWidth = 1;
      ctx.strokeRect(x - half, q3, 2 * half, q1 - q3);
      ctx.lineWidth = 2;
      ctx.beginPath();
      ctx.moveTo(x - half, q2);
      ctx.lineTo(x + half, q2);
      ctx.stroke();
      ctx.fillStyle = t.estimate;
      ctx.globalAlpha = 0.6;
      values.forEach((v, k) => {
        circle(ctx, x + (((k * 0.618034) % 1) - 0.5) * half, y(v), 2.25);
        ctx.fill();
      });
      ctx.globalAlpha = 1;
      ctx.fillStyle = t.text;
      if (i % every === 0) ctx.fillText(whole(search.subsample[i]), x, top + h + 11);
    });
    ctx.fillText(`rows of the subsample; ${metricNames[search.metric]}, ${this.part}`, left + w / 2, top + h + 28);
  }
}

const sorted = (values) => [...values].sort((a, b) => a - b);

/** A quantile of sorted values, between its neighbours in proportion. */
function quantile(values, share) {
  const at = share * (values.length - 1);
  const i = Math.floor(at);
  return values[i] + (at - i) * ((values[i + 1] ?? values[i]) - values[i]);
}

/** Round ticks from lo to hi, about so many. */
function linear(lo, hi, about) {
  const raw = (hi - lo) / Math.max(2, about);
  const base = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((m) => m * base).find((s) => s >= raw);
  const out = [];
  for (let k = Math.ceil(lo / step); k * step <= hi; k++) out.push(Number((k * step).toPrecision(12)));
  return out;
}

// -- stability ---------------------------------------------------------------------

const mostBars = 20;

/** How often the weights are selected, those that are most often. */
class StabilityPlot extends Drawing {
  draw(report) {
    const { stability } = report;
    this.report = report;
    this.bars = stability.top.slice(0, mostBars);
    this.host.style.height = `${Math.max(3, this.bars.length) * 18 + 34}px`;
    const named = this.bars.slice(0, 5).map((f) => `${f.label} ${Math.round(100 * f.share)} %${f.relevant ? " (planted)" : ""}`).join(", ");
    this.host.setAttribute(
      "aria-label",
      `Selection frequencies in ${stability.resamples} random halves of the training rows: ${named || "no weight is ever selected"}.`,
    );
    this.repaint();
  }

  paint(ctx, width, height, t) {
    const wide = Math.max(...this.bars.map((f) => ctx.measureText(f.label).width), 20);
    const left = Math.min(wide + 26, width * 0.4);
    const [top, right] = [4, 46];
    const [w, h] = [width - left - right, height - top - 30];
    const step = h / Math.max(3, this.bars.length);
    ctx.textAlign = "center";
    for (const share of [0, 0.25, 0.5, 0.75, 1]) {
      const x = Math.round(left + share * w) + 0.5;
      ctx.strokeStyle = share ? t.grid : t.axis;
      ctx.lineWidth = 1;
      ctx.beginPath();
      ctx.moveTo(x, top);
      ctx.lineTo(x, top + h);
      ctx.stroke();
      ctx.fillStyle = t.text;
      ctx.fillText(`${100 * share} %`, x, top + h + 13);
    }
    this.bars.forEach((f, i) => {
      const y = top + (i + 0.5) * step;
      ctx.fillStyle = t.estimate;
      ctx.fillRect(left, y - step * 0.32, Math.max(1, f.share * w), step * 0.64);
      if (f.relevant) {
        ctx.strokeStyle = t.truth;
        ctx.lineWidth = 1.75;
        diamond(ctx, left - 10, y, 4.5);
        ctx.stroke();
      }
      ctx.fillStyle = t.text;
      ctx.textAlign = "right";
      ctx.save();
      ctx.beginPath();
      ctx.rect(0, y - step, left - 18, 2 * step);
      ctx.clip();
      ctx.fillText(f.label, left - 20, y);
      ctx.restore();
      ctx.textAlign = "left";
      ctx.fillText(`${Math.round(100 * f.share)} %`, left + f.share * w + 6, y);
    });
  }
}
