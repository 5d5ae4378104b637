// Links within the page: those to elements move the focus too, and #bench shows the benchmark.
import { BenchView } from "../cards/benchview.js";
import { targetOf } from "../dom.js";

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** Scrolls an element to the top, at once for readers who prefer reduced motion. */
export const scrollToTop = (/** @type {Element} */ element) => element.scrollIntoView({ behavior: reducedMotion.matches ? "auto" : "smooth" });

/** @type {BenchView | null} */
let bench = null; // after it was opened
let currentView = ""; // the view shown
let labScroll = 0; // scroll position of the lab

/** Shows the benchmark at #bench, otherwise the lab at its last scroll position. */
function route() {
  const view = location.hash === "#bench" ? "bench" : "";
  if (view === currentView) return;
  currentView = document.documentElement.dataset.view = view;
  if (view) {
    labScroll = scrollY;
    bench ??= new BenchView();
    if (!bench.element.isConnected) document.body.append(bench.element);
    bench.enter();
  } else {
    bench?.leave();
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

/** Starts to handle links and the history. */
export function navigate() {
  document.addEventListener("click", follow, true);
  addEventListener("hashchange", route);
  addEventListener("popstate", route);
  route();
}
