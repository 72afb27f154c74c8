"""Keeps the roots of the buckets of a scope's Merkle tree, so that a change rehashes only its own."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable

from cogi.corpus.identity import BUCKETS, bucket_of, bucket_root, root_of_buckets
from cogi.corpus.models import MerkleBucket, NodeRevision, Scope


def rehash(scope: Scope, uids: Iterable[str]) -> bytes:
    """Return the root over all live nodes, of which those named ``uids`` have changed, come or gone."""
    stored = {
        number: bytes(root)
        for number, root in MerkleBucket.objects.filter(scope=scope).values_list("number", "root")
    }
    touched = {bucket_of(uid) for uid in uids} if stored else range(BUCKETS)
    fresh = _roots(scope, touched)
    MerkleBucket.objects.bulk_create(
        [MerkleBucket(scope=scope, number=number, root=root) for number, root in fresh.items()],
        update_conflicts=True,
        unique_fields=["scope", "number"],
        update_fields=["root"],
    )
    return root_of_buckets(stored | fresh)


def _roots(scope: Scope, numbers: Collection[int]) -> dict[int, bytes]:
    leaves: dict[int, list[tuple[str, bytes]]] = defaultdict(list)
    revisions = NodeRevision.objects.filter(node__scope=scope, node__bucket__in=numbers).as_of()
    for number, uid, digest in revisions.values_list("node__bucket", "node__uid", "content_hash"):
        leaves[number].append((uid, bytes(digest)))
    return {number: bucket_root(leaves[number]) for number in numbers}
