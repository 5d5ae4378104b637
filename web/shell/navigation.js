// Links within the page: those to elements move the focus too, and #bench shows the benchmark.
import { targetOf } from "../dom.js";

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** Scrolls an element to the top, at once for readers who prefer reduced motion. */
export const scrollToTop = (/** @type {Element} */ element) => element.scrollIntoView({ behavior: reducedMotion.matches ? "auto" : "smooth" });

/** @typedef {import("../cards/benchview.js").BenchView} BenchView */

/** @type {() => Promise<BenchView | null>} */
let loadBench;
/** @type {Promise<BenchView | null> | null} */
let bench = null; // after it was opened
let currentView = ""; // the view shown, or still loaded
let labScroll = 0; // scroll position of the lab

/** Shows the benchmark at #bench, otherwise the lab at its last scroll position. */
async function route() {
  const view = location.hash === "#bench" ? "bench" : "";
  if (view === currentView) return;
  currentView = view;
  const shown = await (bench ??= loadBench());
  if (!shown) {
    bench = null;
    currentView = "";
    return;
  }
  if (view !== currentView) return;
  document.documentElement.dataset.view = view;
  if (view) {
    labScroll = scrollY;
    if (!shown.element.isConnected) document.body.append(shown.element);
    shown.enter();
  } else {
    shown.leave();
    scrollTo(0, labScroll);
    document.querySelector('a[href="#bench"]')?.focus({ preventScroll: true });
  }
}

/** Follows a link within the page; go-app does not get the event, because it would treat the link as one of its routes. @param {MouseEvent} e */
function follow(e) {
  const element = targetOf(e);
  if (element?.closest('a[target="_blank"]')) return e.stopPropagation(); // go-app would open it in this tab
  const link = element?.closest('a[href^="#"]');
  const href = link?.getAttribute("href") ?? "";
  if (link && ["#", "#bench"].includes(href) && !(e.ctrlKey || e.metaKey || e.shiftKey)) {
    e.preventDefault();
    e.stopPropagation();
    history.pushState(null, "", /** @type {HTMLAnchorElement} */ (link).href);
    route();
    return;
  }
  const target = link && document.getElementById(href.slice(1));
  if (!target) return;
  e.preventDefault();
  e.stopPropagation();
  if (target instanceof HTMLDetailsElement) target.open = true;
  scrollToTop(target);
  target.focus({ preventScroll: true });
}

/** Starts to handle links and the history. @param {() => Promise<BenchView | null>} load of the benchmark; null if it failed */
export function navigate(load) {
  loadBench = load;
  document.addEventListener("click", follow, true);
  addEventListener("hashchange", route);
  addEventListener("popstate", route);
  route();
}
