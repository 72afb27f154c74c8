from __future__ import annotations

import json
from importlib import resources
from pathlib import Path

import numpy as np
import pytest
from django.core.checks import run_checks
from pytest_django import Settings
from safetensors.numpy import load_file
from tokenizers import Tokenizer

from cogi.inference.embedders import EmbeddingError
from cogi.inference.embedders.static import StaticEmbedder, StaticEmbedderOptions, read_matrix

BACKEND = "cogi.inference.embedders.static.StaticEmbedder"
TEXTS = ["Log a user in with login().", "Static files are collected into one folder.", "naïve 東京"]


@pytest.fixture(scope="module")
def embedder() -> StaticEmbedder:
    return StaticEmbedder(StaticEmbedderOptions())


def write_matrix(path: Path, **tensors: object) -> None:
    header = json.dumps(tensors).encode()
    path.write_bytes(len(header).to_bytes(8, "little") + header + np.arange(6, dtype=np.float32).tobytes())


def test_a_vector_is_the_mean_of_the_tokens_rows(embedder: StaticEmbedder) -> None:
    package = resources.files("wordllama")
    table = load_file(str(package / "weights" / "l2_supercat_256.safetensors"))["embedding.weight"]
    tokenizer = Tokenizer.from_file(str(package / "tokenizers" / "l2_supercat_tokenizer_config.json"))
    for text, vector in zip(TEXTS, embedder.embed_passages(TEXTS), strict=True):
        ids = tokenizer.encode(text, add_special_tokens=False).ids
        mean = table[ids].astype(np.float32).mean(axis=0)
        np.testing.assert_allclose(vector, mean / np.linalg.norm(mean), atol=1e-6)


def test_a_question_is_nearest_to_the_passage_that_answers_it(embedder: StaticEmbedder) -> None:
    similarities = embedder.embed_passages(TEXTS) @ embedder.embed_query("How do I log a user in?")
    assert similarities.argmax() == 0


def test_rows_have_length_one_whatever_the_text(embedder: StaticEmbedder) -> None:
    vectors = embedder.embed_passages(["", "x" * 1_000_000, "\n"])
    assert (vectors.shape, embedder.dimensions) == ((3, 256), 256)
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), 1, rtol=1e-5)
    assert embedder.embed_passages([]).shape == (0, 256)


def test_text_beyond_the_limit_is_not_read_and_said() -> None:
    short = StaticEmbedder(StaticEmbedderOptions(max_tokens=3))
    np.testing.assert_array_equal(short.embed_query("one two three"), short.embed_query("one two three four"))
    assert [short.truncates(text) for text in ("one two three", "one two three four", "x" * 99)] == [
        False,
        True,
        True,
    ]


def test_the_model_id_is_fixed_and_changes_with_what_changes_passages(embedder: StaticEmbedder) -> None:
    assert embedder.model_id.startswith("wordllama-l2-supercat-256@")
    assert StaticEmbedder(StaticEmbedderOptions(max_tokens=8)).model_id != embedder.model_id


def test_a_matrix_is_read_from_its_file(tmp_path: Path) -> None:
    tensor = {"dtype": "F32", "shape": [3, 2], "data_offsets": [0, 24]}
    write_matrix(tmp_path / "m.safetensors", embeddings=tensor, __metadata__={"by": "a test"})
    assert read_matrix(tmp_path / "m.safetensors").tolist() == [[0, 1], [2, 3], [4, 5]]


@pytest.mark.parametrize(
    ("tensors", "message"),
    [
        ({}, r"^m\.safetensors holds 0 tensors instead of one matrix\.$"),
        (
            {"a": {"dtype": "I8", "shape": [3, 2], "data_offsets": [0, 6]}},
            r"^m\.safetensors holds no matrix of F16 or F32\.$",
        ),
    ],
)
def test_a_file_of_something_else_is_refused(
    tensors: dict[str, object], message: str, tmp_path: Path
) -> None:
    write_matrix(tmp_path / "m.safetensors", **tensors)
    with pytest.raises(ValueError, match=message):
        read_matrix(tmp_path / "m.safetensors")


def test_a_directory_without_files_is_reported(settings: Settings, tmp_path: Path) -> None:
    settings.COGI_EMBEDDERS = {"default": {"BACKEND": BACKEND, "OPTIONS": {"MODEL": str(tmp_path)}}}
    assert [(each.id, each.msg) for each in run_checks(tags=["cogi_inference"])] == [
        ("cogi_inference.E003", f"The static model has no file {tmp_path}/model.safetensors."),
        ("cogi_inference.E003", f"The static model has no file {tmp_path}/tokenizer.json."),
    ]
    broken = StaticEmbedder(StaticEmbedderOptions(model=tmp_path))
    with pytest.raises(EmbeddingError, match=r"^The static model cannot be loaded: .*tokenizer\.json"):
        broken.embed_query("x")
    with pytest.raises(EmbeddingError, match=r"^The static model cannot be read: .*model\.safetensors"):
        _ = broken.model_id


def test_missing_packages_are_named(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.COGI_EMBEDDERS = {"default": {"BACKEND": BACKEND}}
    monkeypatch.setattr("cogi.inference.onnx.find_spec", lambda _: None)
    assert [(each.id, each.msg, each.hint) for each in run_checks(tags=["cogi_inference"])] == [
        (
            "cogi_inference.E006",
            "The static embedder has no tokenizers and no wordllama.",
            "Run: python -m pip install tokenizers wordllama",
        )
    ]
