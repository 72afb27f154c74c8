"""GET scopes: the scopes that the caller may enter."""

from __future__ import annotations

from django.http import HttpRequest
from ninja import Router

from cogi.api.v1.schemas.scopes import ScopeEntry, ScopesResponse
from cogi.corpus.models import Scope
from cogi.corpus.perimeter import perimeter_for

router = Router(tags=["scopes"])


@router.get("scopes", response=ScopesResponse, summary="List the scopes you can search", url_name="scopes")
def list_scopes(request: HttpRequest) -> ScopesResponse:
    """In order of their slugs. A scope without any published content is listed with version 0."""
    scopes = Scope.objects.within(perimeter_for(request.user)).select_related("product")
    return ScopesResponse(scopes=[_entry(scope) for scope in scopes])


def _entry(scope: Scope) -> ScopeEntry:
    return ScopeEntry(
        slug=scope.slug,
        title=f"{scope.product.title} {scope.version_label}",
        product=scope.product.slug,
        version_label=scope.version_label,
        locale=scope.locale,
        is_default=scope.is_default,
        version=scope.version,
    )
