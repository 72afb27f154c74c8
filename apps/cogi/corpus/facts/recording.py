"""The two verbs of the fact store. Acts of one scope wait for one another, so each sees the one before."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime

from django.db import transaction

from cogi.corpus.errors import CorpusError
from cogi.corpus.facts.intervals import Interval
from cogi.corpus.facts.revising import Revision, Statement
from cogi.corpus.facts.storing import beliefs_about, canonical, moment_of, write
from cogi.corpus.models import NodeRevision, Passage, Scope
from cogi.corpus.snapshot import FactDraft


class InvalidFact(CorpusError):
    """A fact cannot be recorded; the message names the first reason. Nothing was stored."""


def record_facts(*, scope: Scope, facts: Sequence[FactDraft], now: datetime, provenance: str) -> datetime:
    """Believe ``facts`` from ``now`` on, one after another, and return the recorded time that they got.

    A functional fact ends what another value says of its subject and predicate at the same level, where
    their valid ranges overlap; the rest of that range is stated anew. What is believed already is not
    stated again. Facts that are not functional only add. The recorded time is later than ``now`` when
    something on record of the same subjects and predicates is not earlier.

    Raises:
        InvalidFact: a subject or object is not there, or a fact contradicts itself.
    """
    return _act(scope, facts, Revision.state, now=now, provenance=provenance)


def retract_facts(*, scope: Scope, facts: Sequence[FactDraft], now: datetime) -> datetime:
    """Believe ``facts`` no longer in their valid ranges, whoever stated them; return the recorded time.

    What they say outside those ranges is stated anew. To retract what is not believed changes nothing.

    Raises:
        InvalidFact: as ``record_facts``.
    """
    return _act(scope, facts, Revision.retract, now=now, provenance="")


@transaction.atomic
def _act(
    scope: Scope,
    facts: Sequence[FactDraft],
    do: Callable[[Revision, Statement], None],
    *,
    now: datetime,
    provenance: str,
) -> datetime:
    Scope.objects.select_for_update().get(pk=scope.pk)
    statements = _statements(scope, facts, provenance)
    at = moment_of(statements, now=now)
    revision = Revision(beliefs_about(scope, statements))
    for statement in statements:
        do(revision, statement)
    if write(scope, revision, at=at):
        Scope.objects.filter(pk=scope.pk).bump_version()
    return at


def _statements(scope: Scope, facts: Sequence[FactDraft], provenance: str) -> list[Statement]:
    uids = {uid for fact in facts for uid in (fact.subject_uid, fact.object_uid) if uid is not None}
    live = NodeRevision.objects.filter(node__scope=scope, node__uid__in=uids).as_of()
    nodes = {uid: (pk, level) for uid, pk, level in live.values_list("node__uid", "node", "classification")}
    for fact in facts:
        _check(fact, nodes)
    ids = {uid: pk for uid, (pk, _) in nodes.items()}
    sources = source_passages({ids[fact.subject_uid] for fact in facts})
    return [statement_of(fact, ids, sources, provenance=provenance) for fact in facts]


def _check(fact: FactDraft, nodes: Mapping[str, tuple[int, int]]) -> None:
    what = f"A fact {fact.predicate}"
    for uid in (fact.subject_uid, fact.object_uid):
        if uid is not None and uid not in nodes:
            raise InvalidFact(f"{what} names “{uid}”, which is not there. Publish it first.")
    if (fact.object_uid is None) == (fact.value is None):
        raise InvalidFact(f"{what} needs either an object or a value.")
    if fact.valid_from is not None and fact.valid_to is not None and fact.valid_from >= fact.valid_to:
        raise InvalidFact(f"{what} ends before it begins to be valid. Give a later end, or none.")
    if any(fact.classification < nodes[uid][1] for uid in (fact.subject_uid, fact.object_uid) if uid):
        raise InvalidFact(
            f"{what} is less classified than what it names. Give it the highest level of those."
        )


def statement_of(
    fact: FactDraft,
    nodes: Mapping[str, int],
    sources: Mapping[int, Mapping[int, int]],
    *,
    provenance: str,
) -> Statement:
    """Return the draft with the ids of its nodes and of the passage that states it."""
    subject = nodes[fact.subject_uid]
    passages = sources.get(subject, {})
    return Statement(
        subject,
        fact.item,
        fact.predicate,
        canonical(fact.value),
        nodes[fact.object_uid] if fact.object_uid is not None else None,
        fact.functional,
        int(fact.classification),
        Interval(fact.valid_from, fact.valid_to),
        provenance,
        passages.get(fact.passage, passages.get(0)),
    )


def source_passages(node_ids: Collection[int]) -> dict[int, dict[int, int]]:
    """Return the live passages by node and ordinal, the rendition of the lowest level that has one."""
    rows = (
        Passage.objects.filter(node__in=node_ids)
        .as_of()
        .order_by("-visibility__high")
        .values_list("node_id", "ordinal", "pk")
    )
    sources: dict[int, dict[int, int]] = {}
    for node, ordinal, pk in rows:
        sources.setdefault(node, {})[ordinal] = pk
    return sources
