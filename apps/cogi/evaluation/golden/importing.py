"""Brings judged questions into a golden set, from BEIR's files or from a table; all of them or none."""

from __future__ import annotations

import csv
import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from django.db import transaction

from cogi.corpus.classification import Classification
from cogi.corpus.perimeter import Perimeter
from cogi.evaluation.errors import EvaluationError
from cogi.evaluation.golden.pages import UnknownPages
from cogi.evaluation.models import GoldenQuery, GoldenSet, Judgement
from cogi.evaluation.models.golden import MAX_GRADE
from cogi.evaluation.relevance.beir import Judged
from cogi.retrieval.page_names import find_pages

HEADER = ("query", "page", "grade")


class InvalidTable(EvaluationError):
    """A table of judgements is not one."""


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import did; ``unknown`` are the names of pages that were left out."""

    queries: int
    judgements: int
    unknown: Sequence[str] = field(default=())


def read_table(lines: Iterable[str]) -> Judged:
    """Read CSV with a header: ``query``, ``page`` (uid or address) and, if it likes, ``grade`` (1).

    Raises:
        InvalidTable: when it has another form, or holds no judgement.
    """
    queries: dict[str, str] = {}
    qrels: dict[str, dict[str, int]] = {}
    reader = csv.DictReader(lines, skipinitialspace=True)
    if missing := [name for name in HEADER[:2] if name not in (reader.fieldnames or ())]:
        raise InvalidTable(f"The first line lacks the column “{missing[0]}”. Write: query,page,grade")
    for row in reader:
        text, page, grade = (str(row.get(name) or "").strip() for name in HEADER)
        if not text or not page or not (grade or "1").isdecimal():
            raise InvalidTable(f"Line {reader.line_num} is not a query, a page and a grade of 0 or more.")
        key = query_key(text)
        queries[key] = text
        qrels.setdefault(key, {})[page] = int(grade or 1)
    if not queries:
        raise InvalidTable("The table holds no judgement.")
    return Judged(queries, qrels)


def query_key(text: str) -> str:
    """Return a name for a question that has none: the same for the same text."""
    return hashlib.sha256(text.encode()).hexdigest()[:10]


@transaction.atomic
def import_queries(golden_set: GoldenSet, judged: Judged, *, skip_unknown: bool = False) -> Imported:
    """Add the questions of ``judged`` to ``golden_set``; those that it has already are judged anew.

    Raises:
        UnknownPages: when a page is not one that a viewer with the set's clearance sees, unless
            ``skip_unknown``.
        InvalidTable: when a grade is negative or too high.
    """
    _check_grades(judged)
    names = {name for grades in judged.qrels.values() for name in grades}
    perimeter = Perimeter.of({golden_set.scope_id: Classification(golden_set.clearance)})
    found = find_pages(golden_set.scope, names, perimeter=perimeter)
    unknown = sorted(names - found.keys())
    if unknown and not skip_unknown:
        raise UnknownPages(golden_set.scope, unknown)
    queries = _store_queries(golden_set, judged.queries)
    return Imported(len(queries), _store_judgements(queries, judged, found), unknown)


def _check_grades(judged: Judged) -> None:
    for query, grades in judged.qrels.items():
        for name, grade in grades.items():
            if not 0 <= grade <= MAX_GRADE:
                raise InvalidTable(
                    f"“{judged.queries[query]}” grades “{name}” {grade}; write 0 to {MAX_GRADE}."
                )


def _store_queries(golden_set: GoldenSet, texts: Mapping[str, str]) -> dict[str, GoldenQuery]:
    GoldenQuery.objects.bulk_create(
        (GoldenQuery(golden_set=golden_set, key=key, text=text) for key, text in texts.items()),
        update_conflicts=True,
        unique_fields=["golden_set", "key"],
        update_fields=["text"],
    )
    return {query.key: query for query in golden_set.queries.filter(key__in=texts)}


def _store_judgements(queries: Mapping[str, GoldenQuery], judged: Judged, found: Mapping[str, str]) -> int:
    rows = {
        (key, found[name]): grade
        for key, grades in judged.qrels.items()
        for name, grade in grades.items()
        if name in found
    }
    Judgement.objects.filter(query__in=queries.values()).delete()
    Judgement.objects.bulk_create(
        Judgement(query=queries[key], uid=uid, grade=grade) for (key, uid), grade in rows.items()
    )
    return len(rows)
