"""Why a search finds what it finds, for editors: as they see it, or as someone with less clearance does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.http import urlencode

from cogi.corpus.classification import LOWEST, Classification
from cogi.corpus.models import Pin, Scope
from cogi.corpus.models.curation import LAST_PLACE
from cogi.corpus.perimeter import Perimeter, perimeter_for
from cogi.portal.admin.base import ModelAdmin
from cogi.retrieval.errors import RetrievalError
from cogi.retrieval.results import Hit, Results
from cogi.retrieval.searching import search

HITS = 20


class ExplainForm(forms.Form):
    """A question and who asks it; nobody looks higher than their own clearance goes."""

    q = forms.CharField(
        label="Question",
        widget=forms.TextInput(attrs={"placeholder": "how do I log a user in"}),
    )
    scope = forms.ModelChoiceField(
        Scope.objects.none(), required=False, empty_label="The default scopes", to_field_name="slug"
    )
    level = forms.TypedChoiceField(label="See as", coerce=int, required=False)
    reading = forms.CharField(
        label="Page being read",
        required=False,
        max_length=500,
        widget=forms.TextInput({"placeholder": "none"}),
    )

    def __init__(self, *args: Any, perimeter: Perimeter, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        highest = max((clearance for _, clearance in perimeter.clearances), default=LOWEST)
        self.fields["scope"].queryset = Scope.objects.within(perimeter)  # type: ignore[attr-defined]
        self.fields["level"].choices = [  # type: ignore[attr-defined]
            ("", "myself"),
            *(
                (level.value, f"someone cleared for {level.label}")
                for level in Classification
                if level < highest
            ),
        ]


@dataclass(frozen=True, slots=True)
class Step:
    """One engine's say on a hit; ``weight`` is that of the profile, where it ranked."""

    engine: str
    rank: int
    score: float
    term: float
    weight: float | None


@dataclass(frozen=True, slots=True)
class Explained:
    """A hit with everything that moved it, and where an editor can pin it."""

    place: int
    hit: Hit
    steps: Sequence[Step]
    notes: Mapping[str, Any]
    pin_address: str


def explain_page(model_admin: ModelAdmin, request: HttpRequest) -> HttpResponse:
    """Answer with the page; a search begins as soon as a question is given."""
    if not model_admin.has_view_permission(request):
        raise PermissionDenied
    own = perimeter_for(request.user)
    form = ExplainForm(request.GET or None, perimeter=own)
    context: dict[str, Any] = {
        **model_admin.admin_site.each_context(request),
        "title": "Explain a search",
        "opts": model_admin.opts,
        "form": form,
    }
    if form.is_valid():
        asked = form.cleaned_data
        try:
            results = _search(asked, own)
        except RetrievalError as error:
            form.add_error("q", str(error))
        else:
            may_pin = model_admin.has_add_permission(request)
            context |= {"results": results, "hits": _explained(results, asked["q"], may_pin=may_pin)}
    return TemplateResponse(request, "admin/cogi_corpus/explain.html", context)


def _search(asked: Mapping[str, Any], own: Perimeter) -> Results:
    level, scope = asked["level"], asked["scope"]
    return search(
        asked["q"],
        perimeter=own if level == "" else own.capped(Classification(level)),
        scopes=[scope.slug] if scope else None,
        limit=HITS,
        explain=True,
        context_uid=asked["reading"] or None,
    )


def _explained(results: Results, question: str, *, may_pin: bool) -> list[Explained]:
    ids = dict(Scope.objects.filter(slug__in=results.scope_versions).values_list("slug", "pk"))
    return [
        _explain(place, hit, _pin_address(place, hit, ids[hit.scope], question) if may_pin else "")
        for place, hit in enumerate(results.hits, start=1)
    ]


def _explain(place: int, hit: Hit, pin_address: str) -> Explained:
    notes = dict(hit.explanation or {})
    weights = notes.get("profile", {}).get("weights", {})
    engines = notes.pop("engines", {})
    steps = [Step(name, **said, weight=weights.get(name)) for name, said in engines.items()]
    return Explained(place, hit, steps, notes, pin_address)


def _pin_address(place: int, hit: Hit, scope_id: int, question: str) -> str:
    filled = {
        "scope": str(scope_id),
        "uid": hit.uid,
        "position": str(min(place, LAST_PLACE)),
        "match": str(Pin.Match.EXACT),
        "phrases": question,
    }
    return f"{reverse('admin:cogi_corpus_pin_add')}?{urlencode(filled)}"
