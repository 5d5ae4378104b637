// The digest of a report for Go. The weights, and other lists that grow with the data, stay
// in JavaScript: Go gets their lengths.
import { digestOf } from "./classes.js";

/** The weights that a report lists, up to the given number. */
export const topOf = (/** @type {FullReport} */ report, rows = Infinity) => report.weights?.top?.slice(0, rows);

export const objectiveOf = (/** @type {FullReport} */ report) => ({ ...report.objective, history: undefined });

/** A report without its experiment: used if Go has the experiment, because reading it again takes longer than reading the rest. */
export const withoutSpec = (/** @type {FullReport} */ report) => /** @type {FullReport} */ (/** @type {unknown} */ ({ ...report, spec: undefined })); // digest does not read it

/** A report, and all its weights, as Go's result: as JSON text. rows: of the table of weights; wall: seconds. @param {FullReport} fullReport @param {Solved["values"]} values @param {number} rows */
export function digest(fullReport, values, rows, wall = 0) {
  const { report, ...classes } = digestOf(fullReport);
  const { alpha, alphaRows, rows: parts, actual, predictions, curve, coefficients, support, features, ...others } = report;
  const count = (/** @type {unknown[] | undefined} */ list) => list?.length ?? 0;
  const { top, truth } = report.weights ?? {};
  const { train, validation, test } = parts ?? {};
  return JSON.stringify({
    report: {
      ...others,
      weights: report.weights && { ...report.weights, top: topOf(report, rows), truth: truth?.map(({ label }) => ({ label })) },
      linear: report.linear && { ...report.linear, leverages: undefined, leaveOneOut: undefined },
      objective: objectiveOf(report),
      search: report.search && {
        ...report.search,
        path: undefined,
        draws: undefined,
        reweighted: undefined,
        scores: report.search.scores?.map((row) => row.map(({ mean, error }) => ({ mean, error }))),
        forms: report.search.forms?.map((form) => ({ ...form, scores: form.scores.map(({ mean, error }) => ({ mean, error })) })),
      },
    },
    rows: { train: count(train), validation: count(validation), test: count(test) },
    features: count(features),
    curve: Boolean(curve),
    listed: count(top),
    support: count(support),
    ...classes,
    wall,
  });
}
