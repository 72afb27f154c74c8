// <cogi-theme>: switches between light and dark; choosing what the system prefers forgets the choice.

import { forget } from "./storage.js";

const KEPT = "cogi.theme";

class ThemeToggle extends HTMLElement {
  #system = matchMedia("(prefers-color-scheme: dark)");

  connectedCallback() {
    this.querySelector("button").addEventListener("click", () => this.#toggle());
    this.#system.addEventListener("change", () => this.#describe());
    this.#describe();
  }

  get #dark() {
    const chosen = document.documentElement.dataset.theme;
    return chosen ? chosen === "dark" : this.#system.matches;
  }

  #toggle() {
    const dark = !this.#dark;
    const root = document.documentElement;
    if (dark === this.#system.matches) {
      delete root.dataset.theme;
      forget(KEPT);
    } else {
      root.dataset.theme = dark ? "dark" : "light";
      keep(root.dataset.theme);
    }
    this.#describe();
  }

  #describe() {
    const label = this.#dark ? "Switch to light colours" : "Switch to dark colours";
    this.querySelector("button").setAttribute("aria-label", label);
    this.querySelector("use").setAttribute("href", this.#dark ? "#icon-sun" : "#icon-moon");
  }
}

// Kept as plain text, not JSON: theme-boot.js reads it before any module is loaded.
function keep(theme) {
  try {
    localStorage.setItem(KEPT, theme);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}

customElements.define("cogi-theme", ThemeToggle);
