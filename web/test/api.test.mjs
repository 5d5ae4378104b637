// The JavaScript API in a browser: golden experiments, cancelling, queueing, worker
// failures, and the error messages for invalid input.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { afterEach, beforeEach, test } from "node:test";
import { assertAnswer, assertClose, assertDigest, assertListClose, golden } from "./golden.mjs";
import { inLab, lplab, openBlank } from "./harness.mjs";
import { spy } from "./spy.mjs";
import { browser, server } from "./stage.mjs";

let page;

beforeEach(async () => {
  page ??= await openBlank(browser, server.url, { prepare: (context) => context.addInitScript(spy) });
});

afterEach(() => page.assertNoErrors());

const smallSpec = { data: { source: "synthetic", n: 12, d: 6, relevant: 2 } };

/** An experiment for kernel workers, which a test can pause at a message. */
const longSpec = { ...smallSpec, solver: { strategy: "tensor" } };

test("golden experiments give the independently computed results", async () => {
  const reports = await inLab(page, (lab, specs) => Promise.all(specs.map((spec) => lab.run(spec))), golden.map(({ spec }) => spec), { workers: 2 });
  for (const [i, experiment] of golden.entries()) {
    assertAnswer(reports[i], experiment);
    assertDigest(reports[i], experiment);
  }
});

test("allWeights gives all weights as a Float64Array", async () => {
  const outcome = await inLab(page, async (lab, spec) => {
    const { weights } = await lab.run(spec, { allWeights: true });
    return { kind: weights.values.constructor.name, values: [...weights.values], top: weights.top };
  }, smallSpec);
  assert.equal(outcome.kind, "Float64Array");
  assert.equal(outcome.values.length, smallSpec.data.d);
  for (const { index, value } of outcome.top) {
    assert.equal(outcome.values[index], value);
  }
});

test("members that a script has added to all objects are no options and no entries", async () => {
  const status = await inLab(page, async (lab, smallSpec) => {
    Object.prototype.added = () => {};
    try {
      return (await lab.run(smallSpec, { kernelWorkers: 1 })).status;
    } catch (error) {
      return error.message;
    } finally {
      delete Object.prototype.added;
    }
  }, smallSpec);
  assert.equal(status, "converged");
});

test("aborting cancels a run at once, and the next run converges", async () => {
  const outcome = await inLab(page, async (lab, { longSpec, smallSpec }) => {
    const controller = new AbortController();
    const building = workerSpy.hold({ type: "built" });
    const run = lab.run(longSpec, { signal: controller.signal, kernelWorkers: 1 });
    await building;
    controller.abort(new RangeError("too slow"));
    const later = new Promise((resolve) => setTimeout(resolve));
    const error = await Promise.race([run.catch((e) => e), later]);
    const report = await lab.run(smallSpec);
    const refused = await lab.run(smallSpec, { signal: controller.signal }).catch((e) => e);
    return { isError: error instanceof Error, name: error?.name, message: error?.message, status: report.status, refused: refused.message };
  }, { longSpec, smallSpec });
  assert.ok(outcome.isError, "the run rejects before the next task of the page");
  assert.equal(outcome.name, "RangeError");
  assert.equal(outcome.message, "too slow");
  assert.equal(outcome.status, "converged");
  assert.equal(outcome.refused, "too slow");
});

test("runs beyond the number of workers are queued, and a queued run can be cancelled", async () => {
  const outcome = await inLab(page, async (lab, { longSpec, smallSpec }) => {
    const first = new AbortController(), second = new AbortController();
    const building = workerSpy.hold({ type: "built" });
    const runs = [
      lab.run(longSpec, { signal: first.signal, kernelWorkers: 1 }),
      lab.run(smallSpec, { signal: second.signal }),
      lab.run(smallSpec),
    ].map((run) => run.then((report) => report.status, (error) => error.name));
    await building;
    second.abort();
    const waiting = await runs[1];
    first.abort();
    return { waiting, ended: await Promise.all(runs), closed: (lab.close(), await lab.run(smallSpec).catch((e) => e.message)) };
  }, { longSpec, smallSpec }, { workers: 1 });
  assert.equal(outcome.waiting, "AbortError");
  assert.deepEqual(outcome.ended, ["AbortError", "AbortError", "converged"]);
  assert.equal(outcome.closed, "The lab was closed.");
});

test("a file can be a text, bytes or a Blob, and the caller keeps the bytes", async () => {
  const outcome = await inLab(page, async (lab) => {
    const text = "a,b,y\n" + Array.from({ length: 20 }, (_, i) => `${i % 7},${i % 3},${i % 5}`).join("\n") + "\n";
    const bytes = new TextEncoder().encode(text);
    const paddedBytes = new Uint8Array([0, 0, ...bytes]).subarray(2);
    const data = { source: "file", name: "small.csv" };
    const spec = { data, target: "y" };
    const duals = [];
    for (const content of [text, bytes, paddedBytes, bytes.buffer, new Blob([text]), new File([text], "small.csv")]) {
      duals.push((await lab.run(spec, { data: content })).objective.dual);
    }
    const inspection = await lab.inspect(data, { data: text });
    const typeError = await lab.run(spec, { data: 7 }).catch((e) => e.message);
    return { duals, left: bytes.length, rows: inspection.rows, names: inspection.columns.map(({ name }) => name), typeError };
  });
  assert.equal(new Set(outcome.duals).size, 1);
  assert.ok(outcome.left > 0, "the bytes are not transferred");
  assert.equal(outcome.rows, 20);
  assert.deepEqual(outcome.names, ["a", "b", "y"]);
  assert.match(outcome.typeError, /^data must be /);
});

test("a run uses the worker that has inspected the same file", async () => {
  const requests = await page.evaluate(async () => {
    const requests = []; // [type, index of the worker]
    const workers = [];
    const Original = globalThis.Worker;
    globalThis.Worker = class extends Original {
      postMessage(message, transfer) {
        if (!workers.includes(this)) workers.push(this);
        if (["run", "inspect"].includes(message.type)) requests.push([message.type, workers.indexOf(this)]);
        super.postMessage(message, transfer);
      }
    };
    const { Lab } = await import("/web/lplab.js");
    const lab = await Lab.start({ workers: 2 });
    const file = (rows) => new Blob([`a,y\n${Array.from({ length: rows }, (_, i) => `${i % 7},${i % 5}`).join("\n")}\n`]);
    const [one, other] = [file(20), file(30)];
    const data = { source: "file", name: "small.csv" };
    const run = (data) => lab.run({ data: { source: "file", name: "small.csv" }, target: "y" }, { data });
    await Promise.all([run(one), run(other)]); // both workers have started
    await lab.inspect(data, { data: one });
    await run(one);
    await lab.inspect(data, { data: other });
    await run(other);
    lab.close();
    return requests;
  });
  const [, , [, first], [, second], [, third], [, fourth]] = requests;
  assert.deepEqual(requests.map(([type]) => type), ["run", "run", "inspect", "run", "inspect", "run"]);
  assert.deepEqual([first, third], [second, fourth]);
  assert.notEqual(first, third);
});

test("a LIBSVM file gives the same result as the same numbers in a CSV file", async () => {
  const rows = Array.from({ length: 40 }, (_, i) => {
    const cells = Array.from({ length: 30 }, (_, j) => ((i * 31 + j * 17) % 7 === 0 ? ((i * 5 + j * 3) % 11) - 4 : 0));
    return [cells[0] - 2 * cells[7] + (i % 3), ...cells];
  });
  const csv = [["label", ...rows[0].slice(1).map((_, j) => `x${j + 1}`)], ...rows].map((row) => row.join(",")).join("\n");
  const libsvm = rows.map(([y, ...x]) => [y, ...x.flatMap((v, j) => (v === 0 ? [] : [`${j + 1}:${v}`]))].join(" ")).join("\n");
  const models = [
    { preprocess: {} },
    { preprocess: { standardize: false }, model: { kernel: { type: "polynomial", degree: 2 }, p: 1.5 } },
  ];
  const outcome = await inLab(page, async (lab, { csv, libsvm, models }) => {
    const pairs = [];
    for (const model of models) {
      const spec = { data: { source: "file", name: "f" }, target: "label", ...model };
      pairs.push([await lab.run(spec, { data: libsvm, allWeights: true }), await lab.run({ ...spec, solver: { strategy: "features" } }, { data: csv, allWeights: true })]);
    }
    const { columns, findings } = await lab.inspect({ source: "file", name: "f" }, { data: libsvm });
    return { pairs: pairs.map((pair) => pair.map((r) => ({ ...r, values: [...r.weights.values] }))), columns: columns.length, format: findings.format.value };
  }, { csv, libsvm, models });
  assert.deepEqual([outcome.columns, outcome.format], [31, "libsvm"]);
  for (const [sparse, dense] of outcome.pairs) {
    assert.deepEqual([sparse.solver.strategy, sparse.status], ["sparse", "converged"]);
    assertClose(sparse.objective.dual, dense.objective.dual, 1e-9 * Math.abs(dense.objective.dual), "dual");
    assertListClose(sparse.predictions.test, dense.predictions.test, 1e-6, "predictions on test rows");
    assertListClose(sparse.values, dense.values, 1e-6, "weights");
  }
});

test("invalid input gives the error message of the command line", async () => {
  const invalidSpecs = [
    "{",
    '{"gamma": 1}',
    { ...smallSpec, model: { gamma: -1 } },
    { ...smallSpec, model: { p: 1 } },
    { ...smallSpec, model: { kernel: { type: "polynomial", degree: 99 } } },
    { data: { source: "sample", name: "no such sample" }, target: "y" },
    { data: { source: "inline", columns: ["a", "y"], rows: [[1, 2], [3, "x"], [1, "z"]] }, target: "y" },
    { ...smallSpec, features: ["x1", "x99"] },
  ].map((spec) => typeof spec === "string" ? spec : JSON.stringify(spec));
  const messages = await inLab(page, (lab, specs) => Promise.all(specs.map((spec) => lab.run(spec).then(() => "no error", (e) => e.message))), invalidSpecs);
  for (const [i, spec] of invalidSpecs.entries()) {
    const { status, stdout, stderr } = spawnSync(lplab, ["solve", "-"], { input: spec, encoding: "utf8" });
    assert.equal(status, 2, spec);
    assert.equal(stdout, "", spec);
    assert.equal(stderr, `lplab: ${messages[i]}\n`, spec);
  }
});

test("a worker that fails rejects its run, and the next run converges", async () => {
  const outcome = await inLab(page, async (lab, { longSpec, smallSpec }) => {
    const building = workerSpy.hold({ type: "built" });
    const run = lab.run(longSpec, { kernelWorkers: 1 }).catch((error) => error.message);
    await building;
    // The message of an engine without memory.
    [...workerSpy.solvers][0].dispatchEvent(new MessageEvent("message", { data: { type: "died", message: "gone" } }));
    const message = await run;
    const { status } = await lab.run(smallSpec);
    return { message, status };
  }, { longSpec, smallSpec });
  assert.deepEqual(outcome, { message: "gone", status: "converged" });
});

test("running out of memory gives an error message, and the next run converges", async () => {
  const outcome = await inLab(page, async (lab, smallSpec) => {
    // The cubic features of 100 rows with 317 columns take 3.99 GiB: more than
    // WebAssembly has free beside the program, less than it can address.
    const hugeSpec = {
      data: { source: "synthetic", n: 100, d: 317, relevant: 1 }, split: { train: 1, test: 0 },
      model: { kernel: { type: "polynomial", degree: 3 } }, solver: { strategy: "features" },
    };
    const message = await lab.run(hugeSpec, { memoryBudget: 2 ** 40 }).then(() => "no error", (error) => error.message);
    const { status } = await lab.run(smallSpec);
    return { message, status };
  }, smallSpec);
  assert.match(outcome.message, /^The solver ran out of memory: use fewer training rows/);
  assert.equal(outcome.status, "converged");
});

test("figures of reports are listed and drawn, and a figure that a report lacks is refused", async () => {
  const outcome = await inLab(page, async (lab, spec) => {
    const report = await lab.run(spec, { allWeights: true });
    const outcomeOf = (promise) => promise.then(() => "taken", (error) => `${error.name}: ${error.message}`);
    return {
      method: report.solver.method,
      names: (await lab.figures(report)).map(({ name }) => name),
      svg: await lab.figure(report, "weights", { theme: "dark" }),
      csv: await lab.figure([report, JSON.stringify(report)], "convergence", { format: "csv" }),
      theory: (await lab.figures(null)).map(({ name }) => name),
      balls: await lab.figure(null, "lp-balls"),
      refusals: await Promise.all([
        outcomeOf(lab.figure(report, "roc")),
        outcomeOf(lab.figure(report, "rock")),
        outcomeOf(lab.figure([], "fit")),
        outcomeOf(lab.figure(report, "fit", { format: "gif" })),
        outcomeOf(lab.figure(report, "fit", { width: Infinity })),
        outcomeOf(lab.run(spec, { data: "x,y\n1,2\n" })),
        outcomeOf(lab.run({ data: { source: "file", name: "a.csv" }, target: "y" }, { data: ["x,y\n1,2\n", "x,y\n1,2\n"] })),
        outcomeOf(lab.run({ data: { source: "file", name: "a.csv" }, target: "y" }, { data: ["x,y\n1,2\n2,3\n3,5\n4,4\n5,7\n"] })),
        outcomeOf(lab.run({ data: { source: "file", name: "a.csv", test: { name: "b.csv" } }, target: "y" }, { data: ["x,y\n1,2\n"] })),
      ]),
    };
  }, smallSpec);
  assert.deepEqual(outcome.names.slice(0, 3), ["weights", "fit", "residuals"]);
  assert.match(outcome.svg, /^<svg [^>]*>/);
  assert.deepEqual(outcome.theory, ["classification-losses", "hinge-losses", "regression-losses", "lp-balls"]);
  assert.ok(outcome.theory.every((name) => !outcome.names.includes(name)), "the list for a report has no figures of the theory");
  assert.match(outcome.balls, /^<svg [^>]*>/);
  const reports = outcome.csv.trim().split("\n").slice(1).map((line) => line.split(",").slice(0, 2).join());
  assert.deepEqual([...new Set(reports)], [`1,${outcome.method}`, `2,${outcome.method}`]);
  assert.match(outcome.refusals[0], /^Error: .*two classes/);
  assert.match(outcome.refusals[1], /^Error: .*"rock"/);
  assert.match(outcome.refusals[2], /^Error: .*no report/);
  assert.match(outcome.refusals[3], /^RangeError: .*"gif"/);
  assert.match(outcome.refusals[4], /^RangeError: width is Infinity/);
  assert.match(outcome.refusals[5], /^Error: a data file is given/);
  assert.match(outcome.refusals[6], /^Error: a test file is given/);
  assert.equal(outcome.refusals[7], "taken", "a list of one file");
  assert.match(outcome.refusals[8], /^Error: the experiment uses the test file "b.csv", which it does not contain/);
});
