// Splits Markdown into blocks: fenced code, headings, lists, quotes, tables and paragraphs.

const FENCE = /^\s{0,3}(```+|~~~+)\s*([\w+#.-]*)/;
const HEADING = /^(#{1,6})\s+(.*?)\s*#*$/;
const ITEM = /^(\s*)([-*+]|\d{1,9}[.)])\s+(.*)$/;
const QUOTE = /^\s{0,3}>\s?/;
const TABLE_RULE = /^\s*\|?\s*:?-{2,}:?\s*(\|\s*:?-{2,}:?\s*)*\|?\s*$/;

export function splitBlocks(markdown) {
  const lines = markdown.replace(/\r\n?/g, "\n").split("\n");
  const blocks = [];
  let at = 0;
  while (at < lines.length) {
    if (!lines[at].trim()) {
      at += 1;
      continue;
    }
    const block = readBlock(lines, at);
    blocks.push({ ...block, source: lines.slice(at, block.end).join("\n") });
    at = block.end;
  }
  return blocks;
}

function readBlock(lines, at) {
  if (FENCE.test(lines[at])) return readFence(lines, at);
  if (HEADING.test(lines[at])) return { kind: "heading", text: HEADING.exec(lines[at])[2], end: at + 1 };
  if (ITEM.test(lines[at])) return readList(lines, at);
  if (QUOTE.test(lines[at])) return readQuote(lines, at);
  if (lines[at].includes("|") && TABLE_RULE.test(lines[at + 1] ?? "")) return readTable(lines, at);
  return readParagraph(lines, at);
}

// An unclosed fence runs to the end: while an answer streams, its last fence is always unclosed.
function readFence(lines, at) {
  const [, mark, language] = FENCE.exec(lines[at]);
  let end = at + 1;
  while (end < lines.length && !lines[end].trim().startsWith(mark)) end += 1;
  return { kind: "code", language, text: lines.slice(at + 1, end).join("\n"), end: Math.min(end + 1, lines.length) };
}

function readList(lines, at) {
  const items = [];
  let end = at;
  for (; end < lines.length; end += 1) {
    const item = ITEM.exec(lines[end]);
    if (item) items.push({ indent: item[1].length, ordered: /\d/.test(item[2]), start: parseInt(item[2], 10), text: item[3] });
    else if (/^\s+\S/.test(lines[end])) items.at(-1).text += ` ${lines[end].trim()}`;
    else if (lines[end].trim() || !ITEM.test(lines[end + 1] ?? "")) break;
  }
  return { kind: "list", items, end };
}

function readQuote(lines, at) {
  let end = at;
  while (end < lines.length && QUOTE.test(lines[end])) end += 1;
  const text = lines.slice(at, end).map((line) => line.replace(QUOTE, "")).join("\n");
  return { kind: "quote", blocks: splitBlocks(text), end };
}

function readTable(lines, at) {
  let end = at + 2;
  while (end < lines.length && lines[end].includes("|")) end += 1;
  const rows = lines.slice(at, end).filter((_, index) => index !== 1);
  return { kind: "table", rows: rows.map(cells), end };
}

function cells(line) {
  return line.trim().replace(/^\||\|$/g, "").split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
}

function readParagraph(lines, at) {
  let end = at + 1;
  while (end < lines.length && lines[end].trim() && !startsBlock(lines[end])) end += 1;
  return { kind: "paragraph", text: lines.slice(at, end).join("\n"), end };
}

function startsBlock(line) {
  return FENCE.test(line) || HEADING.test(line) || ITEM.test(line) || QUOTE.test(line);
}
