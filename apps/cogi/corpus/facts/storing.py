"""Reads beliefs and writes what an act changes in them; the caller holds the scope's lock.

The lock makes the acts of a scope one sequence, and ``moment_of`` gives each a time of its own.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from datetime import datetime, timedelta
from typing import Any

from django.db import connection
from django.db.backends.postgresql.psycopg_any import DateTimeTZRange
from django.db.models import Q
from django.db.models.expressions import RawSQL

from cogi.corpus.facts.intervals import Interval
from cogi.corpus.facts.revising import Belief, Revision, Statement
from cogi.corpus.models import Fact, Scope

BATCH = 2000
_COLUMNS = (
    "pk",
    "subject_id",
    "item",
    "predicate",
    "value",
    "object_id",
    "functional",
    "classification",
    "valid",
    "provenance",
    "source_id",
)
_TICK = timedelta(microseconds=1)


def beliefs_about(scope: Scope, statements: Collection[Statement]) -> Iterator[Belief]:
    """Yield what is believed of the statements' subjects and predicates."""
    return beliefs_where(Q(scope=scope, pk__in=RawSQL(_ABOUT, _topics(statements))))  # noqa: S611 - fixed


def beliefs_where(which: Q) -> Iterator[Belief]:
    rows = Fact.objects.filter(which).believed().order_by("pk").values_list(*_COLUMNS)
    for pk, subject, item, predicate, value, *rest, valid, provenance, source in rows.iterator(BATCH):
        obj, functional, level = rest
        statement = Statement(
            subject,
            item,
            predicate,
            canonical(value),
            obj,
            functional,
            level,
            Interval(valid.lower, valid.upper),
            provenance,
            source,
        )
        yield Belief(pk, statement)


def canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True)


def moment_of(statements: Collection[Statement], *, now: datetime) -> datetime:
    """Return ``now``, or the next moment after all that is on record of what the statements speak of."""
    with connection.cursor() as cursor:
        cursor.execute(_LAST, _topics(statements))
        (last,) = cursor.fetchone()
    return now if last is None or last < now else last + _TICK


def _topics(statements: Collection[Statement]) -> tuple[list[int], list[str]]:
    pairs = {(each.subject_id, each.predicate) for each in statements}
    return [subject for subject, _ in pairs], [predicate for _, predicate in pairs]


def write(scope: Scope, revision: Revision, *, at: datetime) -> int:
    """Close and state what ``revision`` says at the moment ``at``; return how many rows that touched."""
    with connection.cursor() as cursor:
        cursor.execute(_CLOSE, [at, revision.closed])
    rows = [_row(scope, statement, at) for statement in revision.stated]
    Fact.objects.bulk_create(rows, batch_size=BATCH)
    return len(revision.closed) + len(rows)


def _row(scope: Scope, statement: Statement, at: datetime) -> Fact:
    return Fact(
        scope=scope,
        subject_id=statement.subject_id,
        item=statement.item,
        predicate=statement.predicate,
        value=json.loads(statement.value),
        object_id=statement.object_id,
        functional=statement.functional,
        classification=statement.classification,
        source_id=statement.source_id,
        provenance=statement.provenance,
        valid=DateTimeTZRange(*statement.valid),
        recorded=DateTimeTZRange(at, None),
    )


_CLOSE = "UPDATE cogi_corpus_fact SET recorded = tstzrange(lower(recorded), %s) WHERE id = ANY(%s)"
_LAST = """
SELECT max(greatest(lower(recorded), upper(recorded)))
  FROM cogi_corpus_fact
  JOIN unnest(%s::bigint[], %s::text[]) AS topic (subject_id, predicate) USING (subject_id, predicate)
"""
_ABOUT = """
SELECT id
  FROM cogi_corpus_fact
  JOIN unnest(%s::bigint[], %s::text[]) AS topic (subject_id, predicate) USING (subject_id, predicate)
 WHERE upper_inf(recorded)
"""
