from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.core.checks import run_checks
from onnx import TensorProto, helper
from pytest_django import Settings

from cogi.inference.rerankers import RerankError
from cogi.inference.rerankers.cross_encoder import CrossEncoder, CrossEncoderOptions
from tests.inference.onnx_directory import WORDS, save_directory

BACKEND = "cogi.inference.rerankers.cross_encoder.CrossEncoder"


def save_model(directory: Path, *, labels: int = 1) -> Path:
    """Write a model that adds up the ids of the second text's tokens, its marks included."""
    nodes = [
        helper.make_node("Mul", ["input_ids", "token_type_ids"], ["second"]),
        helper.make_node("ReduceSum", ["second", "axis"], ["sum"], keepdims=1),
        helper.make_node("Cast", ["sum"], ["one"], to=TensorProto.FLOAT),
        helper.make_node("Concat", ["one"] * labels, ["logits"], axis=1),
    ]
    ids = (
        helper.make_tensor_value_info(n, TensorProto.INT64, [1, "t"]) for n in ("input_ids", "token_type_ids")
    )
    logits = helper.make_tensor_value_info("logits", TensorProto.FLOAT, [1, labels])
    axis = helper.make_tensor("axis", TensorProto.INT64, [1], [1])
    graph = helper.make_graph(nodes, "sum", list(ids), [logits], [axis])
    return save_directory(directory, graph)


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return save_model(tmp_path_factory.mktemp("cross-encoder"))


def cross_encoder(model: Path, **options: Any) -> CrossEncoder:
    return CrossEncoder(CrossEncoderOptions(model=model, **options))


def test_each_passage_is_read_beside_the_question_as_the_second_text(directory: Path) -> None:
    passages = ["log in", "user files", "", "unknown log"]
    mark = WORDS.index("[SEP]")
    for threads in (1, 4):
        scores = cross_encoder(directory, threads=threads).rerank("user", passages)
        assert scores.tolist() == [3 + 4 + mark, 5 + 6 + mark, mark, 0 + 3 + mark]


def test_a_pair_is_cut_at_the_limit(directory: Path) -> None:
    reranker = cross_encoder(directory, max_tokens=8)
    assert reranker.rerank("user " * 9, ["files " * 9]).tolist() == [6 + 6 + 6 + 2]


def test_a_model_of_more_labels_says_how_to_export_it(tmp_path: Path) -> None:
    with pytest.raises(RerankError) as refused:
        cross_encoder(save_model(tmp_path, labels=3)).rerank("user", ["files"])
    assert str(refused.value) == (
        "The reranking model gives 3 numbers for a pair instead of one score; "
        "export it as a sequence classifier with one label."
    )


def test_a_model_that_cannot_be_loaded_is_a_rerank_error_at_first_use(tmp_path: Path) -> None:
    reranker = cross_encoder(tmp_path)
    with pytest.raises(RerankError, match=r"^The reranking model cannot be loaded: .*model\.onnx"):
        reranker.rerank("user", ["files"])


def test_the_check_names_missing_files(settings: Settings, tmp_path: Path) -> None:
    settings.COGI_RERANKERS = {"default": {"BACKEND": BACKEND, "OPTIONS": {"MODEL": str(tmp_path)}}}
    assert [(each.id, each.msg) for each in run_checks(tags=["cogi_inference"])] == [
        ("cogi_inference.E003", f"The reranking model has no file {tmp_path}/model.onnx."),
        ("cogi_inference.E003", f"The reranking model has no file {tmp_path}/tokenizer.json."),
    ]


def test_the_check_names_a_missing_package(
    settings: Settings, directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.COGI_RERANKERS = {"default": {"BACKEND": BACKEND, "OPTIONS": {"MODEL": str(directory)}}}
    monkeypatch.setattr("cogi.inference.onnx.find_spec", lambda _: None)
    assert [(each.id, each.msg, each.hint) for each in run_checks(tags=["cogi_inference"])] == [
        (
            "cogi_inference.E004",
            "The cross-encoder has no onnxruntime.",
            "Run: python -m pip install onnxruntime",
        )
    ]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"max_tokens": 5}, r"MAX_TOKENS must be at least 6\."),
        ({"threads": 0}, r"THREADS must be at least 1, or None for all cores\."),
    ],
)
def test_options_that_cannot_work_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        CrossEncoderOptions(model="here", **options)
