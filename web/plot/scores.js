// What the plots of a search's scores share: names, ranges, places.

/** The metrics in words. */
export const metricNames = {
  mse: "mean squared error",
  mae: "mean absolute error",
  accuracy: "accuracy",
  "balanced-accuracy": "balanced accuracy",
  auc: "area under the ROC curve",
  "log-loss": "log-loss",
};

/** Metrics of which more is better. */
export const merits = ["accuracy", "balanced-accuracy", "auc"];

/** A range with room above it for the names of the rules. */
export const roomy = (/** @type {number[]} */ [lo, hi]) => [lo, hi + 0.1 * (hi - lo)];

/** The row of the scores for a subsample's size; without sizes there is one. */
export function rowOf(search, subsample) {
  return Math.max(0, (search.subsample ?? []).indexOf(subsample));
}

/** By what a form of a search, with its p and its degree, differs from the others. */
function formLabel({ p, degree }, forms) {
  const several = (key) => new Set(forms.map((form) => String(form[key]))).size > 1;
  const words = several("p") ? [`p = ${p}`] : [];
  if (degree && (several("degree") || !words.length)) words.push(`degree ${degree}`);
  return words.join(", ");
}

/** The rows of a search's heat map: one for each form, or for each size of the subsample. */
export function scoreRows(search) {
  if (!search.forms?.length) {
    return (search.subsample ?? []).map((m, i) => ({ label: String(m), words: `${m} rows`, grid: search.gamma, scores: search.scores[i], place: { subsample: i } }));
  }
  return search.forms.map((form, i) => {
    const label = formLabel(form, search.forms);
    return { label, words: label, grid: form.gamma, scores: form.scores, place: { subsample: 0, form: i } };
  });
}

/** The form of a model; without forms there is one. */
export function formOf(search, { p, kernel }) {
  return Math.max(0, (search.forms ?? []).findIndex((form) => String(form.p) === String(p) && (form.degree ?? 0) === (kernel.degree ?? 0)));
}
