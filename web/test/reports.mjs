/** For a page's start: keeps the reports, as JSON texts, that come from its solvers in globalThis.reports, without the steps of a slider. */
export function keepReports() {
  globalThis.reports = [];
  globalThis.Worker = class extends Worker {
    #steps = new Set(); // the numbers of their runs

    constructor(...given) {
      super(...given);
      this.addEventListener("message", ({ data }) => data?.report && !this.#steps.has(data.id) && reports.push(data.report));
    }

    postMessage(message, transfer) {
      if (message.type === "run" && message.options.warm) this.#steps.add(message.id);
      super.postMessage(message, transfer);
    }
  };
}
