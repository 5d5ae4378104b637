// The plot of few and of very many weights: drawing, pointing and zooming.

import assert from "node:assert/strict";
import { test } from "node:test";
import { button, estimatePixels, keepPage, label, lastReport, page, reopen, run, status, waitForValue } from "./page.mjs";
import { until } from "./waiting.mjs";

test("the weights change with p, and their axis does not", async () => {
  await reopen();
  await label("Sample").selectOption("wpbc"); // more weights than are shown as bars
  await waitForValue("Target", "time");
  await label("r").fill("");
  const exponents = ["2", "4/3", "8/7"];
  const pictures = {};
  for (const p of [...exponents, ...exponents]) { // in the first round the axis grows to fit all weights
    await button(`p = ${p}`).click();
    await run();
    assert.match(await status().textContent(), /^Converged/);
    assert.equal(String((await lastReport()).spec.model.p), p);
    pictures[p] = { ...await picture(), summary: await page.locator("#plot-weights").getAttribute("aria-label") };
  }
  assert.equal(new Set(Object.values(pictures).map(({ axis }) => axis)).size, 1, "the axis stays");
  assert.equal(new Set(Object.values(pictures).map(({ stems }) => stems)).size, 3, "the stems change");
  assert.equal(new Set(Object.values(pictures).map(({ summary }) => summary)).size, 3, "the summary changes");
  keepPage();
});

test("bars are long also after a model with much larger weights", async () => {
  const linear = { data: { source: "sample", name: "prostate" }, target: "lpsa", model: { kernel: { type: "linear" } } };
  await reopen({ document: { ...linear, model: { ...linear.model, gamma: 1e4 } } });
  const bars = page.locator(".bar-track > span");
  const longest = () => bars.evaluateAll((all) => Math.max(...all.map((bar) => bar.offsetWidth / bar.parentElement.offsetWidth)));
  await bars.first().waitFor();
  await label("Gamma").fill("1e-4");
  await run();
  assert.match(await status().textContent(), /^Converged/);
  assert.ok(await longest() > 0.2, `the longest bar has ${await longest()} of the width`);
  keepPage();
});

test("the plot of 211,575 weights shows the name of the weight under the pointer, and zooms", async () => {
  await reopen();
  await label("Sample").selectOption("synthetic-large");
  await waitForValue("Rows", "120");
  await label("Rows").fill("90");
  await label("Kernel").selectOption("Polynomial");
  await label("Degree").fill("2");
  await run();
  assert.match(await status().textContent(), /^Converged/);
  const { weights } = await lastReport();
  assert.equal(weights.count, 211575);
  assert.match(await page.locator(".headline").textContent(), /of 211,575 weights/);
  assert.ok(await estimatePixels() > 100, "the weights are drawn");

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
  await until(async () => /^\S+ {2}−?\d/.test(await readout.textContent()), () => readout.textContent());
  const zoomedLabel = (await readout.textContent()).split("  ")[0];
  await page.mouse.move(box.x + box.width / 2, box.y - 60);
  const part = await picture();
  assert.notEqual(part.stems, whole.stems, "a part is shown");
  assert.ok(zoomedLabel.length > 1, zoomedLabel);
  await page.mouse.dblclick(...at(0.3));
  await reset.waitFor({ state: "hidden" });
  await page.mouse.move(box.x + box.width / 2, box.y - 60);
  assert.deepEqual(await picture(), whole, "all is shown again");
});

/** Returns hashes of two parts of the plot of the weights: the axis, and the rest. */
function picture() {
  return page.evaluate(async () => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const canvas = document.querySelector("#plot-weights canvas");
    const overlay = document.querySelector("#plot-weights .u-over");
    const edge = Math.round(overlay.offsetLeft * devicePixelRatio) - 2;
    const context = canvas.getContext("2d");
    const hash = async (x, width) => {
      const { data } = context.getImageData(x, 0, width, canvas.height);
      return String(new BigUint64Array(await crypto.subtle.digest("SHA-256", data))[0]);
    };
    return { axis: await hash(0, edge), stems: await hash(edge, canvas.width - edge) };
  });
}
