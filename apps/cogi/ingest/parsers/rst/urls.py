"""Addresses as Sphinx's two HTML builders publish them."""

from __future__ import annotations

from typing import Literal

Builder = Literal["html", "dirhtml"]


def page_url(docname: str, builder: Builder) -> str:
    """Return the address of ``docname`` relative to the site: ``a/b.html``, or ``a/b/``."""
    if builder == "html":
        return f"{docname}.html"
    if docname == "index":
        return ""
    return f"{docname.removesuffix('/index')}/"
