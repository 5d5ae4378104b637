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
