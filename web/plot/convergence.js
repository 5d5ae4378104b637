import { Plot, magnified } from "./frame.js";
import { paintRule } from "./parts.js";
import { circle, diamond } from "./marks.js";
import { decades, span } from "./scale.js";
import { number, power, whole } from "./text.js";

const floor = 1e-17; // of a gap on the logarithmic axis
const disparate = 20; // longest to shortest course from which iterations or seconds are logarithmic
const labelWidth = 120; // px

const square = (ctx, x, y, r) => (ctx.beginPath(), ctx.rect(x - r, y - r, 2 * r, 2 * r));

/** How the courses are told apart, in their order: shape and dash besides colour. */
const styles = [
  { ink: "estimate", dash: [], shape: circle },
  { ink: "truth", dash: [7, 4], shape: diamond },
  { ink: "good", dash: [2, 3], shape: square },
  { ink: "strong", dash: [9, 3, 2, 3], shape: circle },
  { ink: "text", dash: [4, 2], shape: diamond },
];

/** The largest gap with which the model of a report has converged. */
export const goalOf = ({ spec, objective }) => spec.solver.tolerance * Math.max(Math.abs(objective.primal), Math.abs(objective.dual));

/** Courses {name, history, style} over each other, on the way to a goal. */
export class ConvergencePlot extends Plot {
  /**
   * what: "gap" or "objective", primal and dual bound; against: "iterations" or "seconds",
   * on a logarithmic axis where log says so, or by default where the courses' lengths differ much.
   */
  draw(courses, goal, what, against, log) {
    courses = courses.filter(({ history }) => history.length > 0);
    if (!courses.length) return this.clear();
    const lines = courses.flatMap((course) => linesOf(course, what, against));
    const ends = courses.map(({ history }) => placeOf(against)(history.at(-1), history.length - 1));
    const logX = Math.min(...ends) > 0 && (log ?? Math.max(...ends) > disparate * Math.min(...ends));
    const x = axisOf(lines, ends, against, logX);
    const y = what === "gap" ? gapAxis(lines, goal) : objectiveAxis(lines);
    const seen = ([a, b]) => (!logX || a > 0) && (!y.log || b > 0);
    const small = this.host.clientWidth < 420 * magnified();
    const named = courses.length > 1 || what !== "gap";
    this.plane({
      x,
      y,
      right: named ? (small ? 92 : labelWidth) : 18,
      slack: 6,
      paint: (ctx, px, py, ratio, t, u) => {
        if (what === "gap") {
          const at = Math.round(py(goal)) + 0.5;
          paintRule(ctx, [u.bbox.left, at], [u.bbox.left + u.bbox.width, at], ratio, t.text, [5, 4]);
          ctx.font = `${11 * ratio}px ${t.font.slice(5)}`;
          ctx.fillStyle = t.text;
          ctx.textAlign = "left";
          ctx.textBaseline = "alphabetic";
          ctx.fillText("tolerance", u.bbox.left + 6 * ratio, at - 5 * ratio);
        }
        for (const line of lines) {
          const { ink, dash, shape } = styles[line.style % styles.length];
          const places = line.points.filter(seen).map(([a, b]) => [px(a), py(b)]);
          ctx.strokeStyle = ctx.fillStyle = t[ink];
          ctx.lineWidth = 1.75 * ratio;
          ctx.setLineDash(dash.map((d) => d * ratio));
          ctx.beginPath();
          for (const [a, b] of places) ctx.lineTo(a, b);
          ctx.stroke();
          ctx.setLineDash([]);
          if (places.length > 60) continue;
          for (const [a, b] of places) {
            shape(ctx, a, b, 2.75 * ratio);
            ctx.fill();
          }
        }
        if (named) this.nameLines(u, lines, courses.length > 1, seen, small);
      },
    });
    this.host.setAttribute("aria-label", summary(courses, goal, what, against));
  }

  /**
   * Names at the right edge, each near the end of its line and none upon another.
   * Of several courses primal and dual bound, which meet, have one name.
   */
  nameLines(u, lines, several, seen, small) {
    const gap = 13 * magnified();
    const over = u.over;
    const rows = lines
      .filter(({ part }) => !several || part !== "dual")
      .map((line) => ({ line, end: line.points.findLast(seen) }))
      .filter(({ end }) => end)
      .map(({ line, end }) => ({ line, at: Math.min(over.clientHeight, Math.max(0, u.valToPos(end[1], "y"))) }))
      .sort((a, b) => a.at - b.at);
    rows.forEach((row, i) => (row.y = Math.max(row.at, i ? rows[i - 1].y + gap : gap / 2)));
    let lowest = over.clientHeight;
    for (const row of rows.toReversed()) {
      row.y = Math.min(row.y, lowest);
      lowest = row.y - gap;
    }
    const names = document.createElement("div");
    names.className = "line-names";
    names.setAttribute("aria-hidden", "true");
    names.style.setProperty("--width", `${((small ? 92 : labelWidth) - 8) * magnified()}px`);
    for (const { line, y } of rows) {
      const name = document.createElement("span");
      name.className = `line-name ink-${styles[line.style % styles.length].ink}`;
      name.style.top = `${y}px`;
      name.textContent = several ? line.name : line.part;
      names.append(name);
    }
    over.querySelector(".line-names")?.remove();
    over.append(names);
  }
}

/** Where a record of the history is along the axis: its number, or its seconds. */
const placeOf = (against) => (record, i) => (against === "seconds" ? record.seconds : i);

function linesOf({ name, history, style }, what, against) {
  const place = placeOf(against);
  const line = (part, value) => ({ name, part, style, points: history.map((h, i) => [place(h, i), value(h)]) });
  if (what === "gap") return [line("", (h) => Math.max(floor, h.gap))];
  return [line("primal", (h) => h.primal), line("dual", (h) => -h.dual)];
}

function axisOf(lines, ends, against, log) {
  const label = against === "seconds" ? "seconds" : "iteration";
  const last = Math.max(...ends);
  if (!log) return { label, range: [0, (last || 1) * 1.02], whole: against === "iterations" };
  const first = Math.min(...lines.flatMap(({ points }) => points.map(([x]) => x).filter((x) => x > 0)));
  const ticks = decades(10 ** Math.floor(Math.log10(first)), 10 ** Math.floor(Math.log10(last)), 6).filter((v) => v >= first / 1.05);
  return { label: `${label} (logarithmic)`, range: [first / 1.05, last * 1.05], log: true, ticks, names: against === "seconds" ? number : whole };
}

function gapAxis(lines, goal) {
  const all = lines.flatMap(({ points }) => points.map(([, y]) => y)).concat(goal);
  return logAxis(Math.min(...all), Math.max(...all));
}

/** Logarithmic where the way is long and its end above zero. */
function objectiveAxis(lines) {
  const all = lines.flatMap(({ points }) => points.map(([, y]) => y));
  const positive = all.filter((v) => v > 0);
  const ended = lines.every(({ points }) => points.at(-1)[1] > 0);
  if (ended && Math.max(...all) > 50 * Math.min(...lines.map(({ points }) => points.at(-1)[1]))) {
    return logAxis(Math.min(...positive), Math.max(...positive));
  }
  return { label: "", range: span(all) };
}

function logAxis(least, most) {
  const range = [10 ** Math.floor(Math.log10(least)), 10 ** Math.ceil(Math.log10(2 * most))];
  return { label: "", range, log: true, ticks: decades(...range, 5), names: power };
}

function summary(courses, goal, what, against) {
  const one = ({ name, history }) => {
    const [first, last] = [history[0], history.at(-1)];
    const steps = `${whole(history.length - 1)} iterations, ${number(last.seconds, 2)} s`;
    const values = what === "gap"
      ? `duality gap from ${number(first.gap)} to ${number(last.gap)}`
      : `primal from ${number(first.primal)} to ${number(last.primal, 6)}, dual bound from ${number(-first.dual)} to ${number(-last.dual, 6)}`;
    return `${name}: ${values} in ${steps}`;
  };
  return `${what === "gap" ? "Duality gap, on a logarithmic axis," : "Primal and dual bound"} against ${against}. ${courses.map(one).join("; ")}. The tolerance asks for a gap of ${number(goal)}.`;
}
