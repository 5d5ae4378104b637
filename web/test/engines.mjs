// The golden experiments in an engine beside the native program: the same status, steps,
// selection and digest, and objectives that differ in their last digits alone.
//
// LPLAB_LONG=1 has them run with each number of kernel workers, to the very same digits,
// which takes longer.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { assertAnswer, assertClose, assertDigest, golden } from "./golden.mjs";
import { lplab } from "./harness.mjs";

const workers = process.env.LPLAB_LONG === "1" ? [1, 2, 4, 8] : [2];

/** Each golden experiment as it is and, where its order is even, on its tensor. */
const cases = golden.flatMap((experiment) => {
  const { spec } = experiment;
  return spec.model.p === 1.1 ? [experiment]
    : [experiment, { ...experiment, spec: { ...spec, solver: { ...spec.solver, strategy: "tensor" } } }];
});

/** Runs them on a page of the site that has no lab of its own. */
export async function assertNativeDigits(t, engine, page) {
  const native = cases.map(({ spec }) => JSON.parse(execFileSync(lplab, ["solve", "-"], { input: JSON.stringify(spec) })));
  const all = [];
  for (const kernelWorkers of workers) {
    const reports = await page.evaluate(runAll, { specs: cases.map(({ spec }) => spec), kernelWorkers });
    for (const [i, experiment] of cases.entries()) {
      const what = `${experiment.name}, ${native[i].solver.strategy}, ${kernelWorkers} workers`;
      assertAnswer(reports[i], experiment, what);
      assertDigest(reports[i], experiment, what);
      assertSame(reports[i], native[i], what);
    }
    all.push(reports.map(digits));
  }
  for (const [i, other] of all.entries()) {
    assert.deepEqual(other, all[0], `${workers[i]} kernel workers`);
  }
  t.diagnostic(`${engine}: ${golden.length} experiments, ${cases.length} runs with each of ${workers} kernel workers`);
}

/** The reports of experiments, one after another in one lab. Runs in the page. */
async function runAll({ specs, kernelWorkers }) {
  const { Lab } = await import("/web/lplab.js");
  const lab = await Lab.start();
  const reports = [];
  for (const spec of specs) {
    reports.push(await lab.run(spec, { kernelWorkers }));
  }
  lab.close();
  return reports;
}

/** Every number of a report that is the experiment's own. */
const digits = ({ alpha, objective: { dual, primal }, predictions, weights }) => ({ alpha, dual, primal, predictions, top: weights.top });

function assertSame(report, wanted, what) {
  const told = ({ status, solver, weights, result }) =>
    ({ status, strategy: solver.strategy, iterations: solver.iterations, selected: weights.selected, result });
  assert.deepEqual(told(report), told(wanted), what);
  for (const objective of ["dual", "primal"]) {
    const value = wanted.objective[objective];
    assertClose(report.objective[objective], value, 1e-12 * Math.abs(value), `${what}: ${objective}`);
  }
}
