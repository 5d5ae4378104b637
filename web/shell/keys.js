// The keys of the page: Ctrl+Enter runs, Escape cancels, Ctrl+Z undoes, Ctrl+Shift+Z or
// Ctrl+Y redoes. While a text field contains text that has not been entered yet, the
// browser handles the last three.
import { targetOf } from "../dom.js";

/** @param {EventTarget | null} element @returns {element is HTMLInputElement | HTMLTextAreaElement} */
const isText = (element) => element instanceof Element && element.matches("input:not([type]), input[type=text], input[type=search], input[type=url], textarea");

/** Whether a dialog or a popover is open, which the browser closes on Escape. */
const isDialogOpen = () => document.querySelector("dialog[open], :popover-open") !== null;

let enteredText = ""; // the text of the field with the focus when it was last entered
let pending = false;

/** Enters the text of a field, as Enter does: an entry of Go's is sent, another field gets its change event. @param {Element | null} field @param {Send} send */
export function enter(field, send) {
  if (!(field instanceof HTMLInputElement && field.matches("[type=text]"))) return;
  const { path } = field.dataset;
  if (path) send("entered", JSON.stringify([{ path, value: field.value }]));
  else field.dispatchEvent(new Event("change", { bubbles: true }));
}

/** Handles the keys. send(kind, text) sends to Go, and run() requests a run. @param {{ send: Send, run: () => void }} page */
export function followKeys({ send, run }) {
  const markEntered = (/** @type {Event} */ e) => {
    if (!isText(e.target)) return;
    enteredText = e.target.value;
    pending = false;
  };
  document.addEventListener("focusin", markEntered);
  document.addEventListener("change", markEntered);
  document.addEventListener("focusout", () => (pending = false));
  document.addEventListener("input", (e) => {
    if (isText(e.target)) pending = e.target.value !== enteredText;
  });
  document.addEventListener("keydown", (e) => {
    const key = e.key.toLowerCase();
    const command = e.ctrlKey || e.metaKey;
    if (key === "escape") {
      if (!isDialogOpen()) send("cancel", "");
    } else if (key === "enter" && command) {
      enter(targetOf(e), send);
      run();
    } else if (command && !e.altKey && (key === "z" || (key === "y" && !e.shiftKey))) {
      if ((isText(e.target) && (pending || !e.target.closest("#controls"))) || targetOf(e)?.closest("dialog")) return;
      e.preventDefault();
      send(key === "y" || e.shiftKey ? "redo" : "undo", "");
    }
  });
}
