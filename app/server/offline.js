// The service worker of lp Lab: it stores a version of the whole site for use without
// a connection, and responds with the files of that version.
//
// A new version is stored beside the one in use, each file checked against its hash in this
// script. It replaces that one when the page sends the message "take over" (web/shell/update.js)
// or when no page is open. The previous version is kept, because open pages may load more of its
// files.

const files = {{files}}; // address, relative to this script -> integrity

const family = `lp Lab ${registration.scope} `; // other sites may share the origin
const cacheName = `${family}{{version}}`;

addEventListener("install", (event) => event.waitUntil(storeFiles()));

async function storeFiles() {
  const cache = await caches.open(cacheName);
  const requests = Object.entries(files).map(([address, integrity]) => new Request(address, { cache: "no-cache", integrity }));
  try {
    await cache.addAll(requests);
  } catch (error) {
    await caches.delete(cacheName);
    throw error;
  }
}

addEventListener("activate", (event) => event.waitUntil(deleteOld()));

/** Deletes all versions except this one and the previous one. */
async function deleteOld() {
  const others = (await caches.keys()).filter((name) => name.startsWith(family) && name !== cacheName);
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
  const target = request.mode === "navigate" && /^s\/\w+$/.test(path) ? registration.scope : request;
  const options = { ignoreSearch: request.mode === "navigate", ignoreVary: true };
  return (await (await caches.open(cacheName)).match(target, options)) ?? (await caches.match(target, options)) ?? fetch(request);
}
