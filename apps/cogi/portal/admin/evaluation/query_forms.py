"""The form of a golden question: its judged pages are written one to a line.

A page that the viewer may not see is neither shown nor lost: it stays judged, as one that is gone does.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from django import forms

from cogi.corpus.classification import MASK, Classification
from cogi.corpus.perimeter import Perimeter
from cogi.evaluation.golden.importing import query_key
from cogi.evaluation.golden.pages import UnknownPages
from cogi.evaluation.models import GoldenQuery, Judgement
from cogi.evaluation.models.golden import MAX_GRADE
from cogi.retrieval.page_names import find_pages

if TYPE_CHECKING:
    ModelForm = forms.ModelForm[GoldenQuery]
else:
    ModelForm = forms.ModelForm


class GoldenQueryForm(ModelForm):
    """``shown`` are the uids that the viewer may read; set it on a subclass."""

    shown: ClassVar[Collection[str]] = frozenset()

    pages = forms.CharField(
        required=False,
        widget=forms.Textarea(attrs={"rows": 3, "cols": 40, "placeholder": "topics/auth 2"}),
        help_text="One page to a line, by path or address, and its grade where that is not 1: topics/auth 2",
    )

    class Meta:
        model = GoldenQuery
        fields = ["text"]
        widgets = {"text": forms.Textarea(attrs={"rows": 3, "cols": 48})}
        labels = {"text": "question"}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["pages"] = "\n".join(
            each.uid if each.grade == 1 else f"{each.uid} {each.grade}"
            for each in _judgements(self.instance)
            if each.uid in self.shown
        )

    def clean_pages(self) -> Mapping[str, int]:
        """Return grades by uid."""
        lines = [line.strip() for line in self.cleaned_data["pages"].splitlines() if line.strip()]
        graded = dict(_name_and_grade(line) for line in lines)
        if too_high := [name for name, grade in graded.items() if grade > MAX_GRADE]:
            raise forms.ValidationError(f"“{too_high[0]}” is graded too high; {MAX_GRADE} is the most.")
        golden_set = self.instance.golden_set
        # What was judged before may be gone by now.
        known = {each.uid: each.uid for each in _judgements(self.instance) if each.uid in self.shown}
        perimeter = Perimeter.of({golden_set.scope_id: Classification(golden_set.clearance)})
        found = find_pages(golden_set.scope, graded, perimeter=perimeter) | known
        if unknown := [name for name in graded if name not in found]:
            raise forms.ValidationError(str(UnknownPages(golden_set.scope, unknown)))
        return {found[name]: grade for name, grade in graded.items()}

    def _save_m2m(self) -> None:
        """Store the judgements; Django calls this once the question itself is stored."""
        grades = self.cleaned_data["pages"]
        for each in _judgements(self.instance):
            if each.uid in self.shown and each.uid not in grades:
                each.delete()
        Judgement.objects.bulk_create(
            (Judgement(query=self.instance, uid=uid, grade=grade) for uid, grade in grades.items()),
            update_conflicts=True,
            unique_fields=["query", "uid"],
            update_fields=["grade"],
        )

    def save(self, commit: bool = True) -> GoldenQuery:
        if not self.instance.key:
            self.instance.key = _free_key(self.instance)
        return super().save(commit)


def masked(query: GoldenQuery, *, shown: Collection[str]) -> str:
    """Return a mask for each judged page that is hidden or gone."""
    return " ".join(MASK for each in _judgements(query) if each.uid not in shown) or "–"


def _judgements(query: GoldenQuery) -> list[Judgement]:
    return list(query.judgements.all()) if query.pk else []


def _name_and_grade(line: str) -> tuple[str, int]:
    name, _, grade = line.rpartition(" ")
    return (name.strip(), int(grade)) if name and grade.isdecimal() else (line, 1)


def _free_key(query: GoldenQuery) -> str:
    key, taken = query_key(query.text), GoldenQuery.objects.filter(golden_set=query.golden_set_id)
    return key if not taken.filter(key=key).exists() else f"{key}-{taken.count()}"
