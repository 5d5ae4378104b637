@head
/*
{head}

predict(row) predicts a row: an object of cells by the names of columns, numbers or texts,
null for a missing one. Run as a program by Node, this file reads CSV with a header from
standard input and prints one prediction a line, an empty one where there is none. As an ES
module it is such a program too; other programs load it by require.
The cells are separated by commas, or by semicolons or tabs, with points or commas as
decimal marks, and marks between thousands as in the file of the training rows.
*/

const {abs, cos, exp, log, log10, max, min, pow, sin, sqrt, tan, tanh} = Math;
const numberFormat = /^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/;
const missing = new Set({missing});
const grouped = /^{grouped}$/; // a number with marks between thousands
let ambiguous = /^{ambiguous}$/; // a number that can be read with a decimal point and a decimal comma
const other = /^{other}$/; // a number with the decimal mark that the file of the training rows has not
let inFile = false; // whether the cells are those of a file

/** A cell is missing that the model needs. */
class Missing extends Error {}

/** A column is missing that the model needs. */
class NoColumn extends Error {}

/** The text of a cell. */
function textOf(row, name) {
  if (!Object.hasOwn(row, name)) throw new NoColumn(`the rows have no column "${name}"`);
  return String(row[name] ?? "").trim();
}

/** The number in a cell; fill, where there is one, in place of a missing cell. */
function number(row, name, fill) {
  const text = textOf(row, name);
  if (missing.has(text)) {
    if (fill === undefined) throw new Missing(`column "${name}" has a missing cell`);
    return fill;
  }
  const plain = numberFormat.test(text) && !inFile ? text : withPoint(name, text);
  if (!numberFormat.test(plain) || !isFinite(Number(plain))) throw new Error(`column "${name}" holds "${text}", which is not a number`);
  return Number(plain);
}

/** The number of a cell with a decimal point, without a sign of currency or percent, a unit, parentheses around a negative one, and marks between thousands. */
function withPoint(name, text) {
  text = text.replace("\u2212", "-").replaceAll("\u00a0", " ").replace(/^\((.*)\)$/, "-$1").replace(/^([+-]?)(?:[A-Z]{1,3}(?=\p{Sc})|(?:{codes})(?= ))?[\p{Sc} ]+|(?<=\d)\D{1,8}$/gu, "$1");
  if (ambiguous.test(text)) throw new Error(`column "${name}" holds "${text}", which can be read with a decimal point and a decimal comma`);
  if (grouped.test(text)) text = text.replace(/{group}/g, "");
  return text.split(",").length === 2 ? text.replace(",", ".") : text;
}

@datepart

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** The year, month, day, weekday (from 1, Monday) or hour of the date in the column of; a cell of the name comes first. */
function datepart(row, name, of, part, order, fill) {
  if (Object.hasOwn(row, name)) return number(row, name, fill);
  let text = textOf(row, of);
  if (missing.has(text)) return number(row, of, fill);
  text = text.replace(/^(\d{4})[-/ ]*q([1-4])$|^q([1-4])[-/ ]*(\d{4})$/i, (_, y, q, k, z) => `${y ?? z}-${3 * (q ?? k) - 2}`); // a quarter
  text = text.replace(/^(\d{4})[-/ ]*m(\d{1,2})$/i, "$1-$2").replace(/^(\d{4})(\d\d)(\d\d)$/, "$1-$2-$3"); // 2024M01 and 20240131
  const words = text.split(/[-/., ]+/), months = words.slice(0, 2).map((word) => MONTHS.indexOf(word.slice(0, 3).toLowerCase()));
  const named = months.findIndex((month) => month >= 0);
  if (named === 0 && words.length === 2 && /-\d\d$/.test(text)) { // Jan-24
    text = `1/${months[0] + 1}/${words[1]}`;
    order = "dmy";
  } else if (named >= 0 && words.length === 2) { // Jan 2024
    text = `${words[1 - named]}-${months[named] + 1}`;
  } else if (named >= 0) { // 31 Jan 2024 or January 31, 2024
    text = `${words[1 - named]}/${months[named] + 1}/${words.slice(2).join(" ")}`;
    order = "dmy";
  }
  text = text.replace(/^(\d{1,2})\/(\d{4})$/, "$2/$1").replace(/^\d{4}([-/])\d{1,2}$/, "$&$11"); // a month
  const match = /^(\d{1,4})([-/.])(\d{1,2})\2(\d{1,4})([T ].*)?$/.exec(text);
  const [a, b, c] = match ? [match[1], match[3], match[4]].map(Number) : [];
  if (match?.[1].length < 4 && order === "ymd") throw new Error(`column "${of}" holds "${text}" with an ambiguous day and month: write 2024-01-31`);
  let [year, month, day] = match?.[1].length === 4 ? [a, b, c] : order === "mdy" ? [c, a, b] : [c, b, a];
  if (year < 100) year += year < 69 ? 2000 : 1900;
  const date = new Date(Date.UTC(year, month - 1, day));
  if (!match || date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) throw new Error(`column "${of}" holds "${text}", which is no date`);
  const clock = /^[T ]+(\d{1,2})[^ap]*([ap]?)/i.exec(match[5] ?? "") ?? [];
  const hour = clock[2] ? clock[1] % 12 + (clock[2].toLowerCase() === "p" ? 12 : 0) : Number(clock[1] ?? 0);
  return {hour, year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate(), weekday: date.getUTCDay() || 7}[part];
}

@level

/** 1 where a cell is the wanted level, 0 where another; unseen for one that no training row had. */
function level(row, name, wanted, levels, unseen, mode) {
  let text = textOf(row, name);
  if (missing.has(text)) {
    if (mode === undefined) throw new Missing(`column "${name}" has a missing cell`);
    text = mode;
  }
  return levels.includes(text) ? Number(text === wanted) : unseen;
}

@formula
/** The value of a formula; fill, where there is one, where a cell of it is missing. */
function formula(value, fill) {
  let x;
  try {
    x = value();
  } catch (error) {
    if (fill === undefined || !(error instanceof Missing)) throw error;
    return fill;
  }
  if (!Number.isFinite(x)) throw new Error("a formula is no finite number");
  return x;
}

@step
function step(x) {
  return Number(x >= 0);
}

@terms
/** intercept + the sum of each coefficient times the product of the features that it lists. */
function terms(x, intercept, list) {
  let f = intercept;
  for (const [coefficient, ...features] of list) f += features.reduce((product, j) => product * x[j], coefficient);
  return f;
}

@expansion
/** The sum of g(sum_j p_j ... r_j x_j) alpha_p ... alpha_r over all order - 1 points p, ..., r. */
function expansion(x, points, alpha, order, g) {
  const walk = (first, placed, product, weight, run) => {
    if (placed === order - 1) return weight * g(product.reduce((sum, v) => sum + v, 0));
    let total = 0;
    for (let i = first; i < points.length; i++) {
      run = i === first ? run + 1 : 1; // points that are the same, in all their orders
      total += walk(i, placed + 1, product.map((v, j) => v * points[i][j]), weight * alpha[i] * (placed + 1) / run, run);
    }
    return total;
  };
  return walk(0, 0, x, 1, 0);
}

@machine
/** The sum of alpha times the kernel with each point. */
function machine(x, points, alpha, intercept, kernel) {
  return points.reduce((sum, p, i) => sum + alpha[i] * kernel(p, x), intercept);
}

@nearest
/** The mean of the values of the k nearest points; of an even vote, half one for the nearest. */
function nearest(x, points, values, k, classes) {
  const order = points.map((p, i) => [distance(p, x), i]).sort(([a, i], [b, j]) => a - b || i - j).slice(0, k);
  const total = order.reduce((sum, [, i]) => sum + values[i], 0);
  return (classes && total === 0 ? values[order[0][1]] / 2 : total) / k;
}

@votes
/** For each class twice its share of the k nearest points less 1; of an even vote, half one more for the nearest. */
function votes(x, points, values, k, classes) {
  const near = points.map((p, i) => [distance(p, x), i]).sort(([a], [b]) => a - b).slice(0, k).map(([, i]) => values[i]);
  const counts = Array.from({length: classes}, (_, c) => near.filter((v) => v === c).length);
  const first = near.find((c) => counts[c] === Math.max(...counts));
  return counts.map((count, c) => (2 * count - k + (c === first ? 0.5 : 0)) / k);
}

@dot
function dot(x, t) {
  return x.reduce((sum, v, j) => sum + v * t[j], 0);
}

@distance
function distance(x, t) {
  return x.reduce((sum, v, j) => sum + (v - t[j]) ** 2, 0);
}

@anova
function anova(x, t) {
  return x.reduce((product, v, j) => product * (1 + v * t[j]), 1);
}

@minimum
function minimum(x, t) {
  return x.reduce((product, v, j) => product * min(v, t[j]), 1);
}

@bilinear
function bilinear(x, rows, t) {
  return x.reduce((sum, v, i) => sum + v * dot(rows[i], t), 0);
}

@pick
function pick(x, places) {
  return places.map((j) => x[j]);
}

@horner
function horner(coefficients, s) {
  return coefficients.reduceRight((value, c) => value * s + c, 0);
}

@body
{data}

/** The decision values of a row: {decision}. */
function decision(row) {
{features}
{functions}
  return f;
}

/** The prediction of a row: {prediction}; null for one with a missing cell that the model needs. */
function predict(row) {
  let f;
  try {
    f = decision(row);
  } catch (error) {
    if (error instanceof Missing) return null;
    throw error;
  }
  return {result};
}

/** The records of CSV. */
function records(text) {
  const header = text.split(/\r|\n/, 1)[0], counts = [",", ";", "\t"].map((mark) => [header.split(mark).length, mark]);
  const separator = counts.reduce((most, count) => (count[0] > most[0] ? count : most))[1];
  const all = [[]];
  let read = 0; // characters
  for (const {0: {length}, 1: quoted, 2: bare, 3: end, index} of text.matchAll(new RegExp(`(?: *"((?:[^"]|"")*)" *|((?! *")[^${separator}\\r\\n]*))(${separator}|\\r\\n|\\n|\\r|$)`, "g"))) {
    if (index !== read) throw new Error(`row ${all.length - 1}: a quote opens a cell and does not close it`);
    read += length;
    const cells = all.at(-1);
    const isBlankLine = cells.length === 0 && end !== separator && quoted === undefined && !bare.trim();
    if (!isBlankLine) cells.push(quoted?.replaceAll('""', '"') ?? bare);
    if (!isBlankLine && end !== separator) all.push([]);
  }
  return all.filter((cells) => cells.length > 0);
}

/** The text of a file in UTF-8 or Windows-1252. */
function textOfFile(bytes) {
  try {
    return new TextDecoder("utf-8", {fatal: true}).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** The names of the columns as in the model: of at most 80 characters, and distinct. */
function columnNames(header) {
  const names = header.map((cell, j) => {
    const name = [...cell.trim().replace(/\s+/g, " ").replace(/^'(.+)'$/, "$1").trim()];
    return name.length > 80 ? name.slice(0, 79).join("") + "…" : name.join("") || `column_${j + 1}`;
  });
  const taken = new Set(names);
  return names.map((name, j) => {
    let k = 1, distinct = name;
    while (names.indexOf(name) < j && taken.has(distinct)) distinct = `${name}_${++k}`;
    taken.add(distinct);
    return distinct;
  });
}

function main() {
  inFile = true;
  const {readFileSync} = typeof require === "undefined" ? process.getBuiltinModule("node:fs") : require("node:fs");
  const [header, ...rows] = records(textOfFile(readFileSync(0)));
  if (rows.length === 0) throw new Error("standard input has no rows");
  const odd = rows.findIndex((cells) => cells.length < header.length || cells.slice(header.length).some((cell) => cell.trim()));
  if (odd >= 0) throw new Error(`row ${odd + 1} has ${rows[odd].length} cells, and the header ${header.length}`);
  if (rows.some((cells) => cells.some((cell) => other.test(cell.trim())))) ambiguous = /^{either}$/;
  const names = columnNames(header);
  rows.forEach((cells, i) => {
    try {
      console.log(String(predict(Object.fromEntries(names.map((name, j) => [name, cells[j]]))) ?? "").replace(/[\r\n]+/g, " "));
    } catch (error) {
      if (error instanceof NoColumn) throw error;
      console.error(`row ${i + 1}: ${error.message}`);
      console.log("");
    }
  });
}

const isRequired = typeof module !== "undefined" && require.main !== module;
if (typeof module !== "undefined") module.exports = {decision, predict};
if (globalThis.process?.versions?.node && !isRequired) {
  try {
    main();
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
