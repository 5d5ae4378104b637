// The self-contained HTML file with an experiment, its result and the program
// that computes it (wasm/bundle). "lplab bundle" writes the same (app/command/bundle.go).

const placeholder = "{{bundle}}";
const mostBytes = 4_000_000; // bytes
const mostWeights = 20;

/**
 * The text of the file for a document with its result, and the report of its run.
 * @param {object} document
 * @param {Pick<FullReport, "status" | "objective" | "metrics"> & { weights?: Partial<Weights> }} report
 */
export async function bundleOf(document, { status, objective, metrics, weights: { top, values, ...others } = {} }) {
  const response = await fetch(new URL("bundle.txt", import.meta.url)).catch(() => null);
  if (!response?.ok) throw new Error("The program for the file could not be loaded: check the connection and try again");
  // A report of more than two classes has lists by class; the file compares the digest alone.
  const report = Array.isArray(objective) ? { status, objective: {}, metrics } : { status, objective: { ...objective, history: undefined }, metrics, weights: { ...others, top: top?.slice(0, mostWeights) } };
  const part = JSON.stringify({ document, report }).replaceAll("<", "\\u003c");
  const text = (await response.text()).replace(placeholder, () => part);
  const { size } = new Blob([text]);
  if (size > mostBytes) throw new Error(`The file would have ${size.toLocaleString("en")} bytes, more than ${mostBytes.toLocaleString("en")}: remove rows or columns, or do not include the rows`);
  return text;
}
