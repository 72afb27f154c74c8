"""The gate: whatever ids the engines give, only what the viewer may read becomes text."""

from __future__ import annotations

import pytest

from cogi.corpus.classification import Classification, Span
from cogi.corpus.models import Node, Passage, Scope
from cogi.corpus.perimeter import NOWHERE, Perimeter
from cogi.retrieval.hydration import hydrate_pages, hydrate_passages
from cogi.retrieval.results import Breadcrumb
from cogi.retrieval.scopes import ScopeState, read_scopes
from tests.drafts import day, page, publish, scope, section

pytestmark = pytest.mark.django_db

PUBLIC, INTERNAL, CONFIDENTIAL, RESTRICTED = Classification
TOP = page("top", "Public words.", title="Top")
INNER = page("inner", "The name is Turquoise.", parent="top", spans=(Span(12, 21, CONFIDENTIAL),))
PART = section(INNER, "part", "A part.")
SECRET = page("secret", "Internal words.", parent="top", level=INTERNAL)
BELOW = page("below", "More of it.", parent="secret", level=INTERNAL)


@pytest.fixture
def guide() -> Scope:
    here = scope()
    publish(here, TOP, INNER, PART, SECRET, BELOW)
    return here


def viewer(here: Scope, clearance: Classification) -> tuple[Perimeter, list[ScopeState]]:
    perimeter = Perimeter.of({here.pk: clearance})
    return perimeter, read_scopes(perimeter, slugs=[here.slug])


def texts(here: Scope, clearance: Classification) -> set[str]:
    perimeter, scopes = viewer(here, clearance)
    everything = Passage.objects.values_list("pk", flat=True)
    return {p.text for p in hydrate_passages(everything, perimeter=perimeter, scopes=scopes).values()}


def pages(here: Scope, clearance: Classification) -> dict[str, list[str]]:
    """The titles above each page that is shown, by its uid."""
    perimeter, scopes = viewer(here, clearance)
    shown = hydrate_pages(Node.objects.values_list("pk", flat=True), perimeter=perimeter, scopes=scopes)
    return {each.uid: [crumb.title for crumb in each.breadcrumbs] for each in shown.values()}


@pytest.mark.parametrize(
    ("clearance", "shown"),
    [
        (PUBLIC, {"Public words.", "The name is ••••.", "A part."}),
        (INTERNAL, {"Public words.", "The name is ••••.", "A part.", "Internal words.", "More of it."}),
        (
            CONFIDENTIAL,
            {"Public words.", "The name is Turquoise.", "A part.", "Internal words.", "More of it."},
        ),
    ],
)
def test_each_clearance_reads_its_own_renditions(
    guide: Scope, clearance: Classification, shown: set[str]
) -> None:
    assert texts(guide, clearance) == shown


def test_pages_above_the_viewers_clearance_are_absent(guide: Scope) -> None:
    public = {"top": [], "inner": ["Top"], "inner#part": ["Top", "Inner"]}
    assert pages(guide, PUBLIC) == public
    assert pages(guide, INTERNAL) == {**public, "secret": ["Top"], "below": ["Top", "Secret"]}


def test_a_page_comes_with_its_address_and_those_of_the_pages_above(guide: Scope) -> None:
    perimeter, scopes = viewer(guide, PUBLIC)
    node = Node.objects.get(uid="inner#part")
    (shown,) = hydrate_pages([node.pk], perimeter=perimeter, scopes=scopes).values()
    assert (shown.node_id, shown.url, shown.path) == (
        node.pk,
        "https://docs.example/inner/#part",
        "inner#part",
    )
    assert shown.breadcrumbs == [
        Breadcrumb("Top", "https://docs.example/top/"),
        Breadcrumb("Inner", "https://docs.example/inner/"),
    ]


def test_what_lies_outside_the_scopes_that_are_read_is_absent(guide: Scope) -> None:
    other = scope("other/1/en")
    publish(other, page("elsewhere", "Other words."))
    assert "Other words." not in texts(guide, RESTRICTED)
    assert "elsewhere" not in pages(guide, RESTRICTED)
    perimeter, scopes = viewer(other, RESTRICTED)
    assert hydrate_pages(Node.objects.values_list("pk", flat=True), perimeter=NOWHERE, scopes=scopes) == {}
    assert (
        hydrate_passages(Passage.objects.values_list("pk", flat=True), perimeter=NOWHERE, scopes=scopes) == {}
    )
    assert (
        len(hydrate_pages(Node.objects.values_list("pk", flat=True), perimeter=perimeter, scopes=scopes)) == 1
    )


def test_the_perimeter_rules_whatever_the_scopes_say(guide: Scope) -> None:
    _, cleared = viewer(guide, RESTRICTED)
    public, _ = viewer(guide, PUBLIC)
    shown = hydrate_pages(Node.objects.values_list("pk", flat=True), perimeter=public, scopes=cleared)
    assert {each.uid for each in shown.values()} == {"top", "inner", "inner#part"}


def test_each_release_is_read_as_it_was(guide: Scope) -> None:
    publish(guide, page("top", "New words.", title="Peak"), at=2)
    assert pages(guide, PUBLIC) == {"top": []}
    assert texts(guide, PUBLIC) == {"New words."}
    perimeter = Perimeter.of({guide.pk: PUBLIC})
    then = read_scopes(perimeter, slugs=[guide.slug], as_of=day(1))
    shown = hydrate_pages(Node.objects.values_list("pk", flat=True), perimeter=perimeter, scopes=then)
    assert {each.title for each in shown.values()} == {"Top", "Inner", "Part"}


def test_nothing_asked_for_is_nothing_shown(guide: Scope) -> None:
    perimeter, scopes = viewer(guide, PUBLIC)
    assert hydrate_pages([], perimeter=perimeter, scopes=scopes) == {}
    assert hydrate_passages([], perimeter=perimeter, scopes=scopes) == {}
    assert hydrate_pages([-1, 2**40], perimeter=perimeter, scopes=scopes) == {}
