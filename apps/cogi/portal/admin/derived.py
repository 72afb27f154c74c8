"""Releases and what is derived from them: sizes and states, for those who may see the whole scope."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from cogi.corpus.models import Release
from cogi.corpus.perimeter import Perimeter
from cogi.index.models import EmbeddingModel, ManifestEntry, Segment
from cogi.portal.admin.base import ReadOnlyAdmin, ScopeFilter, TabularInline, fully_cleared


class ManifestInline(TabularInline):
    """The segments that a release reads."""

    model = ManifestEntry
    fields = ["segment", "live_count"]
    readonly_fields = ["segment", "live_count"]
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ARG002 - Django's signature
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).select_related("segment").defer("dead")


@admin.register(Release)
class ReleaseAdmin(ReadOnlyAdmin):
    list_display = ["scope", "number", "created_at", "node_count", "passage_count", "root"]
    list_select_related = ["scope"]
    list_filter = [ScopeFilter]
    ordering = ["-pk"]
    fields = ["scope", "number", "created_at", "node_count", "passage_count", "root"]
    readonly_fields = ["root"]
    inlines = [ManifestInline]

    def visible(self, perimeter: Perimeter) -> QuerySet[Any]:
        return Release.objects.filter(scope_id__in=fully_cleared(perimeter))

    @admin.display(description="Merkle root")
    def root(self, release: Release) -> str:
        return bytes(release.merkle_root).hex()[:16]


@admin.register(Segment)
class SegmentAdmin(ReadOnlyAdmin):
    list_display = ["id", "scope", "visibility", "document_count", "analysis_version", "created_at"]
    list_select_related = ["scope", "visibility"]
    list_filter = [ScopeFilter]
    ordering = ["-pk"]
    fields = ["scope", "visibility", "document_count", "analysis_version", "created_at"]

    def visible(self, perimeter: Perimeter) -> QuerySet[Any]:
        packed = ("passages", "pages", "lengths", "surfaces")
        return Segment.objects.filter(scope_id__in=fully_cleared(perimeter)).defer(*packed)


@admin.register(EmbeddingModel)
class EmbeddingModelAdmin(ReadOnlyAdmin):
    """The names of models tell nothing of any content."""

    list_display = ["name", "dimensions"]

    def visible(self, perimeter: Perimeter) -> QuerySet[Any]:  # noqa: ARG002
        return EmbeddingModel.objects.all()
