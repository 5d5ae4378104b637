// Input that cannot be used: the page shows how to correct it, with the message of the command
// line if there is one; all entries are kept, and the page stays usable.
// Every test also fails on console errors and requests to other origins.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { solve, write } from "./files.mjs";
import { lplab, wpbc } from "./harness.mjs";
import { button, enteredShares, keepPage, label, lastReport, page, phase, reopen, reusePage, run, status, waitForEntries, waitForPhase, waitForStatus, waitForValue, withoutSearch } from "./page.mjs";

test("files that are no table leave the page unchanged", async () => {
  await reopen();
  await label("Data file").setInputFiles(wpbc);
  await waitForStatus(/^wpbc\.csv: /);
  await label("Target").selectOption("time");
  await enterModel();
  const entered = await entries();
  const picture = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]), Buffer.alloc(64)]);
  const letter = "Dear all,\n\nthis is a letter, and there is no table in it.\nNone of these lines is data, is it?\n\nYours\n";
  for (const [name, contents] of [["photo.png", picture], ["letter.txt", letter], ["empty.csv", ""]]) {
    const file = write(name, contents);
    await label("Data file").setInputFiles(file);
    const { stderr } = spawnSync(lplab, ["inspect", file], { encoding: "utf8" });
    await waitForStatus(new RegExp(`^${name} was not loaded: `));
    assert.equal(await phase(), "error");
    const message = await status().textContent();
    assert.equal(`lplab: ${message.replace(`${name} was not loaded: `, "")}\n`, stderr);
    assertMessage(message);
    assert.deepEqual(await entries(), entered, name);
  }
  await run(); // with the previous file
  assert.match(await status().textContent(), /^Converged/);
  const { spec } = await lastReport();
  assert.deepEqual([spec.data.name, spec.target, spec.model.kernel.degree, spec.model.p, spec.model.gamma], ["wpbc.csv", "time", 3, "6/5", 2.5]);
  // A file that is a table is taken after one that is not.
  await label("Data file").setInputFiles(write("corrected.csv", table("a,b,y", 30, (i) => [i % 7, i % 5, i % 3])));
  await waitForStatus(/^corrected\.csv: 30 rows, 3 columns/);
  await run();
  assert.match(await status().textContent(), /^Converged/);
  keepPage();
});

test("targets that no model can learn get the command line's message, and can be corrected", async () => {
  await reopen();
  // y varies, but not in the training rows: all but one of them are 5.
  const cells = (i, changedRow) => [i % 7, i % 5, i === changedRow ? 6 : 5, ["red", "green", "blue"][i % 3]];
  const varied = write("varied.csv", table("a,b,y,c", 40, (i) => cells(i, 0)));
  const data = { source: "file", name: "varied.csv" };
  const shares = { train: 0.75, validation: 0, test: 0.25 }; // the default for a user's file
  const common = { data, split: shares, model: { kernel: { type: "polynomial", degree: 3 }, p: "6/5", gamma: 2.5 } };
  const [changedRow] = solve({ ...common, target: "a" }, varied).report.rows.test;
  const file = write("constant.csv", table("a,b,y,c", 40, (i) => cells(i, changedRow)));
  data.name = "constant.csv";

  await label("Data file").setInputFiles(file);
  await waitForStatus(/^constant\.csv: /);
  await enterModel();
  await label("Target").selectOption("y");
  await label("Task").selectOption("Regression"); // the two values suggest classes
  await label("Loss").selectOption("Squared");
  await assertRefused({ ...common, target: "y" }, file);
  await label("Target").selectOption("c");
  await label("Task").selectOption("Classification");
  await run(); // three classes are learnt
  assert.match(await status().textContent(), /^Converged/);
  await label("Task").selectOption("Regression");
  await run(); // texts are classes, as on the command line
  assert.match(await status().textContent(), /^Converged/);
  for (const { spec } of [await lastReport(), solve({ ...common, target: "c" }, file).report]) assert.equal(spec.task, "classification");
  await label("Target").selectOption("a");
  await run();
  assert.match(await status().textContent(), /^Converged/);
  keepPage();
});

test("Run is disabled for a file without a numeric column", async () => {
  await reusePage();
  const file = write("texts.csv", table("name,town", 30, (i) => [`person ${i} of the village`, `house ${7 * i} on the hill`]));
  await label("Data file").setInputFiles(file);
  await waitForStatus(/^texts\.csv: no column has varying numbers or categories: /);
  const entered = await entries();
  assert.equal(await button("Run").getAttribute("aria-disabled"), "true");
  await page.keyboard.press("Control+Enter");
  await waitForPhase("error");
  assertMessage(await status().textContent());
  assert.deepEqual(await entries(), entered);
  await label("Data file").setInputFiles(wpbc);
  await waitForStatus(/^wpbc\.csv: /);
  await run();
  assert.match(await status().textContent(), /^Converged/);
  keepPage();
});

test("kernels that overflow or exceed the memory are refused", async () => {
  await reopen();
  await label("Sample").selectOption("wpbc");
  await waitForValue("Target", "time");
  await withoutSearch();
  await label("Kernel").selectOption("Exponential");
  await label("Rate").fill("1"); // instead of auto
  await label("Standardise").uncheck();
  const sample = { data: { source: "sample", name: "wpbc" }, target: "time", split: await enteredShares() };
  const exponential = { kernel: { type: "exponential" }, p: "4/3" };
  await assertRefused({ ...sample, preprocess: { standardize: false }, model: exponential });
  await label("Standardise").check(); // as the message says: the values are smaller, but still too large
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
  assert.equal((await lastReport()).spec.model.p, 1.1);

  await label("Sample").selectOption("synthetic");
  await waitForValue("Rows", "125");
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
  keepPage();
});

test("an entry out of range is kept, marked and explained", async () => {
  await reopen();
  await label("p").fill("0.9");
  await label("p").press("Tab");
  await page.waitForFunction(() => document.getElementById("f-model-p").getAttribute("aria-invalid") === "true");
  await run();
  assert.equal(await phase(), "error");
  const message = await status().textContent();
  assert.match(message, /^p is 0\.9: /);
  assert.equal(await label("p").inputValue(), "0.9");
  const descriptionIds = await label("p").getAttribute("aria-describedby");
  assert.equal(await page.locator(`#${descriptionIds.split(" ").at(-1)}`).textContent(), message);
  await button("p = 8/7").click();
  await run();
  assert.match(await status().textContent(), /^Converged/);
});

const table = (header, rows, cells) => [header, ...Array.from({ length: rows }, (_, i) => cells(i).join(","))].join("\n") + "\n";

/** Enters settings that differ from the defaults. */
async function enterModel() {
  await label("Kernel").selectOption("Polynomial");
  await label("Degree").fill("3");
  await label("p").fill("6/5");
  await label("Gamma").fill("2.5");
  await label("Gamma").press("Tab");
  await page.waitForFunction(() => !document.getElementById("gamma-auto").checked);
}

/** Returns all entries by label. */
const entries = () => page.evaluate(() => Object.fromEntries(
  [...document.querySelectorAll("#controls :is(input:not([type=file]), select)")].filter((control) => !control.closest("#repair")).map((control) => [
    control.labels[0]?.textContent ?? control.ariaLabel,
    control.type === "checkbox" ? control.checked : control.selectedOptions?.[0]?.textContent ?? control.value,
  ]),
));

/**
 * Presses Run on entries that the command line refuses as spec. Asserts that the page shows the same
 * message, apart from parts that match except, and keeps all entries.
 */
async function assertRefused(spec, file, except = /$^/g) {
  await waitForEntries();
  const entered = await entries();
  await run();
  const { status: code, stderr } = solve(spec, file);
  assert.equal(code, 2, stderr);
  assert.equal(await phase(), "error");
  const message = await status().textContent();
  assert.equal(withoutField(message).replace(except, "…"), withoutField(stderr.replace(/^lplab: /, "").trimEnd()).replace(except, "…"));
  assertMessage(message);
  assert.deepEqual(await entries(), entered);
}

/** Returns a message without the name of the field: the page shows its label instead. */
const withoutField = (message) => message.replace(/^\S+ is /, "");

/** Asserts that a message is one line that says how to correct the input. */
function assertMessage(text) {
  assert.doesNotMatch(text, /\n|undefined|null|panic|goroutine|\.go:|Error:/);
  assert.match(text, /choose|export|need|turn on|train on|must|give|name|use /, "says how to correct the input");
}
