// Compares the golden experiments in a browser engine with the native program: status,
// iterations, selection and digest are equal, and the objectives differ only in their last
// digits. With LPLAB_LONG=1 they run with several numbers of kernel workers, with equal digits.

import assert from "node:assert/strict";
import { solve } from "./files.mjs";
import { assertAnswer, assertClose, assertDigest, golden } from "./golden.mjs";
import { inLab } from "./harness.mjs";

const workers = process.env.LPLAB_LONG === "1" ? [1, 2, 4, 8] : [2];

/** Each golden experiment and, if its order is even, the same with the tensor. */
const cases = golden.flatMap((experiment) => {
  const { spec } = experiment;
  return spec.model.p === 1.1 ? [experiment]
    : [experiment, { ...experiment, spec: { ...spec, solver: { ...spec.solver, strategy: "tensor" } } }];
});

/** Asserts the results of the cases on a page of the site without a lab. */
export async function assertNativeDigits(t, engine, page) {
  const native = cases.map(({ spec }) => solve(spec).report);
  const all = [];
  for (const kernelWorkers of workers) {
    const reports = await runInOrder(page, cases.map(({ spec }) => [spec, { kernelWorkers }]));
    for (const [i, experiment] of cases.entries()) {
      const what = `${experiment.name}, ${native[i].solver.strategy}, ${kernelWorkers} workers`;
      assertAnswer(reports[i], experiment, what);
      assertDigest(reports[i], experiment, what);
      assertSame(reports[i], native[i], what);
    }
    all.push(reports.map(digits));
  }
  for (const [i, list] of all.entries()) {
    assert.deepEqual(list, all[0], `${workers[i]} kernel workers`);
  }
  t.diagnostic(`${engine}: ${golden.length} experiments, ${cases.length} runs with each of ${workers} kernel workers`);
}

/** Returns the reports of experiments, each with its options, that run one after another in one lab. */
export function runInOrder(page, experiments) {
  return inLab(page, async (lab, experiments) => {
    const reports = [];
    for (const [spec, options] of experiments) {
      reports.push(await lab.run(spec, options));
    }
    return reports;
  }, experiments);
}

/** Returns the numbers of a report that do not depend on the number of workers. */
const digits = ({ alpha, objective: { dual, primal }, predictions, weights }) => ({ alpha, dual, primal, predictions, top: weights.top });

function assertSame(report, expected, what) {
  const summary = ({ status, solver, weights, result }) =>
    ({ status, strategy: solver.strategy, iterations: solver.iterations, selected: weights.selected, result });
  assert.deepEqual(summary(report), summary(expected), what);
  for (const objective of ["dual", "primal"]) {
    const value = expected.objective[objective];
    assertClose(report.objective[objective], value, 1e-12 * Math.abs(value), `${what}: ${objective}`);
  }
}
