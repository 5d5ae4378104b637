// New versions of the page, which the service worker stores beside the one in use
// until the reader activates them (app/server/offline.js).

const workers = navigator.serviceWorker; // undefined if the browser forbids it

/** Has go-app offer every version that waits: go-app reports only those found after its own start. */
export async function offerUpdate() {
  if (!workers) return;
  const registration = await workers.ready;
  const offerWaiting = () => registration.waiting && globalThis.goappOnUpdate();
  const follow = () => registration.installing?.addEventListener("statechange", offerWaiting);
  offerWaiting();
  follow();
  registration.addEventListener("updatefound", follow);
}

/** Activates the version that waits, and loads it. */
export async function update() {
  const waiting = (await workers?.getRegistration())?.waiting;
  if (waiting) {
    // The state of the worker itself is awaited, because on a first visit the page has no controller that would change.
    const activation = new Promise((/** @type {(value?: unknown) => void} */ resolve) => waiting.addEventListener("statechange", () => waiting.state === "activated" && resolve()));
    waiting.postMessage("take over");
    await activation;
  }
  location.reload();
}
