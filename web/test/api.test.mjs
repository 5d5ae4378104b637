// The JavaScript API in a real browser: every golden experiment, cancelling,
// queueing, the death of a worker, and the sentences for unusable input.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { afterEach, beforeEach, test } from "node:test";
import { assertAnswer, assertClose, assertDigest, assertListClose, golden } from "./golden.mjs";
import { lplab, openBlank } from "./harness.mjs";
import { spy } from "./spy.mjs";
import { browser, server } from "./stage.mjs";

let page;

beforeEach(async () => {
  page ??= await openBlank(browser, server.url, { prepare: (context) => context.addInitScript(spy) });
});

afterEach(() => page.quiet());

const small = { data: { source: "synthetic", n: 12, d: 6, relevant: 2 } };

/** Work of kernel workers, which a test can hold. */
const long = { ...small, solver: { strategy: "tensor" } };

test("golden experiments have their independently computed answers", async () => {
  const reports = await page.evaluate(async (specs) => {
    const { Lab } = await import("/web/lplab.js");
    const lab = await Lab.start({ workers: 2 });
    try {
      return await Promise.all(specs.map((spec) => lab.run(spec)));
    } finally {
      lab.close();
    }
  }, golden.map(({ spec }) => spec));
  for (const [i, experiment] of golden.entries()) {
    assertAnswer(reports[i], experiment);
    assertDigest(reports[i], experiment);
  }
});

test("all weights come as a Float64Array", async () => {
  const seen = await page.evaluate(async (spec) => {
    const { Lab } = await import("/web/lplab.js");
    const lab = await Lab.start();
    const { weights } = await lab.run(spec, { allWeights: true });
    lab.close();
    return { kind: weights.values.constructor.name, values: [...weights.values], top: weights.top };
  }, small);
  assert.equal(seen.kind, "Float64Array");
  assert.equal(seen.values.length, small.data.d);
  for (const { index, value } of seen.top) {
    assert.equal(seen.values[index], value);
  }
});

test("a run is cancelled at once, and the next one works", async () => {
  const seen = await page.evaluate(async ({ long, small }) => {
    const { Lab } = await import("/web/lplab.js");
    const lab = await Lab.start();
    const controller = new AbortController();
    const building = spied.hold({ type: "built" });
    const run = lab.run(long, { signal: controller.signal, kernelWorkers: 1 });
    await building;
    controller.abort();
    const later = new Promise((resolve) => setTimeout(resolve));
    const error = await Promise.race([run.catch((e) => e), later]);
    const report = await lab.run(small);
    const refused = await lab.run(small, { signal: controller.signal }).catch((e) => e);
    lab.close();
    return { isError: error instanceof Error, name: error?.name, message: error?.message, status: report.status, refused: refused.message };
  }, { long, small });
  assert.ok(seen.isError, "it is rejected before any other task of the page");
  assert.equal(seen.name, "AbortError");
  assert.equal(seen.message, "Cancelled");
  assert.equal(seen.status, "converged");
  assert.equal(seen.refused, "Cancelled");
});

test("runs beyond the number of workers wait, and may be cancelled while they wait", async () => {
  const seen = await page.evaluate(async ({ long, small }) => {
    const { Lab } = await import("/web/lplab.js");
    const lab = await Lab.start({ workers: 1 });
    const first = new AbortController(), second = new AbortController();
    const building = spied.hold({ type: "built" });
    const runs = [
      lab.run(long, { signal: first.signal, kernelWorkers: 1 }),
      lab.run(small, { signal: second.signal }),
      lab.run(small),
    ].map((run) => run.then((report) => report.status, (error) => error.message));
    await building;
    second.abort();
    const waiting = await runs[1];
    first.abort();
    return { waiting, ended: await Promise.all(runs), closed: (lab.close(), await lab.run(small).catch((e) => e.message)) };
  }, { long, small });
  assert.equal(seen.waiting, "Cancelled");
  assert.deepEqual(seen.ended, ["Cancelled", "Cancelled", "converged"]);
  assert.equal(seen.closed, "The lab was closed.");
});

test("a file comes as text, as bytes or as a Blob, and stays the caller's", async () => {
  const seen = await page.evaluate(async () => {
    const { Lab } = await import("/web/lplab.js");
    const lab = await Lab.start();
    const text = "a,b,y\n" + Array.from({ length: 20 }, (_, i) => `${i % 7},${i % 3},${i % 5}`).join("\n") + "\n";
    const bytes = new TextEncoder().encode(text);
    const padded = new Uint8Array([0, 0, ...bytes]).subarray(2);
    const data = { source: "file", name: "small.csv" };
    const spec = { data, target: "y" };
    const duals = [];
    for (const given of [text, bytes, padded, bytes.buffer, new Blob([text]), new File([text], "small.csv")]) {
      duals.push((await lab.run(spec, { data: given })).objective.dual);
    }
    const inspection = await lab.inspect(data, { data: text });
    const wrong = await lab.run(spec, { data: 7 }).catch((e) => e.message);
    lab.close();
    return { duals, left: bytes.length, rows: inspection.rows, names: inspection.columns.map(({ name }) => name), wrong };
  });
  assert.equal(new Set(seen.duals).size, 1);
  assert.ok(seen.left > 0, "the bytes were not taken from the caller");
  assert.equal(seen.rows, 20);
  assert.deepEqual(seen.names, ["a", "b", "y"]);
  assert.match(seen.wrong, /^data must be /);
});

test("a file that was inspected is run by the worker that has read it", async () => {
  const asked = await page.evaluate(async () => {
    const asked = []; // [request, number of its worker]
    const workers = [];
    const Before = globalThis.Worker;
    globalThis.Worker = class extends Before {
      postMessage(message, transfer) {
        if (!workers.includes(this)) workers.push(this);
        if (["run", "inspect"].includes(message.type)) asked.push([message.type, workers.indexOf(this)]);
        super.postMessage(message, transfer);
      }
    };
    const { Lab } = await import("/web/lplab.js");
    const lab = await Lab.start({ workers: 2 });
    const file = (rows) => new Blob([`a,y\n${Array.from({ length: rows }, (_, i) => `${i % 7},${i % 5}`).join("\n")}\n`]);
    const [one, other] = [file(20), file(30)];
    const data = { source: "file", name: "small.csv" };
    const run = (data) => lab.run({ data: { source: "file", name: "small.csv" }, target: "y" }, { data });
    await Promise.all([run(one), run(other)]); // both have started
    await lab.inspect(data, { data: one });
    await run(one);
    await lab.inspect(data, { data: other });
    await run(other);
    lab.close();
    return asked;
  });
  const [, , [, first], [, second], [, third], [, fourth]] = asked;
  assert.deepEqual(asked.map(([type]) => type), ["run", "run", "inspect", "run", "inspect", "run"]);
  assert.deepEqual([first, third], [second, fourth]);
  assert.notEqual(first, third);
});

test("a LIBSVM file has the answer of the same numbers as CSV", async () => {
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
  const seen = await page.evaluate(async ({ csv, libsvm, models }) => {
    const { Lab } = await import("/web/lplab.js");
    const lab = await Lab.start();
    const pairs = [];
    for (const model of models) {
      const spec = { data: { source: "file", name: "f" }, target: "label", ...model };
      pairs.push([await lab.run(spec, { data: libsvm, allWeights: true }), await lab.run({ ...spec, solver: { strategy: "features" } }, { data: csv, allWeights: true })]);
    }
    const { columns, findings } = await lab.inspect({ source: "file", name: "f" }, { data: libsvm });
    lab.close();
    return { pairs: pairs.map((pair) => pair.map((r) => ({ ...r, values: [...r.weights.values] }))), columns: columns.length, format: findings.format.value };
  }, { csv, libsvm, models });
  assert.deepEqual([seen.columns, seen.format], [31, "libsvm"]);
  for (const [sparse, dense] of seen.pairs) {
    assert.deepEqual([sparse.solver.strategy, sparse.status], ["sparse", "converged"]);
    assertClose(sparse.objective.dual, dense.objective.dual, 1e-9 * Math.abs(dense.objective.dual), "dual");
    assertListClose(sparse.predictions.test, dense.predictions.test, 1e-6, "predictions on test rows");
    assertListClose(sparse.values, dense.values, 1e-6, "weights");
  }
});

test("unusable input gets the command line's sentence", async () => {
  const unusable = [
    "{",
    '{"gamma": 1}',
    { ...small, model: { gamma: -1 } },
    { ...small, model: { p: 1 } },
    { ...small, model: { kernel: { type: "polynomial", degree: 99 } } },
    { data: { source: "sample", name: "no such sample" }, target: "y" },
    { data: { source: "inline", columns: ["a", "y"], rows: [[1, 2], [3, "x"], [1, "z"]] }, target: "y" },
    { ...small, features: ["x1", "x99"] },
  ].map((spec) => typeof spec === "string" ? spec : JSON.stringify(spec));
  const messages = await page.evaluate(async (specs) => {
    const { Lab } = await import("/web/lplab.js");
    const lab = await Lab.start();
    const outcomes = await Promise.all(specs.map((spec) => lab.run(spec).then(() => "no error", (e) => e.message)));
    lab.close();
    return outcomes;
  }, unusable);
  for (const [i, spec] of unusable.entries()) {
    const { status, stdout, stderr } = spawnSync(lplab, ["solve", "-"], { input: spec, encoding: "utf8" });
    assert.equal(status, 2, spec);
    assert.equal(stdout, "", spec);
    assert.equal(stderr, `lplab: ${messages[i]}\n`, spec);
  }
});

test("a worker that dies rejects its run, and the next run works", async () => {
  const seen = await page.evaluate(async ({ long, small }) => {
    const { Lab } = await import("/web/lplab.js");
    const lab = await Lab.start();
    const building = spied.hold({ type: "built" });
    const run = lab.run(long, { kernelWorkers: 1 }).catch((error) => error.message);
    await building;
    // As an engine says it that has no memory left.
    [...spied.solvers][0].dispatchEvent(new MessageEvent("message", { data: { type: "died", message: "gone" } }));
    const message = await run;
    const { status } = await lab.run(small);
    lab.close();
    return { message, status };
  }, { long, small });
  assert.deepEqual(seen, { message: "gone", status: "converged" });
});

test("running out of memory ends in a sentence, and the next run works", async () => {
  const seen = await page.evaluate(async ({ small }) => {
    const { Lab } = await import("/web/lplab.js");
    const lab = await Lab.start();
    // The cubic features of 100 points of 317 variables have 3.99 GiB: more than
    // WebAssembly has left beside the program, less than it can address.
    const huge = {
      data: { source: "synthetic", n: 100, d: 317, relevant: 1 }, split: { train: 1, test: 0 },
      model: { kernel: { type: "polynomial", degree: 3 } }, solver: { strategy: "features" },
    };
    const message = await lab.run(huge, { memoryBudget: 2 ** 40 }).then(() => "no error", (error) => error.message);
    const { status } = await lab.run(small);
    lab.close();
    return { message, status };
  }, { small });
  assert.match(seen.message, /^The solver ran out of memory: use fewer training rows/);
  assert.equal(seen.status, "converged");
});

test("figures are drawn and listed of reports, and what a report lacks is said", async () => {
  const found = await page.evaluate(async (spec) => {
    const { Lab } = await import("/web/lplab.js");
    const lab = await Lab.start();
    try {
      const report = await lab.run(spec, { allWeights: true });
      const refused = (promise) => promise.then(() => "taken", (error) => `${error.name}: ${error.message}`);
      return {
        method: report.solver.method,
        names: (await lab.figures(report)).map(({ name }) => name),
        svg: await lab.figure(report, "weights", { theme: "dark" }),
        csv: await lab.figure([report, JSON.stringify(report)], "convergence", { format: "csv" }),
        theory: (await lab.figures(null)).map(({ name }) => name),
        balls: await lab.figure(null, "lp-balls"),
        refusals: await Promise.all([
          refused(lab.figure(report, "roc")),
          refused(lab.figure(report, "rock")),
          refused(lab.figure([], "fit")),
          refused(lab.figure(report, "fit", { format: "gif" })),
        ]),
      };
    } finally {
      lab.close();
    }
  }, small);
  assert.deepEqual(found.names.slice(0, 3), ["weights", "fit", "residuals"]);
  assert.match(found.svg, /^<svg [^>]*>/);
  assert.deepEqual(found.theory, ["classification-losses", "hinge-losses", "regression-losses", "lp-balls"]);
  assert.ok(found.theory.every((name) => !found.names.includes(name)), "a report's figures are its own");
  assert.match(found.balls, /^<svg [^>]*>/);
  const reports = found.csv.trim().split("\n").slice(1).map((line) => line.split(",").slice(0, 2).join());
  assert.deepEqual([...new Set(reports)], [`1,${found.method}`, `2,${found.method}`]);
  assert.match(found.refusals[0], /^Error: .*two classes/);
  assert.match(found.refusals[1], /^Error: .*"rock"/);
  assert.match(found.refusals[2], /^Error: .*no report/);
  assert.match(found.refusals[3], /^RangeError: .*"gif"/);
});
