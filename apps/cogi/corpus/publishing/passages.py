"""Stores passages: one row for each place and rendition; contents only when their hash is new."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import connection

from cogi.corpus.classification import HIGHEST, renditions
from cogi.corpus.identity import content_digest
from cogi.corpus.models import Passage, PassageContent, Scope, VisibilityClass
from cogi.corpus.publishing.copying import copy_rows
from cogi.corpus.snapshot import NodeDraft

BATCH = 2000
Range = tuple[int, int]
_FIELDS = (
    "scope",
    "node",
    "page",
    "visibility",
    "content",
    "ordinal",
    "anchor",
    "spans",
    "valid_from",
)


@dataclass(frozen=True, slots=True)
class WantedPassage:
    """A passage row in the making; two are the same place when all these are equal."""

    node_id: int
    page_id: int
    ordinal: int
    anchor: str
    visibility: Range
    digest: bytes
    spans: str
    trail: tuple[str, ...] = field(compare=False)
    text: str = field(compare=False)


@dataclass(frozen=True, slots=True)
class StoredPassages:
    """Ids of passages that begin and cease to hold, and how many contents were new."""

    added: list[int]
    removed: list[int]
    contents_added: int


def store_passages(
    scope: Scope,
    upserts: Sequence[NodeDraft],
    removed: Sequence[str],
    *,
    pages: Mapping[str, str],
    number: int,
    nodes: Mapping[str, int],
) -> StoredPassages:
    """Make the passages of the changed and removed nodes hold, or cease to hold, from ``number`` on."""
    wanted = {
        passage
        for draft in upserts
        for passage in _wanted(scope, draft, node_id=nodes[draft.uid], page_id=nodes[pages[draft.uid]])
    }
    live = _live([nodes[uid] for uid in (*(d.uid for d in upserts), *removed)])
    ceasing = [pk for passage, pk in live.items() if passage not in wanted]
    Passage.objects.filter(pk__in=ceasing).update(valid_to=number)
    beginning = sorted(wanted - live.keys(), key=lambda p: (p.page_id, p.node_id, p.ordinal, p.visibility))
    contents, contents_added = _ensure_contents(scope.language, beginning)
    classes = _ensure_classes(scope, {passage.visibility for passage in beginning})
    rows = (
        (
            scope.pk,
            passage.node_id,
            passage.page_id,
            classes[passage.visibility],
            contents[passage.digest],
            passage.ordinal,
            passage.anchor,
            passage.spans,
            number,
        )
        for passage in beginning
    )
    copy_rows(Passage, _FIELDS, rows)
    added = Passage.objects.filter(scope=scope, valid_from=number).order_by("pk").values_list("pk", flat=True)
    return StoredPassages(list(added), ceasing, contents_added)


def _wanted(scope: Scope, draft: NodeDraft, *, node_id: int, page_id: int) -> Iterator[WantedPassage]:
    for ordinal, passage in enumerate(draft.passages):
        for rendition in renditions(passage.text, passage.spans, level=draft.classification):
            spans = passage.spans if rendition.high == HIGHEST else ()
            yield WantedPassage(
                node_id=node_id,
                page_id=page_id,
                ordinal=ordinal,
                anchor=passage.anchor,
                visibility=(int(rendition.low), int(rendition.high)),
                digest=content_digest(language=scope.language, trail=passage.trail, text=rendition.text),
                spans=json.dumps([[span.start, span.end, int(span.level)] for span in spans]),
                trail=passage.trail,
                text=rendition.text,
            )


def _live(node_ids: Sequence[int]) -> dict[WantedPassage, int]:
    rows = (
        Passage.objects.filter(node__in=node_ids)
        .as_of()
        .values_list(
            "pk", "node_id", "page_id", "ordinal", "anchor", "visibility__low", "visibility__high",
            "content__digest", "spans",
        )
    )  # fmt: skip
    return {
        WantedPassage(node, page, ordinal, anchor, (low, high), bytes(digest), json.dumps(spans), (), ""): pk
        for pk, node, page, ordinal, anchor, low, high, digest, spans in rows
    }


def _ensure_contents(language: str, passages: Sequence[WantedPassage]) -> tuple[dict[bytes, int], int]:
    """Return content ids by digest and how many had to be stored."""
    by_digest = {passage.digest: passage for passage in passages}
    known = _content_ids(list(by_digest))
    # In one order everywhere, so that two scopes with the same new contents cannot block one another.
    new = [by_digest[digest] for digest in sorted(by_digest.keys() - known.keys())]
    PassageContent.objects.bulk_create(
        [PassageContent(digest=p.digest, language=language, trail=list(p.trail), text=p.text) for p in new],
        batch_size=BATCH,
        ignore_conflicts=True,
    )
    return known | _content_ids([passage.digest for passage in new]), len(new)


def _content_ids(digests: Sequence[bytes]) -> dict[bytes, int]:
    rows: list[tuple[Any, int]] = []
    with connection.cursor() as cursor:
        for start in range(0, len(digests), BATCH):
            cursor.execute(_HOLD, [list(digests[start : start + BATCH])])
            rows += cursor.fetchall()
    return {bytes(digest): pk for digest, pk in rows}


# Held until the commit: pruning leaves a content that is about to get a place (expiry.delete_unplaced).
_HOLD = "SELECT digest, id FROM cogi_corpus_passagecontent WHERE digest = ANY(%s) FOR KEY SHARE"


def _ensure_classes(scope: Scope, ranges: set[Range]) -> dict[Range, int]:
    known = {(c.low, c.high): c.pk for c in VisibilityClass.objects.filter(scope=scope)}
    for low, high in sorted(ranges - known.keys()):
        known[low, high] = VisibilityClass.objects.create(scope=scope, low=low, high=high).pk
    return known
