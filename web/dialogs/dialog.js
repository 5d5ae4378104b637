// The frame of the page's dialogs: a title, a button that closes it, the contents, and a line
// for messages; and a line with a text to copy.
import { element } from "../dom.js";

export class Dialog {
  #dialog;

  /** The line for messages, which is part of the contents. */
  message = element("p", { className: "dialog-said", attributes: { role: "alert" } });

  /** @param {string} name @param {string} title @param {(message: HTMLElement) => HTMLElement[]} content */
  constructor(name, title, content) {
    const heading = element("h2", { id: `${name}-title`, textContent: title });
    const close = element("button", { type: "button", textContent: "Close", onclick: () => this.close() });
    this.#dialog = element("dialog", { id: `${name}-dialog`, className: name, attributes: { "aria-labelledby": heading.id } },
      element("div", { className: "dialog-head" }, heading, close), ...content(this.message));
    this.#dialog.addEventListener("click", (e) => e.target === this.#dialog && this.close());
    // A closed dialog is removed: its labels may be those of the page's controls.
    this.#dialog.onclose = () => this.#dialog.remove();
  }

  get isOpen() {
    return this.#dialog.open;
  }

  /** Opens it; returns false if it was open. */
  open() {
    if (this.isOpen) return false;
    document.body.append(this.#dialog);
    this.#dialog.showModal();
    return true;
  }

  close() {
    this.#dialog.close();
  }

  showMessage(/** @type {string} */ text) {
    this.message.textContent = text;
  }
}

/**
 * A text to copy: its field, and the line of it with its label and a button. announce(sentence) reports whether it was copied.
 * @param {string} label @param {string} id @param {(sentence: string) => void} announce
 * @returns {[HTMLInputElement, HTMLElement]}
 */
export function copyLine(label, id, announce) {
  const input = element("input", { type: "text", id, readOnly: true, spellcheck: false, onfocus: () => input.select() });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(input.value);
      announce(`${label} copied`);
    } catch {
      input.focus();
      input.select();
      announce("This browser does not allow copying: press Ctrl+C");
    }
  };
  return [input, element("div", { className: "share-line" }, element("label", { htmlFor: id, textContent: label }), input,
    element("button", { type: "button", onclick: copy }, element("span", { textContent: "Copy" }), element("span", { className: "unseen", textContent: ` ${label}` })))];
}
