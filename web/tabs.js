/**
 * Fills a host with tabs, {id, name} each, that control panels of the ids
 * "panel-<id>", and tells `chosen` which was taken. Arrow keys move between those
 * that are not hidden.
 */
export class Tabs {
  #buttons = new Map();
  #chosen;

  constructor(host, name, tabs, chosen) {
    this.#chosen = chosen;
    host.setAttribute("role", "tablist");
    host.setAttribute("aria-label", name);
    host.classList.add("tabs");
    host.replaceChildren(...tabs.map(({ id, name: text }) => {
      const button = document.createElement("button");
      Object.assign(button, { type: "button", id: `tab-${id}`, className: "tab", textContent: text });
      button.setAttribute("role", "tab");
      button.setAttribute("aria-controls", `panel-${id}`);
      button.addEventListener("click", () => this.choose(id));
      button.addEventListener("keydown", (e) => this.#key(e, id));
      this.#buttons.set(id, button);
      return button;
    }));
  }

  /** Shows the tabs of these ids only; gives the one that is chosen then. */
  offer(ids) {
    for (const [id, button] of this.#buttons) button.hidden = !ids.includes(id);
    if (!ids.includes(this.current)) this.choose(ids[0]);
    return this.current;
  }

  choose(id) {
    this.current = id;
    for (const [other, button] of this.#buttons) {
      button.setAttribute("aria-selected", String(other === id));
      button.tabIndex = other === id ? 0 : -1;
    }
    this.#chosen(id);
  }

  #key(e, id) {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const ids = [...this.#buttons.keys()].filter((other) => !this.#buttons.get(other).hidden);
    const at = ids.indexOf(id);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1 + ids.length, Home: 0, End: ids.length - 1 }[e.key];
    if (to === undefined) return;
    e.preventDefault();
    const next = ids[to % ids.length];
    this.choose(next);
    this.#buttons.get(next).focus();
  }
}
