// The parts of the split, as the plots of the fit show them.
import { circle, diamond } from "./marks.js";

const names = ["train", "validation", "test"];

/** The parts that have rows: {name, of, actual, predicted, at}, `of` being what the rows are and `at` a model's single input. */
export function partsOf(report) {
  const of = report.bags ? "bags" : "rows";
  return names
    .map((name) => ({
      name,
      of,
      actual: report.actual?.[name] ?? [],
      predicted: report.predictions?.[name] ?? [],
      at: report.curve?.at[name] ?? [],
    }))
    .filter(({ actual, predicted }) => actual.length > 0 && actual.length === predicted.length);
}

const ink = (t) => ({ train: t.estimate, validation: t.text, test: t.truth });

const marks = {
  train: (ctx, x, y, r) => (circle(ctx, x, y, 2.5 * r), ctx.fill()),
  validation: (ctx, x, y, r) => ctx.strokeRect(x - 2.5 * r, y - 2.5 * r, 5 * r, 5 * r),
  test: (ctx, x, y, r) => (diamond(ctx, x, y, 4 * r), ctx.stroke()),
};
const opacity = { train: 0.45, validation: 0.8, test: 1 };

/**
 * Draws the rows of a part at the places that x(i) and y(i) give, one of those
 * within a pixel: a hundred thousand marks would keep the page from answering.
 */
export function paintRows(ctx, part, x, y, ratio, t) {
  ctx.fillStyle = ctx.strokeStyle = ink(t)[part.name];
  ctx.lineWidth = 1.5 * ratio;
  ctx.globalAlpha = opacity[part.name];
  const taken = new Set();
  for (let i = 0; i < part.actual.length; i++) {
    const [px, py] = [x(i), y(i)];
    const place = Math.round(px / ratio) * 65536 + Math.round(py / ratio);
    if (taken.has(place)) continue;
    taken.add(place);
    marks[part.name](ctx, px, py, ratio);
  }
  ctx.globalAlpha = 1;
}

const dashes = { train: [6, 4], validation: [2, 3], test: [] };

function asLine(ctx, part, ratio, t) {
  ctx.strokeStyle = ink(t)[part.name];
  ctx.lineWidth = (part.name === "validation" ? 1.5 : 2) * ratio;
  ctx.setLineDash(dashes[part.name].map((d) => d * ratio));
}

/** Draws the line of a part through places, [x, y] each. */
export function paintLine(ctx, part, places, ratio, t) {
  asLine(ctx, part, ratio, t);
  ctx.beginPath();
  for (const [x, y] of places) ctx.lineTo(x, y);
  ctx.stroke();
  ctx.setLineDash([]);
}

/** Names the lines of the parts in the lower right corner, where these plots are empty. */
export function paintKey(ctx, entries, ratio, t, { left, top, width, height }) {
  ctx.font = `${11 * ratio}px ${t.font.slice(5)}`;
  ctx.textAlign = "left";
  ctx.textBaseline = "middle";
  const wide = Math.max(...entries.map(({ text }) => ctx.measureText(text).width));
  const x = left + width - wide - 12 * ratio;
  entries.toReversed().forEach(({ part, text }, i) => {
    const y = top + height - (12 + 16 * i) * ratio;
    ctx.fillStyle = t.surface;
    ctx.globalAlpha = 0.85;
    ctx.fillRect(x - 36 * ratio, y - 8 * ratio, wide + 44 * ratio, 16 * ratio);
    ctx.globalAlpha = 1;
    paintLine(ctx, part, [[x - 32 * ratio, y], [x - 6 * ratio, y]], ratio, t);
    ctx.fillStyle = t.text;
    ctx.fillText(text, x, y);
  });
}

/** A straight line across the plot. */
export function paintRule(ctx, from, to, ratio, colour, dash = []) {
  ctx.strokeStyle = colour;
  ctx.lineWidth = ratio;
  ctx.setLineDash(dash.map((d) => d * ratio));
  ctx.beginPath();
  ctx.moveTo(...from);
  ctx.lineTo(...to);
  ctx.stroke();
  ctx.setLineDash([]);
}

/** "30 train rows, 10 test rows". */
export const rowsOf = (parts) => parts.map(({ name, of, actual }) => `${actual.length} ${name} ${of}`).join(", ");

/** One sentence out of a phrase for each part: "0.9 on test rows, 0.95 on train rows". */
export const eachPart = (parts, phrase) => parts.map((part) => `${phrase(part)} on ${part.name} ${part.of}`).join(", ");
