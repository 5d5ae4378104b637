// Workers that do not start. The test lets the page's clock jump over the time limit once the
// request for a worker's script has come, which is then never answered.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { blank, openPage } from "./harness.mjs";
import { spy } from "./spy.mjs";
import { assertStarts } from "./starts.mjs";
import { browser, server } from "./stage.mjs";
import { until } from "./waiting.mjs";

const spec = { data: { source: "file", name: "small.csv" }, target: "y", split: { train: 1, test: 0 }, solver: { strategy: "tensor" } };
const data = `a,b,y\n${Array.from({ length: 20 }, (_, i) => `${i % 7},${i % 3},${i % 5}`).join("\n")}\n`;

let page;

afterEach(async () => {
  await page.quiet();
  await page.context().close();
});

for (const [which, before, script, sentence] of [
  ["solver", 0, /\/solver-\w+\/worker\.js$/, /^The solver did not start within 30 s, twice: reload the page/],
  ["kernel worker", 1, /\/kernel\/worker\.js$/, /^A worker for the tensor could not be started \(two did not start within 30 s\)\. .*reload the page\.$/],
]) {
  test(`a ${which} that does not start is replaced, and the run goes on`, async () => {
    const { outcome, requests } = await run(script, before, 1);
    assert.equal(outcome, "converged");
    assert.equal(requests, 2);
  });

  test(`a ${which} that does not start twice ends the run with a sentence`, async () => {
    const { outcome, requests } = await run(script, before, 2);
    assert.match(outcome, sentence);
    assert.equal(requests, 2);
  });
}

test("fresh labs start their workers", async (t) => {
  page = await openPage(browser, blank(server.url));
  await assertStarts(t, page, 3);
});

/**
 * What a run comes to where the first requests for a script, so many of them, are not answered; and how many there
 * were. before: workers that start before the first of them.
 */
async function run(script, before, unanswered) {
  page = await openPage(browser, blank(server.url), {
    prepare: async (context) => {
      await context.clock.install();
      await context.addInitScript(spy);
      await context.route(script, async (route) => {
        if (++requests > unanswered) await route.continue();
      });
    },
  });
  let requests = 0;
  const outcome = page.evaluate(async ([spec, data]) => {
    const { Lab } = await import("/web/lplab.js");
    const lab = Lab.open();
    try {
      return (await lab.run(spec, { data, kernelWorkers: 1 })).status;
    } catch (error) {
      return error.message;
    } finally {
      lab.close();
    }
  }, [spec, data]);
  for (let jump = 1; jump <= unanswered; jump++) {
    await until(async () => await page.evaluate(() => spied.counts.start) === before + jump, () => `${requests} requests`); // from here on its time runs
    await page.clock.runFor(30_000);
  }
  return { outcome: await outcome, requests };
}
