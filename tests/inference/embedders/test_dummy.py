from __future__ import annotations

import numpy as np
import pytest

from cogi.inference.embedders.dummy import DummyEmbedder, DummyEmbedderOptions


@pytest.fixture
def embedder() -> DummyEmbedder:
    return DummyEmbedder(DummyEmbedderOptions(dimensions=64))


def test_texts_that_share_words_are_nearer(embedder: DummyEmbedder) -> None:
    near, far = embedder.embed_passages(["Log a user in with login().", "Static files are collected."])
    query = embedder.embed_query("how do I log a user in")
    assert query @ near > 0.5 > query @ far


def test_rows_have_length_one_even_for_no_words(embedder: DummyEmbedder) -> None:
    vectors = embedder.embed_passages(["one two", "", "…"])
    assert vectors.shape == (3, 64)
    assert vectors.dtype == np.float32
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, rtol=1e-6)


def test_no_passages_give_no_rows(embedder: DummyEmbedder) -> None:
    assert embedder.embed_passages([]).shape == (0, 64)


def test_text_beyond_the_limit_is_not_read() -> None:
    embedder = DummyEmbedder(DummyEmbedderOptions(max_tokens=2))
    np.testing.assert_array_equal(embedder.embed_query("a b c"), embedder.embed_query("a b d"))


def test_the_model_id_changes_with_what_changes_vectors() -> None:
    ids = {DummyEmbedder(DummyEmbedderOptions(dimensions=width)).model_id for width in (8, 16, 16)}
    assert len(ids) == 2


def test_it_tells_which_texts_it_reads_in_part() -> None:
    embedder = DummyEmbedder(DummyEmbedderOptions(max_tokens=2))
    assert [embedder.truncates(text) for text in ("", "a b", "a b c")] == [False, False, True]
