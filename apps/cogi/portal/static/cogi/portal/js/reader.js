// The reader's keys and theme; the page itself needs no scripts.

import { listenForShortcuts, nameShortcut } from "./shortcuts.js";
import "./theme-toggle.js";

const input = document.querySelector(".search-input");
listenForShortcuts(() => input.focus());
nameShortcut(document.querySelector("[data-shortcut]"));
