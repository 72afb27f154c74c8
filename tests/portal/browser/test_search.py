"""Tests of instant search, as a person with a keyboard or a phone uses it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.portal.browser.conftest import OpenPage
from tests.portal.corpus import HOSTILE

pytestmark = pytest.mark.django_db


def box(page: Page) -> None:
    """Wait until the scripts have taken over the search box."""
    page.wait_for_function("customElements.get('cogi-portal') !== undefined")


def search_for(page: Page, question: str) -> None:
    box(page)
    page.get_by_role("combobox", name="Search or ask a question").press_sequentially(question, delay=5)


def active(page: Page) -> str:
    return page.locator("[role=option][aria-selected=true]").inner_text()


def test_typing_shows_pages_with_their_matching_passages(open_page: OpenPage) -> None:
    page = open_page()
    search_for(page, "log a user in")

    hit = page.get_by_role("group", name="Logging in")
    expect(hit.locator(".hit-title")).to_have_text("Logging in")
    expect(hit.locator(".passage").first).to_contain_text("How to log a user in")
    expect(hit.locator("mark").first).to_be_visible()
    expect(hit.locator(".badge")).to_have_text("Guide 1.0")
    expect(page.locator("[data-status]")).to_have_text(re.compile(r"^\d+ pages? in \d+ ms$"))
    assert page.url.endswith("/?q=log+a+user+in")


def test_arrow_keys_and_enter_open_a_result(open_page: OpenPage) -> None:
    page = open_page()
    search_for(page, "log a user in")
    expect(page.locator(".ask-row")).to_contain_text("Ask: log a user in")

    page.keyboard.press("ArrowDown")
    assert active(page).startswith("Ask: log a user in")
    page.keyboard.press("ArrowDown")
    assert active(page).startswith("Logging in")
    combobox = page.get_by_role("combobox", name="Search or ask a question")
    selected = page.locator("[role=option][aria-selected=true]")
    assert combobox.get_attribute("aria-activedescendant") == selected.get_attribute("id")
    assert combobox.get_attribute("aria-expanded") == "true"
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"https://docs\.example/guide/auth/login/#"))


def test_escape_leaves_the_list_then_clears_the_box(open_page: OpenPage) -> None:
    page = open_page("/?q=login")
    box(page)
    page.keyboard.press("Control+k")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Escape")
    expect(page.locator("[role=option][aria-selected=true]")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator("cogi-portal")).to_have_attribute("data-view", "home")


def test_keys_do_nothing_where_no_list_is_shown(open_page: OpenPage) -> None:
    page = open_page("/?q=login")
    box(page)
    page.keyboard.press("Control+k")
    page.keyboard.press("ArrowUp")
    assert page.locator("[role=option]").last.get_attribute("aria-selected") == "true"
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowDown")

    assert page.locator("[role=option][aria-selected=true]").count() == 0
    assert (
        page.get_by_role("combobox", name="Search or ask a question").get_attribute("aria-expanded")
        == "false"
    )


def test_keys_go_to_the_search_box(open_page: OpenPage) -> None:
    page = open_page("/?q=login")
    box(page)
    combobox = page.get_by_role("combobox", name="Search or ask a question")
    for keys in ("Control+k", "Meta+k", "/"):
        page.locator("body").click(position={"x": 5, "y": 5})
        expect(combobox).not_to_be_focused()

        page.keyboard.press(keys)

        expect(combobox).to_be_focused()
        expect(combobox).to_have_value("login")


def test_back_returns_to_what_was_searched_before(open_page: OpenPage) -> None:
    page = open_page()
    search_for(page, "almanac")
    page.locator(".hit mark", has_text="almanac").first.wait_for()
    page.keyboard.press("Enter")
    page.keyboard.press("Control+k")
    page.keyboard.type("login")
    page.get_by_role("group", name="Logging in").wait_for()

    page.go_back()
    expect(page.get_by_role("combobox", name="Search or ask a question")).to_have_value("almanac")
    page.locator(".hit mark", has_text="almanac").first.wait_for()
    page.go_back()
    expect(page.locator("cogi-portal")).to_have_attribute("data-view", "home")


def test_the_chosen_scope_narrows_the_search_and_stays_in_the_address(open_page: OpenPage) -> None:
    page = open_page("/?q=log+in")
    box(page)
    page.get_by_role("group", name="Logging in").wait_for()
    page.get_by_label("Where to search").select_option("notes/1.0/en")

    expect(page.get_by_role("group", name="Logging in")).to_have_count(0)
    page.get_by_role("group", name="Starting out").wait_for()
    assert page.url.endswith("/?q=log+in&scope=notes%2F1.0%2Fen")


def test_counts_by_scope_narrow_the_search(open_page: OpenPage) -> None:
    page = open_page()
    search_for(page, "log in")

    page.get_by_role("list", name="Documentation").get_by_role("link", name="Notes 1.0 1").click()

    expect(page.get_by_label("Where to search")).to_have_value("notes/1.0/en")
    expect(page.get_by_role("complementary", name="Narrow the search")).to_be_hidden()


def test_a_filter_is_added_from_the_list_and_taken_back_by_its_chip(open_page: OpenPage) -> None:
    page = open_page("/?q=portal+almanac+log")
    box(page)
    combobox = page.get_by_role("combobox", name="Search or ask a question")
    combobox.fill("log almanac path:auth")
    chip = page.get_by_role("link", name="Remove: Path: auth")
    expect(page.locator(".hit")).to_have_count(1)
    chip.click()

    expect(combobox).to_have_value("log almanac")
    expect(chip).to_have_count(0)
    expect(page.locator(".hit")).to_have_count(10)


def test_on_a_phone_the_facets_open_on_demand(open_page: OpenPage) -> None:
    page = open_page("/?q=log+in", phone=True)
    box(page)
    facet = page.get_by_role("link", name="Notes 1.0 1")
    expect(facet).to_be_hidden()

    page.get_by_text("Narrow the search").click()

    expect(facet).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_more_pages_are_added_below(open_page: OpenPage) -> None:
    page = open_page("/?q=almanac")
    box(page)
    expect(page.locator(".hit")).to_have_count(10)

    page.get_by_role("link", name="Show more pages").click()

    expect(page.locator(".hit")).to_have_count(12)
    expect(page.get_by_role("link", name="Show more pages")).to_have_count(0)


def test_an_older_search_never_replaces_a_newer_one(open_page: OpenPage) -> None:
    page = open_page()
    box(page)
    held: list[Route] = []
    page.route(re.compile(r"/api/v1/search\?q=almanac"), lambda route: held.append(route))  # noqa: PLW0108 - Playwright looks into functions
    page.get_by_role("combobox", name="Search or ask a question").fill("almanac")
    page.wait_for_timeout(200)
    page.get_by_role("combobox", name="Search or ask a question").fill("login")
    page.get_by_role("group", name="Logging in").wait_for()

    assert len(held) == 1
    assert held[0].request.failure == "net::ERR_ABORTED"


def test_markup_in_questions_and_documents_stays_text(open_page: OpenPage) -> None:
    page = open_page()
    box(page)
    combobox = page.get_by_role("combobox", name="Search or ask a question")
    for question in (HOSTILE, f"escape {HOSTILE}", "</script><script>hacked=1</script>"):
        combobox.fill(question)
        expect(page.locator(".ask-row")).to_contain_text(question)
    combobox.fill("templates escape markup")
    page.get_by_text('onerror="window.hacked').first.wait_for()

    assert page.evaluate("window.hacked") is None
    assert page.locator("img").count() == 0


def test_nothing_found_says_what_to_try(open_page: OpenPage) -> None:
    page = open_page("/?scope=guide%2F1.0%2Fen")
    search_for(page, "zyxwvut")

    expect(page.get_by_role("heading", name="Nothing matches “zyxwvut”")).to_be_visible()
    page.get_by_role("link", name="Search all documentation").click()
    assert page.url.endswith("/?q=zyxwvut")


def test_a_refused_search_shows_why_and_can_be_tried_again(open_page: OpenPage, errors: list[str]) -> None:
    page = open_page("/")
    box(page)
    page.route("**/api/v1/search*", lambda route: route.abort())
    page.get_by_role("combobox", name="Search or ask a question").fill("login")
    alert = page.get_by_role("alert")
    expect(alert).to_contain_text("The server cannot be reached")
    page.unroute("**/api/v1/search*")
    alert.get_by_role("button", name="Try again").click()
    page.get_by_role("group", name="Logging in").wait_for()

    page.goto("/?q=login&scope=nope/1/en")
    expect(page.get_by_role("alert")).to_contain_text("There is no scope “nope/1/en”.")
    assert errors
    errors.clear()


def test_searches_are_remembered_until_the_reader_objects(open_page: OpenPage) -> None:
    page = open_page()
    search_for(page, "almanac")
    page.keyboard.press("Enter")
    page.goto("/")
    recent = page.locator("cogi-recent")
    recent.get_by_role("link", name="almanac").click()
    page.locator(".hit mark", has_text="almanac").first.wait_for()

    page.goto("/")
    recent.get_by_role("button", name="Clear, and keep no more").click()
    search_for(page, "login")
    page.keyboard.press("Enter")
    page.goto("/")
    expect(recent).to_contain_text("Searches are not kept.")
    assert page.evaluate("localStorage.getItem('cogi.recent')") is None


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/?q=log+a+user+in",
        "/?q=log+a+user+in&ask=1",
        f"/?q={'x' * 900}",
        "/docs/notes/1.0/en/start/",
        "/login/",
    ],
)
def test_a_phone_never_scrolls_sideways(open_page: OpenPage, path: str) -> None:
    page = open_page(path, phone=True)
    page.wait_for_load_state("networkidle")

    assert page.evaluate("document.documentElement.scrollWidth") == 390


def test_touch_targets_are_large_enough(open_page: OpenPage) -> None:
    page = open_page("/?q=log+a+user+in", phone=True)
    box(page)
    small = page.evaluate(
        """() => [...document.querySelectorAll("button, select, .views a, [role=option], .quiet")]
            .filter((each) => each.checkVisibility())
            .filter((each) => each.getBoundingClientRect().height < 40)
            .map((each) => each.outerHTML)"""
    )

    assert small == []


def test_dark_is_what_the_system_says_until_the_reader_chooses(open_page: OpenPage) -> None:
    page = open_page(dark=True)
    box(page)
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.get_by_role("button", name="Switch to light colours").click()
    light = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.reload()

    assert (dark, light) == ("rgb(16, 21, 19)", "rgb(251, 252, 251)")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == light
    page.get_by_role("button", name="Switch to dark colours").click()
    assert page.evaluate("localStorage.getItem('cogi.theme')") is None


TEXT_ON_GROUND = [
    ("ink", "paper"),
    ("ink-soft", "paper"),
    ("ink-faint", "paper"),
    ("ink-faint", "surface"),
    ("accent", "paper"),
    ("accent", "accent-wash"),
    ("accent-strong", "accent-wash"),
    ("on-accent", "accent"),
    ("on-accent", "accent-strong"),
    ("ink-soft", "mark"),
    ("ink-soft", "sunken"),
    ("ink-faint", "sunken"),
    ("ink-soft", "accent-wash"),
    ("warn-ink", "warn-wash"),
    ("danger-ink", "danger-wash"),
]


def luminance(colour: str) -> float:
    """Relative luminance (WCAG 2.2) of ``rgb(r, g, b)``."""
    parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("dark", [False, True])
def test_text_has_the_contrast_of_wcag_aa(open_page: OpenPage, dark: bool) -> None:
    page = open_page(dark=dark)
    names = sorted({name for pair in TEXT_ON_GROUND for name in pair})
    colours = page.evaluate(
        """(names) => Object.fromEntries(names.map((name) => {
            const probe = document.body.appendChild(document.createElement("i"));
            probe.style.color = `var(--${name})`;
            return [name, getComputedStyle(probe).color];
        }))""",
        names,
    )

    for text, ground in TEXT_ON_GROUND:
        low, high = sorted((luminance(colours[text]), luminance(colours[ground])))
        assert (high + 0.05) / (low + 0.05) >= 4.5, (text, ground)


def test_without_scripts_the_form_searches(open_page: OpenPage) -> None:
    page = open_page(scripts=False)
    page.locator("input[name=q]").fill("log a user in")
    page.get_by_role("button", name="Search").click()

    expect(page.get_by_role("group", name="Logging in")).to_be_visible()
    expect(page.locator(".ask-row")).to_be_hidden()


def test_the_reader_leads_to_the_section_and_to_the_search(open_page: OpenPage) -> None:
    page = open_page("/?q=install&scope=notes/1.0/en")
    box(page)
    page.locator(".passage", has_text="Install").first.click()
    page.wait_for_url("**/docs/notes/1.0/en/start/#install")
    expect(page.get_by_role("heading", name="Install", exact=True)).to_be_in_viewport()

    page.keyboard.press("Control+k")
    page.keyboard.type("almanac")
    page.keyboard.press("Enter")
    page.wait_for_url("**/?q=almanac")
