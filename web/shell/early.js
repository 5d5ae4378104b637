// Records the entries in the controls before the page's program has started. Go processes them as
// its first entries, and renders the controls again, which then lose the focus.
import { sliderValue } from "../cards/slider.js";
import { targetOf } from "../dom.js";

/** Whether an element is an entry of Go's; its path is in data-path. @param {Element | null} element */
const isEntry = (element) => element?.closest("#controls") && (element.dataset.path || element.dataset.moves);

const runButton = (/** @type {Event} */ event) => targetOf(event)?.closest("#run");

export class EarlyEntries {
  #entries = /** @type {{ path: string, value: string }[]} */ ([]);
  #lastFocus = /** @type {Element | null} */ (null); // the last element with the focus
  #abort = new AbortController();

  /** Whether Run was pressed. */
  run = false;

  /** onLostPress() is called if the Run button was replaced between press and release, because there is no click then. @param {() => void} onLostPress */
  constructor(onLostPress) {
    const { signal } = this.#abort;
    const record = (/** @type {Event} */ event) => this.#record(event);
    for (const event of globalThis.lplabEarly?.() ?? []) record(event);
    for (const kind of ["input", "change", "click", "focusin"]) document.addEventListener(kind, record, { capture: true, signal });
    /** @type {Element | null | undefined} */
    let pressedButton;
    document.addEventListener("pointerdown", (e) => (pressedButton = runButton(e)), { capture: true });
    document.addEventListener("pointerup", (e) => {
      if (pressedButton && !pressedButton.isConnected && runButton(e)) onLostPress();
      pressedButton = null;
    }, { capture: true });
  }

  #record(/** @type {Event} */ event) {
    const target = targetOf(event);
    if (event.type === "submit") this.run ||= target?.id === "controls";
    else if (event.type === "focusin") this.#lastFocus = target;
    else if (isEntry(target)) this.#enter(/** @type {HTMLInputElement} */ (target), event.type);
  }

  #enter(/** @type {HTMLInputElement} */ element, /** @type {string} */ kind) {
    const isButton = element.type === "button";
    if (isButton !== (kind === "click")) return;
    const { path, moves } = element.dataset;
    const value = element.type === "range" ? String(sliderValue(element))
      : element.type === "checkbox" ? String(element.checked)
      : isButton ? element.dataset.value : element.value;
    if (!isButton && this.#entries.at(-1)?.path === (path ?? moves)) this.#entries.pop();
    this.#entries.push({ path: path ?? moves ?? "", value: value ?? "" });
  }

  /** The entries so far, in their order. After this call Go handles the entries. */
  take() {
    this.#abort.abort();
    return this.#entries;
  }

  /** Moves the focus to the control that has replaced the one with the focus. */
  refocus() {
    const old = this.#lastFocus;
    const now = old && !old.isConnected && document.activeElement === document.body && document.getElementById(old.id);
    if (!now) return;
    now.focus({ preventScroll: true });
    if (now instanceof HTMLInputElement && now.type === "text" && old instanceof HTMLInputElement && now.value === old.value) now.setSelectionRange(old.selectionStart, old.selectionEnd);
  }
}
