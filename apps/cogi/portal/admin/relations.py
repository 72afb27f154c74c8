"""Edges and facts; one whose end the viewer may not see is not listed."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet

from cogi.corpus.models import Edge, Fact
from cogi.corpus.perimeter import Perimeter
from cogi.portal.admin.base import ReadOnlyAdmin, ScopeFilter
from cogi.portal.admin.content import HoldsFilter, visible_nodes


@admin.register(Edge)
class EdgeAdmin(ReadOnlyAdmin):
    list_display = ["source", "label", "target", "provenance", "scope", "valid_from", "valid_to"]
    list_select_related = ["scope", "source", "target"]
    list_filter = [ScopeFilter, HoldsFilter, "label"]
    search_fields = ["source__uid", "target__uid"]
    search_help_text = "Search by the path of either end."
    ordering = ["-pk"]

    def visible(self, perimeter: Perimeter) -> QuerySet[Any]:
        nodes = visible_nodes(perimeter)
        return Edge.objects.filter(source__in=nodes, target__in=nodes)


@admin.register(Fact)
class FactAdmin(ReadOnlyAdmin):
    list_display = ["subject", "predicate", "said", "valid", "recorded", "scope"]
    list_select_related = ["scope", "subject", "object"]
    list_filter = [ScopeFilter, "classification"]
    search_fields = ["subject__uid", "predicate"]
    search_help_text = "Search by the subject's path or by predicate."
    ordering = ["-pk"]
    exclude = ["source"]

    def visible(self, perimeter: Perimeter) -> QuerySet[Any]:
        nodes = visible_nodes(perimeter)
        seen = Fact.objects.within(perimeter)
        return seen.filter(Q(object__isnull=True) | Q(object__in=nodes), subject__in=nodes)

    @admin.display(description="object or value")
    def said(self, fact: Fact) -> str:
        return str(fact.value if fact.object is None else fact.object)
