// Workers that do not start: the request for a worker's script is never answered, and the page's
// clock jumps over the time limit.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { blank, closePage, openPage } from "./harness.mjs";
import { spy } from "./spy.mjs";
import { assertStarts } from "./starts.mjs";
import { browser, server } from "./stage.mjs";
import { until } from "./waiting.mjs";

const spec = { data: { source: "file", name: "small.csv" }, target: "y", split: { train: 1, test: 0 }, solver: { strategy: "tensor" } };
const data = `a,b,y\n${Array.from({ length: 20 }, (_, i) => `${i % 7},${i % 3},${i % 5}`).join("\n")}\n`;

let page;

afterEach(() => closePage(page));

for (const [which, before, script, message] of [
  ["solver", 0, /\/solver-\w+\/worker\.js$/, /^The solver did not start within 30 s, twice: reload the page/],
  ["kernel worker", 1, /\/kernel\/worker\.js$/, /^A worker for the tensor could not be started \(two did not start within 30 s\)\. .*reload the page\.$/],
]) {
  test(`a ${which} that does not start is replaced, and the run converges`, async () => {
    const { outcome, requests } = await run(script, before, 1);
    assert.equal(outcome, "converged");
    assert.equal(requests, 2);
  });

  test(`a ${which} that does not start in two attempts ends the run with an error message`, async () => {
    const { outcome, requests } = await run(script, before, 2);
    assert.match(outcome, message);
    assert.equal(requests, 2);
  });
}

test("new labs start their workers", async (t) => {
  page = await openPage(browser, blank(server.url));
  await assertStarts(t, page, 3);
});

/**
 * Runs an experiment where the first requests for a script are not answered; returns the outcome and the number of
 * requests. before: the number of workers that start earlier; unanswered: the number of those requests.
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
    await until(async () => await page.evaluate(() => workerSpy.counts.start) === before + jump, () => `${requests} requests`); // the time limit starts here
    await page.clock.runFor(30_000);
  }
  return { outcome: await outcome, requests };
}
