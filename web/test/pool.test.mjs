// The tensor in kernel workers, through the API in a browser: agreement with the
// portable path, digits that do not depend on the number of workers, reuse,
// cancelling, and worker failures.

import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { assertNativeDigits, runInOrder } from "./engines.mjs";
import { assertListClose } from "./golden.mjs";
import { inLab, openBlank } from "./harness.mjs";
import { spy } from "./spy.mjs";
import { browser, server } from "./stage.mjs";
import { until } from "./waiting.mjs";

let page;

beforeEach(async () => {
  page ??= await openBlank(browser, server.url, { prepare: (context) => context.addInitScript(spy) });
});

afterEach(async () => {
  await page.unrouteAll();
  await page.assertNoErrors();
});

/** An experiment with a tensor large enough for the workers. */
const mediumSpec = (model = {}) => ({
  data: { source: "synthetic", n: 80, d: 40, relevant: 4, degree: 2 },
  split: { train: 0.75, test: 0.25 },
  model: { kernel: { type: "polynomial", degree: 2 }, ...model },
  solver: { strategy: "tensor", tolerance: 1e-10 },
});

const runAll = (experiments) => runInOrder(page, experiments);

const kernelWorkers = () => page.workers().filter((worker) => worker.url().includes("/kernel/"));

test("golden experiments give the digits of the native program, also in kernel workers", async (t) => {
  await assertNativeDigits(t, `Chromium ${browser.version()}`, page);
});

test("the digits do not depend on the number of workers, and agree with the portable path to 1e-9", async () => {
  const series = { type: "sum", of: [{ type: "polynomial", degree: 2, constant: 0.5 }, { type: "product", of: [{ type: "linear" }, { type: "geometric", radius: 400 }] }] };
  for (const kernel of [{ type: "linear" }, { type: "polynomial", degree: 3 }, { type: "exponential" }, series]) {
    const spec = mediumSpec({ kernel, gamma: 3 });
    spec.data = { ...spec.data, n: 41, d: 4 }; // too small for kernel workers by default
    const streamed = { ...spec, solver: { ...spec.solver, strategy: "streamed" } };
    const [one, two, eight, anew, anew8, portable] = await runAll([[spec, { kernelWorkers: 1 }], [spec, { kernelWorkers: 2 }],
      [spec, { kernelWorkers: 8 }], [streamed, { kernelWorkers: 2 }], [streamed, { kernelWorkers: 8 }], [spec, {}]]);
    assert.equal(one.status, "converged");
    for (const other of [two, eight, anew, anew8]) {
      assert.deepEqual(other.alpha, one.alpha, kernel.type);
      assert.deepEqual(other.objective.dual, one.objective.dual, kernel.type);
      assert.deepEqual(other.predictions, one.predictions, kernel.type);
    }
    assert.notDeepEqual(portable.alpha, one.alpha, "the portable path sums in another order");
    assertListClose([portable.objective.dual], [one.objective.dual], 1e-9, `${kernel.type}: dual`);
    assertListClose([portable.objective.primal], [one.objective.primal], 1e-9, `${kernel.type}: primal`);
  }
});

test("kernel workers fit all folds in one pass, with digits independent of their number", async () => {
  const spec = mediumSpec({ p: "4/3" });
  spec.data = { ...spec.data, n: 60, d: 8 };
  spec.preprocess = { standardize: false }; // otherwise each fold learns its own
  spec.search = { criterion: "cross-validation", folds: 4, count: 5 };
  const gathering = page.evaluate(() => workerSpy.waitFor({ type: "contract", sides: 4 }).then(() => true));
  const [one, two, portable] = await runAll([[spec, { kernelWorkers: 1 }], [spec, { kernelWorkers: 2 }], [spec, {}]]);
  assert.ok(await gathering);
  assert.deepEqual(two.alpha, one.alpha);
  assert.deepEqual(two.search.scores, one.search.scores);
  const means = ({ search }) => search.scores[0].map(({ mean }) => mean);
  assertListClose(means(portable), means(one), 1e-8, "scores");
});

test("all strategies and engines agree on every kernel and loss", async () => {
  const losses = [["squared"], ["absolute"], ["epsilon-insensitive"], ["huber"], ["logistic", "classification"], ["hinge", "classification"]];
  const kernels = [{ type: "linear" }, { type: "polynomial", degree: 2 }, { type: "polynomial", degree: 3 }, { type: "exponential" }];
  const isFinite = ({ type }) => type !== "exponential";
  // An exponential kernel has many weights: half of the losses, on two columns.
  const problems = kernels.flatMap((kernel) => losses.filter((_, i) => isFinite(kernel) || i % 2).map(([type, task = "regression"]) => ({
    data: { source: "inline", ...table(24, isFinite(kernel) ? 3 : 2, task) }, target: "y", task, split: { train: 0.75, test: 0.25 },
    preprocess: { standardize: false }, model: { kernel, loss: { type } },
  })));
  const finite = problems.filter(({ model }) => isFinite(model.kernel));
  // In groups, so that the kernel workers of a group start once.
  const all = [
    ["tensor", {}, problems], ["streamed", {}, problems], ["features", {}, finite], ["sparse", {}, finite],
    ["tensor", { kernelWorkers: 1 }, problems], ["streamed", { kernelWorkers: 2 }, problems], ["tensor", { kernelWorkers: 8 }, problems],
  ].flatMap(([strategy, options, some]) => some.map((problem) => ({ problem, strategy, options })));
  const reports = await runAll(all.map(({ problem, strategy, options }) => [{ ...problem, solver: { strategy, tolerance: 1e-11 } }, options]));
  for (const [i, { problem, strategy, options }] of all.entries()) {
    const [first, other] = [reports[problems.indexOf(problem)], reports[i]];
    const what = `${problem.model.kernel.type}, ${problem.model.loss.type}, ${strategy} ${JSON.stringify(options)}`;
    assert.equal(other.solver.strategy, strategy, what);
    assert.equal(other.status, "converged", what);
    assertListClose([other.objective.dual], [first.objective.dual], 1e-9, `${what}: dual`);
    assertListClose([other.objective.primal], [first.objective.primal], 1e-9, `${what}: primal`);
    assert.equal(other.weights.selected, first.weights.selected, what);
  }
});

/** Rows of d columns and a target, the same in every run. */
function table(n, d, task) {
  let state = 7;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  };
  const rows = Array.from({ length: n }, () => {
    const x = Array.from({ length: d }, random);
    const y = x[0] - x[1] * x[d - 1] + 0.3 * random();
    return [...x, task === "classification" ? (y < 0 ? "no" : "yes") : y];
  });
  return { rows, columns: [...Array(d).keys()].map((j) => `x${j + 1}`).concat("y") };
}

test("the next run of the same points and kernel reuses the tensor", async () => {
  const outcome = await inLab(page, async (lab, [first, second, third]) => {
    const builds = [];
    const run = async (spec) => {
      workerSpy.counts.build = 0;
      const { alpha } = await lab.run(spec, { kernelWorkers: 2 });
      builds.push(workerSpy.counts.build);
      return alpha;
    };
    await run(first);
    const reuse = await run(second);
    await run(third); // another kernel
    const rebuild = await run(second);
    return { builds, same: JSON.stringify(reuse) === JSON.stringify(rebuild) };
  }, [mediumSpec({ gamma: 1 }), mediumSpec({ gamma: 2 }), mediumSpec({ gamma: 2, kernel: { type: "linear" } })]);
  assert.ok(outcome.same);
  assert.deepEqual(outcome.builds, [2, 0, 2, 2], "build messages to the workers");
});

test("smaller subsamples reuse the tensor of a larger one, with the digits of their own tensor", async () => {
  const sub = (subsample) => mediumSpec({ subsample });
  const fresh = [];
  for (const m of [55, 30]) {
    fresh.push(...await runAll([[sub(m), { kernelWorkers: 2 }]]));
  }
  await page.evaluate(() => { workerSpy.counts.build = 0; });
  const [, some, few] = await runAll([[sub(58), { kernelWorkers: 2 }], [sub(55), { kernelWorkers: 2 }], [sub(30), { kernelWorkers: 2 }]]);
  for (const [i, reuse] of [some, few].entries()) {
    assert.deepEqual(reuse.alpha, fresh[i].alpha);
    assert.deepEqual(reuse.predictions, fresh[i].predictions);
  }
  assert.equal(await page.evaluate(() => workerSpy.counts.build), 2, "one tensor, in two workers");
});

test("a tensor beyond the memory budget is held in part, with the same result", async () => {
  const spec = mediumSpec({ kernel: { type: "exponential" } });
  delete spec.solver.strategy;
  const [whole, part] = await runAll([[spec, { kernelWorkers: 2 }], [spec, { kernelWorkers: 2, memoryBudget: 2_500_000 }]]);
  assert.equal(whole.solver.strategy, "tensor");
  assert.equal(part.solver.strategy, "streamed");
  assert.match(part.solver.reason, /streamed: 595,665 entries, [1-9]\d? % of them held/);
  assert.equal(part.solver.stored, undefined);
  assert.deepEqual(part.alpha, whole.alpha);
});

test("a tensor slightly beyond the memory budget is held partly in 32 bits, and converges", async () => {
  for (const loss of ["squared", "absolute"]) {
    const spec = mediumSpec({ kernel: { type: "exponential" }, loss: { type: loss } });
    delete spec.solver.strategy;
    const memoryBudget = 4_000_000;
    const [whole, two, one, eight] = await runAll([[spec, { kernelWorkers: 2 }], ...[2, 1, 8].map((kernelWorkers) => [spec, { kernelWorkers, memoryBudget }])]);
    assert.equal(two.solver.strategy, "streamed");
    assert.equal(two.solver.stored, "32 bits");
    assert.match(two.solver.reason, /streamed: 595,665 entries, [1-9]\d? % of them held, the others in 32 bits/);
    assert.equal(two.status, "converged");
    assert.ok(two.objective.relativeGap <= spec.solver.tolerance);
    assertListClose([two.objective.dual], [whole.objective.dual], 1e-9, "dual");
    assertListClose(two.predictions.test, whole.predictions.test, 1e-6, "predictions");
    assert.equal(two.weights.selected, whole.weights.selected);
    for (const other of [one, eight]) {
      assert.deepEqual(other.alpha, two.alpha);
    }
  }
});

test("features beyond the memory budget are recomputed, with the same digits in kernel workers", async () => {
  const spec = mediumSpec({ kernel: { type: "polynomial", degree: 3, constant: 1 }, p: "3/2", gamma: 0.1 });
  spec.data = { ...spec.data, n: 400, d: 20 };
  delete spec.solver.strategy;
  const memoryBudget = 3_000_000;
  const passing = page.evaluate(() => workerSpy.waitFor({ type: "pass", sums: "squares" }).then(() => true));
  const [none, one, two, eight, held] = await runAll([[spec, { memoryBudget }], ...[1, 2, 8].map((kernelWorkers) => [spec, { memoryBudget, kernelWorkers }]), [spec, {}]]);
  assert.ok(await passing);
  assert.equal(one.status, "converged");
  assert.match(one.solver.reason, /300 × 1,771 features, computed anew in every pass/);
  for (const other of [none, two, eight]) {
    assert.deepEqual(other.alpha, one.alpha);
    assert.deepEqual(other.predictions, one.predictions);
  }
  assertListClose([held.objective.dual], [one.objective.dual], 1e-9, "dual");
});

test("a warm run starts from the solution of the last run", async () => {
  const spec = (gamma) => mediumSpec({ gamma });
  const [, warm, , cold] = await runAll([[spec(5), {}], [spec(5.5), { warm: true }], [spec(5), {}], [spec(5.5), {}]]);
  assert.equal(warm.status, "converged");
  assert.ok(warm.solver.passes < cold.solver.passes, `${warm.solver.passes} passes, cold ${cold.solver.passes}`);
  assertListClose([warm.objective.dual], [cold.objective.dual], 1e-9, "dual");
});

test("a worker without memory ends the run with an error message, and the next run converges", async () => {
  await page.route("**/kernel/instance.js", async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    assert.match(text, /MOST_PAGES = 65535;/);
    await route.fulfill({ response, body: text.replace("MOST_PAGES = 65535;", "MOST_PAGES = 40;") });
  });
  const outcomes = await inLab(page, async (lab, spec) => {
    const first = await lab.run(spec, { kernelWorkers: 1 }).catch((error) => error.message);
    const { status } = await lab.run({ ...spec, data: { ...spec.data, n: 40 } }, { kernelWorkers: 1 });
    return { first, status };
  }, mediumSpec());
  assert.match(outcomes.first, /^The browser has no more memory for this run: use fewer training rows/);
  assert.equal(outcomes.status, "converged");
});

test("a browser without SIMD gets the same results", async () => {
  const spec = (strategy) => ({ ...mediumSpec(), solver: { strategy, tolerance: 1e-10 } });
  const specs = [[spec("tensor"), { kernelWorkers: 2 }], [spec("features"), {}]];
  const [tensor, features] = await runAll(specs);
  await page.route("**/kernel/*.wasm", async (route) => { // a module that the browser cannot compile
    await route.fulfill({ contentType: "application/wasm", body: Buffer.from([0, 97, 115, 109, 1, 0, 0, 0, 255]) });
  });
  const [portable, products] = await runAll(specs);
  assert.equal(portable.status, "converged");
  assertListClose([portable.objective.dual], [tensor.objective.dual], 1e-9, "dual");
  assert.deepEqual(products.alpha, features.alpha, "the kernel of products gives the digits of the portable code");
});

test("cancelling while the tensor is built frees its memory, and the next run converges", async () => {
  const outcome = await page.evaluate(async (spec) => {
    const { Lab } = await import("/web/lplab.js");
    globalThis.lab = await Lab.start();
    const controller = new AbortController();
    const building = workerSpy.hold({ type: "built" });
    const run = lab.run(spec, { signal: controller.signal, kernelWorkers: 2 });
    await building;
    controller.abort();
    const name = await run.catch((error) => error.name);
    const left = workerSpy.kernels.size;
    workerSpy.release();
    const report = await lab.run(spec, { kernelWorkers: 1 });
    return { name, left, status: report.status };
  }, mediumSpec());
  assert.deepEqual(outcome, { name: "AbortError", left: 0, status: "converged" });
  await until(() => kernelWorkers().length === 1, "timeout: the workers of the cancelled run do not end");
});

test("a kernel worker that fails ends its run with an error message, and the next run converges", async () => {
  const statuses = await inLab(page, async (lab, spec) => {
    const run = (spec) => lab.run(spec, { kernelWorkers: 2 }).then(({ status }) => status, ({ message }) => message);
    const statuses = [];
    for (const type of ["build", "built", "contract", "contracted"]) {
      workerSpy.terminateAt({ type }, "kernel");
      statuses.push(await run({ ...spec, data: { ...spec.data, seed: statuses.length } }));
    }
    statuses.push(await run(spec));
    const noticed = workerSpy.waitFor({ type: "kernel lost" });
    workerSpy.terminateKernel(); // between two runs: no error message
    await noticed;
    statuses.push(await run(spec));
    return statuses;
  }, mediumSpec());
  for (const message of statuses.slice(0, 4)) {
    assert.match(message, /^A worker that did a part of the run is lost \(it was ended\)/);
  }
  assert.deepEqual(statuses.slice(4), ["converged", "converged"]);
});

test("a tensor beyond the memory of any browser is refused with an error message", async () => {
  const message = await inLab(page, (lab, spec) => lab.run(spec, { memoryBudget: 2 ** 60 }).catch((error) => error.message), { ...mediumSpec(), data: { source: "synthetic", n: 1300, d: 2, relevant: 1 } });
  assert.match(message, /^the packed tensor takes \d+ GB, and the workers of a browser hold \d+ GB/);
});
