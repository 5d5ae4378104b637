// Shapes of the plots: points as paths to fill or to stroke, and lines.

/** @param {Context} ctx @param {number} x @param {number} y @param {number} r */
export function circle(ctx, x, y, r) {
  ctx.beginPath();
  ctx.arc(x, y, r, 0, 2 * Math.PI);
}

/** A filled circle. @param {Context} ctx @param {number} x @param {number} y @param {number} r */
export function dot(ctx, x, y, r) {
  circle(ctx, x, y, r);
  ctx.fill();
}

/** A line through places. @param {Context} ctx @param {Iterable<Point>} places */
export function curve(ctx, places) {
  ctx.beginPath();
  for (const place of places) ctx.lineTo(...place);
  ctx.stroke();
}

/** @param {Context} ctx @param {number} x @param {number} y @param {number} r */
export function diamond(ctx, x, y, r) {
  ctx.beginPath();
  ctx.moveTo(x, y - r);
  ctx.lineTo(x + r, y);
  ctx.lineTo(x, y + r);
  ctx.lineTo(x - r, y);
  ctx.closePath();
}

/** A triangle that points beyond the edge: down for 1, up for -1. @param {Context} ctx @param {number} x @param {number} y @param {number} r @param {number} way */
export function arrow(ctx, x, y, r, way) {
  ctx.beginPath();
  ctx.moveTo(x, y + way * r);
  ctx.lineTo(x - r, y - way * r * 0.6);
  ctx.lineTo(x + r, y - way * r * 0.6);
  ctx.closePath();
}

/** A text with an edge in the colour of the background, readable over lines. @param {Context} ctx @param {string} text @param {number} x @param {number} y @param {Tokens} t @param {number} [ratio] */
export function label(ctx, text, x, y, t, ratio = 1) {
  ctx.save();
  ctx.strokeStyle = t.surface;
  ctx.lineWidth = 4 * ratio;
  ctx.lineJoin = "round";
  ctx.setLineDash([]);
  ctx.strokeText(text, x, y);
  ctx.restore();
  ctx.fillText(text, x, y);
}

/** A straight line across the plot. @param {Context} ctx @param {Point} from @param {Point} to @param {number} ratio @param {string} colour @param {number[]} [dash] */
export function paintRule(ctx, from, to, ratio, colour, dash = []) {
  ctx.strokeStyle = colour;
  ctx.lineWidth = ratio;
  ctx.setLineDash(dash.map((d) => d * ratio));
  curve(ctx, [from, to]);
  ctx.setLineDash([]);
}
