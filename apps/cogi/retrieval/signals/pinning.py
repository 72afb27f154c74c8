"""Puts pinned pages into their places; one that the viewer may not read takes no place at all."""

from __future__ import annotations

import logging
import time
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from django.db import DatabaseError
from django.utils import timezone

from cogi.corpus.vocabulary import PAGE_PARTS, NodeKind
from cogi.graph.view import SEEN, in_view
from cogi.retrieval.anchors import view_of
from cogi.retrieval.fusion import FusedPage
from cogi.retrieval.interpreting import Interpretation
from cogi.retrieval.parallel import limited_transaction
from cogi.retrieval.reranking import Reranking
from cogi.retrieval.results import Degradation
from cogi.retrieval.signals.rules import PinRule, curation_of, lexemes_of

logger = logging.getLogger(__name__)

STAGE = "pins"
LONGEST_SECONDS = 0.2
_NO_HITS = sorted({*PAGE_PARTS, NodeKind.GROUP})

# A page is there for a viewer who may read what it is, and at least one passage of it.
_READABLE = f"""
SELECT node.scope_id, node.uid, node.id, first.id
  FROM unnest(%(pinned)s::bigint[], %(uids)s::text[]) AS wanted(scope_id, uid)
  JOIN cogi_corpus_node AS node ON node.scope_id = wanted.scope_id AND node.uid = wanted.uid
  JOIN cogi_corpus_noderevision AS revision ON revision.node_id = node.id
  JOIN {SEEN} ON {in_view("revision")} AND revision.classification <= seen.clearance
 CROSS JOIN LATERAL (
       SELECT passage.id
         FROM cogi_corpus_passage AS passage
         JOIN cogi_corpus_visibilityclass AS class ON class.id = passage.visibility_id
          AND class.scope_id = seen.scope_id AND seen.clearance BETWEEN class.low AND class.high
        WHERE passage.page_id = node.id AND {in_view("passage")}
        ORDER BY passage.node_id <> node.id, passage.ordinal, passage.id
        LIMIT 1) AS first
 WHERE revision.kind <> ALL(%(no_hits)s::text[])
"""  # noqa: S608 - composed of constants


@dataclass(frozen=True, slots=True)
class _Matched:
    """A pin of a scope that matches the question, by this phrase."""

    scope_id: int
    rule: PinRule
    phrase: str


@dataclass(frozen=True, slots=True)
class _Readable:
    page_id: int
    passage_id: int


def place_pins(
    pages: Sequence[FusedPage], *, asked: Interpretation, texts: Collection[str], deadline: float
) -> Reranking:
    """Return ``pages`` with the pages that editors pinned for one of ``texts`` in their places.

    A pinned page that was not found is added, unless the question filters it out. A place that is taken is
    left to the pin before it. One statement runs where a pin matches, none otherwise; where the database
    fails, the order stands, and ``degraded`` says so. A past that is read with ``as_of`` has no pins.
    """
    matched = [] if asked.as_of else list(_matched(asked, texts))
    if not matched:
        return Reranking(pages)
    limit = min(deadline, time.monotonic() + LONGEST_SECONDS)
    try:
        with limited_transaction(limit):
            readable = _readable(matched, asked)
    except DatabaseError as error:
        logger.warning("retrieval.pins.failed error=%s", type(error).__name__)
        return Reranking(pages, [Degradation(STAGE, "deadline" if time.monotonic() >= limit else "error")])
    return Reranking(_placed(pages, matched, readable, asked))


def _matched(asked: Interpretation, texts: Collection[str]) -> Iterator[_Matched]:
    now = timezone.now()
    for scope in asked.scopes:
        rules = curation_of(scope)
        if not rules.pins:
            continue
        spellings = set().union(*(lexemes_of(text, language=scope.language) for text in texts))
        for pin, phrase in rules.matching(spellings).items():
            if pin.term.holds(now):
                yield _Matched(scope.id, pin, phrase)


def _readable(matched: Sequence[_Matched], asked: Interpretation) -> dict[tuple[int, str], _Readable]:
    rows = view_of(asked.scopes).rows(
        _READABLE,
        pinned=[each.scope_id for each in matched],
        uids=[each.rule.uid for each in matched],
        no_hits=_NO_HITS,
    )
    return {(scope, uid): _Readable(page, passage) for scope, uid, page, passage in rows}


def _placed(
    pages: Sequence[FusedPage],
    matched: Sequence[_Matched],
    readable: dict[tuple[int, str], _Readable],
    asked: Interpretation,
) -> list[FusedPage]:
    found = {page.page_id: page for page in pages}
    places: dict[int, FusedPage] = {}
    pinned: set[int] = set()
    for each in sorted(matched, key=lambda each: (each.rule.position, each.rule.id)):
        own = readable.get((each.scope_id, each.rule.uid))
        page = _page(own, found, asked) if own and own.page_id not in pinned else None
        if page is None:
            continue
        place = each.rule.position
        while place in places:
            place += 1
        places[place] = page
        pinned.add(page.page_id)
        page.notes["pin"] = {"place": each.rule.position, "phrase": each.phrase}
    return _merged([page for page in pages if page.page_id not in pinned], places)


def _page(own: _Readable, found: dict[int, FusedPage], asked: Interpretation) -> FusedPage | None:
    """Return the page as it was found, or else new, where the question lets pages in that no engine found."""
    if own.page_id in found:
        return found[own.page_id]
    parsed = asked.parsed
    if parsed.phrases or parsed.excluded or (asked.pages is not None and own.page_id not in asked.pages):
        return None
    return FusedPage(own.page_id, passages={own.passage_id: 0.0})


def _merged(others: Sequence[FusedPage], places: dict[int, FusedPage]) -> list[FusedPage]:
    merged = list(others)
    for place in sorted(places):
        merged.insert(place - 1, places[place])
    return merged
