from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from cogi.inference.onnx import ModelError, ModelFiles, OnnxModel, run_side_by_side

HERE = Path(__file__).resolve().parents[2]

SERVING = """
import warnings
warnings.simplefilter("ignore")
import psutil
import cogiportal.asgi
from django.test.utils import override_settings
from cogi.retrieval.warming import warm_up
from cogi.inference.embedders import default_embedder
LOCAL = "cogi.inference.embedders.local.LocalTransformerEmbedder"
with override_settings(COGI_EMBEDDERS={"default": {"BACKEND": LOCAL}}):
    warm_up()
    for words in (10, 200, 20):
        default_embedder().embed_query("word " * words)
    print(psutil.Process().memory_info().rss)
"""


def test_a_web_process_with_the_model_loaded_stays_below_450_megabytes() -> None:
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "tests.settings",
        "PYTHONPATH": os.pathsep.join(map(str, (HERE / "apps", HERE))),
    }
    # Coverage of a subprocess would be counted as its memory.
    environment.pop("COVERAGE_PROCESS_START", None)
    done = subprocess.run(
        [sys.executable, "-c", SERVING], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) < 450e6


def test_a_directory_that_is_not_there_is_a_model_error(tmp_path: Path) -> None:
    model = OnnxModel(lambda: ModelFiles.in_directory(tmp_path / "none"), max_tokens=8)
    with pytest.raises(ModelError, match=r"^cannot be loaded: ONNX Runtime cannot load model\.onnx: "):
        model.run([1])


def test_work_side_by_side_comes_back_in_order() -> None:
    for threads in (1, 3, None):
        assert list(run_side_by_side(len, ["a", "", "ccc", "dd"], threads=threads)) == [1, 0, 3, 2]
