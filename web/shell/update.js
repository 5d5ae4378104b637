// New versions of the page, which the service worker keeps beside the one in use
// until the reader takes them (app/server/offline.js).

const workers = navigator.serviceWorker; // undefined where the browser forbids it

/** Has go-app offer every version that waits: go-app reports only those found after its own start. */
export async function offerUpdate() {
  if (!workers) return;
  const registration = await workers.ready;
  const offer = () => registration.waiting && globalThis.goappOnUpdate();
  const follow = () => registration.installing?.addEventListener("statechange", offer);
  offer();
  follow();
  registration.addEventListener("updatefound", follow);
}

/** Turns to the version that waits, and loads it. */
export async function update() {
  const waiting = (await workers?.getRegistration())?.waiting;
  if (waiting) {
    // Of its own state, not of the page's controller: on a first visit the page has none.
    const taken = new Promise((/** @type {(value?: unknown) => void} */ resolve) => waiting.addEventListener("statechange", () => waiting.state === "activated" && resolve()));
    waiting.postMessage("take over");
    await taken;
  }
  location.reload();
}
