"""What all admins of the portal share: rows pass the perimeter first, and most cannot be written."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from cogi.corpus.classification import HIGHEST
from cogi.corpus.models import Scope
from cogi.corpus.perimeter import Perimeter, perimeter_for

if TYPE_CHECKING:
    # Generic in its stubs only.
    ModelAdmin = admin.ModelAdmin[Any]
    TabularInline = admin.TabularInline[Any, Any]
else:
    ModelAdmin, TabularInline = admin.ModelAdmin, admin.TabularInline


class PerimeterAdmin(ModelAdmin):
    """Lists, finds and opens only what ``visible`` leaves; the rest does not exist for this viewer."""

    list_per_page = 50
    show_full_result_count = False

    def visible(self, perimeter: Perimeter) -> QuerySet[Any]:
        raise NotImplementedError

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows = self.visible(perimeter_for(request.user))
        ordering = self.get_ordering(request)
        return rows.order_by(*ordering) if ordering else rows


class ReadOnlyAdmin(PerimeterAdmin):
    """Shows rows that only publishing, indexing or ingest may write."""

    actions = None

    def has_add_permission(self, request: HttpRequest) -> bool:  # noqa: ARG002 - Django's signature
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:  # noqa: ARG002
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:  # noqa: ARG002
        return False


class ScopeFilter(admin.SimpleListFilter):
    """Narrows a list to one scope; it names only the scopes that the viewer may enter."""

    title = "scope"
    parameter_name = "scope"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Iterable[tuple[str, str]]:  # noqa: ARG002
        scopes = Scope.objects.within(perimeter_for(request.user))
        return [(str(pk), slug) for pk, slug in scopes.values_list("pk", "slug")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:  # noqa: ARG002
        chosen = self.value()
        return queryset.filter(scope_id=int(chosen)) if chosen and chosen.isdecimal() else queryset


def fully_cleared(perimeter: Perimeter) -> list[int]:
    """Ids of the scopes in which the viewer sees everything.

    Counts of rows, sizes and reports of runs tell of hidden content, so they are shown only there.
    """
    return [scope_id for scope_id, clearance in perimeter.clearances if clearance == HIGHEST]
