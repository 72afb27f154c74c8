// Turns a snippet (escaped text whose only markup is <mark>) into nodes; any other markup stays text.

import { h } from "./dom.js";

const ENTITIES = { "&lt;": "<", "&gt;": ">", "&amp;": "&", "&quot;": '"', "&#x27;": "'", "&#39;": "'" };

export function markedText(snippet) {
  const fragment = document.createDocumentFragment();
  let marked = false;
  for (const piece of snippet.split(/(<\/?mark>)/)) {
    if (piece === "<mark>") marked = true;
    else if (piece === "</mark>") marked = false;
    else if (piece) fragment.append(marked ? h("mark", {}, unescape(piece)) : unescape(piece));
  }
  return fragment;
}

function unescape(text) {
  return text.replace(/&(?:lt|gt|amp|quot|#x27|#39);/g, (entity) => ENTITIES[entity]);
}
