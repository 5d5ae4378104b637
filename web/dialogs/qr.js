// QR codes of links.
import { encode } from "uqr";
import { element } from "../dom.js";

const mostCharacters = 1200; // characters; beyond, cameras fail to read the code from a screen

/** A link as a picture with that name; null if it is too long for one. @param {string | undefined} link @param {string} name */
function qrCode(link, name) {
  if (!link || link.length > mostCharacters) return null;
  const { size, data } = encode(link, { border: 2, ecc: "L" });
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", `0 0 ${size} ${size}`);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", name);
  const path = document.createElementNS(svg.namespaceURI, "path");
  path.setAttribute("d", data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join(""));
  svg.append(path);
  return svg;
}

/** Shows a link in a figure as a QR code that a press enlarges to the window; without a link hides the figure. @param {HTMLElement} figure @param {string | undefined} link @param {string} name @param {string} otherwise what to do if the link is too long */
export function showCode(figure, link, name, otherwise = "") {
  const picture = qrCode(link, name);
  figure.hidden = !link;
  figure.replaceChildren(picture ? element("button", { type: "button", title: "Enlarge", onclick: () => enlarge(picture.cloneNode(true), name), attributes: { "aria-label": `Enlarge the ${name}` } }, picture)
    : element("p", { className: "share-note", textContent: `Too long for a QR code: ${otherwise}` }));
}

/** Fills the window with a code, for a projector; a press or Escape closes it. @param {Node} code @param {string} name */
function enlarge(code, name) {
  const dialog = element("dialog", { className: "code-large", onclick: () => dialog.close(), onclose: () => dialog.remove(), attributes: { "aria-label": name } },
    code, element("button", { type: "button", textContent: "Close" }));
  document.body.append(dialog);
  dialog.showModal();
}
