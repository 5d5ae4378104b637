// The strength of a model: gamma, lambda, C or k. A report, its search and its choice
// have it, or a list of values, under its name.
/** @typedef {"gamma" | "lambda" | "C" | "k"} Strength */
const names = /** @type {Strength[]} */ (["gamma", "lambda", "C", "k"]);

/** The name of the strength in a report, a search or a choice; undefined for least squares. @param {{ [name in Strength]?: unknown } | undefined} holder */
export const parameterOf = (holder) => names.find((name) => holder?.[name] !== undefined);

/** The strength of a report, or the grid of a search. @template T @param {{ [name in Strength]?: T } | undefined} holder */
export const strengthOf = (holder) => names.map((name) => holder?.[name]).find((value) => value !== undefined);

export const gridOf = (/** @type {Searched} */ search) => strengthOf(search) ?? [];

/** An experiment with another value of the strength. @param {FullSpec} spec @param {string} name @param {number | string | undefined} value */
export const withStrength = (spec, name, value) => /** @type {FullSpec} */ ({ ...spec, model: { ...spec.model, [name]: value } });
