"""Floors: whoever sees the whole of a scope says what its releases must reach."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from cogi.corpus.models import Scope
from cogi.corpus.perimeter import Perimeter, perimeter_for
from cogi.evaluation.models import GoldenSet, ReleaseFloor
from cogi.portal.admin.base import PerimeterAdmin, fully_cleared


@admin.register(ReleaseFloor)
class ReleaseFloorAdmin(PerimeterAdmin):
    list_display = ["scope", "golden_set", "metric", "minimum"]
    list_select_related = ["scope", "golden_set"]
    fields = ["scope", "golden_set", "metric", "minimum"]

    def visible(self, perimeter: Perimeter) -> QuerySet[Any]:
        return ReleaseFloor.objects.filter(scope_id__in=fully_cleared(perimeter))

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        perimeter = perimeter_for(request.user)
        if db_field.name == "scope":
            kwargs["queryset"] = Scope.objects.filter(pk__in=fully_cleared(perimeter))
        if db_field.name == "golden_set":
            kwargs["queryset"] = GoldenSet.objects.within(perimeter)
        return super().formfield_for_foreignkey(db_field, request, **kwargs)
