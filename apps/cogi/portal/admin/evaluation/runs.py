"""Runs: what was measured, two of them side by side, and a collection over time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html, format_html_join
from django.utils.http import urlencode
from django.utils.safestring import SafeString

from cogi.corpus.perimeter import Perimeter, perimeter_for
from cogi.evaluation.errors import EvaluationError
from cogi.evaluation.models import EvaluationRun
from cogi.evaluation.relevance.measures import MEASURES
from cogi.evaluation.relevance.ranking import ENGINES
from cogi.portal.admin.base import PerimeterAdmin
from cogi.portal.admin.evaluation.run_pages import NDCG, in_words, ordered_engines, over_time, side_by_side

WORST = 10


class CollectionFilter(admin.SimpleListFilter):
    """Narrows runs to one collection; it names only those of runs that the viewer may see."""

    title = "collection"
    parameter_name = "collection"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(name, name) for name in _collections(model_admin.visible(perimeter_for(request.user)))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:  # noqa: ARG002
        return queryset.filter(collection=self.value()) if self.value() else queryset


def _reached(engine: str) -> Callable[[EvaluationRun], str]:
    """Return a column with what ``engine`` reached."""

    @admin.display(description=engine)
    def reached(run: EvaluationRun) -> str:
        return f"{run.means[engine][NDCG]:.3f}" if engine in run.means else "–"

    return reached


@admin.register(EvaluationRun)
class EvaluationRunAdmin(PerimeterAdmin):
    list_display = [
        *["name", "collection"],
        *(_reached(engine) for engine in ENGINES),
        *["release_number", "measured"],
    ]
    list_filter = [CollectionFilter]
    search_fields = ["name", "collection", "scope_slug"]
    search_help_text = f"Search by name, collection or scope. The engines' figures are means of {NDCG}."
    actions = ["compare"]
    about = ("collection", "scope_slug", "release_number", "clearance", "measured", "took")
    fields = ("name", *about, "metrics", "missing", "settings", "worst")
    readonly_fields = fields
    change_list_template = "admin/cogi_evaluation/run_list.html"
    change_form_template = "admin/cogi_evaluation/run_form.html"

    def visible(self, perimeter: Perimeter) -> QuerySet[Any]:
        return EvaluationRun.objects.within(perimeter).summaries()

    def has_add_permission(self, request: HttpRequest) -> bool:  # noqa: ARG002 - measuring makes them
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ARG002
        return False

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view
        own = [
            path("compare/", view(self.compare_view), name="cogi_evaluation_evaluationrun_compare"),
            path("over-time/", view(self.over_time_view), name="cogi_evaluation_evaluationrun_over_time"),
        ]
        return [*own, *super().get_urls()]

    @admin.action(description="Compare two runs", permissions=["view"])
    def compare(self, request: HttpRequest, queryset: QuerySet[Any]) -> HttpResponse | None:
        chosen = list(queryset.order_by("created_at", "pk").values_list("pk", flat=True)[:3])
        if len(chosen) != 2:  # noqa: PLR2004 - a pair
            self.message_user(request, "Choose two runs to compare.", messages.WARNING)
            return None
        address = reverse("admin:cogi_evaluation_evaluationrun_compare")
        query = urlencode({"before": chosen[0], "after": chosen[1]})
        return HttpResponseRedirect(f"{address}?{query}")

    def compare_view(self, request: HttpRequest) -> HttpResponse:
        before, after = (self._run(request, request.GET.get(name, "")) for name in ("before", "after"))
        perimeter = perimeter_for(request.user)
        engine, every = request.GET.get("engine", ""), "every" in request.GET
        try:
            compared = side_by_side(before, after, engine=engine, every=every, perimeter=perimeter)
        except EvaluationError as error:
            messages.error(request, str(error))
            return HttpResponseRedirect(reverse("admin:cogi_evaluation_evaluationrun_changelist"))
        context = {"title": "Two runs side by side", "compared": compared, "every": every}
        return self._page(request, "compare", context)

    def over_time_view(self, request: HttpRequest) -> HttpResponse:
        visible = self.get_queryset(request)
        collections = _collections(visible)
        collection = request.GET.get("collection") or next(iter(collections), "")
        metric = request.GET.get("metric", "")
        metric = metric if metric in MEASURES else NDCG
        runs = list(visible.filter(collection=collection).order_by("created_at", "pk"))
        chart, engines = over_time(runs, collection=collection, metric=metric)
        rows = [(run, [run.means.get(engine, {}).get(metric) for engine in engines]) for run in runs[::-1]]
        context = {
            "title": "Relevance over time",
            "collections": sorted({*collections, collection}),
            "collection": collection,
            "metrics": list(MEASURES),
            "metric": metric,
            "chart": chart,
            "engines": engines,
            "rows": rows,
        }
        return self._page(request, "over_time", context)

    def _run(self, request: HttpRequest, number: str) -> EvaluationRun:
        if not self.has_view_permission(request):
            raise PermissionDenied
        visible = EvaluationRun.objects.within(perimeter_for(request.user))
        run = visible.filter(pk=number).first() if number.isdecimal() else None
        if run is None:
            raise Http404
        return run

    def _page(self, request: HttpRequest, name: str, context: dict[str, Any]) -> HttpResponse:
        if not self.has_view_permission(request):
            raise PermissionDenied
        shared = {**self.admin_site.each_context(request), "opts": self.opts}
        return TemplateResponse(request, f"admin/cogi_evaluation/{name}.html", {**shared, **context})

    @admin.display(ordering="created_at")
    def measured(self, run: EvaluationRun) -> str:
        return f"{run.created_at:%Y-%m-%d %H:%M}"

    @admin.display
    def took(self, run: EvaluationRun) -> str:
        return f"{run.seconds:.1f} s"

    @admin.display
    def metrics(self, run: EvaluationRun) -> SafeString:
        head = format_html_join("", "<th>{}</th>", ((name,) for name in MEASURES))
        rows = (
            (
                engine,
                format_html_join("", "<td>{}</td>", ((f"{run.means[engine][m]:.4f}",) for m in MEASURES)),
            )
            for engine in ordered_engines(run)
        )
        body = format_html_join("", "<tr><th>{}</th>{}</tr>", rows)
        return format_html('<table class="cogi-figures"><tr><th></th>{}</tr>{}</table>', head, body)

    @admin.display(description="missing for some questions")
    def missing(self, run: EvaluationRun) -> str:
        return (
            "; ".join(f"{engine}: {', '.join(names)}" for engine, names in run.degraded.items()) or "nothing"
        )

    @admin.display(description="configuration")
    def settings(self, run: EvaluationRun) -> SafeString:
        named = ((name, in_words(value)) for name, value in sorted(run.configuration.items()))
        rows = format_html_join("", "<tr><th>{}</th><td>{}</td></tr>", named)
        return format_html('<table class="cogi-figures">{}</table>', rows)

    @admin.display(description=f"lowest {NDCG}")
    def worst(self, run: EvaluationRun) -> SafeString:
        """Show the questions that fare worst with the last engine, which is the whole where it ran."""
        engine = ordered_engines(run)[-1]
        scored = sorted(run.scores[engine].items(), key=lambda each: each[1][NDCG])[:WORST]
        rows = ((f"{row[NDCG]:.3f}", run.questions.get(query, query)) for query, row in scored)
        body = format_html_join("", "<tr><td>{}</td><td>{}</td></tr>", rows)
        return format_html('<table class="cogi-figures">{}</table>', body)


def _collections(runs: QuerySet[Any]) -> list[str]:
    return list(runs.order_by("collection").values_list("collection", flat=True).distinct())
