// Labels of weights by their index. Weights are in monomial order: by degree,
// then lexicographically by exponents (x1² before x1·x2 before x2²). The report
// has the labels of the top weights only.

/** C(n, k) as a double, 0 where k > n. @param {number} n @param {number} k */
export function binomial(n, k) {
  let c = 1;
  for (let i = 1; i <= k; i++) c = (c * (n - k + i)) / i;
  return n < k ? 0 : Math.round(c);
}

/** The number of monomials of exactly this degree in d variables. @param {number} d @param {number} degree */
function monomials(d, degree) {
  return degree === 0 ? 1 : binomial(d + degree - 1, degree);
}

/**
 * The variables (0-based, repeated by exponent, rising) of the monomial at
 * `index` of those of the given degrees, which rise, or null beyond them.
 * @param {number} index @param {number} d @param {number[]} degrees
 */
export function variablesAt(index, d, degrees) {
  const degree = degrees.find((m) => {
    if (index < monomials(d, m)) return true;
    index -= monomials(d, m);
    return false;
  });
  if (degree === undefined || d === 0) return null;
  const out = [];
  let from = 0;
  for (let left = degree; left > 0; left--) {
    // All monomials that continue with variable v, of those still to choose from.
    for (let v = from; v < d; v++) {
      const block = monomials(d - v, left - 1);
      if (index < block) {
        out.push(v);
        from = v;
        break;
      }
      index -= block;
    }
  }
  return out;
}

const superscripts = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** The label of a monomial as reports write it: "x1·x7", "x3²", "1". @param {number[]} variables @param {string[]} names */
export function labelOf(variables, names) {
  if (variables.length === 0) return "1";
  const parts = [];
  for (let i = 0; i < variables.length; ) {
    let e = 1;
    while (i + e < variables.length && variables[i + e] === variables[i]) e++;
    const power = e === 1 ? "" : [...String(e)].map((c) => superscripts[Number(c)]).join("");
    parts.push(names[variables[i]] + power);
    i += e;
  }
  return parts.join("·");
}

/**
 * A function from index to label for this report. Where it disagrees with the labels
 * in the report, the other weights are named "weight k".
 * @param {WeightsReport} report
 */
export function labeller(report) {
  const labels = new Map();
  for (const w of [...(report.weights.top ?? []), ...(report.weights.truth ?? [])]) {
    if (w.index >= 0) labels.set(w.index, w.label); // -1: not among the weights examined
  }
  const names = report.features ?? [];
  const degrees = report.weights.degrees ?? [report.weights.maxDegree]; // a stored result of an earlier version
  const derive = (/** @type {number} */ k) => {
    const variables = variablesAt(k, names.length, degrees);
    return variables && labelOf(variables, names);
  };
  let agrees = true;
  for (const [k, label] of labels) agrees &&= derive(k) === label;
  return (/** @type {number} */ k) => labels.get(k) ?? (agrees ? derive(k) : null) ?? `weight ${k + 1}`;
}

/** Whether the weight at a place in monomial order is selected: by its size, or as one of those that are marked. @param {WeightsReport["weights"]} weights @param {Float64Array} values */
export function selector(weights, values) {
  if (!weights.marked) return (/** @type {number} */ k) => Math.abs(values[k]) > weights.threshold;
  const selected = new Set(weights.top.filter((w) => w.selected).map((w) => w.index));
  return (/** @type {number} */ k) => selected.has(k);
}

/** The size of the largest of some weights; 0 without any. */
export function largest(/** @type {Float64Array} */ values) {
  let most = 0;
  for (const v of values) most = Math.max(most, Math.abs(v));
  return most;
}

/** All weights, or the first of them, as the report's JSON lists them: the top ones, zero for the others. @param {Pick<WeightsReport["weights"], "count" | "top">} weights */
export function listedWeights({ count, top }, most = count) {
  const values = new Float64Array(Math.min(count, most));
  for (const { index, value } of top ?? []) if (index < values.length) values[index] = value;
  return values;
}
