// The service worker of lp Lab: it keeps a version of the whole site for use without
// a connection, and answers with that version alone.
//
// A new version is kept beside the one in use, each file checked against the hash
// that this script has of it, and takes its place when the page says so (message
// "take over", see web/shell/update.js) or when no page is open. The version before stays:
// pages that still run it may want more of its files.

const files = {{files}}; // address, relative to this script -> integrity

const family = `lp Lab ${registration.scope} `; // other sites may share the origin
const own = `${family}{{version}}`;

addEventListener("install", (event) => event.waitUntil(keep()));

async function keep() {
  const cache = await caches.open(own);
  const requests = Object.entries(files).map(([address, integrity]) => new Request(address, { cache: "no-cache", integrity }));
  try {
    await cache.addAll(requests);
  } catch (error) {
    await caches.delete(own);
    throw error;
  }
}

addEventListener("activate", (event) => event.waitUntil(tidy()));

/** Forgets all versions but this one and the one before. */
async function tidy() {
  const others = (await caches.keys()).filter((name) => name.startsWith(family) && name !== own);
  await Promise.all(others.slice(0, -1).map((name) => caches.delete(name)));
}

addEventListener("message", ({ data }) => {
  if (data === "take over") skipWaiting();
});

addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(registration.scope)) event.respondWith(answer(event.request));
});

async function answer(request) {
  const path = new URL(request.url).pathname.slice(new URL(registration.scope).pathname.length);
  // A short link shows the page, which requests the experiment from the service.
  const wanted = request.mode === "navigate" && /^s\/\w+$/.test(path) ? registration.scope : request;
  const options = { ignoreSearch: request.mode === "navigate", ignoreVary: true };
  return (await (await caches.open(own)).match(wanted, options)) ?? (await caches.match(wanted, options)) ?? fetch(request);
}
