// Accessibility checks with axe-core.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

const axe = readFileSync(new URL("../node_modules/axe-core/axe.min.js", import.meta.url), "utf8");

/** Returns the violations that axe finds in the page or in parts of it (a selector or axe's context), one text for each element. options: those of axe. */
export async function axeFinds(page, parts, options = {}) {
  if (!await page.evaluate(() => "axe" in globalThis)) {
    for (const frame of page.frames()) await frame.evaluate(axe);
  }
  return page.evaluate(async ({ parts, options }) => {
    const { violations } = await globalThis.axe.run(parts ?? document, { resultTypes: ["violations"], ...options });
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target, html, any, all }) =>
      `${id}: ${target} ${html.slice(0, 200)} ${(any[0] ?? all[0])?.message ?? ""}`));
  }, { parts, options });
}

/** Asserts that axe finds no violation in either theme. In the dark theme it checks only the contrast, because only the colours differ. */
export async function assertAccessible(page, parts, when = "") {
  for (const colorScheme of ["dark", "light"]) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const findings = await axeFinds(page, parts, colorScheme === "dark" ? { runOnly: ["color-contrast"] } : {});
    assert.deepEqual(findings, [], `${when} ${colorScheme}`);
  }
}
