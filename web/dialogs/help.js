// The help of the lab: the glossary's entry for a control or a number, beside its button
// (app/page/help.go), with a link to the lessons.
import { element, targetOf } from "../dom.js";

const lessons = new URL("../lessons/", import.meta.url);
/** @typedef {{ name: string, id: string, html: string, lesson?: { file: string, title: string } }} Entry */
let entries = /** @type {Promise<Record<string, Entry>> | null} */ (null); // the glossary, after its first use

function glossary() {
  entries ??= fetch(new URL("./glossary.json", import.meta.url)).then((r) => (r.ok ? r.json() : Promise.reject(new Error(r.statusText))));
  entries.catch(() => (entries = null));
  return entries;
}

addEventListener("click", (event) => {
  const button = targetOf(event)?.closest(".explain");
  if (button) explain(button);
});

// F1 opens the help of the control with the focus.
addEventListener("keydown", (event) => {
  const target = targetOf(event);
  const button = event.key === "F1" && target?.closest(".field")?.querySelector(".explain");
  if (!target || !button) return;
  event.preventDefault();
  explain(button, target);
});

/** Opens the note of a button; closing it returns the focus to an element. @param {Element} button @param {Element} back */
async function explain(button, back = button) {
  const note = element("div", { className: "glossary-note", popover: "auto", tabIndex: -1,
    attributes: { role: "dialog", "aria-label": button.getAttribute("aria-label") ?? "" } });
  try {
    note.append(...textOf((await glossary())[button.dataset.term ?? ""]));
  } catch {
    note.append(element("p", { textContent: "The glossary could not be loaded: check the connection and try again." }));
  }
  document.body.append(note);
  button.setAttribute("aria-expanded", "true");
  note.addEventListener("toggle", ({ newState }) => {
    if (newState === "open") return;
    button.removeAttribute("aria-expanded");
    if (note.contains(document.activeElement) || document.activeElement === document.body) back.focus();
    note.remove();
  });
  // Escape closes only the note.
  note.addEventListener("keydown", (event) => event.key === "Escape" && event.stopPropagation());
  note.showPopover();
  place(note, button.getBoundingClientRect());
  note.focus({ preventScroll: true });
}

/** The text of an entry, with a link to its lesson. */
function textOf(/** @type {Entry} */ { name, id, html, lesson }) {
  const link = (/** @type {string} */ file, /** @type {string} */ text) => element("a", { href: new URL(file, lessons).href, textContent: text });
  const read = element("p", { className: "read" }, ...(lesson ? ["Read: ", link(lesson.file, lesson.title), ", or the "] : ["See the "]), link(`glossary.html#${id}`, "glossary"), ".");
  const body = document.createElement("template");
  body.innerHTML = html; // made by the build
  return [element("h3", { textContent: name }), body.content, read];
}

/** Puts the note below what it explains, or above, within the window. @param {HTMLElement} note @param {DOMRect} at */
function place(note, at) {
  const { width, height } = note.getBoundingClientRect();
  const below = at.bottom + 4 + height <= innerHeight;
  note.style.left = `${Math.max(8, Math.min(at.left - 16, innerWidth - width - 8))}px`;
  note.style.top = `${Math.max(8, below ? at.bottom + 4 : at.top - height - 4)}px`;
}
