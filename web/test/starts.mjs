// Starts of new labs: each starts its solver and its kernel workers and computes a result.

import assert from "node:assert/strict";

const counts = [2, 4, 8]; // of kernel workers

/** Solves an experiment with a tensor in one new lab after another, on a page without a lab. No worker may be started twice. */
export async function assertStarts(t, page, starts) {
  const spec = { data: { source: "synthetic", n: 100, d: 6, relevant: 2 }, solver: { strategy: "tensor" } };
  const digests = new Set();
  for (let done = 0; done < starts; done++) {
    const kernelWorkers = counts[done % counts.length];
    const { digest, started } = await page.evaluate(runFresh, { spec, kernelWorkers });
    assert.deepEqual(started, ["lp Lab solver", ...Array(kernelWorkers).fill("lp Lab kernel")], `start ${done + 1} of ${starts}`);
    digests.add(digest);
  }
  assert.equal(digests.size, 1, "every start has the same result");
  t.diagnostic(`${starts} new labs`);
}

/** Returns the digest of an experiment in a new lab, and the names of the workers that were started. Runs in the page. */
async function runFresh({ spec, kernelWorkers }) {
  const started = [];
  const Original = globalThis.Worker;
  globalThis.Worker = class extends Original {
    constructor(script, options) {
      super(script, options);
      started.push(options.name);
    }
  };
  const { Lab } = await import("/web/lplab.js");
  const lab = await Lab.start();
  try {
    const { result } = await lab.run(spec, { kernelWorkers });
    return { digest: result.digest, started };
  } finally {
    lab.close();
    globalThis.Worker = Original;
  }
}
