"""Scopes are named ``product/version/locale``; this module makes and finds them."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from django.db import transaction

from cogi.corpus.errors import CorpusError
from cogi.corpus.models import Product, Scope

_SLUG = re.compile(
    r"(?P<product>[a-z0-9][a-z0-9_-]{0,49})"
    r"/(?P<version>[a-z0-9][a-z0-9._-]{0,49})"
    r"/(?P<locale>(?=.{2,20}$)[a-z]{2,3}(?:-[a-z0-9]+)*)"
)


class InvalidScopeSlug(CorpusError):
    """The name of a scope does not have the form ``product/version/locale``."""

    def __init__(self, slug: str) -> None:
        super().__init__(
            f"“{slug}” does not name a scope. Write product/version/locale in lower case, "
            "for example django/5.2/en."
        )


class InvalidBaseUrl(CorpusError):
    """The address of a published site is not one that a browser may be sent to."""

    def __init__(self, url: str) -> None:
        super().__init__(
            f"“{url}” is not the address of a site. Write it in full, for example https://docs.example.com/."
        )


@transaction.atomic
def get_or_create_scope(slug: str, *, base_url: str = "", language: str = "english") -> Scope:
    """Return the scope ``slug``, made with its product when it is new.

    A new scope takes ``base_url`` and ``language``; an existing one keeps its own, but a given
    ``base_url`` replaces an empty one. The first scope of a product is its default: the variant that a
    search without scope sees.

    Raises:
        InvalidScopeSlug: when ``slug`` has another form.
        InvalidBaseUrl: when ``base_url`` is not an http or https address.
    """
    match = _SLUG.fullmatch(slug)
    if match is None:
        raise InvalidScopeSlug(slug)
    if base_url:
        _require_site(base_url)
    product, _ = Product.objects.get_or_create(
        slug=match["product"], defaults={"title": match["product"].replace("-", " ").title()}
    )
    scope, created = Scope.objects.get_or_create(
        slug=slug,
        defaults={
            "product": product,
            "version_label": match["version"],
            "locale": match["locale"],
            "base_url": base_url,
            "language": language,
            "is_default": not product.scopes.exists(),
        },
    )
    if not created and base_url and not scope.base_url:
        scope.base_url = base_url
        scope.save(update_fields=["base_url"])
    return scope


def _require_site(url: str) -> None:
    # Hits link to it, so a scheme such as javascript: must never get in.
    parts = urlsplit(url)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise InvalidBaseUrl(url)
