// The solver of a lesson: one for all its figures, started when the first of them
// comes near the view, and again after it failed to start.

let lab = /** @type {Promise<PageLab> | null} */ (null);

/** The lab (lplab.js). Rejects with a sentence for the reader. */
export function solver() {
  if (typeof WebAssembly === "undefined") {
    return Promise.reject(new Error("This figure needs WebAssembly, which this browser does not support."));
  }
  lab ??= import("../lplab.js").then(async ({ Lab }) => /** @type {PageLab} */ (await Lab.start())); // the experiment of a report has every default
  lab.catch(() => (lab = null));
  return lab;
}
