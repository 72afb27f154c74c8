"""Stores facts bi-temporally: what is no longer stated is no longer believed, and stays on record."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import connection
from django.db.models import Q

from cogi.corpus.facts.recording import source_passages, statement_of
from cogi.corpus.facts.revising import Belief, Revision, Statement
from cogi.corpus.facts.storing import beliefs_about, beliefs_where, moment_of, write
from cogi.corpus.models import Scope
from cogi.corpus.snapshot import FactDraft

PROVENANCE = "ingest"


@dataclass(frozen=True, slots=True)
class FactChanges:
    """Beliefs to be given up and facts newly stated."""

    retracted: Sequence[Belief]
    stated: Sequence[FactDraft]

    def __bool__(self) -> bool:
        return bool(self.retracted or self.stated)


def compare_facts(
    scope: Scope, drafts: Sequence[FactDraft], *, within: Q, nodes: Mapping[str, int]
) -> FactChanges:
    """Return how ``drafts`` differ from what is believed ``within``; a single value may be another's."""
    drafted = {statement_of(draft, nodes, {}, provenance=PROVENANCE): draft for draft in drafts}
    own = Q(scope=scope, provenance=PROVENANCE)
    believed = {belief.statement: belief for belief in beliefs_where(within & own)}
    others = _Single(list(beliefs_where(within & Q(scope=scope, functional=True) & ~own)))
    return FactChanges(
        retracted=[belief for statement, belief in believed.items() if statement not in drafted],
        stated=[
            draft
            for statement, draft in drafted.items()
            if statement not in believed and not others.cover(statement)
        ],
    )


def store_facts(scope: Scope, changes: FactChanges, *, nodes: Mapping[str, int], now: datetime) -> None:
    """Record the changes as one act at ``now``; what they contradict, whoever said it, ends."""
    sources = source_passages({nodes[draft.subject_uid] for draft in changes.stated})
    stated = [statement_of(draft, nodes, sources, provenance=PROVENANCE) for draft in changes.stated]
    touched = [*stated, *(belief.statement for belief in changes.retracted)]
    if touched:
        at = moment_of(touched, now=now)
        revision = Revision(beliefs_about(scope, touched))
        for belief in changes.retracted:
            revision.close(belief)
        for statement in stated:
            revision.state(statement)
        write(scope, revision, at=at)


def follow_sources(passages: Sequence[int]) -> None:
    """Let believed facts whose source is among ``passages``, which cease, name what stands there now."""
    with connection.cursor() as cursor:
        cursor.execute(_FOLLOW, [list(passages)])


class _Single:
    """Single values that others have stated."""

    def __init__(self, beliefs: Sequence[Belief]) -> None:
        self._topics = defaultdict(list)
        for belief in beliefs:
            self._topics[belief.statement.topic].append(belief.statement)

    def cover(self, statement: Statement) -> bool:
        """Tell whether they say all that ``statement`` says."""
        if not statement.functional:
            return False
        same = [each.valid for each in self._topics[statement.topic] if each.said == statement.said]
        return not statement.valid.outside(same)


_FOLLOW = """
UPDATE cogi_corpus_fact AS fact
   SET source_id = coalesce((
       SELECT now.id FROM cogi_corpus_passage AS now
        WHERE now.node_id = ceased.node_id AND now.valid_to IS NULL
        ORDER BY now.visibility_id <> ceased.visibility_id, abs(now.ordinal - ceased.ordinal), now.ordinal
        LIMIT 1), fact.source_id)
  FROM cogi_corpus_passage AS ceased
 WHERE ceased.id = ANY(%s) AND fact.source_id = ceased.id AND upper_inf(fact.recorded)
"""
