from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from cogi.corpus.models import PassageContent, Scope
from cogi.index.models import EmbeddingModel, PassageVector

pytestmark = pytest.mark.django_db

LOCAL = "cogi.inference.embedders.local.LocalTransformerEmbedder"


@pytest.fixture(autouse=True)
def local(settings: Any) -> None:
    settings.COGI_EMBEDDERS = {"default": {"BACKEND": LOCAL}}


@pytest.fixture
def passages(tmp_path: Path) -> Path:
    path = tmp_path / "passages.jsonl"
    rows = [
        {"id": n, "title": f"Thing {n}", "heading": "", "text": f"About the {n}th thing.", "url": f"/{n}"}
        for n in range(6)
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


def benchmark(passages: Path, *arguments: str) -> str:
    out = StringIO()
    call_command(
        "cogi_benchmark", "embedding", "--passages", str(passages), *arguments, stdout=out, stderr=StringIO()
    )
    return out.getvalue()


def test_raw_runtime_embedder_and_pipeline_are_timed_on_the_same_texts(passages: Path) -> None:
    found = json.loads(benchmark(passages, "--limit", "4", "--json"))
    assert found["corpus"] == {"passages": 4, "queries": 4, "model": "all-minilm-l6-v2-int8@834d42d6"}
    assert found["raw"].keys() == found["embedder"].keys() == {"passages_per_s", "query_ms"}
    quotient = found["pipeline"]["passages_per_s"] / found["raw"]["passages_per_s"]
    assert found["ratios"]["pipeline_throughput"] == pytest.approx(quotient, rel=1e-2)
    quotient = found["embedder"]["query_ms"] / found["raw"]["query_ms"]
    assert found["ratios"]["query_ms"] == pytest.approx(quotient, rel=1e-2)


def test_nothing_is_left_behind(passages: Path) -> None:
    benchmark(passages)
    for model in (Scope, PassageContent, PassageVector, EmbeddingModel):
        assert model._default_manager.count() == 0


def test_the_report_for_people_has_a_line_for_each(passages: Path, tmp_path: Path) -> None:
    queries = tmp_path / "queries.jsonl"
    queries.write_text('{"q": "what is a thing"}\n')
    lines = benchmark(passages, "--queries", str(queries)).splitlines()
    assert lines[0] == "6 passages, 1 queries, all-minilm-l6-v2-int8@834d42d6"
    assert [line.split()[0] for line in lines[1:4]] == ["raw", "embedder", "pipeline"]
    assert lines[4].startswith("of raw: embedder ")


def test_another_embedder_has_no_runtime_to_compare_with(passages: Path, settings: Any) -> None:
    settings.COGI_EMBEDDERS = {"default": None}
    with pytest.raises(CommandError) as refused:
        benchmark(passages)
    assert str(refused.value) == (
        "The benchmark compares the local embedder with its runtime: "
        "set COGI_EMBEDDERS['default'] to LocalTransformerEmbedder."
    )


def test_a_model_that_cannot_be_run_is_said(passages: Path, settings: Any, tmp_path: Path) -> None:
    settings.COGI_EMBEDDERS = {"default": {"BACKEND": LOCAL, "OPTIONS": {"MODEL": str(tmp_path)}}}
    with pytest.raises(CommandError, match=r"^The embedding model cannot be loaded: "):
        benchmark(passages)


def test_an_empty_file_is_refused(tmp_path: Path) -> None:
    empty = tmp_path / "empty.jsonl"
    empty.write_text("")
    with pytest.raises(CommandError, match=r"empty\.jsonl holds no passage\.$"):
        benchmark(empty)
