// <cogi-results>: the listbox of results. It keeps the old results until new ones are there.

import { addressOf } from "./address.js";
import { h } from "./dom.js";
import { correctionOf, facetsOf, filtersOf } from "./narrowing.js";
import { askRow, blank, hitGroup, noticesOf, problemNotice } from "./results-view.js";

export class ResultsList extends HTMLElement {
  // The titles of the scopes that can be searched, by slug.
  titles = new Map();

  connectedCallback() {
    this.above = this.querySelector("[data-above]");
    this.listbox = this.querySelector("[role=listbox]");
    this.below = this.querySelector("[data-below]");
    this.aside = this.querySelector("[data-narrow]");
    this.facets = this.aside.querySelector(".facets");
    this.#number();
  }

  // What the server drew into the page, so that it need not be fetched again.
  get drawn() {
    return this.dataset.drawn ?? null;
  }

  get options() {
    return [...this.listbox.querySelectorAll("[role=option]")];
  }

  get active() {
    return this.listbox.querySelector("[aria-selected=true]");
  }

  show(results, { scope }) {
    const above = [...noticesOf(results), correctionOf(results, scope), filtersOf(results, scope)];
    this.above.replaceChildren(...above.filter(Boolean));
    this.#narrow(facetsOf(results, scope, this.titles));
    this.listbox.replaceChildren(askRow({ query: results.query, scope }));
    this.shown = 0;
    this.append(results, { scope });
    this.deactivate();
  }

  append(results, { scope }) {
    this.listbox.append(...results.hits.map((hit) => hitGroup(hit, this.titles)));
    this.shown += results.hits.length;
    this.below.replaceChildren(...this.#after(results, scope));
    this.#number();
  }

  fail(problem) {
    this.above.replaceChildren(problemNotice(problem));
    this.#narrow([]);
    this.listbox.replaceChildren();
    this.below.replaceChildren();
    this.deactivate();
  }

  move(step) {
    const options = this.options;
    if (!options.length) return false;
    const from = options.indexOf(this.active);
    const next = from < 0 && step < 0 ? options.length - 1 : from + step;
    this.#activate(options[next] ?? null);
    return true;
  }

  deactivate() {
    this.#activate(null);
  }

  open({ ctrlKey, metaKey, shiftKey }) {
    this.active.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }));
  }

  #narrow(facets) {
    this.facets.replaceChildren(...facets);
    this.aside.hidden = !facets.length;
  }

  #after(results, scope) {
    if (!this.shown) return [blank({ query: results.query, scope })];
    if (this.shown >= results.total || !results.hits.length) return [];
    const href = addressOf({ query: results.query, scope, offset: this.shown });
    return [h("a", { class: "more", href, "data-more": String(this.shown) }, "Show more pages")];
  }

  #activate(option) {
    for (const other of this.options) other.setAttribute("aria-selected", String(other === option));
    option?.scrollIntoView({ block: "nearest" });
    this.dispatchEvent(new CustomEvent("cogi-active", { bubbles: true, detail: option }));
  }

  #number() {
    for (const [index, option] of this.options.entries()) {
      option.id = `option-${index}`;
      if (!option.hasAttribute("aria-selected")) option.setAttribute("aria-selected", "false");
    }
  }
}

customElements.define("cogi-results", ResultsList);
