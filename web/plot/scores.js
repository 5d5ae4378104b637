// Names, ranges and rows of the scores of a search.

/** The metrics in words. @type {Record<string, string>} */
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
export const roomy = (/** @type {Point} */ [lo, hi]) => /** @type {Point} */ ([lo, hi + 0.1 * (hi - lo)]);

/** The row of the scores for a subsample's size; without sizes there is one. @param {Searched} search @param {number | undefined} subsample */
export function rowOf(search, subsample) {
  return Math.max(0, (search.subsample ?? []).indexOf(subsample ?? 0));
}

/** The p and the degree of a form of a search, where they differ between the forms. @param {Form} given @param {Form[]} forms */
function formLabel({ p, degree }, forms) {
  const several = (/** @type {"p" | "degree"} */ key) => new Set(forms.map((form) => String(form[key]))).size > 1;
  const words = several("p") ? [`p = ${p}`] : [];
  if (degree && (several("degree") || !words.length)) words.push(`degree ${degree}`);
  return words.join(", ");
}

/**
 * The rows of a search's heat map: one for each form, or for each size of the subsample.
 * @param {Searched} search
 * @returns {{ label: string, words: string, grid: number[], scores: Score[], place: { subsample: number, form?: number } }[]}
 */
export function scoreRows({ forms, subsample, scores, gamma = [] }) {
  if (!forms?.length) {
    return (subsample ?? []).map((m, i) => ({ label: String(m), words: `${m} rows`, grid: gamma, scores: scores?.[i] ?? [], place: { subsample: i } }));
  }
  return forms.map((form, i) => {
    const label = formLabel(form, forms);
    return { label, words: label, grid: form.gamma ?? [], scores: form.scores, place: { subsample: 0, form: i } };
  });
}

/** The form of a model; without forms there is one. @param {Searched} search @param {{ p?: number | string, kernel?: { type?: string, degree?: number } }} given */
export function formOf(search, { p, kernel }) {
  return Math.max(0, (search.forms ?? []).findIndex((form) => String(form.p) === String(p) && (form.degree ?? 0) === (kernel?.degree ?? 0)));
}
