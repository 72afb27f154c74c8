"""Facets: exact counts over the pages that match, as the viewer sees them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from cogi.corpus.classification import Classification
from cogi.corpus.models import Scope
from cogi.corpus.perimeter import Perimeter, perimeter_for
from cogi.corpus.snapshot import NodeDraft
from cogi.corpus.vocabulary import NodeKind
from cogi.retrieval.searching import search
from tests.drafts import page, publish, scope, section

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def words_alone(settings: Any) -> None:
    """Engines run in the caller, whose transaction holds the test's data."""
    settings.COGI_ENGINE_THREADS = 0
    settings.COGI_EMBEDDERS = {"default": None}


def many(count: int, parent: str, *, first: int = 0, **metadata: Any) -> list[NodeDraft]:
    numbered = (
        (n, page(f"{parent}/{n}", "apples", parent=parent, order=n)) for n in range(first, first + count)
    )
    return [replace(draft, metadata={**draft.metadata, **metadata}) for _, draft in numbered]


def counted(question: str, **options: Any) -> Mapping[str, Sequence[tuple[str, int]]]:
    perimeter = options.pop("perimeter", perimeter_for(None))
    facets = search(question, perimeter=perimeter, **options).facets
    return {name: [(value.value, value.count) for value in values] for name, values in facets.items()}


def corpus() -> list[NodeDraft]:
    a, b = page("a", "apples", title="Apples"), page("b", "pears", title="Bees", order=1)
    call = replace(page("c", "apples", order=2), kind=NodeKind.OPERATION)
    return [
        a,
        section(a, "part", "ripe apples"),
        *many(30, "a", tags=["fresh", "red"], level=1),
        *many(12, "a", first=30, tags="red", audience="cooks", secret_note="x" * 101),
        b,
        *many(5, "b"),
        call,
    ]


def test_every_matching_page_is_counted_once_whatever_is_shown() -> None:
    publish(scope(), *corpus())
    assert counted("apples", limit=1) == {
        "kind": [("page", 48), ("operation", 1)],
        "scope": [("guide/1.0/en", 49)],
        "section": [("Apples", 43), ("Bees", 5)],
        "language": [("en", 49)],
        "tags": [("red", 42), ("fresh", 30)],
        "audience": [("cooks", 12)],
        "level": [("1", 30)],
    }
    assert search("apples", perimeter=perimeter_for(None)).total == 49


def test_nothing_that_matches_is_nothing_to_count() -> None:
    publish(scope(), *corpus())
    empty: Mapping[str, Sequence[tuple[str, int]]] = {"kind": [], "scope": [], "section": [], "language": []}
    assert counted("zebra") == empty
    assert counted("???") == empty


def test_filters_and_phrases_narrow_the_counts() -> None:
    publish(scope(), *corpus())
    assert counted("apples tags:fresh")["section"] == [("Apples", 30)]
    assert counted('"ripe apples"')["kind"] == [("page", 1)]
    assert counted("apples -kind:page")["kind"] == [("operation", 1)]


def test_scopes_are_counted_together() -> None:
    for slug, count in (("x/1/en", 2), ("y/1/ja", 3)):
        publish(scope(slug), page("a", "apples"), *many(count, "a", tags=["red"]))
    both = counted("apples")
    assert both["scope"] == [("y/1/ja", 4), ("x/1/en", 3)]
    assert both["language"] == [("ja", 4), ("en", 3)]
    assert both["tags"] == [("red", 5)]


def test_the_metadata_to_count_and_how_many_values_are_the_operators_choice(settings: Any) -> None:
    settings.COGI_FACET_METADATA = ["Owner", "kind", "scope"]
    settings.COGI_FACET_VALUES = 2
    owned = [
        replace(page(f"p{n}", "apples"), metadata={"owner": f"o{n}", "kind": "x", "scope": "y"})
        for n in range(4)
    ]
    publish(scope(), *owned)
    facets = counted("apples")
    assert facets["Owner"] == [("o0", 1), ("o1", 1)]
    assert (facets["kind"], facets["scope"]) == ([("page", 4)], [("guide/1.0/en", 4)])


def test_hidden_pages_are_not_counted_and_do_not_move_sections() -> None:
    here = scope()
    open_pages = corpus()
    publish(here, *open_pages)
    before = counted("apples")
    hidden = replace(page("z", "apples", level=Classification.INTERNAL), metadata={"tags": ["mole"]})
    publish(here, *open_pages, hidden, page("z/1", "apples", parent="z", level=Classification.INTERNAL), at=1)
    assert counted("apples") == before
    insider = counted("apples", perimeter=Perimeter.of({here.pk: Classification.INTERNAL}))
    assert ("mole", 1) in insider["tags"]
    assert ("Z", 2) in insider["section"]


def test_counts_follow_a_new_release() -> None:
    here = scope()
    publish(here, *corpus())
    assert counted("pears")["kind"] == [("page", 1)]
    publish(here, *corpus(), page("d", "pears", order=3), at=1)
    assert counted("pears")["kind"] == [("page", 2)]


def test_a_scope_that_was_made_anew_under_an_old_id_is_not_taken_for_the_old_one() -> None:
    here = scope()
    publish(here, page("a", "apples"))
    assert counted("apples")["kind"] == [("page", 1)]
    Scope.objects.filter(pk=here.pk).delete()
    anew = scope()
    publish(anew, page("a", "apples"), page("b", "apples"))
    assert counted("apples")["kind"] == [("page", 2)]
