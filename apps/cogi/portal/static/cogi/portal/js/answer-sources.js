// Draws the numbered sources of an answer and shows which of them it used.

import { h, safeAddress } from "./dom.js";

export function numberedSources(sources) {
  return sources.map((source) => ({ ...source, href: safeAddress(source.url) }));
}

export function sourceList(sources) {
  return h("ol", {}, sources.map((source) => h("li", {}, sourceCard(source))));
}

function sourceCard({ number, title, trail, href }) {
  const headings = (trail[0] === title ? trail.slice(1) : trail).join(" › ");
  return h(
    "a",
    { class: "source", href, target: "_blank", rel: "noopener", "data-source": String(number) },
    h("span", { class: "source-number" }, String(number)),
    h("span", { class: "source-title" }, title),
    headings ? h("span", { class: "source-trail" }, headings) : null,
  );
}

export function markCited(container, citations) {
  for (const card of container.querySelectorAll(".source")) {
    card.classList.toggle("is-cited", citations.includes(Number(card.dataset.source)));
  }
}

// Pointing at a citation lights its card up, and the reverse.
export function linkPointing(container) {
  const point = (event, on) => {
    const number = event.target.closest?.("[data-source]")?.dataset.source;
    if (!number) return;
    for (const card of container.querySelectorAll(`.source[data-source="${number}"]`)) card.classList.toggle("is-pointed", on);
  };
  for (const name of ["pointerover", "focusin"]) container.addEventListener(name, (event) => point(event, true));
  for (const name of ["pointerout", "focusout"]) container.addEventListener(name, (event) => point(event, false));
}
