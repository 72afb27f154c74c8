"""Filters that let nothing but <mark> and web addresses through to a page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from urllib.parse import urlsplit

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from cogi.portal.asked import Asked
from cogi.portal.narrowing import Narrowing, filter_label
from cogi.portal.scope_choices import ScopeChoices

register = template.Library()
register.filter(filter_label)

_MARK = re.compile(r"(</?mark>)")
_ENTITY = re.compile(r"&(?!(?:lt|gt|amp|quot|#x27|#39);)")


@register.filter
def only_marks(snippet: str) -> SafeString:
    """Return a snippet as HTML in which ``<mark>`` is the only markup, whatever it holds."""
    pieces = _MARK.split(snippet)
    return mark_safe("".join(piece if _MARK.fullmatch(piece) else _escaped(piece) for piece in pieces))  # noqa: S308 - every other piece is escaped


def _escaped(text: str) -> str:
    """Escape what is not escaped yet: a snippet's entities stay as they are."""
    return _ENTITY.sub("&amp;", text).translate({ord(c): str(escape(c)) for c in "<>\"'"})


@register.filter
def web_address(address: str) -> str:
    """Return the address when a browser may follow it: http, https or relative; otherwise ``#``."""
    try:
        scheme = urlsplit(address).scheme
    except ValueError:
        return "#"
    return address if scheme in {"", "http", "https"} else "#"


@register.filter
def titled(slug: str, scopes: ScopeChoices) -> str:
    """Return the title of a scope as people read it."""
    return scopes.title_of(slug)


@register.filter
def asking(asked: Asked, query: str) -> Asked:
    """Return what is asked with another question in its place."""
    return asked.asking(query)


@register.filter
def address(narrowing: Narrowing) -> str:
    """Return the address of the search that a value narrows to."""
    return Asked(query=narrowing.query, scope=narrowing.scope).address


@register.filter
def grouped(number: int) -> str:
    """Return a count as it is read: 12,345."""
    return f"{number:,}"


@register.filter
def below(trail: Sequence[str], title: str) -> Sequence[str]:
    """Return a heading trail without the page's own title at its start."""
    return trail[1:] if trail and trail[0] == title else trail
