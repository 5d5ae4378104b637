// A figure that core/reports/figure draws: the solver's SVG inside the page, at the size of its
// host and in the page's colours (styles/chart.css). The same figure is exported.
import { messageOf } from "../dom.js";
import { magnification } from "./frame.js";
import { sentence } from "./text.js";

const letter = 17 / 12; // units of the SVG for a pixel: its letters are 17 high, those of the plots 12
const least = 180; // units of height, of which the labels and the legend take 140

/**
 * A host that shows figures by name.
 * @template [Subject=FullReport | FullReport[]] what they are of
 * @template {string} [Name=FigureName]
 */
export class Picture {
  #figure;
  #onDraw;
  #request = /** @type {{ name: Name, reports: Subject } | null} */ (null);
  #drawnSize = ""; // the size of the figure in the host
  #busy = false;
  #overlays = /** @type {Node[]} */ ([]);

  /**
   * figure is that of a Lab. onDraw(words) is called with the description of the drawing.
   * @param {HTMLElement} host
   * @param {(reports: Subject, name: Name, options: FigureOptions) => Promise<string>} figure
   * @param {(words: string) => void} onDraw
   */
  constructor(host, figure, onDraw = () => {}) {
    this.host = host;
    this.#figure = figure;
    this.#onDraw = onDraw;
    this.observer = new ResizeObserver(() => this.#draw());
    this.observer.observe(host);
  }

  /**
   * Draws a figure of reports now or, if the host is hidden, when it is shown. Resolves when the last requested figure is drawn.
   * @param {Name} name
   * @param {Subject} reports
   */
  show(name, reports) {
    this.#request = { name, reports };
    this.#drawnSize = "";
    return this.#draw();
  }

  destroy() {
    this.observer.disconnect();
    this.#request = null;
  }

  /** Draws the figure that was requested last; there is one request to the solver at a time. */
  async #draw() {
    if (this.#busy) return;
    this.#busy = true;
    for (let size = this.#size(); this.#request && size && size !== this.#drawnSize; size = this.#size()) {
      const { name, reports } = this.#request;
      const [width, height] = size.split(" ").map(Number);
      this.#drawnSize = size;
      let text = "";
      let words = "";
      try {
        text = await this.#figure(reports, name, { theme: "page", width, height });
      } catch (error) {
        words = sentence(messageOf(error));
      }
      if (this.#drawnSize !== size) continue; // another figure was requested
      for (const old of [...this.host.childNodes]) if (!this.#overlays.includes(old)) old.remove();
      this.host.prepend(text ? parseSVG(text) : words);
      words ||= this.host.querySelector("desc")?.textContent ?? "";
      this.host.setAttribute("aria-label", words);
      this.#onDraw(text && words);
    }
    this.#busy = false;
  }

  /** Adds elements that stay over the figures. */
  overlay(/** @type {HTMLElement[]} */ ...elements) {
    this.#overlays.push(...elements);
    this.host.append(...elements);
  }

  /** The numbers of a data attribute of the figure drawn. @param {"plot" | "x"} name */
  numbers(name) {
    return (this.host.querySelector("svg")?.dataset[name] ?? "").split(" ").map(Number);
  }

  /** Puts an overlay on a rectangle of the figure drawn. @param {HTMLElement} overlay @param {number} x @param {number} y @param {number} width @param {number} height */
  put({ style }, x, y, width, height) {
    const all = this.host.querySelector("svg")?.viewBox.baseVal;
    if (!all) return;
    [style.left, style.width] = [x, width].map((v) => `${(100 * v) / all.width}%`);
    [style.top, style.height] = [y, height].map((v) => `${(100 * v) / all.height}%`);
  }

  /** The host's width and height in units of the SVG, which are smaller in a low host; "" if it is hidden. */
  #size() {
    const { clientWidth, clientHeight } = this.host;
    if (!clientWidth || !clientHeight) return "";
    const units = Math.max(letter / magnification(), least / clientHeight);
    return [clientWidth, clientHeight].map((v) => Math.round(v * units)).join(" ");
  }
}

const parseSVG = (/** @type {string} */ text) => document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
