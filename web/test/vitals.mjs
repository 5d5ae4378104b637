// The largest contentful paint, the layout shifts and the longest interaction of a visit, as
// Lighthouse defines them.

/** Collects them in globalThis.vitals of the page, in ms and as the sum of the shifts' scores. Runs in the page, before its own scripts. */
export function watchVitals() {
  const vitals = (globalThis.vitals = { paint: 0, shift: 0, shifted: [], interaction: 0 });
  const each = (type, take, options = {}) => new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true, ...options });
  each("largest-contentful-paint", (entry) => { vitals.paint = entry.startTime; });
  each("layout-shift", (entry) => {
    if (entry.hadRecentInput) return;
    vitals.shift += entry.value;
    vitals.shifted.push(...entry.sources.map(({ node }) => node?.id || node?.className || node?.nodeName));
  });
  each("event", (entry) => {
    if (entry.interactionId) vitals.interaction = Math.max(vitals.interaction, entry.duration);
  }, { durationThreshold: 16 });
}

/** Uses a page as a reader does: opens tabs, enters values, starts a run, and opens tabs during it. Returns the vitals. */
export async function usePage(page) {
  const tab = (name) => page.getByRole("tab", { name, exact: true }).click();
  const pane = async (name) => {
    const button = page.getByRole("group", { name: "Part of the page" }).getByRole("button").filter({ hasText: name });
    if (await button.isVisible()) await button.click();
  };
  for (const name of ["How well", "Choose", "Solver", "What matters"]) await tab(name);
  await pane("Data");
  await page.getByLabel("Sample", { exact: true }).selectOption("prostate");
  await page.waitForFunction(() => [.../** @type {HTMLSelectElement} */ (document.getElementById("f-target")).options].some(({ value }) => value === "lpsa"));
  const before = await page.evaluate(() => document.getElementById("answer").textContent);
  await page.getByRole("button", { name: "Run", exact: true }).click();
  for (const name of ["How well", "Use", "What matters"]) await tab(name);
  await page.waitForFunction((text) => document.documentElement.dataset.lplab === "ready" && document.getElementById("answer").textContent !== text, before);
  return page.evaluate(() => vitals);
}
