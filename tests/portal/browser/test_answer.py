"""Tests of the streamed answer."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.portal.browser.conftest import OpenPage
from tests.portal.corpus import HOSTILE

pytestmark = pytest.mark.django_db

# Notes the order in which sources and text appear, from the first moment of the page.
WITNESS = """
window.seen = [];
new MutationObserver(() => {
  const note = (name, there) => there && !seen.includes(name) && seen.push(name);
  note("sources", document.querySelector(".source"));
  note("text", document.querySelector("cogi-answer .prose")?.textContent);
}).observe(document, { childList: true, subtree: true, characterData: true });
"""

SOURCE = {
    "number": 1,
    "uid": "a",
    "title": "Logging in",
    "url": "https://docs.example/guide/auth/login/#x",
    "anchor": "x",
    "scope": "guide/1.0/en",
    "trail": ["Logging in", "How"],
    "snippet": "",
}
DONE: dict[str, Any] = {
    "answer": "",
    "citations": [1],
    "follow_ups": [],
    "degraded": [],
    "synthesizer": "extractive",
    "found": True,
    "timings_ms": {},
    "scope_versions": {},
}


def stream(*events: tuple[str, dict[str, Any]]) -> str:
    return "".join(f"event: {name}\ndata: {json.dumps(data)}\n\n" for name, data in events)


def ask(page: Page, body: str) -> None:
    """Ask, and let the server's stream be ``body``: what a real one says seldom, it says here."""
    page.wait_for_function("customElements.get('cogi-portal') !== undefined")
    page.route("**/answers/stream*", lambda route: route.fulfill(body=body, content_type="text/event-stream"))
    page.get_by_role("combobox", name="Search or ask a question").fill("log in")
    # The box moves up when results appear; a click in that moment would miss the button.
    expect(page.locator("cogi-portal")).to_have_attribute("data-view", "results")
    page.get_by_role("button", name="Ask", exact=True).click()


def test_asking_shows_sources_first_then_an_answer_that_cites_them(open_page: OpenPage) -> None:
    page = open_page()
    page.add_init_script(WITNESS)
    page.reload()
    page.wait_for_function("customElements.get('cogi-portal') !== undefined")
    page.get_by_role("combobox", name="Search or ask a question").fill("How do I log a user in?")
    expect(page.locator(".ask-row")).to_contain_text("How do I log a user in?")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")

    answer = page.locator("cogi-answer")
    expect(answer).to_have_attribute("aria-busy", "false", timeout=15_000)
    assert page.evaluate("seen") == ["sources", "text"]
    assert page.url.endswith("/?q=How+do+I+log+a+user+in%3F&ask=1")
    citation = answer.locator(".cite").first
    number = citation.inner_text()
    card = answer.locator(f".source[data-source='{number}']")
    assert citation.get_attribute("href") == card.get_attribute("href")
    expect(card).to_have_class("source is-cited")
    expect(answer.get_by_role("button", name="Copy answer")).to_be_visible()


def test_the_address_of_an_answer_asks_again_and_back_returns_to_the_results(open_page: OpenPage) -> None:
    page = open_page("/?q=log+a+user+in")
    page.wait_for_function("customElements.get('cogi-portal') !== undefined")
    page.get_by_role("link", name="Answer", exact=True).click()
    expect(page.locator("cogi-answer")).to_have_attribute("aria-busy", "false", timeout=15_000)
    page.go_back()
    expect(page.get_by_role("group", name="Logging in")).to_be_visible()
    expect(page.locator("cogi-answer")).to_be_hidden()
    page.go_forward()
    expect(page.get_by_role("heading", name="log a user in")).to_be_visible()

    page.reload()
    expect(page.locator("cogi-answer")).to_have_attribute("aria-busy", "false", timeout=15_000)
    expect(page.locator(".source").first).to_be_visible()


def test_a_question_without_an_answer_says_so(open_page: OpenPage) -> None:
    page = open_page("/?q=zyxwvut&ask=1")

    expect(page.locator("cogi-answer")).to_have_attribute("aria-busy", "false", timeout=15_000)
    expect(page.locator("cogi-answer .prose")).not_to_be_empty()


def test_an_answer_is_drawn_as_markdown_and_never_as_markup(open_page: OpenPage) -> None:
    text = (
        f"Call `login()` [1], not [7]. {HOSTILE}\n\n"
        "```python\nlogin(request, user)\n```\n\n"
        "1. **One**\n"
        "2. [known](https://docs.example/guide/) [other](https://evil.example/) [bad](javascript:alert(1))\n"
    )
    page = open_page()
    ask(
        page,
        stream(
            ("sources", {"query": "", "sources": [SOURCE]}),
            ("token", {"text": text}),
            ("done", {**DONE, "answer": text}),
        ),
    )

    prose = page.locator("cogi-answer .prose")
    expect(prose.locator("p").first).to_have_text(f"Call login() 1, not [7]. {HOSTILE}")
    expect(prose.locator(".cite")).to_have_count(1)
    expect(prose.locator(".code-head span")).to_have_text("python")
    expect(prose.locator("pre")).to_have_text("login(request, user)")
    expect(prose.locator("li strong")).to_have_text("One")
    expect(prose.locator("li a")).to_have_text("known")
    assert page.locator("img, cogi-answer script").count() == 0
    assert page.evaluate("window.hacked") is None


def test_code_and_answer_can_be_copied(open_page: OpenPage) -> None:
    text = "Do this:\n\n```\na = 1\n```\n"
    page = open_page()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ask(page, stream(("sources", {"query": "", "sources": []}), ("done", {**DONE, "answer": text})))

    page.get_by_role("button", name="Copy", exact=True).click()
    expect(page.locator(".code-head button")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == "a = 1"
    page.get_by_role("button", name="Copy answer").click()
    page.wait_for_function("navigator.clipboard.readText().then((text) => text.startsWith('Do this'))")


def test_follow_up_questions_ask_on(open_page: OpenPage) -> None:
    page = open_page()
    ask(
        page,
        stream(
            ("sources", {"query": "", "sources": [SOURCE]}),
            ("done", {**DONE, "answer": "x", "follow_ups": ["And out?"]}),
        ),
    )

    page.get_by_role("link", name="And out?").click()

    expect(page.get_by_role("heading", name="And out?")).to_be_visible()
    assert page.url.endswith("/?q=And+out%3F&ask=1")


def test_missing_engines_are_told_under_the_answer(open_page: OpenPage) -> None:
    degraded = [{"engine": "dense", "reason": "error"}]
    page = open_page()
    ask(
        page,
        stream(
            ("sources", {"query": "", "sources": []}), ("done", {**DONE, "answer": "x", "degraded": degraded})
        ),
    )

    expect(page.locator("cogi-answer .notice")).to_have_text(
        "Search by meaning is not working at the moment, so some matches may be missing."
    )


def test_a_failed_answer_keeps_its_text_and_can_be_asked_again(open_page: OpenPage) -> None:
    failed = {"type": "urn:cogi:problem:x", "title": "The model did not answer", "detail": "Ask again."}
    page = open_page()
    ask(
        page,
        stream(
            ("sources", {"query": "", "sources": [SOURCE]}), ("token", {"text": "Half an"}), ("error", failed)
        ),
    )

    expect(page.get_by_role("alert")).to_contain_text("The model did not answer")
    expect(page.locator(".prose")).to_have_text("Half an")
    page.unroute("**/answers/stream*")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("button", name="Copy answer")).to_be_visible(timeout=15_000)


def test_a_stream_that_breaks_off_is_told(open_page: OpenPage) -> None:
    page = open_page()
    ask(page, stream(("sources", {"query": "", "sources": [SOURCE]}), ("token", {"text": "Half an"})))

    expect(page.get_by_role("alert")).to_contain_text("The answer broke off")


def test_a_refused_question_shows_why(open_page: OpenPage, errors: list[str]) -> None:
    page = open_page("/?q=x&ask=1&scope=nope/1/en")

    expect(page.locator("cogi-answer").get_by_role("alert")).to_contain_text("No such scope")
    assert errors
    errors.clear()


def test_an_answer_can_be_stopped(open_page: OpenPage) -> None:
    page = open_page()
    page.wait_for_function("customElements.get('cogi-portal') !== undefined")
    page.route("**/answers/stream*", lambda _: None)
    page.get_by_role("combobox", name="Search or ask a question").fill("log in")
    # The box moves up when results appear; a click in that moment would miss the button.
    expect(page.locator("cogi-portal")).to_have_attribute("data-view", "results")
    page.get_by_role("button", name="Ask", exact=True).click()
    page.get_by_role("button", name="Stop").click()

    expect(page.locator("cogi-answer")).to_have_attribute("aria-busy", "false")
    expect(page.locator(".answer-note")).to_have_text("Stopped")
    page.unroute("**/answers/stream*")
    page.get_by_role("button", name="Ask again").click()
    expect(page.get_by_role("button", name="Copy answer")).to_be_visible(timeout=15_000)
