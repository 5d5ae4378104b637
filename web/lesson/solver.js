// The solver of a lesson: one for all its figures, started when the first of them
// comes near the view, and again after it failed to start.

let lab = null;

/** The lab (lplab.js). Rejects with a sentence for the reader. */
export function solver() {
  if (typeof WebAssembly === "undefined") {
    return Promise.reject(new Error("This live figure needs WebAssembly, which this browser does not offer; the text stands without it."));
  }
  lab ??= import("../lplab.js").then(({ Lab }) => Lab.start());
  lab.catch(() => (lab = null));
  return lab;
}
