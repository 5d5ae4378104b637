// The address of the page. It contains an experiment in its fragment, which never
// reaches a server, or the id of a short link in its path; the rest of the
// path is the folder of the site.

/** The folder of the site. */
export const site = new URL("../", import.meta.url);

/** The part of an address before the text of a link. */
export const key = "#e=";

const shortLinkPattern = /^s\/([0-9a-z]+)$/i; // of what follows the folder

/** The base64url text at the end of an address, without a full stop or a bracket after it, and spaces that a message put into it. */
export const encodedText = (/** @type {string} */ text) => text.replaceAll(/%[0-9a-f]{2}|[^\w.-]/gi, "").replace(/(..)\.+$/, "$1");

/** The id of a short link's text, "" if it is something else. */
export const idOf = (/** @type {string} */ link) => link.match(shortLinkPattern)?.[1] ?? "";

/**
 * The link that the page was called with: the text of a fragment, or "s/" and the id
 * of a short link; "" if there is none, null if the fragment is something else.
 */
export function currentLink() {
  const { hash, pathname } = location;
  if (hash !== "" && hash !== "#") return hash.startsWith(key) ? encodedText(hash.slice(key.length)) : null;
  const rest = pathname.startsWith(site.pathname) ? pathname.slice(site.pathname.length).replace(/(?:%[0-9a-f]{2}|[^0-9a-z%])+$/i, "") : ""; // without a full stop or a bracket after it
  return idOf(rest) ? rest : "";
}

/** The address of the page with a link, as currentLink returns it. */
export const addressOf = (/** @type {string} */ link) => site.pathname + (link && !idOf(link) ? key + link : link);
