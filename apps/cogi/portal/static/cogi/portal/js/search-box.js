// <cogi-search-box>: the form as an ARIA combobox. It reports what is typed and drives the list by keys.

import { listenForShortcuts, nameShortcut } from "./shortcuts.js";

export class SearchBox extends HTMLElement {
  // The list that the keys move through, while one is shown; set by whoever owns both.
  list = null;

  connectedCallback() {
    this.form = this.querySelector("form");
    this.input = this.querySelector("input");
    this.select = this.querySelector("select");
    this.input.addEventListener("input", () => this.#tell("cogi-type"));
    this.input.addEventListener("blur", () => this.#tell("cogi-settle"));
    this.input.addEventListener("keydown", (event) => this.#onKey(event));
    this.select?.addEventListener("change", () => this.#tell("cogi-scope"));
    this.form.addEventListener("submit", (event) => this.#onSubmit(event));
    this.querySelector("[data-ask-now]").addEventListener("click", () => this.#tell("cogi-ask"));
    this.querySelector("[data-clear]").addEventListener("click", () => this.clear());
    listenForShortcuts(() => this.focusInput());
    nameShortcut(this.querySelector("[data-shortcut]"));
  }

  get value() {
    return { query: this.input.value, scope: this.select?.value ?? "" };
  }

  set value({ query, scope }) {
    if (this.input.value !== query) this.input.value = query;
    if (this.select) this.select.value = scope;
  }

  // The titles of the scopes that can be chosen, by slug; without a choice there are none.
  get scopeTitles() {
    const named = [...(this.select?.options ?? [])].filter((option) => option.value);
    return new Map(named.map((option) => [option.value, option.text]));
  }

  focusInput() {
    this.input.focus();
    this.input.select();
  }

  clear() {
    this.input.value = "";
    this.input.focus();
    this.#tell("cogi-type");
  }

  showActive(option) {
    if (option) this.input.setAttribute("aria-activedescendant", option.id);
    else this.input.removeAttribute("aria-activedescendant");
  }

  showExpanded(expanded) {
    this.input.setAttribute("aria-expanded", String(expanded));
  }

  #onKey(event) {
    if (event.isComposing) return;
    const steps = { ArrowDown: 1, ArrowUp: -1 };
    if (event.key in steps && this.list?.move(steps[event.key])) event.preventDefault();
    else if (event.key === "Enter") this.#onEnter(event);
    else if (event.key === "Escape") this.#onEscape(event);
  }

  #onEnter(event) {
    if (!this.list?.active) return;
    event.preventDefault();
    this.list.open(event);
  }

  #onEscape(event) {
    event.preventDefault();
    if (this.list?.active) this.list.deactivate();
    else if (this.input.value) this.clear();
    else this.input.blur();
  }

  #onSubmit(event) {
    event.preventDefault();
    if (matchMedia("(pointer: coarse)").matches) this.input.blur(); // Puts the on-screen keyboard away.
    this.#tell("cogi-commit");
  }

  #tell(name) {
    this.dispatchEvent(new CustomEvent(name, { bubbles: true, detail: this.value }));
  }
}

customElements.define("cogi-search-box", SearchBox);
