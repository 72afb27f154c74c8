// Ways to narrow a search, as links to other questions; cogi.portal.narrowing draws the same on the server.

import { addressOf } from "./address.js";
import { h, icon } from "./dom.js";

const SHOWN_AT_ONCE = 8;
const TITLES = { kind: "Kind", scope: "Documentation", section: "Section", language: "Language" };
const BARE = /^[^\s"“”„«»「」『』＂]+$/;

export function titleOf(field) {
  const words = field.replace(/[_.-]+/g, " ");
  return TITLES[field] ?? words.slice(0, 1).toUpperCase() + words.slice(1);
}

export function labelOf(field, value) {
  return field === "kind" ? value.replace(/(?<=[a-z])(?=[A-Z])/g, " ").toLowerCase() : value;
}

// The filter as someone would type it into the search box.
export function asTyped(field, value) {
  if (BARE.test(value)) return `${field}:${value}`;
  return value.includes('"') ? `${field}:「${value}」` : `${field}:"${value}"`;
}

export function filterLabel({ field, value, excluded }) {
  const what = field ? `${titleOf(field)}: ${labelOf(field, value)}` : value;
  return excluded ? `Without ${what}` : what;
}

// The question with those of its words in quotes that the correction replaces.
export function asItWasTyped(query, corrected) {
  const [typed, read] = [query.split(" "), corrected.split(" ")];
  if (typed.length !== read.length) return query;
  return typed.map((own, index) => (own === read[index] ? own : `"${own}"`)).join(" ");
}

export function filtersOf({ filters }, scope) {
  if (!filters.length) return null;
  const chip = (filter) => {
    const label = filterLabel(filter);
    return h("li", {}, link(filter.without, scope, { class: "chip", "aria-label": `Remove: ${label}` }, label, icon("close")));
  };
  return h("ul", { class: "filters", "aria-label": "Filters" }, filters.map(chip));
}

export function correctionOf({ query, corrected_query: corrected }, scope) {
  if (!corrected) return null;
  const typed = link(asItWasTyped(query, corrected), scope, {}, query);
  return h("p", { class: "correction" }, "Showing results for ", link(corrected, scope, {}, h("b", {}, corrected)), ". Search instead for ", typed, ".");
}

// A facet is offered when some value of it would leave some of the matching pages out.
export function facetsOf({ facets, query }, scope, titles) {
  const matching = (facets.kind ?? []).reduce((sum, { count }) => sum + count, 0);
  const offered = Object.entries(facets).filter(([, values]) => values.some(({ count }) => count < matching));
  return offered.map(([field, values]) => facet(field, values.map((value) => narrowing(field, value, { query, scope, titles }))));
}

function facet(field, entries) {
  const others = entries.slice(SHOWN_AT_ONCE);
  const more = h("details", { class: "facet-more" }, h("summary", {}, `Show ${others.length} more`), h("ul", {}, others));
  const title = titleOf(field);
  const first = h("ul", { "aria-label": title }, entries.slice(0, SHOWN_AT_ONCE));
  return h("div", { class: "facet" }, h("h2", {}, title), first, others.length ? more : null);
}

function narrowing(field, { value, count }, { query, scope, titles }) {
  const [question, where] = field === "scope" ? [query, value] : [`${query} ${asTyped(field, value)}`, scope];
  const label = field === "scope" ? titles.get(value) ?? value : labelOf(field, value);
  return h("li", {}, link(question, where, {}, h("span", {}, label), " ", h("small", {}, count.toLocaleString("en"))));
}

function link(query, scope, attributes, ...children) {
  return h("a", { ...attributes, href: addressOf({ query, scope }), "data-query": query, "data-scope": scope }, ...children);
}
