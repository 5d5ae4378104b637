// The plots of the result on the page: their hosts, and the order in which they are drawn.
import { byId } from "../dom.js";
import { Bars } from "../plot/bars.js";
import { Picture } from "../plot/picture.js";
import { WeightsPlot } from "../plot/weights.js";
import { ConvergenceCard } from "../cards/convergence.js";
import { FitCard } from "../cards/fit.js";
import { MemoryCard } from "../cards/memory.js";
import { MethodsCard } from "../cards/methods.js";
import { tryDraw, schedule, LazyCard } from "./visibility.js";

export class Plots {
  current = /** @type {Solved | null} */ (null);
  /** @type {ConvergenceCard | null} */
  convergence = null;
  #weights = /** @type {WeightsPlot | null} */ (null);
  #list = /** @type {Card[]} */ ([]);
  #services;

  /** @param {Services & { useModule: () => Promise<typeof import("../cards/use.js")> }} services of the solver and the user's files; useModule loads cards/use.js */
  constructor(services) {
    this.#services = services;
  }

  show(/** @type {FullReport} */ report, /** @type {Solved["values"]} */ values) {
    this.current = { report, values };
    this.draw();
  }

  /** Draws the result, each plot in a separate task, so that the page can respond between them. */
  draw(plots = this.#list) {
    if (!this.current) return;
    const { report, values } = this.current;
    for (const plot of plots) schedule(plot.host, () => this.#list.includes(plot) && this.current?.report === report && tryDraw(() => plot.draw(report, values)));
  }

  /** Draws the weights of a step of the reweighting, which leaves the other plots as they are. @param {FullReport} report @param {Solved["values"]} values */
  drawStep(report, values) {
    for (const plot of this.#list.slice(0, 2)) tryDraw(() => plot.draw(report, values));
  }

  /** Makes the plots again if their hosts were replaced, and draws the result; the plot of the weights is moved, because making it takes long. */
  mount() {
    const host = document.getElementById("plot-weights");
    if (!host || this.#list[0]?.host === host) return;
    const { engine, dataOf, figure, tableOf, useModule } = this.#services;
    for (const plot of this.#list.slice(1)) plot.destroy?.();
    this.convergence = new ConvergenceCard(byId("plot-convergence"), byId("convergence-tools"), byId("convergence-methods"),
      { solve: async (spec, options) => (await engine()).run(spec, { ...options, data: dataOf(spec.data) }), figure });
    const memory = new MemoryCard(byId("memory"), figure);
    const previous = this.#weights;
    const places = /** @type {const} */ ([host, byId("weights-readout"), byId("zoom-reset")]);
    previous?.move(...places);
    this.#weights ??= new WeightsPlot(...places);
    this.#list = [
      this.#weights,
      new Bars(byId("plot-bars")),
      new FitCard(figure),
      this.convergence,
      new MethodsCard(byId("methods"), this.#services),
      memory,
      new LazyCard(byId("predict"), async () => {
        const { UseCard } = await useModule();
        return () => new UseCard({ engine, dataOf, figure, Picture, tableOf });
      }),
    ];
    if (this.current) this.draw(previous ? this.#list.slice(1) : this.#list);
    else schedule(memory.host, () => memory.draw()); // it needs no result
  }
}
