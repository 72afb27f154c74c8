"""Chromium, and pages in it that must not report any error."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import pytest
from django.db import connections
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

CHROMIUM = Path("/usr/bin/chromium")
DESKTOP = {"width": 1280, "height": 860}
PHONE = {"width": 390, "height": 844}

# The tests share two cores with a server, a database and other tests.
PATIENCE_MS = 20_000
expect.set_options(timeout=PATIENCE_MS)


class OpenPage(Protocol):
    def __call__(
        self, path: str = "/", *, phone: bool = False, dark: bool = False, scripts: bool = True
    ) -> Page: ...


@pytest.fixture(scope="module")
def browser(server: str) -> Iterator[Browser]:  # noqa: ARG001 - the corpus goes after the browser, not before
    if not CHROMIUM.exists():
        pytest.skip(f"Chromium is not installed at {CHROMIUM} (apt-get install chromium).")
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        # Playwright keeps an event loop in this thread: Django would take the tests for asynchronous code,
        # and gives them a connection of their own while it runs.
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
        arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=arguments)
        yield chromium
        chromium.close()
        connections.close_all()


@pytest.fixture
def errors() -> list[str]:
    """What pages complained of; a test that expects a complaint clears it."""
    return []


@pytest.fixture
def open_page(browser: Browser, server: str, errors: list[str]) -> Iterator[OpenPage]:
    """Open a path of the site; at the end no page may have reported an error."""
    contexts: list[BrowserContext] = []

    def opened(path: str = "/", *, phone: bool = False, dark: bool = False, scripts: bool = True) -> Page:
        context = browser.new_context(
            base_url=server,
            viewport=PHONE if phone else DESKTOP,  # type: ignore[arg-type]
            color_scheme="dark" if dark else "light",
            java_script_enabled=scripts,
            has_touch=phone,
            is_mobile=phone,
        )
        contexts.append(context)
        context.set_default_timeout(PATIENCE_MS)
        context.route("https://docs.example/**", lambda route: route.fulfill(body="the published page"))
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        page.goto(path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert errors == []
