// The models of more than two classes: each separates one class from the rest. Plots show
// the model of the chosen class.

let chosen = ""; // name of the class; of a report without it, the most frequent class is shown

/** Chooses the class of the model to show. */
export const choose = (/** @type {string} */ name) => (chosen = name);

/** The place of the class of the model shown. */
export function placeIn(/** @type {FullReport} */ { classes = [], actual }) {
  const at = classes.indexOf(chosen);
  if (at >= 0) return at;
  const rows = classes.map(() => 0);
  for (const k of actual.train ?? []) rows[k]++;
  return rows.indexOf(Math.max(...rows));
}

/** A report of more than two classes with its own type; null for any other. @param {FullReport} report */
const severalOf = (report) => (Array.isArray(report.objective) ? /** @type {import("../lplab.js").ReportOfClasses} */ (/** @type {unknown} */ (report)) : null);

/** What a report lists by class. */
const listed = ["objective", "alpha", "support", "coefficients", "intercept", "linear", "curve", "weights", "reweighting", "stability", "selection"];

/** The report of the chosen class against the rest, as one of two classes, with the given report as `whole`; any other report is returned unchanged. @param {FullReport} report */
export function ofClass(report) {
  const several = severalOf(report);
  if (!several) return report;
  const at = placeIn(report);
  const name = report.classes?.[at] ?? "";
  const lists = /** @type {Record<string, unknown[]>} */ (/** @type {unknown} */ (report));
  const parts = /** @type {Part[]} */ (Object.keys(report.metrics));
  const byPart = (/** @type {(part: Part) => unknown} */ valueOf) => Object.fromEntries(parts.map((part) => [part, valueOf(part)]));
  const path = report.search?.path;
  const view = {
    ...report,
    ...Object.fromEntries(listed.filter((field) => lists[field]).map((field) => [field, lists[field][at]])),
    classes: [`not ${name}`, name],
    actual: byPart((part) => report.actual[part]?.map((y) => (y === at ? 1 : -1))),
    predictions: byPart((part) => several.predictions[part]?.map((row) => row[at])),
    metrics: byPart((part) => ({ auc: report.metrics[part].perClass?.[at]?.auc })),
    ...(path && { search: { ...report.search, path: { ...path, weights: path.weights.filter((w) => w.class === name) } } }),
  };
  return /** @type {FullReport} */ (/** @type {unknown} */ (Object.defineProperty(view, "whole", { value: report })));
}

/** The report for Go: with the model of one class, and the status of the model of each class. @param {FullReport} report */
export function digestOf(report) {
  const whole = report.whole ?? report;
  const several = severalOf(whole);
  if (!several) return { report: whole };
  const { classes = [], metrics } = whole;
  return {
    report: { ...ofClass(whole), classes, metrics },
    shownClass: classes[placeIn(whole)],
    byClass: several.objective.map(({ status, relativeGap }) => ({ status, relativeGap })),
  };
}
