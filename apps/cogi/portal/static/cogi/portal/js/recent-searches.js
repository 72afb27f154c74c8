// <cogi-recent>: the last searches, kept in this browser only, and only while the reader wants it.

import { addressOf } from "./address.js";
import { h, icon } from "./dom.js";
import { forget, recall, remember } from "./storage.js";

const KEPT = "cogi.recent";
const OPTED_OUT = "cogi.recent.off";
const LIMIT = 6;

export class RecentSearches extends HTMLElement {
  connectedCallback() {
    this.addEventListener("click", (event) => this.#act(event.target.closest("[data-act]")));
    this.render();
  }

  add({ query, scope }) {
    const text = query.trim();
    if (!text || recall(OPTED_OUT, false)) return;
    const others = kept().filter((entry) => entry.query !== text || entry.scope !== scope);
    remember(KEPT, [{ query: text, scope }, ...others].slice(0, LIMIT));
    this.render();
  }

  render() {
    const off = recall(OPTED_OUT, false);
    const entries = off ? [] : kept();
    const list = h("ul", {}, entries.map(row));
    const hint = h("p", { class: "home-hint" }, off ? "Searches are not kept." : "Your searches appear here. They stay in this browser.");
    const toggle = h("button", { type: "button", class: "quiet", "data-act": "toggle" }, toggleLabel(off, entries));
    this.replaceChildren(h("h2", {}, "Recent searches"), entries.length ? list : hint, toggle);
  }

  #act(button) {
    if (!button) return;
    if (button.dataset.act === "toggle") toggleKeeping();
    else remember(KEPT, kept().filter((_, index) => index !== Number(button.dataset.index)));
    this.render();
  }
}

function toggleLabel(off, entries) {
  if (off) return "Keep my searches";
  return entries.length ? "Clear, and keep no more" : "Don’t keep searches";
}

function row({ query, scope }, index) {
  const label = `Remove “${query}”`;
  return h(
    "li",
    { class: "recent-row" },
    h("a", { href: addressOf({ query, scope }), "data-query": query, "data-scope": scope }, query),
    h("button", { type: "button", class: "quiet", "data-act": "remove", "data-index": String(index), "aria-label": label }, icon("close")),
  );
}

function kept() {
  const entries = recall(KEPT, []);
  return Array.isArray(entries) ? entries.filter((entry) => typeof entry?.query === "string") : [];
}

function toggleKeeping() {
  const off = recall(OPTED_OUT, false);
  forget(off ? OPTED_OUT : KEPT);
  if (!off) remember(OPTED_OUT, true);
}

customElements.define("cogi-recent", RecentSearches);
