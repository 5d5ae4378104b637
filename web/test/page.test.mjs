// The page as a person uses it: everything is found by its accessible name, and
// every test ends by asserting that nothing went wrong in silence.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { focused, lplab, openPage, root, solversOf, traceTasks } from "./harness.mjs";
import { browser, finishEach, server } from "./stage.mjs";
import { until } from "./waiting.mjs";

const wpbc = fileURLToPath(new URL("core/sample/wpbc.csv", root));

// Clocks of a page on other machines than this one, which may be doing something else.
const quick = { clock: 0.01 };
const slow = { clock: 100 };

let page, folder;
let endTrace; // gives how long the page's tasks took

before(() => {
  folder = mkdtempSync(join(tmpdir(), "lplab-"));
});

after(() => rmSync(folder, { recursive: true }));

finishEach(() => {
  const ended = [page, endTrace];
  page = endTrace = null;
  return ended;
});

// -- opening --------------------------------------------------------------------

test("the result is there before the program, stays, and is recomputed", async (t) => {
  let release;
  const held = new Promise((resolve) => { release = resolve; });
  page = await openPage(browser, server.url, {
    prepare: async (context) => {
      await context.addInitScript(watch);
      await context.route("**/app-*.wasm", async (route) => {
        await held;
        await route.continue();
      });
    },
  });
  await page.waitForFunction(() => document.querySelector("figure canvas"));
  assert.equal(await phase(), "loading");
  const opening = await shown();
  assert.match(opening.status, /^Converged in \d+ iterations, duality gap \S+$/);
  assert.match(opening.headline, /of 1,500 weights are selected/);
  assert.ok(await ink() > 100, "the weights are drawn");
  assert.equal(await topWeights().locator("tbody tr").count(), 20);
  const paint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0].startTime);

  release();
  await phaseIs("ready");
  const live = await shown();
  assert.match(live.status, /^Converged in \d+ iterations, duality gap \S+, \S+ m?s$/);
  assert.match(await page.getByText(/^Computed beforehand/).textContent(), /recomputed here in .*, the same$/);
  assert.equal(live.headline, opening.headline);
  const texts = await page.evaluate(() => watched);
  assert.deepEqual(texts.headline, [opening.headline], "the result never gave way to anything else");
  assert.equal(texts.status.every((text) => text.startsWith("Converged")), true, `the status said ${texts.status.join(" | ")}`);

  const [{ objective, weights, metrics }] = await reports();
  assert.equal(weights.count, 1500);
  await page.getByRole("figure", { name: "Weights", exact: true }).waitFor();
  await page.getByRole("figure", { name: "Fit", exact: true }).waitFor();
  await page.getByRole("figure", { name: "Convergence", exact: true }).waitFor();
  assert.equal(await topWeights().locator("tbody th").first().textContent(), weights.top[0].label);
  const certificate = page.getByRole("region", { name: "Certificate" });
  assert.match(await certificate.textContent(), /The primal and dual objectives agree to/);
  assert.equal(await fact("Primal"), objective.primal.toPrecision(7));
  for (const part of ["train", "test"]) {
    const figure = page.getByText(`R², ${part}`, { exact: true }).locator("xpath=following-sibling::p[1]");
    assert.equal(await figure.textContent(), metrics[part].r2.toFixed(3));
  }
  t.diagnostic(`first paint ${Math.round(paint)} ms`);
  await page.calm();
});

test("Run pressed before the program is there is not lost", async () => {
  let release;
  const held = new Promise((resolve) => { release = resolve; });
  page = await openPage(browser, server.url, {
    prepare: async (context) => {
      await context.addInitScript(watch);
      await context.route("**/app-*.wasm", async (route) => {
        await held;
        await route.continue();
      });
    },
  });
  await button("Run").click();
  release();
  await page.waitForFunction(() => watched.reports.length > 0);
  await phaseIs("ready");
  assert.match(await status().textContent(), /^Converged/);
  await page.calm();
});

// -- own data -------------------------------------------------------------------

test("a file, a target, a kernel, p: the command line's answer", async (t) => {
  await open();
  await label("Data file").setInputFiles(wpbc);
  await statusIs(/^wpbc\.csv: 198 rows, 34 columns/);
  await label("Target").selectOption("time");
  await label("Kernel").selectOption("Polynomial");
  await label("Degree").fill("2");
  await label("p").fill("4/3");
  await run();
  assert.match(await status().textContent(), /^Converged in \d+ iterations?, duality gap \S+, \S+ m?s$/);

  const report = (await reports()).at(-1);
  const wanted = solve({
    data: { source: "file", name: "wpbc.csv" },
    target: "time",
    split: await split(),
    model: { kernel: { type: "polynomial", degree: 2 }, p: "4/3" },
  }, wpbc).report;
  assert.equal(report.spec.data.sha256, wanted.spec.data.sha256);
  assertClose(report.objective.dual, wanted.objective.dual, 1e-9, "dual objective");
  assertClose(report.objective.primal, wanted.objective.primal, 1e-9, "primal objective");
  assertClose(report.metrics.test.mse, wanted.metrics.test.mse, 1e-6, "error on test rows");
  assert.equal(report.weights.selected, wanted.weights.selected);

  assert.equal(await fact("Primal"), number7(wanted.objective.primal));
  await button("Show all 100").click();
  await button("Show the first 20").waitFor();
  const labels = await topWeights().locator("tbody th").allTextContents();
  const selected = wanted.weights.top.filter((w) => Math.abs(w.value) > wanted.weights.threshold);
  assert.deepEqual(new Set(labels.slice(0, selected.length)), new Set(selected.map((w) => w.label)));
  assert.deepEqual(labels.slice(0, 5), wanted.weights.top.slice(0, 5).map((w) => w.label));
  assert.deepEqual(await page.getByRole("list", { name: "The experiment shown" }).getByRole("listitem").allTextContents(),
    [`wpbc.csv, ${wanted.rows.train.length + wanted.rows.test.length} × 33`, "polynomial kernel, degree 2", "p = 4/3", `${wanted.weights.count} weights`]
      .map((text) => text.replace(/(\d)(\d{3}) weights/, "$1,$2 weights")));
});

test("an entry counts that Run or Enter follows at once", async () => {
  await open();
  await label("p").fill("2");
  await run();
  assert.equal((await reports()).at(-1).spec.model.p, 2);
  await label("p").fill("6/5");
  await label("p").press("Enter");
  await done();
  assert.equal((await reports()).at(-1).spec.model.p, "6/5");
  await label("Gamma").fill("0,5"); // a decimal comma
  await page.keyboard.press("Control+Enter");
  await done();
  assert.equal((await reports()).at(-1).spec.model.gamma, 0.5);
});

test("a target of two classes suggests classification; logistic and hinge run", async () => {
  await open();
  await label("Data file").setInputFiles(wpbc);
  await statusIs(/^wpbc\.csv: /);
  assert.equal(await label("Task").inputValue(), "regression");
  await label("Target").selectOption("status");
  await page.waitForFunction(() => document.getElementById("f-task").value === "classification");
  assert.equal(await label("Loss").inputValue(), "logistic");
  for (const loss of ["logistic", "hinge"]) {
    await label("Loss").selectOption(loss);
    await run();
    assert.match(await status().textContent(), /^Converged/);
    const report = (await reports()).at(-1);
    const wanted = solve({
      data: { source: "file", name: "wpbc.csv" }, target: "status", task: "classification",
      split: await split(), model: { loss: { type: loss } },
    }, wpbc).report;
    assertClose(report.objective.dual, wanted.objective.dual, 1e-9, `${loss}: dual objective`);
    const accuracy = page.getByText("Accuracy, test", { exact: true }).locator("xpath=following-sibling::p[1]");
    const share = Math.floor(wanted.metrics.test.accuracy * 1000) / 10;
    assert.equal(await accuracy.textContent(), `${share.toFixed(1)} %`);
  }
  await label("Target").selectOption("time");
  await page.waitForFunction(() => document.getElementById("f-task").value === "regression");
  assert.equal(await label("Loss").inputValue(), "squared");
});

test("a file may be dropped", async () => {
  await open();
  const files = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([text], "dropped.csv"));
    return transfer;
  }, readFileSync(wpbc, "utf8"));
  await page.locator("#drop-zone").dispatchEvent("dragover", { dataTransfer: files });
  await page.locator("#drop-zone").dispatchEvent("drop", { dataTransfer: files });
  await statusIs(/^dropped\.csv: 198 rows, 34 columns/);
});

// -- cancelling -----------------------------------------------------------------

test("Cancel ends a run at once and gives its memory back", async (t) => {
  await open();
  await until(() => solversOf(page).length === 3, () => `${solversOf(page).length} solvers`);
  const closed = [];
  for (const worker of page.workers()) {
    worker.on("close", () => closed.push(worker));
  }
  const workers = page.workers().length;
  await startLong();
  await statusIs("Building the Gram tensor");
  await page.evaluate(() => {
    document.addEventListener("click", (e) => { watched.clicked = e.timeStamp; }, { capture: true, once: true });
  });
  await button("Cancel").click();
  await statusIs("Cancelled");
  assert.equal(await phase(), "ready");
  const took = await page.evaluate(() => watched.times.at(-1) - watched.clicked);
  t.diagnostic(`from the click to "Cancelled" ${took.toFixed(1)} ms`);
  assert.ok(took < 1000, `cancelling took ${took} ms`);
  await until(() => closed.length === 1 && page.workers().length === workers,
    () => `${closed.length} workers ended, ${page.workers().length} of ${workers} are there`);

  await label("Strategy").selectOption("Auto");
  await run();
  assert.match(await status().textContent(), /^Converged/);
});

test("20,000 sparse columns are looked at, solved, and shown by their largest weights", async () => {
  await open();
  const lines = Array.from({ length: 60 }, (_, i) => {
    const cells = Array.from({ length: 40 }, (_, j) => [1 + j * 500 + (i * 7 + j * j) % 499, 1 + (i + j) % 3]);
    return `${i % 2 ? "+1" : "-1"} ${[[1, i % 2 ? 2 : 5], ...cells.slice(1), [20000, 1 + i % 4]].map((pair) => pair.join(":")).join(" ")}`;
  });
  await label("Data file").setInputFiles(write("wide.svm", lines.join("\n")));
  await statusIs(/^wide\.svm: 60 rows, 20,001 columns/);
  assert.equal(await label("Target").inputValue(), "label");
  await page.locator(".preview > summary").click(); // the columns
  await page.getByText(/^The first \d+ of 20,001 columns\. All of them are used\.$/).waitFor();
  await label("Kernel").selectOption("Polynomial");
  await label("Standardize").uncheck();
  await run();
  assert.match(await status().textContent(), /^Converged/);
  const { solver, weights } = (await reports()).at(-1);
  assert.deepEqual([solver.strategy, weights.count], ["sparse", 200_010_000]);
  const plot = page.getByRole("figure", { name: "Weights", exact: true }).getByRole("img");
  await page.waitForFunction((node) => node.getAttribute("aria-label").startsWith("Stem plot of the 100 largest of 200,010,000 weights"), await plot.elementHandle());
  await plot.focus();
  await page.keyboard.press("ArrowRight");
  const readout = await page.locator("#weights-readout").textContent();
  assert.ok(readout.startsWith(`${weights.top[0].label}  `), readout);
});

test("a long build says how long it still takes", async () => {
  await open();
  await startLong();
  await statusIs("Building the Gram tensor");
  const bar = page.getByRole("progressbar", { name: "Progress" });
  const words = /^\d+ %, (a few seconds|about \d+ s|about \d+ min) left$/;
  await until(async () => words.test(await bar.getAttribute("aria-valuetext")), () => bar.getAttribute("aria-valuetext"));
  await page.getByText(words).waitFor();
  await button("Cancel").click();
  await statusIs("Cancelled");
});

// -- unusable input -------------------------------------------------------------

const table = (header, rows, cells) => [header, ...Array.from({ length: rows }, (_, i) => cells(i).join(","))].join("\n") + "\n";

test("files that are no table leave everything as it was", async () => {
  await open();
  await label("Data file").setInputFiles(wpbc);
  await statusIs(/^wpbc\.csv: /);
  await label("Target").selectOption("time");
  await enterModel();
  const entered = await entries();
  const picture = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]), Buffer.alloc(64)]);
  const letter = "Dear all,\n\nthis is a letter, and there is no table in it.\nNone of these lines is data, is it?\n\nYours\n";
  for (const [name, contents] of [["photo.png", picture], ["letter.txt", letter], ["empty.csv", ""]]) {
    const file = write(name, contents);
    await label("Data file").setInputFiles(file);
    const { stderr } = spawnSync(lplab, ["inspect", file], { encoding: "utf8" });
    await statusIs(new RegExp(`^${name} was not taken: `));
    assert.equal(await phase(), "error");
    const said = await status().textContent();
    assert.equal(`lplab: ${said.replace(`${name} was not taken: `, "")}\n`, stderr);
    assertSentence(said);
    assert.deepEqual(await entries(), entered, name);
  }
  await run(); // goes on with what was there
  assert.match(await status().textContent(), /^Converged/);
  const { spec } = (await reports()).at(-1);
  assert.deepEqual([spec.data.name, spec.target, spec.model.kernel.degree, spec.model.p, spec.model.gamma], ["wpbc.csv", "time", 3, "6/5", 2.5]);
  // A file that is a table is taken after one that is not.
  await label("Data file").setInputFiles(write("mended.csv", table("a,b,y", 30, (i) => [i % 7, i % 5, i % 3])));
  await statusIs(/^mended\.csv: 30 rows, 3 columns/);
  await run();
  assert.match(await status().textContent(), /^Converged/);
});

test("targets that cannot be learnt get the command line's sentence, and correcting them works", async () => {
  await open();
  // y varies, but not in the training rows: all but one of them are 5.
  const cells = (i, odd) => [i % 7, i % 5, i === odd ? 6 : 5, ["red", "green", "blue"][i % 3]];
  const varied = write("varied.csv", table("a,b,y,c", 40, (i) => cells(i, 0)));
  const data = { source: "file", name: "varied.csv" };
  const shares = { train: 0.75, validation: 0, test: 0.25 }; // what own data get
  const common = { data, split: shares, model: { kernel: { type: "polynomial", degree: 3 }, p: "6/5", gamma: 2.5 } };
  const [odd] = solve({ ...common, target: "a" }, varied).report.rows.test;
  const file = write("constant.csv", table("a,b,y,c", 40, (i) => cells(i, odd)));
  data.name = "constant.csv";

  await label("Data file").setInputFiles(file);
  await statusIs(/^constant\.csv: /);
  await enterModel();
  await label("Target").selectOption("y");
  await label("Task").selectOption("Regression"); // the two values suggest classes
  await label("Loss").selectOption("Squared");
  await assertRefused({ ...common, target: "y" }, file);
  await label("Target").selectOption("c");
  await label("Task").selectOption("Classification");
  await assertRefused({ ...common, target: "c", task: "classification" }, file);
  await label("Task").selectOption("Regression");
  await assertRefused({ ...common, target: "c" }, file);
  await label("Target").selectOption("a");
  await run();
  assert.match(await status().textContent(), /^Converged/);
});

test("a file without a numeric column", async () => {
  await open();
  const file = write("texts.csv", table("name,town", 30, (i) => [`person ${i} of the village`, `house ${7 * i} on the hill`]));
  await label("Data file").setInputFiles(file);
  await statusIs(/^texts\.csv: 30 rows, 2 columns/);
  const entered = await entries();
  assert.equal(await button("Run").getAttribute("aria-disabled"), "true");
  await page.keyboard.press("Control+Enter");
  await phaseIs("error");
  assertSentence(await status().textContent());
  assert.deepEqual(await entries(), entered);
  await label("Data file").setInputFiles(wpbc);
  await statusIs(/^wpbc\.csv: /);
  await run();
  assert.match(await status().textContent(), /^Converged/);
});

test("kernels that the data or the machine cannot bear", async () => {
  await open();
  await label("Sample").selectOption("wpbc");
  await comesToBe("Target", "time");
  await label("Kernel").selectOption("Exponential");
  await label("Standardize").uncheck();
  const sample = { data: { source: "sample", name: "wpbc" }, target: "time", split: await split() };
  const exponential = { kernel: { type: "exponential" }, p: "4/3" };
  await assertRefused({ ...sample, preprocess: { standardize: false }, model: exponential });
  await label("Standardize").check(); // as the sentence says: less, but not little enough
  await assertRefused({ ...sample, model: exponential });
  await label("Kernel").selectOption("Polynomial");
  await run();
  assert.match(await status().textContent(), /^Converged/);

  await label("Kernel").selectOption("Exponential");
  await label("p").fill("1.1");
  await assertRefused({ ...sample, model: { ...exponential, p: 1.1 } });
  await label("Kernel").selectOption("Linear");
  await run();
  assert.match(await status().textContent(), /^Converged/);
  assert.equal((await reports()).at(-1).spec.model.p, 1.1);

  await label("Sample").selectOption("synthetic");
  await comesToBe("Rows", "125");
  await label("Rows").fill("1000");
  await label("p").fill("4/3");
  await page.getByText("Advanced", { exact: true }).click();
  await label("Strategy").selectOption("Tensor");
  const large = { source: "synthetic", n: 1000, d: 1500, relevant: 6, noise: 0.05, seed: 1 };
  const raw = { standardize: false, intercept: false };
  const amounts = /[\d.]+ GB|at most \d+/g; // a browser has its own memory budget
  await assertRefused({ data: large, split: sample.split, preprocess: raw, solver: { strategy: "tensor" } }, null, amounts);
  await label("Strategy").selectOption("Features");
  await run();
  assert.match(await status().textContent(), /^Converged/);
});

test("an entry out of range is kept, marked and explained", async () => {
  await open();
  await label("p").fill("0.9");
  await label("p").press("Tab");
  await page.waitForFunction(() => document.getElementById("f-model-p").getAttribute("aria-invalid") === "true");
  await run();
  assert.equal(await phase(), "error");
  const said = await status().textContent();
  assert.match(said, /^p is 0\.9: /);
  assert.equal(await label("p").inputValue(), "0.9");
  const described = await label("p").getAttribute("aria-describedby");
  assert.equal(await page.locator(`#${described.split(" ").at(-1)}`).textContent(), said);
  await button("p = 8/7").click();
  await run();
  assert.match(await status().textContent(), /^Converged/);
});

// -- without a pointer ----------------------------------------------------------

test("the keyboard reaches everything, visibly and in order", async () => {
  await open();
  await page.getByText("Advanced", { exact: true }).click();
  await label("Kernel").selectOption("Polynomial");
  await label("Degree").waitFor();
  await page.getByRole("heading", { level: 1 }).click(); // from here one goes back to the very first
  const stops = [];
  await page.keyboard.press("Shift+Tab");
  for (;;) {
    const stop = await page.evaluate(focused);
    if (!stop || stops.length > 200) {
      break;
    }
    stops.push(stop);
    await page.keyboard.press("Tab");
  }
  const names = stops.map((stop) => stop.name);
  const expected = [
    "Sample", "Data file", "Rows", "Columns", "Relevant", "Noise", "Planted degree", "Data seed", "Target", "Task",
    "Kernel", "Degree", "p", "p = 2", "p = 4/3", "p = 6/5", "p = 8/7",
    "Gamma", "Gamma divided by 10", "Gamma times 10", "Auto", "Gamma slider", "Loss", "Standardize", "Intercept",
    "Advanced", "Method", "Strategy", "Tolerance", "Iteration limit", "Training share", "Validation share", "Test share",
    "Split seed", "Missing cells", "Subsample", "Run", "Cancel", "Table of the top weights",
  ];
  assert.deepEqual(names.filter((name) => expected.includes(name)), expected);
  assert.ok(names.some((name) => name.startsWith("Stem plot of 1,500 weights")), "the plot of the weights can be focused");
  assert.deepEqual(stops.filter((stop) => !stop.ring).map((stop) => stop.name), [], "without a visible ring");
  assert.deepEqual(stops.filter((stop) => stop.hidden).map((stop) => `${stop.name}: ${stop.hidden}`), [], "out of sight or covered");
});

test("runs are started and cancelled from the keyboard", async () => {
  await open();
  for (const key of ["Enter", "Space"]) {
    const before = (await reports()).length;
    await button("Run").focus();
    await page.keyboard.press(key);
    await done();
    assert.equal((await reports()).length, before + 1, key);
    assert.equal((await page.evaluate(focused)).name, "Run", "the focus stays");
  }
  for (const cancel of [
    () => page.keyboard.press("Escape"),
    async () => {
      await page.keyboard.press("Tab");
      assert.equal((await page.evaluate(focused)).name, "Cancel");
      await page.keyboard.press("Enter");
    },
  ]) {
    await startLong(() => page.keyboard.press("Enter"));
    await statusIs("Building the Gram tensor");
    await cancel();
    await statusIs("Cancelled");
  }
});

test("arrow keys step through the largest weights", async () => {
  await open();
  const { top } = (await reports()).at(-1).weights;
  const plot = page.getByRole("figure", { name: "Weights", exact: true }).getByRole("img");
  assert.match(await plot.getAttribute("aria-label"), new RegExp(`Largest: ${top[0].label} `));
  const readout = page.locator("#weights-readout");
  await plot.focus();
  for (const [key, rank] of [["ArrowRight", 0], ["ArrowRight", 1], ["ArrowRight", 2], ["ArrowLeft", 1], ["End", top.length - 1], ["Home", 0]]) {
    await page.keyboard.press(key);
    const said = await readout.textContent();
    assert.ok(said.startsWith(`${top[rank].label}  `) && said.includes(`, rank ${rank + 1}`), `${key}: ${said}`);
  }
  await page.keyboard.press("Escape");
  assert.equal(await readout.textContent(), "");
});

// -- gamma's slider -------------------------------------------------------------

test("the result follows gamma's slider, and at rest it is the exact run", async () => {
  await open(quick);
  const slider = label("Gamma slider");
  await until(() => solversOf(page).length === 3, () => `${solversOf(page).length} solvers`);
  const workers = page.workers();
  const begun = (await runs()).length;
  const before = await fact("Gamma");
  await slider.scrollIntoViewIfNeeded();
  const box = await slider.boundingBox();
  const to = (share) => page.mouse.move(box.x + share * box.width, box.y + box.height / 2);
  const top = () => page.locator("#plot-fit").evaluate((plot) => plot.getBoundingClientRect().top);
  const place = await top();
  await to(0.5);
  await page.mouse.down();
  for (let i = 1; i <= 20; i++) {
    await to(0.5 - 0.01 * i);
    await page.waitForTimeout(20);
  }
  await until(async () => (await steps()).length >= 3, async () => `${(await steps()).length} steps`);
  await until(async () => await fact("Gamma") !== before, async () => "the words stay as they were");
  assert.equal(await phase(), "ready", "a step is no run that could be cancelled");
  assert.equal(await top(), place, "nothing jumps");
  await page.mouse.up();
  await atRest(1);
  assert.match(await status().textContent(), /^Converged/);
  assert.equal(await top(), place, "nothing jumps at rest");

  const all = (await runs()).slice(begun);
  const last = all.at(-1);
  assert.deepEqual(all.map(({ warm }) => warm), [...Array(all.length - 1).fill(true), false], "one exact run, after all steps");
  assert.equal(String(last.gamma), await label("Gamma").inputValue());
  assert.equal(await slider.getAttribute("aria-valuetext"), await label("Gamma").inputValue());
  assert.ok(Math.abs(Math.log10(last.gamma / 10) + 1.2) < 0.1, `gamma is ${last.gamma}`); // a fifth of six decades below 10
  for (const [i, run] of all.slice(1).entries()) {
    assert.ok(run.begin >= all[i].end, "one at a time");
  }
  assert.deepEqual(page.workers(), workers, "a drag ends no worker");

  const report = (await reports()).at(-1);
  const fresh = await page.evaluate(async (spec) => {
    const { Lab } = await import("/web/lplab.js");
    const lab = await Lab.start();
    try {
      return (await lab.run(spec)).alpha;
    } finally {
      lab.close();
    }
  }, report.spec);
  assert.deepEqual(report.alpha, fresh, "what stays is what anybody gets");
});

test("gamma's slider moves by keys, three decades each way", async () => {
  await open(quick);
  const slider = label("Gamma slider");
  const rest = async (key, times = 1) => {
    await slider.focus();
    const before = (await exact()).length;
    for (let i = 0; i < times; i++) {
      await page.keyboard.press(key);
    }
    await atRest(before, key);
    assert.equal((await exact()).length, before + 1, `${times} times ${key}: one exact run`);
    assert.equal((await page.evaluate(focused)).name, "Gamma slider", "the focus stays");
    const { gamma } = (await exact()).at(-1);
    assert.equal(await label("Gamma").inputValue(), String(gamma));
    return gamma;
  };
  assert.equal(await rest("Home"), 0.01);
  assert.equal(await rest("End"), 10000);
  const slower = await rest("ArrowLeft", 3);
  assert.ok(Math.abs(Math.log10(slower) - (4 - 0.18)) < 0.01, `gamma is ${slower}`);
  // Run does not wait for the rest, nor does it run twice.
  await slider.focus();
  const before = (await exact()).length;
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Control+Enter");
  await atRest(before);
  assert.match(await status().textContent(), /^Converged/);
  assert.equal(String((await exact()).at(-1).gamma), await label("Gamma").inputValue());
  await page.waitForTimeout(400);
  assert.equal((await exact()).length, before + 1);
  // From auto.
  await label("Auto").check();
  await run();
  await rest("ArrowRight");
  assert.equal(await label("Auto").isChecked(), false);
});

for (const [why, clock, change] of [
  ["a solution takes long", slow, () => {}],
  ["other entries have changed", quick, async () => {
    await label("p").fill("6/5");
    await label("p").press("Tab");
  }],
]) {
  test(`where ${why} the slider waits for rest`, async () => {
    await open(clock);
    await change();
    await label("Gamma slider").focus();
    const before = (await runs()).length;
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await atRest(before);
    const [only, ...others] = (await runs()).slice(before);
    assert.deepEqual([only.warm, others.length], [false, 0]);
    const { spec } = (await reports()).at(-1);
    assert.deepEqual([String(spec.model.gamma), spec.model.p].join(), [await label("Gamma").inputValue(), await label("p").inputValue()].join());
  });
}

test("a step of the slider over 120 points of 100 columns", async (t) => {
  await open(quick);
  for (const [name, value] of [["Rows", "160"], ["Columns", "100"], ["Planted degree", "2"]]) {
    await label(name).fill(value);
  }
  await label("Kernel").selectOption("Polynomial");
  await label("Degree").fill("2");
  await page.getByText("Advanced", { exact: true }).click();
  await label("Strategy").selectOption("Tensor");
  await label("Training share").fill("0.75");
  await label("Test share").fill("0.25");
  await run();
  assert.match(await status().textContent(), /^Converged/);
  assert.equal((await reports()).at(-1).alpha.length, 120);
  const slider = label("Gamma slider");
  for (let i = 0; i < 20; i++) {
    const before = (await exact()).length;
    await slider.press("ArrowLeft");
    await atRest(before);
  }
  const took = (await page.evaluate(() => watched.moves.map((at) => watched.runs.find(({ warm, begin }) => warm && begin >= at)?.end - at)))
    .filter((ms) => ms > 0).sort((a, b) => a - b);
  t.diagnostic(`from a move to its report, of ${took.length}: median ${took[took.length >> 1]?.toFixed(0)} ms, least ${took[0]?.toFixed(0)} ms`);
});

// -- small screens --------------------------------------------------------------

test("on a phone everything fits and can be touched", async () => {
  await open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
  await assertFits("opening");
  await button("Run").tap();
  await done();
  await label("Data file").setInputFiles(wpbc);
  await statusIs(/^wpbc\.csv: /);
  await label("Target").selectOption("time");
  await label("Kernel").selectOption("Polynomial");
  await page.locator(".preview > summary").click(); // the columns
  await page.getByRole("region", { name: "Columns", exact: true }).waitFor();
  await page.getByText("Advanced", { exact: true }).click();
  await assertFits("own data");
  await button("Run").tap();
  await done();
  assert.match(await status().textContent(), /^Converged/);
  await page.waitForFunction(() => {
    const { top } = document.getElementById("weights").getBoundingClientRect();
    return top > -50 && top < innerHeight / 2;
  });
  await assertFits("own data, done");
  await label("Data file").setInputFiles(write("a file with a very long name, as telephones like to give them, 2026-11-21.png",
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0])));
  await phaseIs("error");
  await assertFits("error");
});

// -- for everyone ---------------------------------------------------------------

// -- the plot -------------------------------------------------------------------

test("while p changes the weights do and their axis does not", async () => {
  await open();
  await label("Sample").selectOption("prostate");
  await comesToBe("Target", "lpsa");
  const exponents = ["2", "4/3", "8/7"];
  const seen = {};
  for (const p of [...exponents, ...exponents]) { // at first the axis grows to hold them all
    await button(`p = ${p}`).click();
    await run();
    assert.match(await status().textContent(), /^Converged/);
    assert.equal(String((await reports()).at(-1).spec.model.p), p);
    seen[p] = { ...await picture(), summary: await page.locator("#plot-weights").getAttribute("aria-label") };
  }
  assert.equal(new Set(Object.values(seen).map(({ axis }) => axis)).size, 1, "the axis stays");
  assert.equal(new Set(Object.values(seen).map(({ stems }) => stems)).size, 3, "the stems change");
  assert.equal(new Set(Object.values(seen).map(({ summary }) => summary)).size, 3, "the summary changes");
});

test("211,575 weights are drawn, named under the pointer, and zoomed", async (t) => {
  await open();
  await label("Sample").selectOption("synthetic-large");
  await comesToBe("Rows", "120");
  await label("Rows").fill("90");
  await label("Kernel").selectOption("Polynomial");
  await label("Degree").fill("2");
  await run();
  assert.match(await status().textContent(), /^Converged/);
  const { weights } = (await reports()).at(-1);
  assert.equal(weights.count, 211575);
  assert.match(await page.locator(".headline").textContent(), /of 211,575 weights/);
  assert.ok(await ink() > 100, "the weights are drawn");

  await page.locator("#plot-weights").scrollIntoViewIfNeeded();
  const box = await page.locator("#plot-weights .u-over").boundingBox();
  const readout = page.locator("#weights-readout");
  const at = (share) => [box.x + share * box.width, box.y + box.height / 2];
  const [largest] = weights.top;
  await page.mouse.move(...at((largest.index / weights.count + 0.008) / 1.016));
  await until(async () => (await readout.textContent()).startsWith(`${largest.label}  `), () => readout.textContent());
  assert.match(await readout.textContent(), /, rank 1\b/);

  await page.mouse.move(box.x + box.width / 2, box.y - 60);
  const whole = await picture();
  await page.mouse.move(...at(0.4));
  await page.mouse.down();
  await page.mouse.move(...at(0.5), { steps: 4 });
  await page.mouse.up();
  const reset = button("Show all");
  await reset.waitFor();
  await page.mouse.move(...at(0.5));
  await until(async () => /^\S+  −?\d/.test(await readout.textContent()), () => readout.textContent());
  const inside = (await readout.textContent()).split("  ")[0];
  await page.mouse.move(box.x + box.width / 2, box.y - 60);
  const part = await picture();
  assert.notEqual(part.stems, whole.stems, "a part is shown");
  assert.ok(inside.length > 1, inside);
  await page.mouse.dblclick(...at(0.3));
  await reset.waitFor({ state: "hidden" });
  await page.mouse.move(box.x + box.width / 2, box.y - 60);
  assert.deepEqual(await picture(), whole, "all is shown again");
});

// -- the page's parts -----------------------------------------------------------

const label = (name) => page.getByLabel(name, { exact: true });
const button = (name) => page.getByRole("button", { name, exact: true });
const status = () => page.getByRole("status");
const topWeights = () => page.getByRole("table", { name: "Top weights", exact: true });
const phase = () => page.evaluate(() => document.documentElement.dataset.lplab);
const phaseIs = (name) => page.waitForFunction((n) => document.documentElement.dataset.lplab === n, name);

/** The value beside a term of the certificate. */
const fact = (term) => page.getByRole("term").filter({ hasText: new RegExp(`^${term}$`) }).locator("xpath=following-sibling::dd[1]").textContent();

/** Lets the page's clock, which it measures its steps by, run faster or slower. Runs in the page. */
function keepTime(clock) {
  const now = performance.now.bind(performance);
  performance.now = () => clock * now();
}

/** Opens the page and waits until its program has recomputed the opening result. */
async function open({ clock = 1, ...options } = {}) {
  page = await openPage(browser, server.url, {
    ...options,
    prepare: async (context) => {
      await context.addInitScript(watch);
      await context.addInitScript(keepTime, clock);
    },
  });
  await phaseIs("ready");
  await page.calm(); // starting takes longer tasks than working
  endTrace = await traceTasks(browser, page);
}

/** Remembers, within the page, what passes: texts of headline and status, runs and their reports, moves of the slider. */
function watch() {
  globalThis.watched = { headline: [], status: [], times: [], reports: [], runs: [], moves: [] };
  const note = (list, text) => text !== undefined && list.at(-1) !== text && list.push(text);
  const look = () => {
    note(watched.headline, document.querySelector(".headline")?.textContent);
    if (note(watched.status, document.querySelector("[role=status]")?.textContent)) {
      watched.times.push(performance.now());
    }
  };
  new MutationObserver(look).observe(document, { childList: true, characterData: true, subtree: true });
  const Original = globalThis.Worker;
  globalThis.Worker = class extends Original {
    constructor(...args) {
      super(...args);
      this.addEventListener("message", ({ data }) => {
        if (data.report) {
          watched.reports.push(data.report);
          watched.runs.find(({ id }) => id === data.id).end = Date.now();
        }
      });
    }

    postMessage(message, transfer) {
      if (message.type === "run") {
        const { id, spec, options: { warm } } = message;
        watched.runs.push({ id, gamma: JSON.parse(spec).model.gamma, warm, begin: Date.now() });
      }
      super.postMessage(message, transfer);
    }
  };
  addEventListener("input", (e) => e.target.type === "range" && watched.moves.push(Date.now()), true);
}

/** The runs that the solver was asked for: gamma, whether from the last solution, and when. */
const runs = () => page.evaluate(() => watched.runs);
const steps = async () => (await runs()).filter(({ warm }) => warm);
const exact = async () => (await runs()).filter(({ warm }) => !warm);

/** Waits for the end of the exact run after so many. */
async function atRest(count, what = "the slider") {
  await until(async () => (await exact())[count]?.end, () => `no run at rest after ${what}`);
  await done();
}

/** The reports that the solver has given so far. */
async function reports() {
  return (await page.evaluate(() => watched.reports)).map((text) => JSON.parse(text));
}

const shown = () => page.evaluate(() => ({
  status: document.querySelector("[role=status]").textContent,
  headline: document.querySelector(".headline").textContent,
}));

/** Waits for the end of a run. */
const done = () => page.waitForFunction(() => document.documentElement.dataset.lplab !== "running");

async function run() {
  await button("Run").click();
  await done();
}

/** Starts long work: a tensor of 15 million entries, 6000 operations for each. */
async function startLong(press = () => button("Run").click()) {
  await label("Rows").fill("200");
  await page.getByRole("textbox", { name: "Columns", exact: true }).fill("6000");
  if (!await label("Strategy").isVisible()) {
    await page.getByText("Advanced", { exact: true }).click();
  }
  await label("Strategy").selectOption("Tensor");
  await button("Run").focus();
  await press();
}

async function statusIs(wanted) {
  await until(async () => {
    const text = await status().textContent();
    return typeof wanted === "string" ? text === wanted : wanted.test(text);
  }, async () => `the status says: ${await status().textContent()}`);
}

/** Waits until a control has a value. */
async function comesToBe(name, value) {
  await until(async () => await label(name).inputValue() === value, async () => `${name} is ${await label(name).inputValue()}`);
}

/** The shares of the rows, as they are entered. */
async function split() {
  const [train, validation, test] = await Promise.all(["Training share", "Validation share", "Test share"]
    .map(async (name) => Number(await label(name).inputValue())));
  return { train, validation, test };
}

/** Settings that are nobody's default. */
async function enterModel() {
  await label("Kernel").selectOption("Polynomial");
  await label("Degree").fill("3");
  await label("p").fill("6/5");
  await label("Gamma").fill("2.5");
  await label("Gamma").press("Tab");
  await page.waitForFunction(() => !document.getElementById("gamma-auto").checked);
}

/** All that is entered, by label. */
const entries = () => page.evaluate(() => Object.fromEntries(
  [...document.querySelectorAll("#controls :is(input:not([type=file]), select)")].filter((control) => !control.closest("#repair")).map((control) => [
    control.labels[0]?.textContent ?? control.ariaLabel,
    control.type === "checkbox" ? control.checked : control.selectedOptions?.[0]?.textContent ?? control.value,
  ]),
));

/**
 * Presses Run on entries that are an experiment the command line refuses:
 * its sentence is said (but for what may differ), and all entries stay.
 */
async function assertRefused(spec, file, but = /$^/g) {
  const entered = await entries();
  await run();
  const { status: code, stderr } = solve(spec, file);
  assert.equal(code, 2, stderr);
  assert.equal(await phase(), "error");
  const said = await status().textContent();
  assert.equal(plain(said).replace(but, "…"), plain(stderr.replace(/^lplab: /, "").trimEnd()).replace(but, "…"));
  assertSentence(said);
  assert.deepEqual(await entries(), entered);
}

/** A sentence without the field's name: beside the controls they go by their labels. */
const plain = (sentence) => sentence.replace(/^\S+ is /, "");

/** One line that says what is wrong and how to mend it. */
function assertSentence(text) {
  assert.doesNotMatch(text, /\n|undefined|null|panic|goroutine|\.go:|Error:/);
  assert.match(text, /choose|export|mend|need|turn on|train on|must|give|name|use /, "a remedy");
}

async function assertFits(when) {
  const seen = await page.evaluate(() => {
    const name = (element) => element.ariaLabel || element.textContent || element.id;
    const visible = [...document.querySelectorAll("button, select, input[type=text], input[type=file], summary")]
      .filter((element) => element.checkVisibility());
    const run = document.getElementById("run").getBoundingClientRect();
    return {
      width: document.documentElement.scrollWidth - innerWidth,
      // Help within a line of text may be as high as that and some air.
      low: visible.filter((element) => element.getBoundingClientRect().height < (element.matches(".field *") || !element.matches(".explain") ? 40 : 32)).map(name),
      wide: visible.filter((element) => element.getBoundingClientRect().right > innerWidth + 0.5).map(name),
      run: run.top >= 0 && run.bottom <= innerHeight &&
        document.elementFromPoint(run.x + run.width / 2, run.y + run.height / 2)?.id,
    };
  });
  assert.ok(seen.width <= 0, `${when}: ${seen.width} px wider than the screen`);
  assert.deepEqual(seen.low, [], `${when}: less than 40 px high`);
  assert.deepEqual(seen.wide, [], `${when}: beyond the edge`);
  assert.equal(seen.run, "run", `${when}: Run can be reached`);
}

/** The plot of the weights, in two parts: what stands beside the axis, and the rest. */
function picture() {
  return page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const canvas = document.querySelector("#plot-weights canvas");
    const over = document.querySelector("#plot-weights .u-over");
    const edge = Math.round(over.offsetLeft * devicePixelRatio) - 2;
    const context = canvas.getContext("2d");
    const hash = async (x, width) => {
      const { data } = context.getImageData(x, 0, width, canvas.height);
      return String(new BigUint64Array(await crypto.subtle.digest("SHA-256", data))[0]);
    };
    return { axis: await hash(0, edge), stems: await hash(edge, canvas.width - edge) };
  });
}

/** How many pixels of the plot of the weights, of one in four, have the colour of an estimate. */
function ink() {
  return page.evaluate(() => {
    const canvas = document.querySelector("#plot-weights canvas");
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let pixels = 0;
    for (let i = 0; i < data.length; i += 16) {
      if (data[i + 3] > 100 && data[i] > data[i + 2] + 60) { // the red of vermillion, and faint
        pixels++;
      }
    }
    return pixels;
  });
}

function write(name, contents) {
  const file = join(folder, name);
  writeFileSync(file, contents);
  return file;
}

/** What the command line makes of an experiment. */
function solve(spec, file) {
  const { status: code, stdout, stderr } = spawnSync(lplab, ["solve", "-", ...(file ? ["-data", file] : [])],
    { input: JSON.stringify(spec), encoding: "utf8", maxBuffer: 2 ** 28 });
  return { status: code, stderr, report: stdout && JSON.parse(stdout) };
}

/** Seven significant digits, as the certificate shows them. */
function number7(x) {
  return Number(x.toPrecision(7)).toString();
}

function assertClose(got, want, tolerance, what) {
  assert.ok(Math.abs(got - want) <= tolerance * Math.abs(want), `${what}: ${got} instead of ${want}`);
}
