// The page's benchmark, at #bench: it runs the cases of bench.js on the reader's
// own device. It stands beside the lab, which keeps what was entered there.

import { beside, cases, figure, measure, note, table } from "../bench.js";
import { Lab } from "../lplab.js";

/** An element with attributes and children; what is undefined is left out. */
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

/** What the browser tells of the device. */
function device() {
  const { hardwareConcurrency: processors, deviceMemory: memory, userAgent, userAgentData } = navigator;
  const brands = userAgentData?.brands.filter(({ brand }) => !/^not/i.test(brand)) ?? []; // one is made up
  const brand = brands.find(({ brand }) => brand !== "Chromium") ?? brands[0];
  const browser = brand ? `${brand.brand} ${brand.version} on ${userAgentData.platform}` : userAgent;
  return [
    processors && `${processors} ${processors === 1 ? "processor" : "processors"}`,
    memory && `${memory} GB of memory${memory >= 8 ? " or more" : ""}`,
    browser,
  ].filter(Boolean).join(", ");
}

export class BenchView {
  #rows = [];
  #abort = null; // while it measures

  #run = make("button", { type: "button", class: "primary" }, "Run benchmark");
  #cancel = make("button", { type: "button", class: "idle", "aria-disabled": "true" }, "Cancel");
  #copy = make("button", { type: "button", hidden: "" }, "Copy result");
  #large = make("input", { type: "checkbox", id: "bench-large" });
  #said = make("p", { role: "status", class: "status" });
  #bar = make("progress", { class: "progress gone", "aria-label": "Progress of the benchmark", max: "1" });
  #body = make("tbody");
  #text = make("textarea", { class: "bench-text", readonly: "", rows: "10", "aria-label": "Result as Markdown", hidden: "" });

  constructor() {
    const results = make("div", { class: "card bench-results" },
      make("table", { class: "bench-table" },
        make("caption", {}, "This device"),
        make("thead", {}, make("tr", {},
          make("th", { scope: "col" }, "Measured"), make("th", { scope: "col", class: "num" }, "Here"), make("th", { scope: "col", class: "wide" }, "In the paper"))),
        this.#body),
      make("p", { class: "quiet" }, `${device()}. [S] Salzo, Suykens, Rosasco; [H] Hibraj: see About.`),
      this.#copy, this.#text);
    this.#heading = make("h2", { id: "bench-title", tabindex: "-1" }, "Benchmark");
    this.element = make("main", { id: "bench", class: "bench", "aria-labelledby": "bench-title" },
      make("a", { href: "#", class: "back" }, "← Back to lp Lab"),
      make("section", { class: "card bench-intro", "aria-labelledby": "bench-title" },
        this.#heading,
        make("p", {}, "The speed at which this device builds and contracts tensors, compared with its memory bandwidth and arithmetic; " +
          "then whole experiments, compared with the times in the papers. " +
          "Everything runs in this tab and nothing is sent. Close other programs for the best figures."),
        make("div", { class: "check" }, this.#large,
          make("label", { for: "bench-large" }, "Also the large cases (up to 3 GB of memory)")),
        make("div", { class: "run-row" }, this.#run, this.#cancel, make("div", { class: "said" }, this.#said)),
        this.#bar),
      results);
    this.#run.addEventListener("click", () => this.#abort || this.#measure());
    this.#cancel.addEventListener("click", () => this.leave());
    this.#copy.addEventListener("click", () => this.#copyResult());
    this.#fill();
  }

  #heading;

  /** Puts the focus at the beginning: the page's content has changed. */
  enter() {
    scrollTo(0, 0);
    this.#heading.focus({ preventScroll: true });
  }

  /** Ends what is being measured: the lab should have the device to itself. */
  leave() {
    this.#abort?.abort();
  }

  async #measure() {
    const abort = (this.#abort = new AbortController());
    this.#rows = [];
    this.#fill();
    this.#busy(true);
    try {
      const chosen = await cases({ gigabytes: this.#large.checked });
      const onProgress = ({ case: c, fraction }) => {
        const index = chosen.indexOf(c);
        this.#bar.value = (index + fraction) / chosen.length;
        this.#say(`Measuring ${index + 1} of ${chosen.length}: ${named[c.kind] ?? c.what}`);
      };
      for await (const row of measure(chosen, { Lab, signal: abort.signal, onProgress })) {
        this.#rows.push(row);
        this.#fill();
      }
      this.#say("Done");
    } catch (error) {
      this.#say(abort.signal.aborted ? "Cancelled" : error.message);
    } finally {
      this.#abort = null;
      this.#busy(false);
    }
  }

  #busy(busy) {
    for (const [button, idle] of [[this.#run, busy], [this.#cancel, !busy]]) {
      button.classList.toggle("idle", idle);
      button.setAttribute("aria-disabled", idle);
    }
    this.#bar.classList.toggle("gone", !busy);
    this.#copy.hidden = busy || this.#rows.length === 0;
    this.#copy.textContent = "Copy result";
    this.#text.hidden = true;
  }

  #say(text) {
    if (this.#said.textContent !== text) this.#said.textContent = text;
  }

  #fill() {
    this.#body.replaceChildren(...this.#rows.map((row) => make("tr", {},
      make("th", { scope: "row" }, row.what, make("span", { class: "extent" }, note(row)), make("span", { class: "extent narrow" }, beside(row))),
      make("td", { class: row.failed ? "failed" : "num" }, figure(row)),
      make("td", { class: "wide" }, beside(row)))));
    if (this.#rows.length === 0) {
      this.#body.append(make("tr", {}, make("td", { colspan: "3", class: "quiet" }, "Nothing measured yet.")));
    }
  }

  async #copyResult() {
    const text = `lp Lab on ${device()}\n\n` +
      table(["Measured", "Here", "In the paper"], this.#rows.map((row) => [[row.what, note(row)].filter(Boolean).join("; "), figure(row), beside(row)]));
    try {
      await navigator.clipboard.writeText(text);
      this.#copy.textContent = "Copied";
      this.#say("The result is copied, as a Markdown table");
    } catch {
      this.#text.value = text;
      this.#text.hidden = false;
      this.#text.select();
      this.#say("The browser does not allow copying: press Ctrl+C to copy the selected text");
    }
  }
}

/** What is being measured, where the case has no name of its own. */
const named = {
  limits: "the device's limits",
  build: "building tensors",
  contract: "passes over tensors",
};
