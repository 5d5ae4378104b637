// Reweighted models in the browser: the digests of the command line.

import assert from "node:assert/strict";
import { test } from "node:test";
import { solve } from "./files.mjs";
import { blank, inLab } from "./harness.mjs";
import { openAddress, page } from "./page.mjs";
import { server } from "./stage.mjs";

/** Returns an experiment with planted products of three columns. */
const plantedSpec = (n, d, relevant, model, rest) => ({
  data: { source: "synthetic", n: n + 200, d, relevant, noise: 0.05, degree: 3, seed: 1 },
  split: { train: n / (n + 200), test: 200 / (n + 200) }, preprocess: { standardize: false, intercept: false },
  model: { kernel: { type: "polynomial", degree: 3 }, p: "4/3", r: "1/2", ...model }, ...rest,
});

test("reweighted models have the digests of the command line", async (t) => {
  await openAddress(blank(server.url));
  const specs = [
    plantedSpec(160, 100, 4, { gamma: 1, steps: 20 }),
    plantedSpec(60, 12, 2, { steps: 4 }, { search: { criterion: "cross-validation", count: 6, r: ["1/2", "2/3", 1] } }),
    { data: { source: "sample", name: "wpbc" }, target: "status", task: "classification", model: { loss: { type: "logistic" }, r: "2/3", gamma: 0.3 } },
  ];
  const results = await inLab(page, async (lab, specs) => {
    const reports = [];
    for (const spec of specs) {
      const start = performance.now();
      const { result, weights } = await lab.run(spec);
      reports.push({ digest: result.digest, nonzero: weights.nonzero, seconds: (performance.now() - start) / 1000 });
    }
    return reports;
  }, specs);
  for (const [i, spec] of specs.entries()) {
    const { result } = solve(spec).report;
    t.diagnostic(`${results[i].seconds.toFixed(2)} s, ${results[i].nonzero} weights`);
    assert.equal(results[i].digest, result.digest, JSON.stringify(spec));
  }
  assert.equal(results[0].nonzero, 4);
});
