// Shapes of the plots: points as paths to fill or to stroke, and lines.

export function circle(ctx, x, y, r) {
  ctx.beginPath();
  ctx.arc(x, y, r, 0, 2 * Math.PI);
}

/** A filled circle. */
export function dot(ctx, x, y, r) {
  circle(ctx, x, y, r);
  ctx.fill();
}

/** A line through places. */
export function curve(ctx, places) {
  ctx.beginPath();
  for (const place of places) ctx.lineTo(...place);
  ctx.stroke();
}

export function diamond(ctx, x, y, r) {
  ctx.beginPath();
  ctx.moveTo(x, y - r);
  ctx.lineTo(x + r, y);
  ctx.lineTo(x, y + r);
  ctx.lineTo(x - r, y);
  ctx.closePath();
}

/** A triangle that points beyond the edge: down for 1, up for -1. */
export function arrow(ctx, x, y, r, way) {
  ctx.beginPath();
  ctx.moveTo(x, y + way * r);
  ctx.lineTo(x - r, y - way * r * 0.6);
  ctx.lineTo(x + r, y - way * r * 0.6);
  ctx.closePath();
}

/** A straight line across the plot. */
export function paintRule(ctx, from, to, ratio, colour, dash = []) {
  ctx.strokeStyle = colour;
  ctx.lineWidth = ratio;
  ctx.setLineDash(dash.map((d) => d * ratio));
  curve(ctx, [from, to]);
  ctx.setLineDash([]);
}
