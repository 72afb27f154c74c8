// Renders inline Markdown: code, strong, emphasis, citations and links to the sources' hosts. Never HTML.

import { h } from "../dom.js";

const INLINE =
  /(?<!`)(?<ticks>`+)(?!`)(?<code>[\s\S]+?)(?<!`)\k<ticks>(?!`)|\*\*(?<strong>[^*\n]+?)\*\*|(?<![\w*])[*_](?<em>[^*_\s](?:[^*_\n]*[^*_\s])?)[*_](?![\w*])|\[(?<numbers>\d{1,3}(?:\s*,\s*\d{1,3})*)\](?!\()|\[(?<label>[^\]\n]+)\]\((?<url>[^\s)]+)\)/g;

export function renderInline(text, context) {
  const nodes = [];
  let at = 0;
  for (const match of text.matchAll(INLINE)) {
    const before = text.slice(at, match.index);
    // A citation stays on the line of the words that it supports.
    nodes.push(match.groups.numbers ? before.replace(/\s+$/, "\u00a0") : before, ...inlineNodes(match, context));
    at = match.index + match[0].length;
  }
  nodes.push(text.slice(at));
  return nodes.filter((node) => node !== "");
}

function inlineNodes(match, context) {
  const { code, strong, em, numbers, label, url } = match.groups;
  if (code !== undefined) return [h("code", {}, code.length > 2 ? code.replace(/^ (.*) $/, "$1") : code)];
  if (strong !== undefined) return [h("strong", {}, ...renderInline(strong, context))];
  if (em !== undefined) return [h("em", {}, ...renderInline(em, context))];
  if (numbers !== undefined) return citations(numbers, match[0], context);
  return [link(label, url, context)];
}

function citations(numbers, written, { sources }) {
  const cited = numbers.split(",").map((number) => sources.get(Number(number)));
  if (cited.includes(undefined)) return [written];
  return cited.map((source) =>
    h(
      "a",
      { class: "cite", href: source.href, target: "_blank", rel: "noopener", title: source.title,
        "data-source": String(source.number), "aria-label": `Source ${source.number}: ${source.title}` },
      String(source.number),
    ),
  );
}

function link(label, address, context) {
  const url = URL.canParse(address) ? new URL(address) : null;
  const known = url && /^https?:$/.test(url.protocol) && context.hosts.has(url.host);
  const content = renderInline(label, context);
  return known ? h("a", { href: url.href, target: "_blank", rel: "noopener" }, ...content) : h("span", {}, ...content);
}
