// First and later visits of the page: downloads and load times.

import { existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { lplab, openPage } from "./harness.mjs";

/**
 * Opens the address in a fresh profile and waits until the opening experiment is
 * recomputed. Returns the page, the compressed sizes of the files requested until then
 * by their address, and milliseconds since the navigation: first, until the finished
 * result was painted, and live, until it was recomputed and the page is interactive.
 */
export async function visit(browser, url) {
  const requests = new Set();
  const page = await openPage(browser, url, {
    offline: true,
    async prepare(context) {
      // The service worker fetches the files for later visits after this visit is live.
      context.on("request", (request) => request.serviceWorker() || requests.add(new URL(request.url()).pathname));
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
  return { page, ...moments, sizes: new Map([...requests].map((address) => [address, sizeOf(address)])) };
}

/** Opens the address in the profile of an earlier visit; returns the page and its moments. */
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
