// Draws a search response; the server draws the same with results.html for readers without scripts.

import { addressOf } from "./address.js";
import { h, icon, safeAddress } from "./dom.js";
import { markedText } from "./marked-text.js";
import { degradationNotice, noticeClass } from "./notices.js";

export const PASSAGES_SHOWN = 3;

export function askRow({ query, scope }) {
  return h(
    "a",
    { role: "option", class: "ask-row", href: addressOf({ query, scope, ask: true }), "data-ask": true },
    icon("spark"),
    h("span", { class: "ask-row-text" }, "Ask: ", h("b", {}, query)),
    h("kbd", {}, "Answer with sources"),
  );
}

export function hitGroup(hit, titles) {
  const label = h("span", { class: "hit-title" }, markedText(hit.title_html || hit.title));
  const crumbs = hit.breadcrumbs.map((crumb) => crumb.title).join(" › ");
  const page = h(
    "a",
    { role: "option", class: "hit-page", href: safeAddress(hit.url) },
    label,
    crumbs ? h("span", { class: "hit-crumbs" }, crumbs) : null,
    titles.size > 1 ? h("span", { class: "hit-meta" }, h("span", { class: "badge" }, titles.get(hit.scope) ?? hit.scope)) : null,
  );
  const passages = hit.passages.slice(0, PASSAGES_SHOWN).map((passage) => passageRow(passage, hit.title));
  return h("div", { role: "group", class: "hit", "aria-label": hit.title }, page, h("div", { role: "none", class: "hit-passages" }, passages));
}

function passageRow(passage, pageTitle) {
  return h(
    "a",
    { role: "option", class: "passage", href: safeAddress(passage.url) },
    trailLine(passage.trail, pageTitle),
    h("span", { class: "passage-snippet" }, markedText(passage.snippet)),
  );
}

function trailLine(trail, pageTitle) {
  const headings = trail[0] === pageTitle ? trail.slice(1) : trail;
  if (!headings.length) return null;
  const parts = headings.flatMap((heading, index) => (index ? [h("i", {}, "›"), heading] : [heading]));
  return h("span", { class: "passage-trail" }, parts);
}

export function noticesOf(results) {
  return results.degraded.map((degradation) => h("p", { class: noticeClass(degradation) }, degradationNotice(degradation)));
}

export function blank({ query, scope }) {
  const everywhere = h("a", { href: addressOf({ query }), "data-query": query, "data-scope": "" }, "Search all documentation");
  return h(
    "div",
    { class: "blank" },
    h("h2", {}, `Nothing matches “${query}”`),
    h(
      "ul",
      {},
      h("li", {}, "Check the spelling, or use fewer and more general words."),
      h("li", {}, "Names from code work as they are: ", h("code", {}, "select_related"), "."),
      scope ? h("li", {}, everywhere, " instead of one part.") : null,
    ),
  );
}

export function problemNotice(problem) {
  const retry = h("button", { type: "button", class: "quiet", "data-retry": true }, icon("retry"), "Try again");
  const text = h("div", {}, h("p", {}, h("b", {}, problem.title)), problem.detail ? h("p", {}, problem.detail) : null);
  return h("div", { class: "notice notice-error", role: "alert" }, text, retry);
}
