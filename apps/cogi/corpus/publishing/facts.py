"""Stores facts bi-temporally: what is no longer stated is no longer believed, and stays on record."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection
from django.db.backends.postgresql.psycopg_any import DateTimeTZRange
from django.db.models import Q

from cogi.corpus.models import Fact, Passage, Scope
from cogi.corpus.snapshot import FactDraft

PROVENANCE = "ingest"
FactKey = tuple[int, str, str, int | None, bool, int, datetime | None, datetime | None]


@dataclass(frozen=True, slots=True)
class FactChanges:
    """Facts to be believed no longer (ids) and facts newly stated."""

    retracted: Sequence[int]
    stated: Sequence[FactKey]

    def __bool__(self) -> bool:
        return bool(self.retracted or self.stated)


def compare_facts(
    scope: Scope, drafts: Sequence[FactDraft], *, within: Q, nodes: Mapping[str, int]
) -> FactChanges:
    """Return how ``drafts`` differ from what ingest has stated ``within``; other provenance is left alone."""
    wanted = dict.fromkeys(_key(draft, nodes) for draft in drafts)
    stated = Fact.objects.filter(within, scope=scope, provenance=PROVENANCE).believed()
    believed = {_key_of(fact): fact.pk for fact in stated}
    return FactChanges(
        retracted=[pk for key, pk in believed.items() if key not in wanted],
        stated=[key for key in wanted if key not in believed],
    )


def store_facts(scope: Scope, changes: FactChanges, *, now: datetime) -> None:
    """Retract and record facts at ``now``; each new one points to its subject's first passage."""
    _retract(changes.retracted, now)
    sources = dict(
        Passage.objects.filter(node__in={key[0] for key in changes.stated})
        .as_of()
        .order_by("-ordinal", "-visibility__high")
        .values_list("node_id", "pk")
    )
    Fact.objects.bulk_create(
        (_fact(scope, key, sources.get(key[0]), now) for key in changes.stated), batch_size=2000
    )


def _key(draft: FactDraft, nodes: Mapping[str, int]) -> FactKey:
    return (
        nodes[draft.subject_uid],
        draft.predicate,
        json.dumps(draft.value, sort_keys=True),
        nodes[draft.object_uid] if draft.object_uid is not None else None,
        draft.functional,
        int(draft.classification),
        draft.valid_from,
        draft.valid_to,
    )


def _key_of(fact: Fact) -> FactKey:
    valid: Any = fact.valid
    return (
        fact.subject_id,
        fact.predicate,
        json.dumps(fact.value, sort_keys=True),
        fact.object_id,
        fact.functional,
        fact.classification,
        valid.lower,
        valid.upper,
    )


def _fact(scope: Scope, key: FactKey, source_id: int | None, now: datetime) -> Fact:
    subject, predicate, value, obj, functional, classification, valid_from, valid_to = key
    return Fact(
        scope=scope,
        subject_id=subject,
        predicate=predicate,
        value=json.loads(value),
        object_id=obj,
        functional=functional,
        classification=classification,
        source_id=source_id,
        provenance=PROVENANCE,
        valid=DateTimeTZRange(valid_from, valid_to),
        recorded=DateTimeTZRange(now, None),
    )


def _retract(ids: Sequence[int], now: datetime) -> None:
    with connection.cursor() as cursor:
        cursor.execute(_FORGET, [list(ids), now])
        cursor.execute(_RETRACT, [now, list(ids)])


# A fact recorded at the very moment of its retraction was never believed.
_FORGET = "DELETE FROM cogi_corpus_fact WHERE id = ANY(%s) AND lower(recorded) >= %s"
_RETRACT = "UPDATE cogi_corpus_fact SET recorded = tstzrange(lower(recorded), %s) WHERE id = ANY(%s)"
