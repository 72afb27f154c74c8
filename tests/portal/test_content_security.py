"""Tests of the page's Content-Security-Policy."""

from __future__ import annotations

from pytest_django import Settings

from cogi.portal.content_security import content_security_policy


def test_only_own_files_are_loaded_and_nothing_inline() -> None:
    assert content_security_policy() == (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"
    )


def test_static_files_may_live_on_another_host(settings: Settings) -> None:
    settings.STATIC_URL = "https://static.example/files/"

    assert "script-src 'self' https://static.example;" in content_security_policy()
    assert "connect-src 'self';" in content_security_policy()
