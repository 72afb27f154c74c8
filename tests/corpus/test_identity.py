from __future__ import annotations

import hashlib

from cogi.corpus.identity import (
    bucket_of,
    bucket_root,
    content_digest,
    merkle_root,
    node_hash,
    root_of_buckets,
)
from tests.drafts import page


def test_the_digest_of_a_content_is_stable() -> None:
    digest = content_digest(language="english", trail=["A", "B"], text="words")
    assert digest == hashlib.sha256(b'["english",["A","B"],"words"]').digest()


def test_trail_and_text_do_not_run_into_each_other() -> None:
    one = content_digest(language="english", trail=["A", "B"], text="")
    two = content_digest(language="english", trail=["A"], text="B")
    assert one != two


def test_a_node_hash_covers_every_attribute() -> None:
    variants = [
        page("a", "text"),
        page("a", "other text"),
        page("a", "text", title="B"),
        page("a", "text", order=1),
        page("a", "text", parent="b"),
        page("a", "text", "more"),
    ]
    assert len({node_hash(draft) for draft in variants}) == len(variants)


def test_a_merkle_root_does_not_depend_on_the_order_of_leaves() -> None:
    leaves = [(f"n{i}", bytes([i])) for i in range(5)]
    assert merkle_root(leaves) == merkle_root(reversed(leaves))


def test_a_merkle_root_changes_with_any_leaf() -> None:
    leaves = [(f"n{i}", bytes([i])) for i in range(5)]
    roots = {merkle_root(leaves)} | {merkle_root(leaves[:i] + leaves[i + 1 :]) for i in range(5)}
    assert len(roots) == 6


def test_a_bucket_without_leaves_is_the_hash_of_nothing() -> None:
    assert bucket_root([]) == hashlib.sha256(b"").digest()


def test_an_odd_leaf_is_carried_up_unpaired() -> None:
    def leaf(uid: str, digest: bytes) -> bytes:
        return hashlib.sha256(b"\0" + uid.encode() + b"\0" + digest).digest()

    a, b, c = (leaf(uid, b"x") for uid in "abc")
    pair = hashlib.sha256(b"\1" + a + b).digest()
    assert bucket_root([(uid, b"x") for uid in "cab"]) == hashlib.sha256(b"\1" + pair + c).digest()


def test_a_bucket_is_the_first_byte_of_the_digest_of_the_uid() -> None:
    assert bucket_of("auth") == hashlib.sha256(b"auth").digest()[0]


def test_the_root_can_be_had_from_the_roots_of_the_buckets() -> None:
    leaves = [(f"n{i}", bytes([i])) for i in range(200)]
    roots = {bucket_of(uid): bucket_root(_in_bucket(leaves, bucket_of(uid))) for uid, _ in leaves}
    assert root_of_buckets(roots) == merkle_root(leaves)


def _in_bucket(leaves: list[tuple[str, bytes]], number: int) -> list[tuple[str, bytes]]:
    return [leaf for leaf in leaves if bucket_of(leaf[0]) == number]
