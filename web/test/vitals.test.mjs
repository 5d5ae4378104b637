// Nothing moves by itself under the reader's eyes or finger. Times are told, and decide nothing.

import assert from "node:assert/strict";
import { test } from "node:test";
import { open, page } from "./page.mjs";
import { use, watchVitals } from "./vitals.mjs";

for (const [device, options] of [
  ["a desk", { viewport: { width: 1280, height: 800 } }],
  ["a phone", { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }],
]) {
  test(`the layout is stable on ${device}`, async (t) => {
    await open({ ...options, prepare: (context) => context.addInitScript(watchVitals) });
    const { paint, shift, shifted, interaction } = await use(page);
    t.diagnostic(`largest contentful paint ${Math.round(paint)} ms, longest interaction ${Math.round(interaction)} ms, shifts ${shift.toFixed(4)}`);
    assert.ok(shift <= 0.02, `shifts of ${shift}: ${shifted.join(", ")}`);
  });
}
