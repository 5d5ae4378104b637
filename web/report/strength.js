// The number by which a model is weighed against its data: gamma, lambda, C or k.
// A report, its search and its choice hold it, or a list of it, under its name.
const names = ["gamma", "lambda", "C", "k"];

/** Its name in a report, a search or a choice; undefined of least squares. */
export const parameterOf = (holder) => names.find((name) => holder?.[name] !== undefined);

/** Its value in a report, or its grid in a search. */
export const strengthOf = (holder) => names.map((name) => holder?.[name]).find((value) => value !== undefined);

/** What a grid of it is called. */
export const manyOf = (name) => (name === "gamma" ? "gammas" : `values of ${name}`);

/** Of its logarithm on an axis: on every one the simplest model lies to the left. */
export const directionOf = (name) => (name === "lambda" || name === "k" ? -1 : 1);

/** An experiment with another value of it. */
export const withStrength = (spec, name, value) => ({ ...spec, model: { ...spec.model, [name]: value } });
