"""Facts that are stated, contradicted and retracted, on both time axes."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from cogi.corpus.classification import Classification
from cogi.corpus.facts import InvalidFact, record_facts, retract_facts
from cogi.corpus.models import Fact, Scope
from cogi.corpus.perimeter import Perimeter
from cogi.corpus.snapshot import FactDraft
from tests.drafts import day, page, publish, scope, section

pytestmark = pytest.mark.django_db

HOME = page("home", "Hello.")
PUBLIC, INTERNAL, CONFIDENTIAL, RESTRICTED = Classification
SOON = timedelta(microseconds=1)


@pytest.fixture
def here() -> Scope:
    made = scope()
    publish(made, HOME, page("other", "Text."))
    return made


def owner(name: str, start: int | None = None, end: int | None = None, **fields: Any) -> FactDraft:
    return FactDraft(
        fields.pop("subject", "home"),
        fields.pop("predicate", "owner"),
        name,
        functional=fields.pop("functional", True),
        valid_from=None if start is None else day(start),
        valid_to=None if end is None else day(end),
        **fields,
    )


def record(here: Scope, *facts: FactDraft, at: int = 1, provenance: str = "review") -> datetime:
    return record_facts(scope=here, facts=facts, now=day(at), provenance=provenance)


def holds(valid: int, known: datetime | None = None, level: Classification = RESTRICTED) -> list[Any]:
    perimeter = Perimeter.of({Scope.objects.get().pk: level})
    found = Fact.objects.holding(perimeter, valid_at=day(valid), known_at=known)
    return sorted(found.values_list("value", flat=True))


def rows() -> list[tuple[Any, ...]]:
    """The believed facts: subject, value, and the days on which they begin and cease to be valid."""
    found = Fact.objects.believed().select_related("subject").order_by("subject__uid", "valid__startswith")
    return [(fact.subject.uid, fact.value, *_days(fact.valid)) for fact in found]


def _days(valid: Any) -> tuple[int | None, int | None]:
    start, end = valid.lower, valid.upper
    return start and (start - day(0)).days, end and (end - day(0)).days


def test_another_value_ends_the_first_where_it_holds_and_keeps_the_rest(here: Scope) -> None:
    record(here, owner("ann"))
    record(here, owner("bob", 10, 20), at=2)
    assert rows() == [("home", "bob", 10, 20), ("home", "ann", 20, None), ("home", "ann", None, 10)]
    assert [holds(n) for n in (9, 10, 19, 20)] == [["ann"], ["bob"], ["bob"], ["ann"]]
    assert holds(15, known=day(2) - SOON) == ["ann"]
    assert holds(15, known=day(1) - SOON) == []


def test_the_same_value_is_stated_only_where_it_is_not_covered(here: Scope) -> None:
    record(here, owner("ann", 0, 10))
    record(here, owner("ann", 5, 15), at=2)
    assert rows() == [("home", "ann", 0, 10), ("home", "ann", 10, 15)]
    before = Scope.objects.get().version
    record(here, owner("ann", 2, 12), at=3)
    assert Fact.objects.count() == 2
    assert Scope.objects.get().version == before


def test_disjoint_ranges_stay_disjoint(here: Scope) -> None:
    record(here, owner("ann", 0, 5), owner("ann", 10, 15))
    record(here, owner("bob", 5, 10), at=2)
    assert rows() == [("home", "ann", 0, 5), ("home", "bob", 5, 10), ("home", "ann", 10, 15)]


def test_unrelated_facts_are_never_touched(here: Scope) -> None:
    record(here, owner("ann"), owner("ann", subject="other"), owner("draft", predicate="status"))
    record(here, owner("bob"), at=2)
    believed = Fact.objects.believed().order_by("pk")
    assert list(believed.values_list("subject__uid", "predicate", "value")) == [
        ("other", "owner", "ann"),
        ("home", "status", "draft"),
        ("home", "owner", "bob"),
    ]


def test_parts_of_a_subject_are_subjects_of_their_own(here: Scope) -> None:
    record(here, owner("ann", item="intro"), owner("bob", item="end"), owner("eve"))
    assert holds(3) == ["ann", "bob", "eve"]


def test_what_is_not_functional_only_adds(here: Scope) -> None:
    record(here, owner("ann", functional=False), owner("bob", functional=False))
    assert holds(3) == ["ann", "bob"]


def test_of_several_levels_a_viewer_sees_the_highest_and_the_lower_one_stays(here: Scope) -> None:
    record(here, owner("ann"))
    record(here, owner("eve", 10, 20, classification=CONFIDENTIAL), at=2)
    assert holds(15, level=PUBLIC) == holds(15, level=INTERNAL) == ["ann"]
    assert holds(15, level=CONFIDENTIAL) == holds(15, level=RESTRICTED) == ["eve"]
    assert holds(25, level=CONFIDENTIAL) == ["ann"]


def test_recorded_times_are_in_order_though_the_clock_stands_still(here: Scope) -> None:
    times = [record(here, owner(name)) for name in ("ann", "bob", "eve")]
    assert times == [day(1), day(1) + SOON, day(1) + 2 * SOON]
    assert [holds(3, known=moment) for moment in times] == [["ann"], ["bob"], ["eve"]]


def test_a_retraction_leaves_what_lies_outside_its_range(here: Scope) -> None:
    record(here, owner("ann", 0, 20))
    retract_facts(scope=here, facts=[owner("ann", 5, 10), owner("bob", 0, 20)], now=day(2))
    assert rows() == [("home", "ann", 0, 5), ("home", "ann", 10, 20)]
    assert holds(7, known=day(1)) == ["ann"]


def test_a_change_moves_the_scopes_version(here: Scope) -> None:
    before = Scope.objects.get().version
    record(here, owner("ann"))
    assert Scope.objects.get().version == before + 1


def test_a_fact_names_the_passage_that_states_it(here: Scope) -> None:
    publish(here, page("home", "One.", "Two.", "Three."), at=1)
    record(here, owner("ann", passage=1), owner("on", predicate="status", passage=7), at=2)
    stated = Fact.objects.order_by("pk").values_list("value", "source__content__text")
    assert list(stated) == [("ann", "Two."), ("on", "One.")]


@pytest.mark.parametrize(
    ("fact", "message"),
    [
        (
            owner("ann", subject="gone"),
            "A fact owner names “gone”, which is not there. Publish it first.",
        ),
        (FactDraft("home", "owner"), "A fact owner needs either an object or a value."),
        (
            owner("ann", 3, 3),
            "A fact owner ends before it begins to be valid. Give a later end, or none.",
        ),
        (
            FactDraft("home", "see", object_uid="secret"),
            "A fact see is less classified than what it names. Give it the highest level of those.",
        ),
    ],
)
def test_what_cannot_be_recorded_says_why_and_stores_nothing(
    here: Scope, fact: FactDraft, message: str
) -> None:
    publish(here, HOME, page("secret", "Hush.", level=INTERNAL), at=1)
    with pytest.raises(InvalidFact) as refused:
        record(here, owner("ann"), fact, at=2)
    assert str(refused.value) == message
    assert not Fact.objects.exists()


def test_a_publish_contradicts_what_another_has_stated(here: Scope) -> None:
    record(here, owner("ann"))
    publish(here, HOME, at=2, facts=[owner("bob")])
    assert [holds(3), holds(3, known=day(1))] == [["bob"], ["ann"]]
    assert publish(here, HOME, at=3, facts=[owner("bob")]).release is None


def test_a_publish_does_not_state_again_what_another_has_stated(here: Scope) -> None:
    publish(here, HOME, at=1)
    record(here, owner("ann"), at=2)
    assert publish(here, HOME, at=3, facts=[owner("ann")]).release is None
    assert Fact.objects.get().provenance == "review"


def test_a_source_follows_its_place_when_the_text_changes(here: Scope) -> None:
    home = page("home", "Hello.")
    publish(here, home, section(home, "s", "Before."), at=1, facts=[owner("ann", subject="home#s")])
    publish(here, home, section(home, "s", "After."), at=2, facts=[owner("ann", subject="home#s")])
    fact = Fact.objects.get()
    assert fact.source is not None
    assert fact.source.content.text == "After."
