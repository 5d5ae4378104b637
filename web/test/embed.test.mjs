// Experiments embedded in another page, at two widths: the example of the site.

import assert from "node:assert/strict";
import { test } from "node:test";
import { axeFinds } from "./accessible.mjs";
import { openAddress, page } from "./page.mjs";
import { server } from "./stage.mjs";

test("three frames of an article run their experiments on request, and are as high as their content", async () => {
  await openAddress(new URL("examples/embed.html", server.url).href, { viewport: { width: 1280, height: 800 } });
  const frames = page.locator("iframe[loading=lazy]");
  assert.equal(await frames.count(), 3);
  for (let i = 0; i < 3; i++) {
    await frames.nth(i).scrollIntoViewIfNeeded();
    const inner = frames.nth(i).contentFrame();
    await inner.locator("html[data-lplab=ready]").waitFor();
    assert.equal(await inner.locator("#status").textContent(), "The experiment is loaded: press Run"); // no run starts by itself
    assert.equal(await inner.locator("#result").isVisible(), false, "no result is shown before the run");
    await inner.getByRole("button", { name: "Run", exact: true }).click();
    await inner.locator("#status").getByText(/^Converged/).waitFor();
    assert.match(await inner.locator("#status").textContent(), /^Converged/);
    await inner.locator("#plot-weights canvas, #plot-bars li").filter({ visible: true }).first().waitFor();
    assert.equal(await inner.getByRole("button", { name: "Share" }).isVisible(), false);
    await inner.getByRole("link", { name: "Open in lp Lab" }).and(inner.locator("[href*='#e=1.']")).waitFor();
  }
  // At two widths, after a step in the last frame and a changed entry in the first.
  const last = frames.nth(2).contentFrame();
  await last.getByRole("button", { name: "Next" }).click();
  await last.getByText("the weight spreads").waitFor();
  const first = frames.first().contentFrame();
  await first.getByRole("button", { name: "p = 2", exact: true }).click();
  await first.getByText("The entries have changed. Press Run for their result").waitFor();
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await page.waitForFunction(() => [...document.querySelectorAll("iframe")].every((frame) => {
      const inner = frame.contentDocument.documentElement;
      const framed = frame.contentDocument.getElementById("page");
      return inner.scrollHeight === frame.clientHeight && inner.scrollWidth === frame.clientWidth && frame.clientHeight - framed.offsetHeight < 4;
    }));
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `nothing is cut at a width of ${width}`);
  }
  const rules = { "landmark-unique": { enabled: false } }; // each frame is a document with landmarks of its own
  assert.deepEqual(await axeFinds(page, undefined, { rules }), []);
});
