// The models of more than two classes: each separates one class from the rest. Plots show
// the model of the chosen class.

let chosenClass = ""; // name of the class; of a report without it, the most frequent class is shown

/** Chooses the class of the model to show. */
export const chooseClass = (/** @type {string} */ name) => (chosenClass = name);

/** The place of the class of the model shown. */
export function classIndex(/** @type {FullReport} */ { classes = [], actual }) {
  const at = classes.indexOf(chosenClass);
  if (at >= 0) return at;
  const rows = classes.map(() => 0);
  for (const k of actual.train ?? []) rows[k]++;
  return rows.indexOf(Math.max(...rows));
}

/** A report of more than two classes with its own type; null for any other. @param {FullReport} report */
const asMultiClass = (report) => (Array.isArray(report.objective) ? /** @type {import("../lplab.js").ReportOfClasses} */ (/** @type {unknown} */ (report)) : null);

/** What a report lists by class. */
const classFields = ["objective", "alpha", "support", "coefficients", "intercept", "linear", "curve", "weights", "reweighting", "stability", "selection"];

/** The report of the chosen class against the rest, as one of two classes, with the original report as whole; any other report is returned unchanged. @param {FullReport} report */
export function classReport(report) {
  const multiClass = asMultiClass(report);
  if (!multiClass) return report;
  const at = classIndex(report);
  const name = report.classes?.[at] ?? "";
  const lists = /** @type {Record<string, unknown[]>} */ (/** @type {unknown} */ (report));
  const parts = /** @type {Part[]} */ (Object.keys(report.metrics));
  const byPart = (/** @type {(part: Part) => unknown} */ valueOf) => Object.fromEntries(parts.map((part) => [part, valueOf(part)]));
  const path = report.search?.path;
  const view = {
    ...report,
    ...Object.fromEntries(classFields.filter((field) => lists[field]).map((field) => [field, lists[field][at]])),
    classes: [`not ${name}`, name],
    actual: byPart((part) => report.actual[part]?.map((y) => (y === at ? 1 : -1))),
    predictions: byPart((part) => multiClass.predictions[part]?.map((row) => row[at])),
    metrics: byPart((part) => ({ auc: report.metrics[part].perClass?.[at]?.auc })),
    ...(path && { search: { ...report.search, path: { ...path, weights: path.weights.filter((w) => w.class === name) } } }),
  };
  return /** @type {FullReport} */ (/** @type {unknown} */ (Object.defineProperty(view, "whole", { value: report })));
}

/** The report for Go: with the model of one class, and the status of the model of each class. @param {FullReport} report */
export function digestOf(report) {
  const whole = report.whole ?? report;
  const multiClass = asMultiClass(whole);
  if (!multiClass) return { report: whole };
  const { classes = [], metrics } = whole;
  return {
    report: { ...classReport(whole), classes, metrics },
    shownClass: classes[classIndex(whole)],
    byClass: multiClass.objective.map(({ status, relativeGap }) => ({ status, relativeGap })),
  };
}
