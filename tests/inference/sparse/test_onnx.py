from __future__ import annotations

from math import log
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from django.core.checks import run_checks
from onnx import TensorProto, helper, numpy_helper
from pytest_django import Settings

from cogi.inference.sparse import SparseError, default_sparse_encoder
from cogi.inference.sparse.onnx import SparseOnnxEncoder, SparseOnnxOptions
from tests.inference.onnx_directory import WORDS, save_directory

BACKEND = "cogi.inference.sparse.onnx.SparseOnnxEncoder"


def logits(**terms: dict[str, float]) -> np.ndarray:
    """Return a logit for each token (row) and term (column), -1 where none is given."""
    table = np.full((len(WORDS), len(WORDS)), -1, np.float32)
    for token, given in terms.items():
        for term, value in given.items():
            table[WORDS.index(token), WORDS.index(term)] = value
    return table


def save_model(directory: Path, table: np.ndarray) -> Path:
    """Write a model that gives each token its row of ``table``, whatever stands beside it."""
    width = table.shape[1]
    ids = helper.make_tensor_value_info("input_ids", TensorProto.INT64, [1, "t"])
    output = helper.make_tensor_value_info("logits", TensorProto.FLOAT, [1, "t", width])
    nodes = [helper.make_node("Gather", ["table", "input_ids"], ["logits"], axis=0)]
    graph = helper.make_graph(nodes, "rows", [ids], [output], [numpy_helper.from_array(table, "table")])
    return save_directory(directory, graph)


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    table = logits(log={"log": 1.0, "user": 3.0}, user={"user": 1.0}, files={"files": 2.0})
    return save_model(tmp_path_factory.mktemp("sparse"), table)


def encoder(model: Path, **options: Any) -> SparseOnnxEncoder:
    return SparseOnnxEncoder(SparseOnnxOptions(model=model, **options))


def test_a_term_weighs_the_most_that_any_token_gives_it(directory: Path) -> None:
    for threads in (1, 4):
        log_in, nothing = encoder(directory, threads=threads).encode_passages(["user log in", "in"])
        assert log_in == pytest.approx({"user": log(4), "log": log(2)})
        assert nothing == {}


def test_a_question_is_weighed_as_a_passage_is(directory: Path) -> None:
    assert encoder(directory).encode_query("Files!") == pytest.approx({"files": log(3)})


def test_the_heaviest_terms_of_the_first_tokens_are_kept(directory: Path) -> None:
    assert encoder(directory, max_terms=1).encode_query("log") == pytest.approx({"user": log(4)})
    assert encoder(directory, max_tokens=3).encode_query("files log") == pytest.approx({"files": log(3)})


def test_no_texts_give_no_weights(directory: Path) -> None:
    assert encoder(directory).encode_passages([]) == []


def test_a_model_of_fewer_terms_says_how_to_export_it(tmp_path: Path) -> None:
    with pytest.raises(SparseError) as refused:
        encoder(save_model(tmp_path, logits()[:, :2])).encode_query("log")
    assert str(refused.value) == (
        "The sparse model gives numbers of shape (3, 2) for a text instead of a logit for each token and "
        "each of 7 terms; export it as a masked language model."
    )


def test_what_is_not_a_number_is_refused(tmp_path: Path) -> None:
    model = encoder(save_model(tmp_path, logits(log={"log": float("nan")})))
    with pytest.raises(SparseError, match=r"The sparse model gave the term 'log' the weight nan\."):
        model.encode_query("log")


def test_the_model_id_follows_the_files_and_what_is_kept(directory: Path, tmp_path: Path) -> None:
    other = save_model(tmp_path, logits())
    ids = {encoder(directory).model_id, encoder(other).model_id, encoder(directory, max_terms=9).model_id}
    assert len(ids) == 3
    assert encoder(directory).model_id == encoder(directory, threads=2).model_id


def test_a_missing_directory_is_reported_by_checks_and_by_use(settings: Settings, tmp_path: Path) -> None:
    settings.COGI_SPARSE_ENCODERS = {"default": {"BACKEND": BACKEND, "OPTIONS": {"MODEL": str(tmp_path)}}}
    assert [each.msg for each in run_checks(tags=["cogi_inference"])] == [
        f"The sparse model has no file {tmp_path}/model.onnx.",
        f"The sparse model has no file {tmp_path}/tokenizer.json.",
    ]
    configured = default_sparse_encoder()
    assert configured is not None
    with pytest.raises(SparseError, match="The sparse model cannot be read: "):
        _ = configured.model_id
    with pytest.raises(SparseError, match="The sparse model cannot be loaded: "):
        configured.encode_query("log")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"MAX_TOKENS": 2}, "MAX_TOKENS must be more than 2."),
        ({"MAX_TERMS": 0}, "MAX_TERMS must be at least 1."),
        ({"THREADS": 0}, "THREADS must be at least 1, or None for all cores."),
        ({}, "option MODEL is missing."),
    ],
)
def test_options_that_cannot_work_are_reported(
    settings: Settings, options: dict[str, int], message: str
) -> None:
    model = {"MODEL": "/nowhere"} if options else {}
    settings.COGI_SPARSE_ENCODERS = {"default": {"BACKEND": BACKEND, "OPTIONS": model | options}}
    assert [each.msg for each in run_checks(tags=["cogi_inference"])] == [
        f"COGI_SPARSE_ENCODERS['default']: {message}"
    ]
