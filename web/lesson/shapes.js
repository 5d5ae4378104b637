// Axes, the ball of a norm, and closed paths for figures of the plane.
import { label, paintRule } from "../plot/marks.js";
import { ticks } from "../plot/scale.js";
import { number } from "../plot/text.js";
import { square } from "./handles.js";

export const norm = (/** @type {number[]} */ w, /** @type {number} */ p) => w.reduce((sum, x) => sum + Math.abs(x) ** p, 0) ** (1 / p);

/** A closed path through the places at all angles, corners on the axes among them. @param {Context} ctx @param {(angle: number) => Point} place */
export function outline(ctx, place) {
  ctx.beginPath();
  for (let i = 0; i <= 360; i++) ctx.lineTo(...place((Math.PI * i) / 180));
  ctx.closePath();
}

/** Fills and outlines the ball of the p norm with a radius. @param {Context} ctx @param {(place: Point) => Point} at @param {number} p @param {number} radius @param {Tokens} t */
export function ball(ctx, at, p, radius, t) {
  outline(ctx, (angle) => {
    const direction = [Math.cos(angle), Math.sin(angle)];
    const factor = radius / norm(direction, p);
    return at([direction[0] * factor, direction[1] * factor]);
  });
  ctx.fillStyle = ctx.strokeStyle = t.estimate;
  ctx.globalAlpha = 0.16;
  ctx.fill();
  ctx.globalAlpha = 1;
  ctx.lineWidth = 2;
  ctx.lineJoin = "round";
  ctx.stroke();
}

/**
 * Draws the axes of a plane from -extent to extent; returns the function from its units to pixels, and a function that draws the ticks and the names of both axes over the figure.
 * @param {Context} ctx @param {number} width @param {number} height @param {Tokens} t @param {number} extent @param {[string, string]} names
 */
export function axesOf(ctx, width, height, t, extent, [across, up]) {
  const [at] = square({ clientWidth: width, clientHeight: height }, extent);
  const [x0, y0] = at([0, 0]);
  paintRule(ctx, [0, y0], [width, y0], 1, t.axis);
  paintRule(ctx, [x0, 0], [x0, height], 1, t.axis);
  const drawNames = () => {
    ctx.fillStyle = t.text;
    ctx.textAlign = "center";
    for (const v of ticks(-extent, extent, 6)) {
      if (v === 0 || Math.abs(v) === extent) continue; // at the edge it would be cut
      label(ctx, number(v), at([v, 0])[0], y0 + 12, t);
      label(ctx, number(v), x0 - 14, at([0, v])[1], t);
    }
    ctx.textAlign = "right";
    label(ctx, across, width, y0 - 10, t);
    ctx.textAlign = "left";
    label(ctx, up, x0 + 8, 10, t);
    ctx.textAlign = "center";
  };
  return { at, drawNames };
}
