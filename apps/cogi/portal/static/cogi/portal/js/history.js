// Keeps one history entry per search: keystrokes rewrite the entry that typing opened.

import { addressOf } from "./address.js";

export function recordTyping(state) {
  if (history.state?.typing) history.replaceState({ typing: true }, "", addressOf(state));
  else history.pushState({ typing: true }, "", addressOf(state));
}

export function settleTyping() {
  if (history.state?.typing) history.replaceState({ typing: false }, "", location.href);
}

export function recordStep(state) {
  settleTyping();
  const address = addressOf(state);
  if (new URL(address, location.href).href !== location.href) history.pushState({ typing: false }, "", address);
}
