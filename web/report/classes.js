// The models of more than two classes: each separates one class from the rest. Plots show
// the model of the chosen class.

let chosen = ""; // name of the class; that of the first where a report has none such

/** Chooses the class whose model is shown. */
export const choose = (name) => (chosen = name);

/** The place of the class whose model is shown. */
export const placeIn = (report) => Math.max(0, report.classes.indexOf(chosen));

/** What a report lists by class. */
const listed = ["objective", "alpha", "support", "coefficients", "intercept", "linear", "curve", "weights", "reweighting", "stability", "selection"];

/** The report of a class against the rest, as that of two classes, with the report it is of as `whole`; one of no more classes is returned as it is. */
export function ofClass(report) {
  if (!Array.isArray(report.objective)) return report;
  const at = placeIn(report);
  const name = report.classes[at];
  const view = { ...report, classes: [`not ${name}`, name], actual: {}, predictions: {}, metrics: {} };
  for (const field of listed) if (report[field]) view[field] = report[field][at];
  for (const part of Object.keys(report.metrics)) {
    view.actual[part] = report.actual[part].map((y) => (y === at ? 1 : -1));
    view.predictions[part] = report.predictions[part]?.map((row) => row[at]);
    view.metrics[part] = { auc: report.metrics[part].perClass?.[at]?.auc };
  }
  if (report.search?.path) view.search = { ...report.search, path: { ...report.search.path, weights: report.search.path.weights.filter((w) => w.class === name) } };
  return Object.defineProperty(view, "whole", { value: report });
}

/** The part of a report for Go: the report with the model of one class, and the status of the model of each class. */
export function digestOf(report) {
  const whole = report.whole ?? report;
  if (!Array.isArray(whole.objective)) return { report: whole };
  const { classes, metrics } = whole;
  return {
    report: { ...ofClass(whole), classes, metrics },
    shownClass: classes[placeIn(whole)],
    byClass: whole.objective.map(({ status, relativeGap }, k) => ({ status, relativeGap, selected: whole.weights?.[k].selected ?? 0, support: whole.support?.[k].length ?? 0 })),
  };
}

/** A report for one line of a table: of several classes the objective with the largest relative gap, and the sums of the weights. */
export function together(report) {
  if (!Array.isArray(report.objective)) return report;
  const sum = (name) => report.weights.reduce((total, w) => total + w[name], 0);
  return {
    ...report,
    objective: report.objective.reduce((worst, o) => (o.relativeGap > worst.relativeGap ? o : worst)),
    weights: report.weights && { selected: sum("selected"), count: sum("count") },
  };
}
