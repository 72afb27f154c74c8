"""Sources, with "ingest now", and their runs with progress, counts and skipped files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from cogi.corpus.models import Scope
from cogi.corpus.perimeter import Perimeter, perimeter_for
from cogi.ingest.formats import UnknownFormat, require_format
from cogi.ingest.models import IngestRun, Source
from cogi.ingest.outbox import enqueue_run
from cogi.portal.admin.base import PerimeterAdmin, ReadOnlyAdmin, ScopeFilter, fully_cleared

if TYPE_CHECKING:
    ModelForm = forms.ModelForm[Source]
else:
    ModelForm = forms.ModelForm


class SourceForm(ModelForm):
    class Meta:
        model = Source
        fields = ["scope", "location", "format", "subdirectory", "options"]
        widgets = {"location": forms.TextInput(attrs={"size": 80})}
        help_texts = {"format": "auto looks at the files; or the name of a configured parser."}

    def clean_format(self) -> str:
        name: str = self.cleaned_data["format"]
        try:
            require_format(name)
        except UnknownFormat as error:
            raise forms.ValidationError(str(error)) from error
        return name


@admin.register(Source)
class SourceAdmin(PerimeterAdmin):
    form = SourceForm
    list_display = ["scope", "location", "format", "runs_link"]
    list_select_related = ["scope"]
    search_fields = ["scope__slug", "location"]
    search_help_text = "Search by scope or location."
    actions = ["ingest_now"]

    def visible(self, perimeter: Perimeter) -> QuerySet[Any]:
        return Source.objects.filter(scope_id__in=fully_cleared(perimeter))

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.name == "scope":
            kwargs["queryset"] = Scope.objects.filter(pk__in=fully_cleared(perimeter_for(request.user)))
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    @admin.display(description="runs")
    def runs_link(self, source: Source) -> SafeString:
        address = reverse("admin:cogi_ingest_ingestrun_changelist")
        return format_html('<a href="{}?scope={}">Show runs</a>', address, source.scope_id)

    @admin.action(description="Ingest now", permissions=["change"])
    def ingest_now(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        runs = [enqueue_run(source=source) for source in queryset]
        self.message_user(
            request,
            f"Queued {len(runs)} run{'' if len(runs) == 1 else 's'}; the runs’ list shows the progress.",
            messages.SUCCESS,
        )


class RunScopeFilter(ScopeFilter):
    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:  # noqa: ARG002
        chosen = self.value()
        return queryset.filter(source__scope_id=int(chosen)) if chosen and chosen.isdecimal() else queryset


@admin.register(IngestRun)
class IngestRunAdmin(ReadOnlyAdmin):
    list_display = ["scope", "status", "progress", "skipped_count", "duration", "queued_at", "release_number"]
    list_display_links = ["scope", "status"]
    list_select_related = ["source__scope"]
    list_filter = [RunScopeFilter, "status"]
    date_hierarchy = "queued_at"
    fields = [
        *[
            "source",
            "status",
            "error",
            "progress",
            "attempts",
            "accept_shrink",
            "accept_regression",
            "release_number",
            "published",
        ],
        *["count_table", "skipped_table", "queued_at", "due_at", "started_at", "finished_at", "duration"],
    ]
    readonly_fields = ["progress", "count_table", "skipped_table", "duration"]

    def visible(self, perimeter: Perimeter) -> QuerySet[Any]:
        return IngestRun.objects.filter(source__scope_id__in=fully_cleared(perimeter))

    @admin.display(ordering="source__scope__slug")
    def scope(self, run: IngestRun) -> str:
        return run.source.scope.slug

    @admin.display
    def progress(self, run: IngestRun) -> str:
        if run.is_final or not run.stage:
            return "–"
        return f"{run.stage} {run.done}" + (f" of {run.total}" if run.total else "")

    @admin.display(description="skipped files")
    def skipped_count(self, run: IngestRun) -> int:
        return len(run.skipped)

    @admin.display
    def duration(self, run: IngestRun) -> str:
        return "–" if run.seconds is None else f"{run.seconds:.1f} s"

    @admin.display(description="counts")
    def count_table(self, run: IngestRun) -> str:
        rows = format_html_join("", "<tr><th>{}</th><td>{}</td></tr>", sorted(run.counts.items()))
        return format_html("<table>{}</table>", rows) if rows else "–"

    @admin.display(description="skipped files")
    def skipped_table(self, run: IngestRun) -> str:
        rows = format_html_join(
            "", "<tr><td>{}</td><td>{}</td></tr>", ((each["path"], each["reason"]) for each in run.skipped)
        )
        return format_html("<table>{}</table>", rows) if rows else "none"
