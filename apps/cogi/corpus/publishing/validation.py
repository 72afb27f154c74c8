"""Refuses a snapshot that contradicts itself, before anything is stored."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import combinations

from cogi.corpus.errors import CorpusError
from cogi.corpus.snapshot import FactDraft, NodeDraft, Snapshot


class InvalidSnapshot(CorpusError):
    """The snapshot contradicts itself; the message names the first contradiction."""


def validate(snapshot: Snapshot, *, around: Mapping[str, int] | None = None) -> None:
    """Check uids, parents, levels and the ends of edges and facts.

    ``around`` gives the classification of nodes beyond the snapshot that it may name, by uid.

    Raises:
        InvalidSnapshot: naming the first thing that is wrong.
    """
    levels: dict[str, int] = dict(around or {})
    uids = {node.uid for node in snapshot.nodes}
    for node in snapshot.nodes:
        if not node.uid or node.uid in levels:
            raise InvalidSnapshot(f"Node uid “{node.uid}” is empty or stands twice; uids must be unique.")
        if node.parent_uid is not None:
            if node.parent_uid not in levels:
                raise InvalidSnapshot(_no_parent(node, node.parent_uid in uids))
            if node.classification < levels[node.parent_uid]:
                raise InvalidSnapshot(f"Node “{node.uid}” is less classified than its parent.")
        levels[node.uid] = node.classification
    for edge in snapshot.edges:
        _require(edge.source_uid, levels, f"An edge {edge.label}")
        _require(edge.target_uid, levels, f"An edge {edge.label}")
    _validate_facts(snapshot.facts, levels)


def _no_parent(node: NodeDraft, follows: bool) -> str:
    if follows:
        return f"Node “{node.uid}” stands before its parent “{node.parent_uid}”."
    return f"Node “{node.uid}” names a parent “{node.parent_uid}” that is not there."


def _validate_facts(facts: Sequence[FactDraft], levels: dict[str, int]) -> None:
    functional: dict[tuple[str, str, str, int], list[FactDraft]] = defaultdict(list)
    for fact in facts:
        _require(fact.subject_uid, levels, f"A fact {fact.predicate}")
        if (fact.object_uid is None) == (fact.value is None):
            raise InvalidSnapshot(f"A fact {fact.predicate} needs either an object or a value.")
        if fact.valid_from is not None and fact.valid_to is not None and fact.valid_from >= fact.valid_to:
            raise InvalidSnapshot(f"A fact {fact.predicate} ends before it begins to be valid.")
        if fact.classification < levels[fact.subject_uid]:
            raise InvalidSnapshot(f"A fact {fact.predicate} is less classified than its subject.")
        if fact.object_uid is not None:
            _require(fact.object_uid, levels, f"A fact {fact.predicate}")
            if fact.classification < levels[fact.object_uid]:
                raise InvalidSnapshot(f"A fact {fact.predicate} is less classified than its object.")
        if fact.functional:
            functional[fact.subject_uid, fact.item, fact.predicate, fact.classification].append(fact)
    for (subject, _, predicate, _), stated in functional.items():
        if any(_overlap(a, b) for a, b in combinations(stated, 2) if a != b):
            raise InvalidSnapshot(f"“{subject}” has two values of {predicate} at one time; it can have one.")


def _overlap(a: FactDraft, b: FactDraft) -> bool:
    a_before_b = a.valid_to is not None and b.valid_from is not None and a.valid_to <= b.valid_from
    b_before_a = b.valid_to is not None and a.valid_from is not None and b.valid_to <= a.valid_from
    return not (a_before_b or b_before_a)


def _require(uid: str, known: dict[str, int], what: str) -> None:
    if uid not in known:
        raise InvalidSnapshot(f"{what} names “{uid}”, which is not there.")
