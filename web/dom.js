// Helpers of the modules that make elements of the page.

/**
 * An element with properties and attributes (in attributes); text stays text.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Partial<Omit<HTMLElementTagNameMap[T], "attributes">> & { attributes?: Record<string, string | number | boolean> }} [properties]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function element(tag, { attributes = {}, ...properties } = {}, ...children) {
  const node = Object.assign(document.createElement(tag), properties);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  node.append(...children);
  return node;
}

/**
 * The element of an id, which the page has.
 * @param {string} id
 */
export function byId(id) {
  const node = document.getElementById(id);
  if (!node) throw new Error(`the page has no #${id}`);
  return node;
}

/** The element that an event comes from; null if it is the document or the window. */
export const targetOf = (/** @type {Event} */ { target }) => (target instanceof Element ? target : null);

/** Resolves after the browser has painted all earlier changes. @returns {Promise<unknown>} */
export const nextPaint = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

/** The directions of the arrow keys; right and up are positive. @type {Record<string, Point>} */
export const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/** Sets whether a button is idle. An idle button keeps the focus; a disabled one loses it. @param {Element} button @param {boolean} idle */
export function setIdle(button, idle) {
  button.classList.toggle("idle", idle);
  button.setAttribute("aria-disabled", String(idle));
}

export const messageOf = (/** @type {unknown} */ error) => (error instanceof Error && error.message) || String(error);

/** A text as the beginning of a name, as of a file: its letters and digits, without accents and thousands separators, and with hyphens between. */
export const fileStem = (/** @type {string} */ text, fallback = "lplab") =>
  text.normalize("NFKD").replaceAll(/\p{M}|(?<=\d),(?=\d{3})/gu, "").replaceAll(/[^\p{L}\p{N}]+/gu, "-").replaceAll(/^-|-$/g, "").slice(0, 40).toLowerCase() || fallback;

/**
 * Saves a file by the browser's download.
 * @param {string} name
 * @param {string} type
 * @param {BlobPart} content
 */
export function download(name, type, content) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  element("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000); // when the browser has read it
}
