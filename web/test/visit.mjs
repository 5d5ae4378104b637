// A first visit: what it fetches and when it gets somewhere.

import { existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { lplab, openPage } from "./harness.mjs";

/**
 * Opens the address in a fresh profile and waits until the opening experiment was
 * recomputed. Gives the page, the bytes that came until then by their address, as
 * they travel, and milliseconds since the navigation: first, when the finished
 * result was painted, and live, when it had been recomputed and the page answers.
 */
export async function visit(browser, url) {
  const asked = new Set();
  const page = await openPage(browser, url, {
    offline: true,
    async prepare(context) {
      // What the service worker keeps for a next visit it fetches once this one is live.
      context.on("request", (request) => request.serviceWorker() || asked.add(new URL(request.url()).pathname));
      await context.addInitScript(() => {
        globalThis.lplabMoments = {};
        new PerformanceObserver((list) => { lplabMoments.first = list.getEntriesByName("first-contentful-paint")[0]?.startTime ?? lplabMoments.first; })
          .observe({ type: "paint", buffered: true });
        addEventListener("lplab-settled", () => {
          if (document.documentElement.dataset.lplab === "ready") lplabMoments.live ??= performance.now();
        });
      });
    },
  });
  const moments = await momentsOf(page);
  return { page, ...moments, sizes: new Map([...asked].map((address) => [address, sizeOf(address)])) };
}

/** Opens the address once more, in the profile of an earlier visit; gives its page and moments. */
export async function revisit(context, url) {
  const page = await context.newPage();
  await page.goto(url);
  return { page, ...await momentsOf(page) };
}

const momentsOf = async (page) =>
  (await page.waitForFunction(() => lplabMoments.live && lplabMoments.first && lplabMoments)).jsonValue();

const site = join(dirname(lplab), "site");

function sizeOf(address) {
  const file = join(site, address === "/" ? "index.html" : address);
  return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size;
}
