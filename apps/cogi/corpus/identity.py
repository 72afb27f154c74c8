"""Identity by content: equal hashes mean equal content, in every scope and release."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cogi.corpus.snapshot import NodeDraft

BUCKETS = 256
_EMPTY = hashlib.sha256(b"").digest()


def content_digest(*, language: str, trail: Sequence[str], text: str) -> bytes:
    """SHA-256 of a passage's canonical form: language, heading trail, text."""
    return _sha256([language, list(trail), text])


def node_hash(draft: NodeDraft, *, page: str = "") -> bytes:
    """SHA-256 over all that a node revision says: attributes, place, passages with their spans.

    ``page`` is the uid of the page that the node's passages group by.
    """
    passages = [
        [p.anchor, list(p.trail), p.text, [[s.start, s.end, int(s.level)] for s in p.spans]]
        for p in draft.passages
    ]
    return _sha256(
        [
            draft.uid,
            page,
            str(draft.kind),
            draft.title,
            draft.url,
            draft.parent_uid,
            draft.order,
            int(draft.classification),
            dict(draft.metadata),
            passages,
        ]
    )


def bucket_of(uid: str) -> int:
    """The bucket of a node in the Merkle tree, 0 to ``BUCKETS - 1``: the first byte of SHA-256 of its uid."""
    return hashlib.sha256(uid.encode()).digest()[0]


def merkle_root(leaves: Iterable[tuple[str, bytes]]) -> bytes:
    """Root of the binary hash tree over ``(uid, hash)`` leaves.

    The tree's upper part is complete, over ``BUCKETS`` roots in order; below each hang the leaves of that
    bucket. So a change rehashes the buckets that it touches, and the other roots are taken as stored.
    """
    buckets: dict[int, list[tuple[str, bytes]]] = defaultdict(list)
    for uid, digest in leaves:
        buckets[bucket_of(uid)].append((uid, digest))
    return root_of_buckets({number: bucket_root(within) for number, within in buckets.items()})


def bucket_root(leaves: Iterable[tuple[str, bytes]]) -> bytes:
    """Root of the tree over the leaves of one bucket in uid order.

    Leaves and inner nodes are hashed with different prefixes, and an odd node is carried up unpaired,
    as in RFC 6962 §2.1, so that no two different sets share a root.
    """
    return _fold(
        [hashlib.sha256(b"\0" + uid.encode() + b"\0" + digest).digest() for uid, digest in sorted(leaves)]
    )


def root_of_buckets(roots: Mapping[int, bytes]) -> bytes:
    """Root of the whole tree from the roots of its buckets by number; one that is missing is empty."""
    return _fold([roots.get(number, _EMPTY) for number in range(BUCKETS)])


def _fold(level: list[bytes]) -> bytes:
    if not level:
        return _EMPTY
    while len(level) > 1:
        paired = [
            hashlib.sha256(b"\1" + level[i] + level[i + 1]).digest() for i in range(0, len(level) - 1, 2)
        ]
        level = paired + level[len(paired) * 2 :]
    return level[0]


def _sha256(value: Any) -> bytes:
    canonical = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode("utf-8", "surrogatepass")).digest()
