// Ranges and ticks of the plots' axes.

/** The range of finite values with a little air. @param {Iterable<number>} values @returns {Point} */
export function span(values) {
  let lo = Infinity;
  let hi = -Infinity;
  for (const v of values) {
    if (v < lo) lo = v;
    if (v > hi) hi = v;
  }
  const margin = (hi - lo || Math.abs(hi) || 1) * 0.06;
  return [lo - margin, hi + margin];
}

/** Round ticks from lo to hi, about count of them. @param {number} lo @param {number} hi @param {number} count */
export function ticks(lo, hi, count) {
  const raw = (hi - lo) / Math.max(2, count);
  const base = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((m) => m * base).find((s) => s >= raw) ?? raw;
  const out = [];
  for (let k = Math.ceil(lo / step); k * step <= hi; k++) out.push(Number((k * step).toPrecision(12)));
  return out;
}
