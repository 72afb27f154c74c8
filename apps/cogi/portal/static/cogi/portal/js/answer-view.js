// <cogi-answer>: shows one streamed answer: sources, then the growing text, then what to ask next.

import { addressOf } from "./address.js";
import { linkPointing, markCited, numberedSources, sourceList } from "./answer-sources.js";
import { streamAnswer } from "./answer-stream.js";
import { Problem } from "./api.js";
import { copyFrom } from "./copying.js";
import { h, icon } from "./dom.js";
import { markdownContext, updateMarkdown } from "./markdown/render.js";
import { noticesOf, problemNotice } from "./results-view.js";

export class AnswerView extends HTMLElement {
  #abort = null;
  #asked = null;
  #text = "";
  #context = markdownContext([]);

  connectedCallback() {
    this.addEventListener("click", (event) => this.#onClick(event));
    linkPointing(this);
  }

  // Streams the answer, unless it already stands here.
  async ask(path, { query, scope }) {
    const asked = JSON.stringify([query, scope]);
    if (asked === this.#asked) return;
    this.stop();
    this.#asked = asked;
    this.#start({ path, query, scope });
    await this.#follow(path, { query, scope, signal: this.#abort.signal });
  }

  stop() {
    this.#abort?.abort();
  }

  #start({ path, query, scope }) {
    this.#abort = new AbortController();
    this.#text = "";
    this.request = { path, query, scope };
    this.sources = h("section", { class: "sources", "aria-label": "Sources" }, h("h3", {}, "Looking for sources…"));
    this.prose = h("div", { class: "prose" });
    this.actions = h("div", { class: "answer-actions" }, button("stop", "Stop", "stop"));
    this.status = h("p", { class: "visually-hidden", role: "status" }, "Looking for sources");
    this.main = h("div", { class: "answer-main" }, this.prose, this.actions, this.status);
    this.classList.add("answer");
    this.removeAttribute("data-done");
    this.setAttribute("aria-busy", "true");
    this.replaceChildren(h("h2", { class: "answer-question" }, query), this.sources, this.main);
  }

  async #follow(path, options) {
    try {
      for await (const event of streamAnswer(path, options)) this.#on(event, options);
    } catch (error) {
      if (options.signal !== this.#abort.signal) return;
      if (error.name === "AbortError") this.#stopped();
      else if (error instanceof Problem) this.#failed(error);
      else throw error;
    }
  }

  #on(event, { scope }) {
    if (event.name === "sources") this.#showSources(event.sources);
    else if (event.name === "token") this.#grow(event.text);
    else if (event.name === "done") this.#finish(event, scope);
    else if (event.name === "error") this.#failed(new Problem(event));
  }

  #showSources(sources) {
    const numbered = numberedSources(sources);
    this.#context = markdownContext(numbered);
    const heading = numbered.length ? "Sources" : "No sources found";
    this.sources.replaceChildren(h("h3", {}, heading), sourceList(numbered));
    this.status.textContent = `${numbered.length} sources found, writing the answer`;
  }

  #grow(text) {
    this.#text += text;
    this.#frame ??= requestAnimationFrame(() => this.#draw());
  }

  #frame = null;

  #draw() {
    if (this.#frame !== null) cancelAnimationFrame(this.#frame);
    this.#frame = null;
    updateMarkdown(this.prose, this.#text, this.#context);
  }

  #finish(done, scope) {
    this.#text = done.answer;
    this.#end("Answer complete");
    this.toggleAttribute("data-done", done.found);
    markCited(this.sources, done.citations);
    this.actions.before(...noticesOf(done));
    this.actions.replaceChildren(button("copy", "Copy answer", "copy-answer"), noteOf(done));
    if (done.follow_ups.length) this.main.append(followUps(done.follow_ups, scope));
  }

  #stopped() {
    this.#asked = null;
    this.#end("Stopped");
    this.actions.replaceChildren(button("retry", "Ask again", "retry"), h("span", { class: "answer-note" }, "Stopped"));
  }

  #failed(problem) {
    this.#asked = null;
    this.#end("");
    if (!this.sources.querySelector("ol")) this.sources.replaceChildren();
    this.actions.replaceChildren(problemNotice(problem));
  }

  #end(status) {
    this.#draw();
    this.setAttribute("aria-busy", "false");
    this.status.textContent = status;
  }

  #onClick({ target }) {
    const pressed = target.closest("button");
    if (!pressed) return;
    if (pressed.dataset.act === "stop") this.stop();
    else if (pressed.dataset.act === "copy-answer") copyFrom(pressed, this.#text);
    else if ("copy" in pressed.dataset) copyFrom(pressed, pressed.closest(".code").querySelector("pre").textContent);
    else if (pressed.dataset.act === "retry" || "retry" in pressed.dataset) this.ask(this.request.path, this.request);
  }
}

function button(iconName, label, act) {
  return h("button", { type: "button", class: "quiet", "data-act": act }, icon(iconName), label);
}

function noteOf({ synthesizer, found }) {
  if (!found) return null;
  const how = synthesizer === "extractive" ? "Quoted from the sources, not generated" : `Written by ${synthesizer} from the sources`;
  return h("span", { class: "answer-note" }, how);
}

function followUps(questions, scope) {
  const chip = (query) =>
    h("li", {}, h("a", { class: "chip", href: addressOf({ query, scope, ask: true }), "data-query": query, "data-scope": scope, "data-ask": true }, query));
  return h("section", { class: "follow-ups" }, h("h3", {}, "Ask next"), h("ul", {}, questions.map(chip)));
}

customElements.define("cogi-answer", AnswerView);
