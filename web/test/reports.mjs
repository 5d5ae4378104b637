/** Collects the reports of a page's solvers, as JSON texts, in globalThis.reports, without those of slider steps. Runs in the page, before its own scripts. */
export function keepReports() {
  globalThis.reports = [];
  globalThis.Worker = class extends Worker {
    #steps = new Set(); // the numbers of their runs

    constructor(...args) {
      super(...args);
      this.addEventListener("message", ({ data }) => data?.report && !this.#steps.has(data.id) && reports.push(data.report));
    }

    postMessage(message, transfer) {
      if (message.type === "run" && message.options.warm) this.#steps.add(message.id);
      super.postMessage(message, transfer);
    }
  };
}
