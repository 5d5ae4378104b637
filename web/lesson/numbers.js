// Numbers as readers and lecturers write them: 0,6 or 60 % or 3/4.

/** Whether a number is the answer to the digits that it is written with. @param {number} value @param {string} answer */
export function agrees(value, answer) {
  const [, decimals = "", exponent = "0"] = answer.match(/^[^.e]*(?:\.(\d*))?(?:e(.*))?$/i) ?? [];
  return Math.abs(value - Number(answer)) <= 0.50001 * 10 ** (Number(exponent) - decimals.length);
}

const groups = /^-?[1-9]\d{0,2}(,\d{3})+(?![,\d])/; // of thousands

/** A text with "-" as its minus, without "=" or "≈" at its start, and without spaces or apostrophes between thousands. */
const plain = (/** @type {string} */ text) => text.replace(/^\s*[=≈~]/, "").trim().replaceAll(/[–−-]\s*/g, "-").replaceAll(/(\d)(?:\s+|['’])(?=\d{3}(?!\d))/g, "$1");

const decimal = (/** @type {string} */ text) => Number(text.replace(",", ".") || NaN);
const grouped = (/** @type {string} */ text) => (groups.test(text) ? Number(text.replaceAll(",", "")) : decimal(text));
const pointed = (/** @type {string} */ text) => grouped(text.replaceAll(".", ","));

/** The numbers that an entry can mean, the likeliest first: 1,234 can be 1.234 or 1234, 1.234 can be 1234 if the answer is whole, and a percentage a share if the answer has decimals. @param {string} text @param {string} answer */
export function readings(text, answer) {
  const [, top = "", bottom = "1", percent] = plain(text).match(/^([^/%]+)(?:\/([^/%]+))?(%?)$/) ?? [];
  const readers = answer === "" || answer.includes(".") ? [decimal, grouped] : [decimal, grouped, pointed];
  const values = readers.map((read) => read(top) / read(bottom));
  return [...values, percent && answer.includes(".") ? Number(`${values[0]}e-2`) : NaN].filter(Number.isFinite);
}

/** An answer to be graded, with the digits of the entry: 0,60 gives 0.60, 4,960 gives 4960 as the page writes it, and 3/4 gives 0.75. A text that is no number stays. */
export function asAnswer(/** @type {string} */ text) {
  const value = readings(text, "").at(-1);
  if (value === undefined || /^-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?$/i.test(text)) return text;
  if (/[e/]/i.test(text)) return String(Number(value.toPrecision(6)));
  const [, decimals = ""] = plain(text).replace(groups, "").match(/[.,](\d+)/) ?? [];
  return value.toFixed(Math.min(decimals.length, 20));
}
