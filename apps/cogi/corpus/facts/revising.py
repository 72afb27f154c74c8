"""What statements do to the beliefs about their subjects; it knows no database."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from cogi.corpus.facts.intervals import Interval

Said = tuple[str, int | None]
Topic = tuple[int, str, str, int]


@dataclass(frozen=True, slots=True)
class Statement:
    """``subject`` ``predicate`` ``value`` (JSON text) or ``object``, true in ``valid``."""

    subject_id: int
    item: str
    predicate: str
    value: str
    object_id: int | None
    functional: bool
    classification: int
    valid: Interval
    provenance: str
    source_id: int | None = field(default=None, compare=False)

    @property
    def said(self) -> Said:
        return self.value, self.object_id

    @property
    def topic(self) -> Topic:
        """Statements of different topics never touch one another; the level is part of it, so that what
        is hidden cannot take away what is seen."""
        return self.subject_id, self.item, self.predicate, self.classification


@dataclass(frozen=True, slots=True)
class Belief:
    """A statement that is believed; ``pk`` is None while it is not stored."""

    pk: int | None
    statement: Statement


class Revision:
    """Beliefs under revision by one act; ``closed`` and ``stated`` are what it changes."""

    def __init__(self, beliefs: Iterable[Belief]) -> None:
        self._topics: dict[Topic, list[Belief]] = defaultdict(list)
        self.closed: list[int] = []
        for belief in beliefs:
            self._topics[belief.statement.topic].append(belief)

    @property
    def stated(self) -> Iterator[Statement]:
        return (b.statement for beliefs in self._topics.values() for b in beliefs if b.pk is None)

    def state(self, statement: Statement) -> None:
        """Believe ``statement``: what contradicts it ends where it holds, what says it already stays."""
        beliefs = self._topics[statement.topic]
        for belief in [each for each in beliefs if _contradict(each.statement, statement)]:
            self._cut(belief, statement.valid)
        covered = [each.statement.valid for each in beliefs if _repeat(each.statement, statement)]
        beliefs += (Belief(None, replace(statement, valid=part)) for part in statement.valid.outside(covered))

    def retract(self, statement: Statement) -> None:
        """Believe no longer that ``statement`` holds in its range, whoever said so."""
        for belief in list(self._topics[statement.topic]):
            if belief.statement.said == statement.said and belief.statement.valid.meets(statement.valid):
                self._cut(belief, statement.valid)

    def close(self, belief: Belief) -> None:
        self._cut(belief, belief.statement.valid)

    def _cut(self, belief: Belief, out: Interval) -> None:
        beliefs = self._topics[belief.statement.topic]
        beliefs.remove(belief)
        if belief.pk is not None:
            self.closed.append(belief.pk)
        beliefs += (
            Belief(None, replace(belief.statement, valid=part))
            for part in belief.statement.valid.without(out)
        )


def _contradict(one: Statement, other: Statement) -> bool:
    both = one.functional and other.functional
    return both and one.said != other.said and one.valid.meets(other.valid)


def _repeat(one: Statement, other: Statement) -> bool:
    """Of several values, each is its author's own; a single value is the same whoever states it."""
    if one.said != other.said or one.functional != other.functional:
        return False
    return one.functional or one.provenance == other.provenance
