"""Golden sets and their questions, as far as the viewer's clearance goes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin, messages
from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from kombu.exceptions import OperationalError

from cogi.corpus.classification import LOWEST
from cogi.corpus.models import Scope
from cogi.corpus.perimeter import Perimeter, perimeter_for
from cogi.evaluation.golden.pages import shown_uids
from cogi.evaluation.models import GoldenQuery, GoldenSet
from cogi.evaluation.tasks import evaluate_golden_set
from cogi.portal.admin.base import PerimeterAdmin, ScopeFilter, TabularInline
from cogi.portal.admin.evaluation.query_files import export_set, import_into
from cogi.portal.admin.evaluation.query_forms import GoldenQueryForm, masked

if TYPE_CHECKING:
    ModelForm = forms.ModelForm[GoldenSet]
else:
    ModelForm = forms.ModelForm

INLINE_QUERIES = 100
"""A longer set is edited question by question: a form has at most so many fields."""


class GoldenSetForm(ModelForm):
    """Nobody judges with more clearance than they hold; ``perimeter`` is set on a subclass."""

    perimeter: Perimeter

    class Meta:
        model = GoldenSet
        fields = ["name", "scope", "clearance"]

    def clean(self) -> None:
        super().clean()
        scope, clearance = self.cleaned_data.get("scope"), self.cleaned_data.get("clearance")
        own = dict(self.perimeter.clearances).get(scope.pk, LOWEST) if scope else LOWEST
        if clearance is not None and clearance > own:
            self.add_error("clearance", f"Your own clearance in this scope is {own.label}.")


class GoldenQueryInline(TabularInline):
    model = GoldenQuery
    form = GoldenQueryForm
    fields = ["text", "pages", "hidden_or_gone"]
    readonly_fields = ["hidden_or_gone"]
    extra = 3
    verbose_name = "question"
    shown: frozenset[str] = frozenset()

    def get_formset(self, request: HttpRequest, obj: Any = None, **kwargs: Any) -> Any:
        formset: Any = super().get_formset(request, obj, **kwargs)
        self.shown = formset.form.shown = shown_uids(obj, perimeter=perimeter_for(request.user))
        return formset

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).prefetch_related("judgements")

    @admin.display(description="hidden or gone")
    def hidden_or_gone(self, query: GoldenQuery) -> str:
        return masked(query, shown=self.shown)


@admin.register(GoldenSet)
class GoldenSetAdmin(PerimeterAdmin):
    form = GoldenSetForm
    list_display = ["name", "scope", "clearance", "query_count", "runs_link"]
    list_select_related = ["scope"]
    list_filter = [ScopeFilter]
    search_fields = ["name", "scope__slug"]
    actions = ["evaluate_now"]
    change_form_template = "admin/cogi_evaluation/golden_set_form.html"

    def visible(self, perimeter: Perimeter) -> QuerySet[Any]:
        return GoldenSet.objects.within(perimeter).annotate(count=Count("queries"))

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        form: Any = super().get_form(request, obj, change, **kwargs)
        form.perimeter = perimeter_for(request.user)
        return form

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.name == "scope":
            kwargs["queryset"] = Scope.objects.within(perimeter_for(request.user))
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def get_inlines(self, request: HttpRequest, obj: Any) -> Any:  # noqa: ARG002 - Django's signature
        # Pages are looked up in the scope of a set that is stored.
        return [GoldenQueryInline] if obj and obj.queries.count() <= INLINE_QUERIES else []

    def response_post_save_add(self, request: HttpRequest, obj: Any) -> HttpResponseRedirect:  # noqa: ARG002
        """Lead on to the questions of the new set."""
        return HttpResponseRedirect(reverse("admin:cogi_evaluation_goldenset_change", args=[obj.pk]))

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view
        own = [
            path("<int:pk>/import/", view(self.import_view), name="cogi_evaluation_goldenset_import"),
            path(
                "<int:pk>/export/<str:form>/", view(self.export_view), name="cogi_evaluation_goldenset_export"
            ),
        ]
        return [*own, *super().get_urls()]

    def import_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        return import_into(self, request, pk)

    def export_view(self, request: HttpRequest, pk: int, form: str) -> HttpResponse:
        return export_set(self, request, pk, form=form)

    @admin.display(description="questions", ordering="count")
    def query_count(self, golden_set: Any) -> SafeString:
        address = reverse("admin:cogi_evaluation_goldenquery_changelist")
        return format_html('<a href="{}?set={}">{}</a>', address, golden_set.pk, golden_set.count)

    @admin.display(description="runs")
    def runs_link(self, golden_set: Any) -> SafeString:
        address = reverse("admin:cogi_evaluation_evaluationrun_over_time")
        return format_html('<a href="{}?collection={}">Over time</a>', address, golden_set.name)

    @admin.action(description="Evaluate now", permissions=["change"])
    def evaluate_now(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        try:
            for golden_set in queryset:
                evaluate_golden_set.delay(golden_set.pk)
        except OperationalError:
            self.message_user(request, "The message broker does not answer. Try later.", messages.ERROR)
            return
        self.message_user(request, "Queued; the runs appear in their list.", messages.SUCCESS)


class SetFilter(admin.SimpleListFilter):
    """Narrows questions to one set; it names only the sets that the viewer may see."""

    title = "golden set"
    parameter_name = "set"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:  # noqa: ARG002
        sets = GoldenSet.objects.within(perimeter_for(request.user))
        return [(str(pk), name) for pk, name in sets.values_list("pk", "name")]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:  # noqa: ARG002
        chosen = self.value()
        return queryset.filter(golden_set=int(chosen)) if chosen and chosen.isdecimal() else queryset


@admin.register(GoldenQuery)
class GoldenQueryAdmin(PerimeterAdmin):
    form = GoldenQueryForm
    list_display = ["text", "golden_set", "judged"]
    list_select_related = ["golden_set"]
    list_filter = [SetFilter]
    search_fields = ["text", "key"]
    search_help_text = "Search by the words of the question."
    fields = ["golden_set", "text", "pages", "hidden_or_gone"]
    readonly_fields = ["golden_set", "hidden_or_gone"]

    def visible(self, perimeter: Perimeter) -> QuerySet[Any]:
        sets = GoldenSet.objects.within(perimeter)
        return GoldenQuery.objects.filter(golden_set__in=sets).annotate(count=Count("judgements"))

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        form: Any = super().get_form(request, obj, change, **kwargs)
        if obj is not None:
            obj.shown = form.shown = shown_uids(obj.golden_set, perimeter=perimeter_for(request.user))
        return form

    def has_add_permission(self, request: HttpRequest) -> bool:  # noqa: ARG002 - added in their set
        return False

    @admin.display(description="judged pages", ordering="count")
    def judged(self, query: Any) -> int:
        return int(query.count)

    @admin.display(description="hidden or gone")
    def hidden_or_gone(self, query: Any) -> str:
        return masked(query, shown=query.shown)
