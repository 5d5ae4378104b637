// What is drawn first as the page starts: what is in view.

const near = 200; // px below or above the window, where one soon scrolls to
const patience = 300; // ms until a page that is never idle draws all the same

const idle = globalThis.requestIdleCallback
  ? (act) => requestIdleCallback(act, { timeout: patience })
  : (act) => setTimeout(act, patience);

function inSight(element) {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom > -near && top < innerHeight + near;
}

/**
 * Acts in a task of its own: the next; or, out of sight, once the page has its first
 * result and is idle, for until then each task delays that.
 */
export function inTurn(element, act) {
  if (document.documentElement.dataset.lplab !== "loading" || inSight(element)) setTimeout(act);
  else addEventListener("lplab-settled", () => idle(act), { once: true });
}
