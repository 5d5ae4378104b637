// The logarithmic axis of the strength of a model, and the cursor of path and validation
// curve. The axis of lambda or k is reversed, so that models grow more complex to the right.
import { element } from "../dom.js";
import { Plot, axes, inkRatio, magnified, tokens } from "./frame.js";
import { directionOf, gridOf, parameterOf } from "../report/strength.js";
import { paintRule } from "./marks.js";
import { number, power } from "./text.js";

const snap = 6; // px within which the cursor snaps to a gamma of the search

/** Ticks between 10^lo and 10^hi, in decades: powers of ten, or 1, 2 and 5 times those where there are few. @param {number} lo @param {number} hi @param {number} room */
export function ticks(lo, hi, room) {
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

/** Gamma at a place of the axis. */
export const gammaText = (/** @type {number} */ log) => {
  const e = Math.round(log);
  if (Math.abs(log - e) > 1e-9 || Math.abs(e) <= 2) return number(Number((10 ** log).toPrecision(3)));
  return power(10 ** e);
};

/** A plot over the strength, with its axis, ticks, marks of both rules, and cursor. */
export class GammaPlot extends Plot {
  constructor(/** @type {HTMLElement} */ host, /** @type {Moves} */ on) {
    super(host);
    this.on = on;
  }

  cursor = /** @type {Cursor | null} */ (null);
  direction = 1; // of the axis

  clear() {
    this.cursor = null;
    super.clear();
  }

  /** Whether there is little room, also while another tab hides the host. */
  get narrow() {
    return (this.host.closest(".choice") ?? this.host).clientWidth < 560 * magnified();
  }

  /** Where the strengths of a search stand on the axis. @param {SearchReport} report */
  places(report) {
    this.direction = directionOf(parameterOf(report.search));
    return gridOf(report.search).map((value) => this.direction * Math.log10(value));
  }

  /** Ticks between two places of the axis. @param {number} lo @param {number} hi @param {number} room */
  ticks(lo, hi, room) {
    return this.direction > 0 ? ticks(lo, hi, room) : ticks(-hi, -lo, room).map((log) => -log).reverse();
  }

  /**
   * Makes the chart, and gives its cursor: y in `range`, named `label`; `paint` draws within the axes.
   * @param {SearchReport} report
   * @param {{ label: string, range: Point, paint: (u: Chart, t: Tokens) => void, right?: number, top?: number }} given
   */
  plot(report, { label, range, paint, right = 18, top = 8 }) {
    const gammas = gridOf(report.search);
    const parameter = parameterOf(report.search) ?? "gamma";
    const places = this.places(report);
    const [first, last] = [Math.min(...places), Math.max(...places)];
    const air = (last - first || 1) * 0.015;
    const t = tokens();
    const [xAxis, yAxis] = axes(t, parameter, "");
    xAxis.splits = (u) => this.ticks(first - air, last + air, u.bbox.width / inkRatio());
    xAxis.filter = (u, splits) => splits;
    xAxis.values = (u, splits) => splits.map((place) => gammaText(this.direction * place));
    yAxis.values = (u, splits) => splits.map((v) => number(v));
    yAxis.space = 32;
    yAxis.size = 52;
    if (label && !this.narrow) Object.assign(yAxis, { label, labelFont: t.font, labelSize: 20 });
    const { over } = this.make(
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
    return (this.cursor = new Cursor(over, [first - air, last + air], gammas, this.on, parameter));
  }

  /** Dashed lines where the two rules choose; the smaller gamma is named on its left. @param {Chart} u @param {Tokens} t @param {SearchReport} report */
  paintRules(u, t, report) {
    const { search } = report;
    const ratio = inkRatio();
    const least = this.narrow ? "min" : "minimum";
    const marks = [
      { place: search.oneError, name: "1-SE", align: "right" },
      { place: search.minimum, name: least, align: "left" },
    ];
    const same = search.oneError && search.oneError.gamma === search.minimum?.gamma;
    const { ctx } = u;
    ctx.save();
    for (const { place, name, align } of same ? [{ place: search.oneError, name: `${least} = 1-SE`, align: "left" }] : marks) {
      if (!place) continue;
      const x = Math.round(u.valToPos(this.direction * Math.log10(gridOf(search)[place.gamma]), "x", true)) + 0.5;
      paintRule(ctx, [x, u.bbox.top], [x, u.bbox.top + u.bbox.height], ratio, t.text, [2, 3]);
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
  /**
   * `over` is the field that it moves over, `range` the places at its edges.
   * @param {HTMLElement} over @param {Point} range @param {number[]} gammas @param {Moves} on @param {import("../report/strength.js").Strength} parameter
   */
  constructor(over, range, gammas, on, parameter) {
    this.over = over;
    this.parameter = parameter;
    this.direction = directionOf(parameter);
    this.range = range;
    this.gammas = gammas;
    this.on = on;
    this.gamma = NaN;
    const line = (this.line = element("div", { className: "gamma-cursor", tabIndex: 0, onkeydown: (e) => this.key(e), attributes: {
      role: "slider", "aria-label": `${parameter[0].toUpperCase()}${parameter.slice(1)} cursor`,
      "aria-valuemin": Math.log10(gammas[0]).toFixed(3), "aria-valuemax": Math.log10(gammas[gammas.length - 1]).toFixed(3),
    } }));
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

  place(/** @type {number | undefined} */ gamma = NaN) {
    this.gamma = gamma;
    const log = Math.log10(gamma);
    this.line.hidden = !Number.isFinite(log);
    if (this.line.hidden) return;
    this.line.style.left = `${100 * Math.min(1, Math.max(0, this.share(this.direction * log)))}%`;
    this.line.setAttribute("aria-valuenow", log.toFixed(3));
    this.line.setAttribute("aria-valuetext", `${this.parameter} ${number(gamma)}`);
  }

  /** How far across the field a place lies. @param {number} place */
  share(place) {
    const [from, to] = this.range;
    return (place - from) / (to - from);
  }

  follow(/** @type {PointerEvent} */ e) {
    const { left, width } = this.over.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (e.clientX - left) / width));
    const away = (/** @type {number} */ gamma) => Math.abs(this.share(this.direction * Math.log10(gamma)) - share) * width;
    const near = this.gammas.reduce((best, gamma) => (away(gamma) < away(best) ? gamma : best));
    const [from, to] = this.range;
    this.move(away(near) <= snap ? near : Number((10 ** (this.direction * (from + share * (to - from)))).toPrecision(3)));
  }

  /** Arrow keys go from one gamma of the search to the next. @param {KeyboardEvent} e */
  key(e) {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const up = this.gammas.findIndex((g) => g > this.gamma * (1 + 1e-9));
    const down = this.gammas.findLastIndex((g) => g < this.gamma * (1 - 1e-9));
    const last = this.gammas.length - 1;
    const above = up < 0 ? last : up;
    const below = Math.max(0, down);
    /** @type {Record<string, number>} */
    const targets = {
      ArrowRight: this.direction > 0 ? above : below,
      ArrowUp: above,
      ArrowLeft: this.direction > 0 ? below : above,
      ArrowDown: below,
      PageUp: Math.min(last, above + 4),
      PageDown: Math.max(0, below - 4),
      Home: 0,
      End: last,
    };
    const target = targets[e.key];
    if (target === undefined) return;
    e.preventDefault();
    this.move(this.gammas[target]);
    this.on.rest();
  }

  move(/** @type {number} */ gamma) {
    if (gamma !== this.gamma) this.on.move(gamma, this.parameter);
  }
}
