"""Writes the tables of docs/settings.md from the declared settings: ``python -m cogiportal.reference``."""

from __future__ import annotations

import os
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import django
from django.apps import apps

from cogi.conf import Setting, Settings

PAGE = Path(__file__).resolve().parent.parent / "docs" / "settings.md"
START = "<!-- tables: written by python -m cogiportal.reference -->"
END = "<!-- end of tables -->"


def with_tables(page: str) -> str:
    """Return the page with the tables between the two marks made anew."""
    before, _, rest = page.partition(START)
    _, _, after = rest.partition(END)
    return f"{before}{START}\n\n{''.join(tables())}{END}{after}"


def tables() -> Iterator[str]:
    for name, declared in declarations():
        rows = [row(setting) for setting in declared.declared()]
        if rows:
            yield f"### {name}\n\n| setting | default | meaning |\n|---|---|---|\n" + "".join(rows) + "\n"


def declarations() -> Iterator[tuple[str, type[Settings]]]:
    """The settings of every installed package of ``cogi``, the lowest layer first."""
    for app in reversed(list(apps.get_app_configs())):
        if app.name.startswith("cogi.") and find_spec(f"{app.name}.conf"):
            yield app.name, type(import_module(f"{app.name}.conf").conf)


def row(setting: Setting[Any]) -> str:
    default = repr(setting.default).replace("|", "\\|").replace("'", '"')
    meaning = " ".join(setting.help.split()).replace("|", "\\|")
    return f"| `{setting.name}` | `{default}` | {meaning} |\n"


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cogiportal.settings")
    django.setup()
    PAGE.write_text(with_tables(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
