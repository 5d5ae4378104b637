// The page's benchmark, at #bench: it runs the cases of bench.js on the reader's
// own device. The lab is hidden meanwhile, with its entries unchanged.

import { paperTime, cases, figure, measure, note, table } from "../bench.js";
import { element, setIdle, messageOf } from "../dom.js";
import { Lab } from "../lplab.js";

/** The device in words, as far as the browser describes it. */
function device() {
  const { hardwareConcurrency: processors, deviceMemory: memory, userAgent, userAgentData } = navigator;
  const brands = userAgentData?.brands.filter(({ brand }) => !/^not/i.test(brand)) ?? []; // browsers add a made-up brand
  const brand = brands.find(({ brand }) => brand !== "Chromium") ?? brands[0];
  const browser = brand ? `${brand.brand} ${brand.version} on ${userAgentData?.platform}` : userAgent;
  return [
    processors && `${processors} ${processors === 1 ? "processor" : "processors"}`,
    memory && `${memory} GB of memory${memory >= 8 ? " or more" : ""}`,
    browser,
  ].filter(Boolean).join(", ");
}

export class BenchView {
  #rows = /** @type {import("../types/bench.js").Row[]} */ ([]);
  /** @type {AbortController | null} */
  #abort = null; // while it measures

  #run = element("button", { type: "button", className: "primary", onclick: () => this.#abort || this.#measure() }, "Run benchmark");
  #cancel = element("button", { type: "button", className: "idle", onclick: () => this.leave(), attributes: { "aria-disabled": true } }, "Cancel");
  #copy = element("button", { type: "button", hidden: true, onclick: () => this.#copyResult() }, "Copy result");
  #large = element("input", { type: "checkbox", id: "bench-large" });
  #message = element("p", { className: "status", attributes: { role: "status" } });
  #bar = element("progress", { className: "progress gone", max: 1, attributes: { "aria-label": "Progress of the benchmark" } });
  #body = element("tbody");
  #text = element("textarea", { className: "bench-text", readOnly: true, rows: 10, hidden: true, attributes: { "aria-label": "Result as Markdown" } });
  #heading = element("h2", { id: "bench-title", tabIndex: -1 }, "Benchmark");

  constructor() {
    const head = (/** @type {string} */ textContent, className = "") => element("th", { scope: "col", className, textContent });
    const results = element("div", { className: "card bench-results" },
      element("table", { className: "bench-table" },
        element("caption", {}, "This device"),
        element("thead", {}, element("tr", {}, head("Measured"), head("Here", "num"), head("In the paper", "wide"))),
        this.#body),
      element("p", { className: "quiet" }, `${device()}. [S] Salzo, Suykens, Rosasco; [H] Hibraj: see How it works.`),
      this.#copy, this.#text);
    this.element = element("main", { id: "bench", className: "bench", attributes: { "aria-labelledby": "bench-title" } },
      element("a", { href: "#", className: "back" }, "← Back to lp Lab"),
      element("section", { className: "card bench-intro", attributes: { "aria-labelledby": "bench-title" } },
        this.#heading,
        element("p", {}, "The speed at which this device builds and contracts tensors, compared with its memory bandwidth and arithmetic; " +
          "then whole experiments, compared with the times in the papers. " +
          "Everything runs in this tab and nothing is sent. Close other programs for the best figures."),
        element("div", { className: "check" }, this.#large,
          element("label", { htmlFor: "bench-large" }, "Also the large cases (up to 3 GB of memory)")),
        element("div", { className: "run-row" }, this.#run, this.#cancel, element("div", { className: "said" }, this.#message)),
        this.#bar),
      results);
    this.#fill();
  }

  /** Moves the focus to the heading, since the content of the page has changed. */
  enter() {
    scrollTo(0, 0);
    this.#heading.focus({ preventScroll: true });
  }

  /** Ends the measurement, so that it does not slow down the lab. */
  leave() {
    this.#abort?.abort();
  }

  async #measure() {
    const abort = (this.#abort = new AbortController());
    this.#rows = [];
    this.#fill();
    this.#setBusy(true);
    try {
      const chosenCases = await cases({ gigabytes: this.#large.checked });
      const onProgress = (/** @type {import("../types/bench.js").CaseProgress} */ { case: c, fraction }) => {
        const index = chosenCases.indexOf(c);
        this.#bar.value = (index + fraction) / chosenCases.length;
        this.#showMessage(`Measuring ${index + 1} of ${chosenCases.length}: ${kindNames[c.kind] ?? c.what}`);
      };
      for await (const row of measure(chosenCases, { Lab, signal: abort.signal, onProgress })) {
        this.#rows.push(row);
        this.#fill();
      }
      this.#showMessage("Done");
    } catch (error) {
      this.#showMessage(abort.signal.aborted ? "Cancelled" : messageOf(error));
    } finally {
      this.#abort = null;
      this.#setBusy(false);
    }
  }

  #setBusy(/** @type {boolean} */ busy) {
    setIdle(this.#run, busy);
    setIdle(this.#cancel, !busy);
    this.#bar.classList.toggle("gone", !busy);
    this.#copy.hidden = busy || this.#rows.length === 0;
    this.#copy.textContent = "Copy result";
    this.#text.hidden = true;
  }

  #showMessage(/** @type {string} */ text) {
    if (this.#message.textContent !== text) this.#message.textContent = text;
  }

  #fill() {
    this.#body.replaceChildren(...this.#rows.map((row) => element("tr", {},
      element("th", { scope: "row" }, row.what, element("span", { className: "extent" }, note(row)), element("span", { className: "extent narrow" }, paperTime(row))),
      element("td", { className: row.failed ? "failed" : "num" }, figure(row)),
      element("td", { className: "wide" }, paperTime(row)))));
    if (this.#rows.length === 0) {
      this.#body.append(element("tr", {}, element("td", { colSpan: 3, className: "quiet" }, "Nothing measured yet.")));
    }
  }

  async #copyResult() {
    const text = `lp Lab on ${device()}\n\n` +
      table(["Measured", "Here", "In the paper"], this.#rows.map((row) => [[row.what, note(row)].filter(Boolean).join("; "), figure(row), paperTime(row)]));
    try {
      await navigator.clipboard.writeText(text);
      this.#copy.textContent = "Copied";
      this.#showMessage("The result is copied, as a Markdown table");
    } catch {
      this.#text.value = text;
      this.#text.hidden = false;
      this.#text.select();
      this.#showMessage("The browser does not allow copying: press Ctrl+C to copy the selected text");
    }
  }
}

/** Names of kinds of cases without names. @type {Record<string, string>} */
const kindNames = {
  limits: "the device's limits",
  build: "building tensors",
  contract: "passes over tensors",
};
