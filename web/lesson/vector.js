// Two arrows in the plane and the ball of a norm: <lp-vector>. Both ends can be moved; a
// range named "p" sets the norm.
import { label } from "../plot/marks.js";
import { number } from "../plot/text.js";
import { square } from "./handles.js";
import { MovableFigure } from "./movable.js";
import { axesOf, ball, norm } from "./shapes.js";

const extent = 3.2;

/** @extends {MovableFigure<{ p: number, inner: number, norm: number }>} */
class LessonVector extends MovableFigure {
  points = /** @type {{ w: Point, x: Point }} */ ({ w: [2, 1], x: [1, 2] });
  extent = extent;

  build() {
    super.build();
    this.handles.add({ name: "w, the weights", place: () => this.points.w, move: (to) => (this.points.w = to) });
    this.handles.add({ name: "x, a row", place: () => this.points.x, move: (to) => (this.points.x = to) });
    this.handles.setPlane(...square(this.host, extent));
  }

  async solve() {
    const { w, x } = this.points;
    const { p } = this.controls.apply({ p: 2 });
    return { p, inner: Number((w[0] * x[0] + w[1] * x[1]).toFixed(2)), norm: norm(w, p) };
  }

  draw() {
    super.draw();
    const { inner, norm: size } = this.result;
    this.list([["Norm of w", number(size)], ["Length of w (p = 2)", number(norm(this.points.w, 2))], ["Inner product", number(inner)]]);
  }

  description() {
    const { p, inner, norm: size } = this.result;
    const [w, x] = [this.points.w, this.points.x].map((place) => place.map((v) => number(v)).join(", "));
    return `The ${number(p)}-norm of w = (${w}) is ${number(size)}; the inner product with x = (${x}) is ${number(inner)}` +
      `${inner === 0 ? ": the arrows are orthogonal." : "."}`;
  }

  summary() {
    const { w, x } = this.points;
    return `Two arrows from the origin, w to (${w.join(", ")}) and x to (${x.join(", ")}), and the ball of the ${number(this.result.p)}-norm through the end of w.`;
  }

  /** @type {Paint} */
  paint(ctx, width, height, t) {
    const { w, x } = this.points;
    const { p } = this.result;
    const { at, drawNames } = axesOf(ctx, width, height, t, extent, [width > 1.4 * height ? "first coordinate" : "first", "second"]);
    if (norm(w, p) > 0) ball(ctx, at, p, norm(w, p), t);
    drawNames();
    for (const { end, ink, name } of [{ end: w, ink: t.estimate, name: "w" }, { end: x, ink: t.truth, name: "x" }]) {
      const [px, py] = at(end);
      const turn = Math.atan2(-end[1], end[0]);
      ctx.strokeStyle = ctx.fillStyle = ink;
      ctx.lineWidth = 2.5;
      ctx.setLineDash(name === "x" ? [6, 4] : []);
      ctx.beginPath();
      ctx.moveTo(...at([0, 0]));
      ctx.lineTo(px, py);
      ctx.stroke();
      ctx.setLineDash([]);
      ctx.beginPath();
      for (const angle of [0, 2.6, -2.6]) ctx.lineTo(px + 9 * Math.cos(turn + angle), py + 9 * Math.sin(turn + angle));
      ctx.fill();
      ctx.font = `bold ${ctx.font}`;
      label(ctx, name, px + 18 * Math.cos(turn), py + 18 * Math.sin(turn), t);
      ctx.font = ctx.font.replace("bold ", "");
    }
  }
}

customElements.define("lp-vector", LessonVector);
