// The benchmark page.

import assert from "node:assert/strict";
import { after, afterEach, test } from "node:test";
import { assertAccessible } from "./accessible.mjs";
import { openPage, solversOf } from "./harness.mjs";
import { spy } from "./spy.mjs";
import { browser, server } from "./stage.mjs";
import { until, untilText } from "./waiting.mjs";

/** Short cases, one of each kind. */
const small = [
  { id: "limits", kind: "limits" },
  { id: "build", kind: "build", n: 60, d: 100, degree: 2, workers: [1] },
  { id: "contract", kind: "contract", n: 90, workers: [1] }, // large enough for a clock with a resolution of 0.1 ms
  { id: "predict", kind: "predict", n: 60, d: 3, rows: 20, workers: [1] },
  {
    id: "run", kind: "run", what: "a small experiment", paper: { source: "[S]", text: "139 s", seconds: 139 },
    spec: { data: { source: "synthetic", n: 20, d: 5, relevant: 2 } },
  },
  { id: "refused", kind: "run", what: "an impossible one", spec: { data: { source: "synthetic", n: 1 } } },
  { id: "big", kind: "run", size: "gigabytes", what: "a large experiment", spec: { data: { source: "synthetic", n: 30, d: 5, relevant: 2 } } },
  {
    id: "slide", kind: "slide", what: "a step of the slider", steps: 3, decades: 1,
    spec: { data: { source: "synthetic", n: 20, d: 5, relevant: 2 }, split: { train: 1, test: 0 } },
  },
];

let page;
let cases; // served as web/bench.json

afterEach(() => page.assertNoErrors());
after(() => page.context().close());

test("the benchmark runs, shows and copies its results, and leaves the experiment unchanged", async () => {
  cases = small;
  await open();
  await page.getByLabel("p", { exact: true }).fill("8/7");
  await page.getByRole("contentinfo").getByText("How it works").click();
  await page.getByRole("contentinfo").getByRole("link", { name: "Benchmark" }).click();
  const heading = page.getByRole("heading", { name: "Benchmark" });
  await heading.waitFor();
  assert.equal(new URL(page.url()).hash, "#bench");
  assert.equal(await page.evaluate(() => document.activeElement.id), "bench-title", "the heading has the focus");
  assert.equal(await page.getByLabel("p", { exact: true }).isVisible(), false);
  await assertPageAccessible("before");

  await button("Run benchmark").press("Enter");
  await waitForStatus("Done");
  await assertPageAccessible("done");
  const rows = await table();
  const [read, add, build, hessian, omega, predict, run, refused, slide] = rows;
  assert.equal(rows.length, 9, rows.join("\n"));
  assert.match(read.join("|"), /^Reading memory, one corebest of \d+, median \d+\.\d GB\/s\|\d+\.\d GB\/s\|$/);
  assert.match(add.join("|"), /^Multiplying and adding, one corebest of \d+, median \d+\.\d GFlop\/s\|\d+\.\d GFlop\/s\|$/);
  assert.match(build.join("|"), /^Building the tensor, n = 60, d = 100, degree 2, one core\d+ % of multiplying and adding; best of \d+, median \d+\.\d GFlop\/s\|\d+\.\d GFlop\/s\|$/);
  assert.match(hessian.join("|"), /^A pass .* with the Hessian, one core\d+ % of reading; best of \d+, median \d+\.\d GB\/s\|\d+\.\d GB\/s\|$/);
  assert.match(omega.join("|"), /^A pass .* gradient alone, one core\d+ % of reading; best of \d+, median \d+\.\d GB\/s\|\d+\.\d GB\/s\|$/);
  assert.match(predict.join("|"), /^Predicting 20 rows, n = 60, d = 3, exponential, one corebest of \d+, median [\d.]+ m?s\|[\d.]+ m?s\|$/);
  assert.match(run.join("|"), /^a small experimentbest of \d+, median [\d.]+ m?s; \w+, built in .* s, solved in .* s with \d+ pass.*\|[\d.]+ m?s\|139 s \[S\], [\d,]+ times faster$/);
  assert.match(refused.join("|"), /^an impossible one\|.*from 2 to.*\|$/);
  assert.match(slide.join("|"), /^a step of the slidermedian of 3 steps\|[\d.]+ m?s\|$/);

  await button("Copy result").press("Enter");
  await waitForStatus("The result is copied, as a Markdown table");
  const [title, , head, rule, ...lines] = (await page.evaluate(() => navigator.clipboard.readText())).trimEnd().split("\n");
  assert.match(title, /^lp Lab on \d+ processors?, /);
  assert.equal(head, "| Measured | Here | In the paper |");
  assert.equal(rule, "| --- | --- | --- |");
  assert.deepEqual(lines.map((line) => line.split(" | ").slice(1).join("|").replace(/ ?\|$/, "")), rows.map(([, here, paper]) => `${here}|${paper}`));

  cases = small.filter(({ id }) => ["run", "big"].includes(id));
  await page.getByLabel("Also the large cases (up to 3 GB of memory)").check();
  await button("Run benchmark").click();
  await waitForStatus("Done");
  assert.deepEqual((await table()).map(([what]) => what.match(/an? \w+ experiment/)[0]), ["a small experiment", "a large experiment"]);

  await page.getByRole("link", { name: "Back to lp Lab" }).click();
  await page.waitForURL(({ hash }) => hash === "");
  await page.getByLabel("p", { exact: true }).waitFor();
  assert.equal(await page.getByLabel("p", { exact: true }).inputValue(), "8/7");
  await page.goBack();
  await heading.waitFor();
  await until(async () => (await table()).length === 2, "the result is not kept");
  await page.goBack();
  await page.getByLabel("p", { exact: true }).waitFor();
  assert.equal(await page.getByLabel("p", { exact: true }).inputValue(), "8/7");
});

test("cancelling the benchmark ends its workers", async () => {
  const longRun = { data: { source: "synthetic", n: 100, d: 300, relevant: 6 }, split: { train: 1, test: 0 }, solver: { strategy: "tensor" } };
  await page.getByLabel("p", { exact: true }).waitFor();
  await page.evaluate(() => { location.hash = "#bench"; });
  for (cases of [
    [{ id: "long", kind: "run", what: "a long experiment", spec: longRun }],
    [{ id: "build", kind: "build", n: 20, d: 10, degree: 2, workers: [1] }],
  ]) {
    await until(() => solversOf(page).length === 3, () => `${solversOf(page).length} solvers`);
    const workers = page.workers().length;
    const building = page.evaluate(() => workerSpy.hold({ type: "built" }));
    await button("Run benchmark").click();
    await building;
    await waitForStatus(/^Measuring 1 of 1: /);
    await button("Cancel").click();
    await waitForStatus("Cancelled");
    await until(() => page.workers().length === workers, () => `${page.workers().length} workers instead of ${workers}`);
    assert.equal(await button("Copy result").isVisible(), false);
  }
});

test("the benchmark fits a phone", async () => {
  await page.context().close();
  cases = small.filter(({ id }) => ["build", "run"].includes(id));
  await open({ hash: "#bench", viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await button("Run benchmark").tap();
  await waitForStatus("Done");
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
  assert.match(await page.getByRole("row", { name: /a small experiment/ }).textContent(), /139 s \[S\], [\d,]+ times faster/);
});

const button = (name) => page.getByRole("button", { name, exact: true });

async function open({ hash = "", ...options } = {}) {
  page = await openPage(browser, server.url + hash, {
    permissions: ["clipboard-read", "clipboard-write"],
    ...options,
    prepare: async (context) => {
      await context.addInitScript(spy);
      await context.route("**/web/bench.json", (route) => route.fulfill({ json: cases }));
    },
  });
  await page.waitForFunction(() => document.documentElement.dataset.lplab === "ready");
  await page.clearLongTasks(); // the start has long tasks
}

/** Returns the texts of the cells in the result table. */
function table() {
  return page.getByRole("table", { name: "This device" }).locator("tbody tr").evaluateAll((rows) =>
    rows.map((row) => [...row.cells].map((cell) => cell.innerText.replaceAll("\n", ""))));
}

const waitForStatus = (wanted) => untilText(() => page.getByRole("status").textContent(), wanted);

async function assertPageAccessible(state) {
  await assertAccessible(page, undefined, state);
  await page.clearLongTasks(); // axe causes long tasks
}
