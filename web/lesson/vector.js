// Two arrows in the plane and the ball of a norm: <lp-vector>. Both ends can be moved; a
// range named "p" sets the norm.
import { element } from "../dom.js";
import { Drawing } from "../plot/frame.js";
import { number } from "../plot/text.js";
import { LessonFigure } from "./figure.js";
import { Handles, square } from "./handles.js";
import { axesOf, ball, norm } from "./shapes.js";

const extent = 3.2;

class LessonVector extends LessonFigure {
  w = [2, 1];
  x = [1, 2];

  made() {
    const host = element("div", { className: "plot live-plot live-square", attributes: { role: "group", "aria-label": "Not drawn yet" } });
    this.stage.append(host);
    this.plot = new ArrowPlot(host);
    const handles = new Handles(host, () => this.begin());
    handles.add({ name: "w, the weights", place: () => this.w, move: (to) => (this.w = to) });
    handles.add({ name: "x, a row", place: () => this.x, move: (to) => (this.x = to) });
    handles.plane(...square(host, extent));
    this.handles = handles;
  }

  places() {
    return { w: this.w.join(","), x: this.x.join(",") };
  }

  restore(given) {
    for (const name of ["w", "x"]) {
      const place = (given.get(name) ?? "").split(",").map(Number);
      if (place.length === 2 && place.every((v) => Math.abs(v) <= extent)) this[name] = place;
    }
  }

  async solved() {
    const { p } = this.controls.applied({});
    const inner = this.w[0] * this.x[0] + this.w[1] * this.x[1];
    return { p, inner: Number(inner.toFixed(2)), norm: norm(this.w, p) };
  }

  drawn() {
    const { p, inner, norm: size } = this.report;
    this.plot.show({ w: this.w, x: this.x, p });
    this.handles.place();
    this.numbers.replaceChildren(...[["Norm of w", number(size)], ["Length of w (p = 2)", number(norm(this.w, 2))], ["Inner product", number(inner)]].map(([name, value]) =>
      element("div", {}, element("dt", { textContent: name }), element("dd", { textContent: value }))));
  }

  told() {
    const { p, inner, norm: size } = this.report;
    return `The ${number(p)}-norm of w = (${this.w.map((v) => number(v)).join(", ")}) is ${number(size)}; the inner product with x = (${this.x.map((v) => number(v)).join(", ")}) is ${number(inner)}` +
      `${inner === 0 ? ": the arrows are orthogonal." : "."}`;
  }
}

class ArrowPlot extends Drawing {
  show(shape) {
    this.shape = this.report = shape;
    this.host.setAttribute("aria-label", `Two arrows from the origin, w to (${shape.w.join(", ")}) and x to (${shape.x.join(", ")}), and the ball of the ${number(shape.p)}-norm through the end of w.`);
    this.repaint();
  }

  paint(ctx, width, height, t) {
    const { w, x, p } = this.shape;
    const unit = Math.min(width, height) / (2 * extent);
    const at = ([a, b]) => [width / 2 + a * unit, height / 2 - b * unit];
    axesOf(ctx, width, height, t, extent, at, ["1", "2"]);
    if (norm(w, p) > 0) ball(ctx, at, p, norm(w, p), t);
    for (const [end, ink, name] of [[w, t.estimate, "w"], [x, t.truth, "x"]]) {
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
      ctx.fillText(name, px + 18 * Math.cos(turn), py + 18 * Math.sin(turn));
      ctx.font = ctx.font.replace("bold ", "");
    }
  }
}

customElements.define("lp-vector", LessonVector);
