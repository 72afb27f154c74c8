"""Finds the facts that answer a question, with the passages that state them; the perimeter is in the SQL."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db import connection
from django.utils import timezone

from cogi.retrieval.facts.naming import Asked
from cogi.retrieval.facts.wording import FactQuestion
from cogi.retrieval.scopes import ScopeState

LOOKED_AT = 400
LEAST_FIT = 0.55
NEAR_BEST = 0.9
_SPARE = 5


@dataclass(frozen=True, slots=True)
class FoundFact:
    """A fact that fits, how well it fits (0 to 1), and where it is stated."""

    id: int
    subject_id: int
    uid: str
    title: str
    item: str
    predicate: str
    value: Any
    valid_from: datetime | None
    valid_to: datetime | None
    recorded_at: datetime
    above: str
    fit: float = 0.0
    passage_id: int = 0
    page_id: int = 0


def find_facts(
    question: FactQuestion,
    *,
    scopes: Sequence[ScopeState],
    pages: frozenset[int] | None = None,
    as_of: datetime | None = None,
    valid_at: datetime | None = None,
    limit: int = 10,
) -> list[FoundFact]:
    """Return the facts that answer ``question``, the best first: none that fit much worse than the best.

    ``as_of`` is the moment on both axes (None: true now, believed now), ``valid_at`` another one on the axis
    of what is true.
    """
    asked = Asked(question.subject)
    reading: dict[str, Any] = {
        "scopes": [scope.id for scope in scopes],
        "releases": [scope.release_number for scope in scopes],
        "clearances": [int(scope.clearance) for scope in scopes],
        "valid_at": valid_at or as_of or timezone.now(),
        "known_at": as_of,
    }
    patterns = [f"%{_escaped(word)}%" for word in asked.strong]
    rows = _rows(_FACTS, reading, predicates=list(question.predicates), patterns=patterns, limit=LOOKED_AT)
    found = [fact for row in rows if (fact := _fitted(FoundFact(*row), asked)).fit >= LEAST_FIT]
    found.sort(key=lambda fact: (-round(fact.fit, 3), question.predicates.index(fact.predicate), fact.id))
    near = [fact for fact in found if fact.fit >= found[0].fit * NEAR_BEST][: limit * _SPARE]
    places = {pk: place for pk, *place in _rows(_PLACES, reading, facts=[fact.id for fact in near]) if near}
    stated = [
        replace(fact, passage_id=places[fact.id][0], page_id=places[fact.id][1])
        for fact in near
        if fact.id in places
    ]
    return [fact for fact in stated if pages is None or fact.page_id in pages][:limit]


def _fitted(fact: FoundFact, asked: Asked) -> FoundFact:
    beside = [fact.above, fact.uid]
    fit = asked.fit(fact.item, [fact.title, *beside]) if fact.item else asked.fit(fact.title, beside)
    return replace(fact, fit=fit)


def _rows(sql: str, reading: Mapping[str, Any], **more: Any) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, {**reading, **more})
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows


def _escaped(word: str) -> str:
    return word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


_SEEN = """
WITH seen AS MATERIALIZED (
    SELECT asked.*, greatest(%(known_at)s::timestamptz, release.created_at) AS known_at
      FROM unnest(%(scopes)s::bigint[], %(releases)s::int[], %(clearances)s::int[])
           AS asked (scope_id, number, clearance)
      LEFT JOIN cogi_corpus_release AS release
        ON release.scope_id = asked.scope_id AND release.number = asked.number
)"""
# Where the past is sealed, what is read is what was believed when it was sealed.
# The facts of the predicates, by their index; of a functional one, the most classified that is seen. Of
# those, the ones whose names hold most of the words.
_FACTS = f"""{_SEEN}, named AS MATERIALIZED (
    SELECT fact.*, seen.number, seen.clearance, node.uid, revision.title, revision.parent_id,
           lower(fact.item || ' ' || revision.title || ' ' || node.uid) AS names
      FROM seen
      JOIN cogi_corpus_fact AS fact ON fact.scope_id = seen.scope_id
       AND fact.predicate = ANY(%(predicates)s::text[]) AND fact.classification <= seen.clearance
      JOIN cogi_corpus_node AS node ON node.id = fact.subject_id
      JOIN cogi_corpus_noderevision AS revision ON revision.node_id = node.id
       AND revision.classification <= seen.clearance AND revision.valid_from <= seen.number
       AND (revision.valid_to IS NULL OR revision.valid_to > seen.number)
     WHERE fact.valid @> %(valid_at)s::timestamptz AND fact.object_id IS NULL
       AND CASE WHEN %(known_at)s::timestamptz IS NULL THEN upper_inf(fact.recorded)
                ELSE fact.recorded @> seen.known_at END
       AND lower(fact.item || ' ' || revision.title || ' ' || node.uid) LIKE ANY(%(patterns)s::text[])
), weighed AS (
    SELECT named.*,
           max(classification) OVER (PARTITION BY functional, subject_id, item, predicate) AS highest,
           (SELECT count(*) FROM unnest(%(patterns)s::text[]) AS pattern WHERE names LIKE pattern) AS hits
      FROM named
), best AS MATERIALIZED (
    SELECT * FROM weighed WHERE NOT functional OR classification = highest
     ORDER BY hits DESC, id LIMIT %(limit)s
)
SELECT best.id, best.subject_id, best.uid, best.title, best.item, best.predicate,
       best.value #>> '{{}}', lower(best.valid), upper(best.valid), lower(best.recorded),
       coalesce(parent.title, '')
  FROM best
  LEFT JOIN cogi_corpus_noderevision AS parent ON parent.node_id = best.parent_id
   AND parent.classification <= best.clearance AND parent.valid_from <= best.number
   AND (parent.valid_to IS NULL OR parent.valid_to > best.number)
"""  # noqa: S608 - fixed texts
# The passage that states a fact as this viewer sees it: the source itself, or what stands in its place.
_PLACES = f"""{_SEEN}
SELECT DISTINCT ON (fact.id) fact.id, passage.id, passage.page_id
  FROM cogi_corpus_fact AS fact
  JOIN seen ON seen.scope_id = fact.scope_id
  LEFT JOIN cogi_corpus_passage AS source ON source.id = fact.source_id
  JOIN cogi_corpus_passage AS passage ON passage.node_id = fact.subject_id
   AND passage.valid_from <= seen.number AND (passage.valid_to IS NULL OR passage.valid_to > seen.number)
  JOIN cogi_corpus_visibilityclass AS class ON class.id = passage.visibility_id
   AND seen.clearance BETWEEN class.low AND class.high
 WHERE fact.id = ANY(%(facts)s::bigint[])
 ORDER BY fact.id, (passage.id IS NOT DISTINCT FROM source.id) DESC,
          (passage.ordinal IS NOT DISTINCT FROM source.ordinal) DESC, passage.ordinal
"""  # noqa: S608 - fixed texts
