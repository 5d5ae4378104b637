// The service of short links (app/links), if the site has one. Errors are
// sentences.
import { links } from "./build.js"; // made by the build: the address of the service, "" if the site has none
import { site } from "./shell/place.js";

const unreachableMessage = "The short-link service does not respond: use the full link, or try again in a minute";
const attempts = 3;
const pause = 1000; // ms before the second attempt, and twice that before the third

const wait = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));
const at = (/** @type {string} */ path) => new URL(links + path, site);

/** @typedef {{ service: string, maxBytes: number, keep: string[], usual: string }} Service Its limits; keep lists its retentions. */

let description = /** @type {Promise<Service | null> | null} */ (null);
/** The service's description of its limits; null if there is no service. Requested once. */
export function service() {
  description ??= links
    ? fetch(at("")).then((r) => (r.status === 200 ? r.json() : null)).then((d) => (d?.service === "lplab-links" ? d : null)).catch(() => (description = null))
    : Promise.resolve(null);
  return description;
}

/** Sends a request, which is repeated if the service or the network fails. @param {string} path @param {RequestInit} [options] */
async function request(path, options) {
  for (let i = 1; ; i++) {
    const response = await fetch(at(path), options).catch(() => null);
    if (response && response.status < 500) {
      if (response.ok) return response;
      const { error = unreachableMessage } = await response.json().catch(() => ({}));
      throw new Error(error);
    }
    if (i === attempts) throw new Error(unreachableMessage);
    await wait(pause * i);
  }
}

/**
 * Stores the text of a document; keep is one of the service's retentions. Returns its address and the token
 * that deletes it, also if the same document was stored before. The token is chosen here, so that
 * storing again after a lost answer has no further effect.
 * @param {string} text @param {string} keep
 */
export async function store(text, keep) {
  const token = [...crypto.getRandomValues(new Uint8Array(16))].map((b) => b.toString(16).padStart(2, "0")).join("");
  const response = await request(`?keep=${encodeURIComponent(keep)}`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
    body: text,
  });
  const { id, deleteToken } = await response.json();
  return { id, url: new URL(`s/${id}`, site).href, token: deleteToken };
}

/** The text of the document of a short link. */
export async function read(/** @type {string} */ id) {
  return (await request(`/${id}`)).text();
}

/** Deletes a link; it is no error if the link does not exist. Resolves to whether the document remains stored because others have stored it too. @param {string} id @param {string} token */
export async function remove(id, token) {
  const response = await fetch(at(`/${id}`), { method: "DELETE", headers: { Authorization: `Bearer ${token}` } }).catch(() => null);
  if (response?.ok || response?.status === 404) return response.status === 200;
  const { error = unreachableMessage } = (await response?.json().catch(() => null)) ?? {};
  throw new Error(error);
}
