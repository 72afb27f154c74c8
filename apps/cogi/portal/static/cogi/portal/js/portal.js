// The page's conductor: one state (query, scope, ask) kept in the address, drawn by the elements.

import { addressOf, readAddress } from "./address.js";
import { getJson, Problem } from "./api.js";
import { recordStep, recordTyping, settleTyping } from "./history.js";
import { countLine } from "./notices.js";
import "./answer-view.js";
import "./recent-searches.js";
import "./results-list.js";
import "./search-box.js";
import "./theme-toggle.js";

const DEBOUNCE_MS = 80;

class Portal extends HTMLElement {
  #state = readAddress(location);
  #timer = null;
  #abort = new AbortController();
  #listed = null;

  connectedCallback() {
    this.box = this.querySelector("cogi-search-box");
    this.results = this.querySelector("cogi-results");
    this.answer = this.querySelector("cogi-answer");
    this.recent = this.querySelector("cogi-recent");
    this.status = this.querySelector("[data-status]");
    this.results.titles = this.box.scopeTitles;
    this.#listed = this.results.drawn === null ? null : keyOf(this.#state);
    this.results.shown = this.results.querySelectorAll(".hit").length;
    this.#listen();
    this.#draw();
  }

  #listen() {
    this.addEventListener("cogi-type", ({ detail }) => this.#type(detail));
    this.addEventListener("cogi-settle", settleTyping);
    this.addEventListener("cogi-scope", ({ detail }) => this.#go({ ...detail, ask: this.#state.ask }));
    this.addEventListener("cogi-commit", ({ detail }) => this.#commit({ ...detail, ask: false }));
    this.addEventListener("cogi-ask", ({ detail }) => this.#commit({ ...detail, ask: true }));
    this.addEventListener("cogi-active", ({ detail }) => this.box.showActive(detail));
    this.addEventListener("click", (event) => this.#onClick(event));
    addEventListener("popstate", () => this.#arrive(readAddress(location)));
  }

  #type(value) {
    this.#state = { ...value, ask: false };
    recordTyping(this.#state);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#draw(), value.query.trim() ? DEBOUNCE_MS : 0);
  }

  #commit(state) {
    if (!state.query.trim()) return this.box.focusInput();
    this.recent.add(state);
    this.#go(state);
  }

  #go(state) {
    recordStep(state);
    this.#arrive(state);
  }

  #arrive(state) {
    clearTimeout(this.#timer);
    this.#state = state;
    this.#draw();
  }

  #draw() {
    const { query, ask } = this.#state;
    this.box.value = this.#state;
    this.dataset.view = ask ? "answer" : query.trim() ? "results" : "home";
    this.box.list = this.dataset.view === "results" ? this.results : null;
    this.box.showExpanded(this.box.list !== null);
    if (!this.box.list) this.results.deactivate();
    document.title = query.trim() ? `${query} – ${this.dataset.title}` : this.dataset.title;
    this.#drawViews();
    if (ask) this.answer.ask(this.dataset.answers, this.#state);
    else this.answer.stop();
    if (this.dataset.view === "results") this.#list();
    else this.#quiet();
  }

  #drawViews() {
    for (const link of this.querySelectorAll("[data-view-link]")) {
      const ask = link.dataset.viewLink === "answer";
      link.href = addressOf({ ...this.#state, ask });
      if (ask === this.#state.ask) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    this.status.hidden = this.#state.ask;
  }

  async #list() {
    const key = keyOf(this.#state);
    if (key === this.#listed) return this.#quiet();
    await this.#search(0, (results) => {
      this.results.show(results, this.#state);
      this.status.textContent = countLine(results);
      this.#listed = key;
    });
  }

  // A new search aborts the one before it: an answer to an older question is never drawn.
  async #search(offset, draw) {
    this.#quiet();
    const { signal } = this.#abort;
    this.dataset.busy = "";
    try {
      const { query, scope } = this.#state;
      draw(await getJson(this.dataset.search, { q: query, scope, offset, limit: 10 }, { signal }));
    } catch (error) {
      if (error.name === "AbortError") return;
      if (!(error instanceof Problem)) throw error;
      this.#fail(error);
    }
    if (!signal.aborted) delete this.dataset.busy;
  }

  #fail(problem) {
    this.#listed = null;
    this.status.textContent = "";
    this.results.fail(problem);
  }

  #quiet() {
    this.#abort.abort();
    this.#abort = new AbortController();
    delete this.dataset.busy;
  }

  #onClick(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const target = event.target.closest("a, [data-retry]");
    if (!target) return;
    if (this.results.contains(target) && target.matches("[data-retry]")) this.#list();
    else if (target.matches("[data-more]")) this.#more(event, target);
    else if (target.matches("[data-ask]")) this.#follow(event, { ...this.#state, ...target.dataset, ask: true });
    else if (target.matches("[data-query]")) this.#follow(event, { ...target.dataset, ask: false });
    else if (target.matches("[data-view-link]")) this.#follow(event, { ...this.#state, ask: target.dataset.viewLink === "answer" });
    else if (target.matches("[role=option]")) this.recent.add(this.#state);
  }

  #follow(event, { query, scope = "", ask }) {
    event.preventDefault();
    scrollTo({ top: 0 });
    this.#commit({ query, scope, ask });
  }

  #more(event, link) {
    event.preventDefault();
    this.#search(Number(link.dataset.more), (results) => this.results.append(results, this.#state));
  }
}

function keyOf({ query, scope }) {
  return JSON.stringify([query, scope]);
}

customElements.define("cogi-portal", Portal);
