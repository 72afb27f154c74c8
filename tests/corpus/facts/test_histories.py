"""Random histories by several writers against a model in plain Python: bar 4 of the retrieval brain."""

from __future__ import annotations

import random
import threading
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import connection, transaction

from cogi.corpus.classification import Classification
from cogi.corpus.facts import record_facts, retract_facts
from cogi.corpus.models import Fact, Scope
from cogi.corpus.perimeter import Perimeter
from cogi.corpus.snapshot import FactDraft
from tests.drafts import day, page, publish, scope

PUBLIC, INTERNAL, CONFIDENTIAL, _ = Classification
SUBJECTS, PREDICATES, DAYS = 100, 20, 40
HISTORIES = [(f"n{n}", f"p{p}") for n in range(SUBJECTS) for p in range(PREDICATES)]
Topic = tuple[str, str]


def is_functional(topic: Topic) -> bool:
    return topic[1] not in {"p0", "p1", "p2"}


@dataclass(frozen=True)
class Act:
    """What happened to one topic, and the recorded time that it got."""

    moment: datetime
    stated: bool
    fact: FactDraft

    def covers(self, moment: datetime) -> bool:
        start, end = self.fact.valid_from, self.fact.valid_to
        return (start is None or start <= moment) and (end is None or moment < end)


@dataclass
class Model:
    """Replays each topic's acts; it knows nothing of ranges, rows or closing."""

    acts: dict[Topic, list[Act]] = field(default_factory=lambda: defaultdict(list))

    def note(self, moment: datetime, facts: list[FactDraft], *, stated: bool) -> None:
        for fact in facts:
            self.acts[fact.subject_uid, fact.predicate].append(Act(moment, stated, fact))

    def answers(self, valid: datetime, known: datetime, clearance: Classification) -> dict[Topic, set[Any]]:
        for acts in self.acts.values():
            acts.sort(key=lambda act: act.moment)
        found = {topic: self._answer(topic, valid, known, clearance) for topic in self.acts}
        return {topic: values for topic, values in found.items() if values}

    def _answer(self, topic: Topic, valid: datetime, known: datetime, clearance: Classification) -> set[Any]:
        believed: dict[int, set[Any]] = defaultdict(set)
        for act in self.acts[topic]:
            if act.moment <= known and act.covers(valid) and act.fact.classification <= clearance:
                values = believed[act.fact.classification]
                if act.stated and is_functional(topic):
                    values.clear()
                (values.add if act.stated else values.discard)(act.fact.value)
        levels = sorted(level for level, values in believed.items() if values)
        seen = levels[-1:] if is_functional(topic) else levels
        return {value for level in seen for value in believed[level]}


def random_fact(dice: random.Random, topic: Topic) -> FactDraft:
    start, end = sorted(dice.sample(range(DAYS), 2))
    return FactDraft(
        *topic,
        dice.choice("abc"),
        functional=is_functional(topic),
        classification=dice.choice([PUBLIC, PUBLIC, CONFIDENTIAL]),
        valid_from=None if dice.random() < 0.2 else day(start),
        valid_to=None if dice.random() < 0.3 else day(end),
    )


def act(dice: random.Random, here: Scope, topics: list[Topic], model: Model) -> None:
    facts = [random_fact(dice, topic) for topic in topics]
    now = day(dice.randrange(3))  # clocks that tie, and that go backwards
    with transaction.atomic():
        if stated := dice.random() < 0.75:
            moment = record_facts(scope=here, facts=facts, now=now, provenance=dice.choice(["a", "b"]))
        else:
            moment = retract_facts(scope=here, facts=facts, now=now)
        # Until the commit nobody else acts: the order of the notes is the order of the acts.
        model.note(moment, facts, stated=stated)


def write_at_once(here: Scope, model: Model, *, seed: int) -> None:
    dice = random.Random(seed)  # noqa: S311 - a fixed sequence
    for _ in range(10):
        act(dice, here, dice.sample(HISTORIES, 60), model)
    connection.close()


def moments(dice: random.Random, model: Model) -> Iterator[tuple[datetime, datetime]]:
    recorded = sorted({act.moment for acts in model.acts.values() for act in acts})
    for _ in range(11):
        known = dice.choice(recorded) + timedelta(microseconds=dice.choice([-1, 0, 0, 1]))
        yield day(dice.randrange(-1, DAYS + 1)), known
    yield day(5), recorded[-1]


def stored(here: Scope, valid: datetime, known: datetime, clearance: Classification) -> dict[Topic, set[Any]]:
    found = Fact.objects.holding(
        Perimeter.of({here.pk: clearance}), valid_at=valid, known_at=known
    ).values_list("subject__uid", "predicate", "value")
    answers: dict[Topic, set[Any]] = defaultdict(set)
    for subject, predicate, value in found:
        answers[subject, predicate].add(value)
    return dict(answers)


def overlaps() -> int:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM cogi_corpus_fact a JOIN cogi_corpus_fact b ON a.subject_id = b.subject_id "
            "AND a.predicate = b.predicate AND a.classification = b.classification AND a.id < b.id "
            "AND a.functional AND b.functional AND a.valid && b.valid AND a.recorded && b.recorded"
        )
        (count,) = cursor.fetchone()
    return int(count)


@pytest.mark.django_db(transaction=True)
def test_two_thousand_histories_by_many_writers_answer_as_the_model_does() -> None:
    here, model, dice = scope(), Model(), random.Random(5)  # noqa: S311
    publish(here, *(page(f"n{n}", "Text.") for n in range(SUBJECTS)), at=-1)
    for _ in range(2):
        act(dice, here, HISTORIES, model)
    writers = [
        threading.Thread(target=write_at_once, args=(here, model), kwargs={"seed": n}) for n in range(4)
    ]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    act(dice, here, HISTORIES, model)

    assert len(model.acts) == 2000
    for valid, known in moments(dice, model):
        for clearance in (PUBLIC, INTERNAL, CONFIDENTIAL):
            assert stored(here, valid, known, clearance) == model.answers(valid, known, clearance)
    assert overlaps() == 0
