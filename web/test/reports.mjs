/** For a page's start: keeps the reports, as JSON texts, that come from its solvers in globalThis.reports. */
export function keepReports() {
  globalThis.reports = [];
  globalThis.Worker = class extends Worker {
    constructor(...given) {
      super(...given);
      this.addEventListener("message", ({ data }) => data?.report && reports.push(data.report));
    }
  };
}
