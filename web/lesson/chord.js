// The graph of |w|^p and a chord of it: <lp-chord>. The ends of the chord can be moved along
// the graph; a range named "p" sets the power.
import { curve, dot, paintRule } from "../plot/marks.js";
import { number } from "../plot/text.js";
import { MovableFigure } from "./movable.js";

const [reach, top] = [1.6, 2.2]; // of the plane: w from -reach to reach, values from 0 to top

/** @param {number} w @param {number} v @param {number} width @param {number} height @returns {Point} */
const placeOf = (w, v, width, height) => [((w / reach + 1) / 2) * width, height - 14 - (v / top) * (height - 24)];

/** @extends {MovableFigure<{ p: number, above: number }>} */
class LessonChord extends MovableFigure {
  points = /** @type {{ ends: Point }} */ ({ ends: [-0.5, 1.2] });
  extent = reach;
  square = false;

  build() {
    super.build();
    const { host, points } = this;
    points.ends.forEach((_, k) => this.handles.add({
      name: `End ${k + 1} of the chord`,
      place: () => [this.points.ends[k], this.heightAt(this.points.ends[k])],
      move: ([w]) => (this.points.ends[k] = Math.max(-reach, Math.min(reach, w))),
    }));
    this.handles.setPlane(([w, v]) => placeOf(w, v, host.clientWidth, host.clientHeight), ([x]) => [((x / host.clientWidth) * 2 - 1) * reach, 0]);
  }

  heightAt(/** @type {number} */ w) {
    return Math.abs(w) ** this.controls.apply({ p: 2 }).p;
  }

  async solve() {
    const { p } = this.controls.apply({ p: 2 });
    const [a, b] = this.points.ends;
    return { p, above: (this.heightAt(a) + this.heightAt(b)) / 2 - this.heightAt((a + b) / 2) };
  }

  description() {
    const { p, above } = this.result;
    const size = Math.abs(above) < 1e-9 ? "on the graph" : `${number(Math.abs(above))} ${above > 0 ? "above" : "below"} the graph`;
    return `p = ${number(p)}: the middle of the chord is ${size}.`;
  }

  summary() {
    const [a, b] = this.points.ends;
    return `The graph of |w| to the power ${number(this.result.p)}, and the chord from ${number(a)} to ${number(b)}.`;
  }

  /** @type {Paint} */
  paint(ctx, width, height, t) {
    const { ends } = this.points;
    const { p } = this.result;
    const value = (/** @type {number} */ w) => Math.abs(w) ** p;
    const at = (/** @type {number} */ w, v = value(w)) => placeOf(w, v, width, height);
    paintRule(ctx, at(-reach, 0), at(reach, 0), 1, t.axis);
    paintRule(ctx, at(0, 0), at(0, top), 1, t.axis);
    ctx.fillStyle = t.text;
    ctx.textAlign = "center";
    for (const v of [-1, 1]) ctx.fillText(number(v), at(v)[0], height - 5);
    ctx.strokeStyle = t.estimate;
    ctx.lineWidth = 2;
    curve(ctx, Array.from({ length: 401 }, (_, i) => at((reach * (i - 200)) / 200)));
    const middle = (ends[0] + ends[1]) / 2;
    ctx.strokeStyle = t.truth;
    ctx.setLineDash([6, 4]);
    curve(ctx, ends.map((w) => at(w)));
    ctx.setLineDash([]);
    ctx.fillStyle = t.truth;
    dot(ctx, ...at(middle, (value(ends[0]) + value(ends[1])) / 2), 4);
    ctx.fillStyle = t.estimate;
    dot(ctx, ...at(middle), 4);
  }
}

customElements.define("lp-chord", LessonChord);
