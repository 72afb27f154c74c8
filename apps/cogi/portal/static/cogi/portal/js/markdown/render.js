// Renders Markdown as it grows: blocks that did not change keep their nodes, so selections survive.

import { h, icon } from "../dom.js";
import { splitBlocks } from "./blocks.js";
import { renderInline } from "./inline.js";

// `sources` are {number, title, href}; links may only lead to their hosts.
export function markdownContext(sources) {
  return {
    sources: new Map(sources.map((source) => [source.number, source])),
    hosts: new Set(sources.filter(({ href }) => URL.canParse(href)).map(({ href }) => new URL(href).host)),
  };
}

export function updateMarkdown(container, markdown, context) {
  const blocks = splitBlocks(markdown);
  const drawn = container.drawnBlocks ?? [];
  let same = 0;
  while (same < drawn.length && same < blocks.length && drawn[same] === blocks[same].source) same += 1;
  while (container.children.length > same) container.lastElementChild.remove();
  container.append(...blocks.slice(same).map((block) => renderBlock(block, context)));
  container.drawnBlocks = blocks.map((block) => block.source);
}

function renderBlock(block, context) {
  const inline = (text) => renderInline(text, context);
  switch (block.kind) {
    case "code":
      return codeBlock(block);
    case "heading":
      return h("h3", {}, ...inline(block.text));
    case "list":
      return listOf(block.items, inline);
    case "quote":
      return h("blockquote", {}, ...block.blocks.map((inner) => renderBlock(inner, context)));
    case "table":
      return tableOf(block.rows, inline);
    default:
      return h("p", {}, ...inline(block.text));
  }
}

function codeBlock({ language, text }) {
  const copy = h("button", { type: "button", class: "quiet", "data-copy": true }, icon("copy"), "Copy");
  const label = language || "code";
  return h(
    "figure",
    { class: "code", "aria-label": `Code sample, ${label}` },
    h("div", { class: "code-head" }, h("span", {}, label), copy),
    h("pre", { tabindex: "0" }, h("code", {}, text)),
  );
}

function listOf(items, inline) {
  const [first] = items;
  const list = h(first.ordered ? "ol" : "ul", { start: first.ordered && first.start !== 1 ? String(first.start) : null });
  for (let at = 0; at < items.length; ) {
    let end = at + 1;
    while (end < items.length && items[end].indent > first.indent) end += 1;
    const nested = items.slice(at + 1, end);
    list.append(h("li", {}, ...inline(items[at].text), nested.length ? listOf(nested, inline) : null));
    at = end;
  }
  return list;
}

function tableOf([head, ...rows], inline) {
  const line = (row, tag) => h("tr", {}, row.map((cell) => h(tag, tag === "th" ? { scope: "col" } : {}, ...inline(cell))));
  const table = h("table", {}, h("thead", {}, line(head, "th")), h("tbody", {}, rows.map((row) => line(row, "td"))));
  return h("div", { class: "table-wrap", tabindex: "0" }, table);
}
