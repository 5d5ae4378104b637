// How the plots write numbers.

/**
 * A number in `digits` significant digits, with a true minus and thousands separated from 10,000.
 * The page's words write the same (app/page/numbers.go); testdata/numbers.json tests both.
 * @param {number} v
 */
export function number(v, digits = 3) {
  if (!Number.isFinite(v)) return "–";
  const a = Math.abs(v);
  const [mantissa, exponent] = a !== 0 && (a < 1e-3 || a >= 1e6)
    ? v.toExponential(Math.max(0, digits - 2)).replace("e+", "e").split("e")
    : [v.toFixed(a && Math.max(0, digits - 1 - Math.floor(Math.log10(a))))];
  const plain = mantissa.includes(".") ? mantissa.replace(/\.?0+$/, "") : mantissa;
  const short = a >= 1e4 ? plain.replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ",") : plain;
  return (exponent ? `${short}e${exponent}` : short).replace(/^-/, "−");
}

/**
 * R² with 3 decimals, with more if it is close to 1, to which it is not rounded up; as chart.Score in Go.
 * @param {number} v
 */
export function score(v) {
  const decimals = [3, 4].find((d) => v >= 1 || 1 - v >= 1.5 * 10 ** -d) ?? 5;
  const text = (v < 1 ? Math.min(v, 1 - 1e-5) : v).toFixed(decimals);
  return text.replace("-", Number(text) ? "−" : "");
}

/**
 * A share in percent with one decimal, in more if it is close to 1, to which it is not rounded up; as chart.Percent in Go.
 * @param {number} share
 */
export function percent(share) {
  const text = share >= 1 - 1e-12 ? "100"
    : share > 0.9995 ? (Math.floor(share * 1e6) / 1e4).toFixed(4)
    : Math.min(Math.round(share * 1000) / 10, 99.9).toFixed(1);
  return `${text}\u00a0%`;
}

const units = ["bytes", "kB", "MB", "GB", "TB", "PB", "EB", "ZB", "YB"];

/** A number of bytes with its unit. @param {number} v */
export function bytes(v) {
  const unit = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(v) / 3 + 1e-9)));
  return `${number(v / 1000 ** unit)} ${units[unit]}`;
}

export const integer = (/** @type {number} */ v) => v.toLocaleString("en-US");

/** A number of things: "1 answer", "1,500 answers". @param {number} n @param {string} noun */
export const countOf = (n, noun) => `${integer(n)} ${noun}${n === 1 ? "" : "s"}`;

/** A method of solving, as people write it: "dual-gradient" is "dual gradient". */
export const methodName = (/** @type {string} */ method) => method.replaceAll("-", " ").replace(/\b(ista|fista)\b/, (s) => s.toUpperCase()).replace("newton", "Newton");

/** A text as a sentence, with a capital and a full stop. */
export const sentence = (/** @type {string} */ text) => `${text[0].toUpperCase()}${text.slice(1)}${text.endsWith(".") ? "" : "."}`;

/** @type {Record<string, string>} */
const endings = {
  converged: "converged in",
  exact: "nothing is minimised:",
  "iteration-limit": "not converged: stopped at the limit of",
  cancelled: "cancelled after",
  stalled: "not converged: stalled after",
  truncated: "solved with a truncated series in",
};

/** How a run ended: "converged in 8 iterations". */
export function outcome(/** @type {Pick<FullReport, "status" | "solver">} */ { status, solver: { iterations } }) {
  if (status === "converged" && iterations === 0) return "solved without iterations";
  return `${endings[status]} ${countOf(iterations, "iteration")}`;
}
