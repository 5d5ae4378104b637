// The numbers that live figures show of a report, by the names that lessons use for
// them: what each is called, its value, how it is written, and its place in the glossary.
import { bytes, number, integer, percent, score } from "../plot/text.js";

/** @typedef {Partial<FullReport> & { norm?: number, inner?: number, above?: number }} Measurable A report, or the numbers of a figure without a report. */
/** @typedef {{ label: string, read: (r: Measurable) => number | undefined, write: (v: number) => string, entry: string }} Measure */
/** @typedef {{ name: string, sign: string, bound: string }} Condition Of a goal. */

/** @param {Part} part @param {"r2" | "mse" | "accuracy"} key */
const metric = (part, key) => (/** @type {Measurable} */ r) => r.metrics?.[part]?.[key];
const twoDigits = (/** @type {number} */ v) => number(v, 2);
const sevenDigits = (/** @type {number} */ v) => number(v, 7);

/** @type {Record<string, Measure>} */
export const measures = {
  selected: { label: "Selected weights", read: (r) => r.weights?.selected, write: integer, entry: "selection-rule" },
  nonzero: { label: "Weights that are not zero", read: (r) => r.weights?.nonzero, write: integer, entry: "weights-and-coefficients" },
  found: { label: "Planted weights found", read: (r) => r.weights?.recovery?.found, write: integer, entry: "recovery" },
  missed: { label: "Planted weights missed", read: (r) => r.weights?.recovery?.missed, write: integer, entry: "recovery" },
  false: { label: "Falsely selected", read: (r) => r.weights?.recovery?.false, write: integer, entry: "recovery" },
  count: { label: "Weights", read: (r) => r.weights?.count, write: integer, entry: "weights-and-coefficients" },
  norm: { label: "Norm of the weights", read: (r) => r.weights?.norm ?? r.norm, write: (v) => number(v, 4), entry: "norm-of-the-weights" },
  share: { label: "Share of the norm listed", read: (r) => r.weights?.listedShare, write: percent, entry: "listed-share" },
  "r2.train": { label: "R², training", read: metric("train", "r2"), write: score, entry: "r2" },
  "r2.validation": { label: "R², validation", read: metric("validation", "r2"), write: score, entry: "r2" },
  "r2.test": { label: "R², test", read: metric("test", "r2"), write: score, entry: "r2" },
  "mse.test": { label: "MSE, test", read: metric("test", "mse"), write: number, entry: "mse" },
  "mse.train": { label: "MSE, training", read: metric("train", "mse"), write: number, entry: "mse" },
  "accuracy.train": { label: "Accuracy, training", read: metric("train", "accuracy"), write: percent, entry: "accuracy" },
  "accuracy.validation": { label: "Accuracy, unseen points", read: metric("validation", "accuracy"), write: percent, entry: "accuracy" },
  "accuracy.test": { label: "Accuracy, test", read: metric("test", "accuracy"), write: percent, entry: "accuracy" },
  support: { label: "Support vectors", read: (r) => r.support?.length, write: integer, entry: "support-vectors" },
  primal: { label: "Primal", read: (r) => r.objective?.primal, write: sevenDigits, entry: "primal" },
  dual: { label: "Dual bound", read: (r) => r.objective && -r.objective.dual, write: sevenDigits, entry: "dual-bound" },
  gap: { label: "Gap", read: (r) => r.objective?.gap, write: twoDigits, entry: "duality-gap" },
  iterations: { label: "Iterations", read: (r) => r.solver?.iterations, write: integer, entry: "iteration-limit" },
  solve: { label: "Seconds to solve", read: (r) => r.solver?.seconds.solve, write: twoDigits, entry: "build-and-solve" },
  entries: { label: "Entries of the tensor", read: (r) => r.tensor?.entries, write: integer, entry: "tensor" },
  bytes: { label: "Memory of the tensor", read: (r) => r.tensor?.bytes, write: bytes, entry: "tensor" },
  gamma: { label: "Gamma", read: (r) => r.gamma, write: number, entry: "gamma" },
  lambda: { label: "Lambda", read: (r) => r.lambda, write: number, entry: "lambda" },
  floor: { label: "Most frequent irrelevant one", read: (r) => Math.max(0, ...(r.stability?.top ?? []).filter((f) => !f.relevant).map((f) => f.share)), write: percent, entry: "resamples" },
  bound: { label: "Bound on false ones at 90 %", read: (r) => falseBound(r, 0.9), write: twoDigits, entry: "resamples" },
  inner: { label: "Inner product", read: (r) => r.inner, write: number, entry: "" },
  above: { label: "Chord above the graph", read: (r) => r.above, write: number, entry: "" },
  stable: { label: "Selected, in 90 % of the halves", read: (r) => r.stability?.top.filter((f) => f.share >= 0.9).length, write: integer, entry: "resamples" },
  steady: { label: "Planted, in 90 % of the halves", read: (r) => r.stability?.top.filter((f) => f.relevant && f.share >= 0.9).length, write: integer, entry: "resamples" },
};

/** The bound of Meinshausen and Bühlmann on the expected number of irrelevant features with a frequency of at least pi. @param {Measurable} report @param {number} pi */
function falseBound({ stability, weights }, pi) {
  if (!stability || !weights) return undefined;
  const selected = stability.top.reduce((sum, { share }) => sum + share, 0); // in a half, on average
  return selected ** 2 / ((2 * pi - 1) * weights.count);
}

/** The named measures of a report, as {label, text, entry}; of "gamma|lambda" the first that the report has. @param {string[]} names @param {Measurable} report */
export function measureValues(names, report) {
  return names.map((choice) => {
    const all = choice.split("|");
    const name = all.find((each) => measures[each].read(report) !== undefined) ?? all[0];
    const { label, read, write, entry } = measures[name];
    const value = read(report);
    return { label, text: value === undefined ? "none" : write(value), entry };
  });
}

/** @type {Record<string, (a: number, b: number) => boolean>} */
const tests = { "=": (a, b) => a === b, "<=": (a, b) => a <= b, ">=": (a, b) => a >= b };

/** The conditions of a goal, "selected=6 missed<=0 r2.test>=0.9". @param {string} goal @returns {Condition[]} */
export function conditions(goal) {
  return goal.trim().split(/\s+/).map((condition) => {
    const [, name, sign, bound] = condition.match(/^([\w.]+)([<>]?=)(\S+)$/) ?? [];
    return { name, sign, bound };
  });
}

/** Whether a report meets all conditions of a goal. @param {string} goal @param {Measurable} report */
export function reaches(goal, report) {
  return conditions(goal).every(({ name, sign, bound }) => {
    const value = measures[name].read(report);
    return value !== undefined && tests[sign](value, Number(bound));
  });
}
