"""Pins and boosts: editors move pages for readers, and name no page that they may not read themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin, messages
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path
from django.utils import timezone

from cogi.corpus.models import Boost, NodeRevision, Pin, Scope
from cogi.corpus.models.curation import CurationRule
from cogi.corpus.perimeter import Perimeter, perimeter_for
from cogi.portal.admin.base import PerimeterAdmin, ScopeFilter, fully_cleared
from cogi.portal.admin.explaining import explain_page
from cogi.retrieval.filtering import pages_matching
from cogi.retrieval.page_names import find_pages
from cogi.retrieval.scopes import read_scopes
from cogi.retrieval.signals.rules import curation_of, lexemes_of

if TYPE_CHECKING:
    PinModelForm = forms.ModelForm[Pin]
else:
    PinModelForm = forms.ModelForm

TIME: tuple[str, Any] = ("Time", {"fields": [("begins_at", "ends_at"), "note"]})


class PinForm(PinModelForm):
    """``perimeter`` is the editor's own; set it on a subclass."""

    perimeter: Perimeter

    class Meta:
        model = Pin
        fields: list[str] = []  # those of PinAdmin
        widgets = {"phrases": forms.Textarea(attrs={"rows": 4, "cols": 60})}
        help_texts = {"uid": "By its path, such as topics/auth, or by its address."}

    def clean(self) -> None:
        super().clean()
        scope = self.cleaned_data.get("scope")
        if scope is not None:
            self._clean_page(scope)
            self._clean_phrases(scope)

    def _clean_page(self, scope: Scope) -> None:
        name = self.cleaned_data.get("uid")
        if not name:
            return
        found = find_pages(scope, [name], perimeter=self.perimeter)
        if name in found:
            self.cleaned_data["uid"] = found[name]
        elif name != self.initial.get("uid"):
            # A page that has gone since may come back.
            self.add_error("uid", f"“{name}” is no page of {scope} that you may read.")

    def _clean_phrases(self, scope: Scope) -> None:
        lines = [line.strip() for line in self.cleaned_data.get("phrases", "").splitlines() if line.strip()]
        empty = [line for line in lines if not lexemes_of(line, language=scope.language)]
        if empty:
            self.add_error(
                "phrases", f"“{empty[0]}” has no word that a search goes by. Add one that tells more."
            )
        self.cleaned_data["phrases"] = "\n".join(lines)


class CurationAdmin(PerimeterAdmin):
    """A rule is shown to those with at least the clearance of who wrote it last."""

    list_select_related = ["scope"]
    list_filter = [ScopeFilter]

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        if db_field.name == "scope":
            kwargs["queryset"] = Scope.objects.within(perimeter_for(request.user))
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        obj.classification = dict(perimeter_for(request.user).clearances)[obj.scope_id]
        super().save_model(request, obj, form, change)

    @admin.display(description="holds")
    def state(self, rule: CurationRule) -> str:
        now = timezone.now()
        if rule.ends_at is not None and rule.ends_at <= now:
            return "no longer"
        return "not yet" if rule.begins_at is not None and rule.begins_at > now else "now"


@admin.register(Pin)
class PinAdmin(CurationAdmin):
    form = PinForm
    list_display = ["asked", "uid", "position", "scope", "state", "note"]
    search_fields = ["uid", "phrases"]
    search_help_text = "Search by the page’s path or by a phrase."
    fieldsets = [(None, {"fields": ["scope", "uid", "position", "match", "phrases"]}), TIME]
    change_list_template = "admin/cogi_corpus/pin_list.html"

    def get_urls(self) -> list[URLPattern]:
        explain = self.admin_site.admin_view(self.explain_view)
        return [path("explain/", explain, name="cogi_corpus_pin_explain"), *super().get_urls()]

    def explain_view(self, request: HttpRequest) -> HttpResponse:
        return explain_page(self, request)

    def visible(self, perimeter: Perimeter) -> QuerySet[Any]:
        pages = NodeRevision.objects.within(perimeter).as_of()
        readable = pages.filter(scope=OuterRef("scope"), node__uid=OuterRef("uid"))
        return Pin.objects.within(perimeter).filter(Exists(readable) | Q(scope__in=fully_cleared(perimeter)))

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        form: Any = super().get_form(request, obj, change, **kwargs)
        form.perimeter = perimeter_for(request.user)
        return form

    @admin.display(description="the question", ordering="phrases")
    def asked(self, pin: Pin) -> str:
        phrases = ", ".join(f"“{line}”" for line in pin.phrases.splitlines())
        return f"contains {phrases}" if pin.match == Pin.Match.CONTAINS else phrases


@admin.register(Boost)
class BoostAdmin(CurationAdmin):
    list_display = ["pages", "factor", "scope", "state", "note"]
    search_fields = ["path_prefix", "metadata_key", "metadata_value"]
    search_help_text = "Search by path or by metadata."
    fieldsets = [
        (None, {"fields": ["scope", "factor"]}),
        (
            "Pages",
            {
                "fields": ["path_prefix", "kind", ("metadata_key", "metadata_value")],
                "description": "Pages that meet all that is given here.",
            },
        ),
        TIME,
    ]

    def visible(self, perimeter: Perimeter) -> QuerySet[Any]:
        return Boost.objects.within(perimeter)

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        count = _pages_moved(obj, perimeter_for(request.user))
        level = messages.INFO if count else messages.WARNING
        self.message_user(request, f"Pages that it moves, of those that you may read: {count:,}.", level)

    @admin.display(description="pages")
    def pages(self, boost: Boost) -> str:
        return str(boost).rpartition(" × ")[0]


def _pages_moved(boost: Boost, perimeter: Perimeter) -> int:
    scopes = read_scopes(perimeter, slugs=[boost.scope.slug])
    rules = [rule for scope in scopes for rule in curation_of(scope).boosts if rule.id == boost.pk]
    return len(pages_matching([rule.conditions for rule in rules], perimeter=perimeter, scopes=scopes))
