from __future__ import annotations

from cogiportal.reference import PAGE, with_tables


def test_the_settings_page_has_every_declared_setting() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert page == with_tables(page), "Run: python -m cogiportal.reference"
