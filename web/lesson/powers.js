// How the forces of the data become weights: <lp-powers src="..."> draws the duality map
// u -> sign(u) |u|^(q-1) with the weights of the solution on it.
import { element } from "../dom.js";
import { Plot } from "../plot/frame.js";
import { circle, diamond } from "../plot/marks.js";
import { span } from "../plot/scale.js";
import { number } from "../plot/text.js";
import { LessonFigure, ended } from "./figure.js";

class LessonPowers extends LessonFigure {
  made() {
    const host = element("div", { className: "plot live-plot", attributes: { role: "img", "aria-label": "Not drawn yet" } });
    const key = element("ul", { className: "legend" },
      element("li", { className: "key-planted", textContent: "planted" }), element("li", { className: "key-selected", textContent: "others" }));
    this.stage.append(host, key);
    this.plot = new PowersPlot(host);
  }

  drawn() {
    this.plot.show(this.report);
  }

  told() {
    return `${ended(this.report)} The map is the power ${number(this.plot.power)}.`;
  }
}

class PowersPlot extends Plot {
  draw(report) {
    const { weights: { values, truth }, spec: { model } } = report;
    const [over, under = 1] = String(model.p).split("/").map(Number);
    const p = over / under;
    this.power = 1 / (p - 1); // q - 1
    const planted = new Set(truth.map(({ index }) => index));
    const inverse = (w) => Math.sign(w) * Math.abs(w) ** (p - 1);
    const points = [...values].map((w, k) => ({ w, u: inverse(w), planted: planted.has(k) })).sort((a, b) => Number(a.planted) - Number(b.planted));
    const [left, right] = span(points.map(({ u }) => u));
    this.plane({
      x: { label: "u, the force of the data", range: [left, right] },
      y: { label: "w, its weight", range: span([...values]) },
      paint: (ctx, x, y, ratio, t) => {
        ctx.strokeStyle = t.axis;
        ctx.lineWidth = ratio;
        ctx.beginPath();
        ctx.moveTo(x(left), y(0));
        ctx.lineTo(x(right), y(0));
        ctx.moveTo(x(0), y(-1e9));
        ctx.lineTo(x(0), y(1e9));
        ctx.stroke();
        ctx.strokeStyle = t.text;
        ctx.lineWidth = 1.5 * ratio;
        ctx.beginPath();
        for (let i = 0; i <= 200; i++) {
          const u = left + ((right - left) * i) / 200;
          ctx.lineTo(x(u), y(Math.sign(u) * Math.abs(u) ** this.power));
        }
        ctx.stroke();
        for (const { u, w, planted: relevant } of points) {
          if (relevant) {
            ctx.strokeStyle = t.truth;
            ctx.lineWidth = 2 * ratio;
            diamond(ctx, x(u), y(w), 5 * ratio);
            ctx.stroke();
          } else {
            ctx.fillStyle = t.estimate;
            circle(ctx, x(u), y(w), 3 * ratio);
            ctx.fill();
          }
        }
      },
    });
    this.host.setAttribute("aria-label", `The weights against the forces on them, on the curve of the power ${number(this.power)}: ` +
      `the larger it is, the flatter the curve is about zero.`);
  }
}

customElements.define("lp-powers", LessonPowers);
