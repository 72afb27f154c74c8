from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from io import StringIO
from math import log2
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from cogi.corpus.models import Scope
from cogi.index.models import PassageVector

pytestmark = pytest.mark.django_db

DOCUMENTS = [
    {"_id": "tea", "title": "Tea", "text": "Boil water, then steep the leaves for four minutes."},
    {"_id": "coffee", "title": "Coffee", "text": "Grind the beans, then pour water over them."},
    {"_id": "kettle", "title": "Kettle", "text": "A kettle heats things.\n\nDescale it once a month."},
]
QUERIES = [
    {"_id": "q1", "text": "how long to steep leaves"},
    {"_id": "q2", "text": "water"},
    {"_id": "q3", "text": "unheardof"},
    {"_id": "unjudged", "text": "beans"},
]
QRELS = [("q1", "tea", 1), ("q2", "coffee", 1), ("q2", "tea", 2), ("q3", "kettle", 1)]


def write_lines(path: Path, rows: Sequence[object]) -> None:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))


@pytest.fixture
def collection(tmp_path: Path) -> Path:
    folder = tmp_path / "drinks"
    folder.mkdir()
    write_lines(folder / "corpus.jsonl", DOCUMENTS)
    write_lines(folder / "queries.jsonl", QUERIES)
    lines = ["query-id\tcorpus-id\tscore", *("\t".join(map(str, row)) for row in QRELS)]
    (folder / "qrels.tsv").write_text("\n".join(lines))
    return folder


def evaluate(*arguments: str | Path) -> str:
    out = StringIO()
    call_command("cogi_evaluate", *map(str, arguments), stdout=out, stderr=StringIO())
    return out.getvalue()


def scores(*arguments: str | Path) -> dict[str, Any]:
    parsed: dict[str, Any] = json.loads(evaluate(*arguments, "--json"))
    return parsed


def error_of(*arguments: str | Path) -> str:
    with pytest.raises(CommandError) as error:
        evaluate(*arguments)
    return str(error.value)


def test_each_judged_query_counts_and_one_that_finds_nothing_counts_zero(collection: Path) -> None:
    found = scores(collection)
    # q1 finds its one document first; q2 finds coffee (grade 1) before tea (grade 2); q3 finds nothing.
    ndcg = (1 + 2 / log2(3)) / (2 + 1 / log2(3))
    assert found["collections"].keys() == {"drinks"}
    lexical = found["collections"]["drinks"]["engines"]["lexical"]
    assert lexical == pytest.approx(
        {"ndcg@10": (1 + ndcg) / 3, "mrr@10": 2 / 3, "recall@100": 2 / 3, "success@5": 2 / 3}
    )
    assert found["engines"] == {"lexical": lexical}


def test_engines_are_measured_side_by_side(collection: Path) -> None:
    found = scores(collection, "--engines", "lexical,dense,rrf,full")
    assert list(found["engines"]) == ["lexical", "dense", "rrf", "full"]
    assert PassageVector.objects.count() == 3
    assert found["engines"]["rrf"] == found["engines"]["full"]


def test_lexical_needs_no_vectors(collection: Path) -> None:
    evaluate(collection)
    assert not PassageVector.objects.exists()


def test_an_engine_with_vectors_needs_an_embedder(collection: Path, settings: Settings) -> None:
    settings.COGI_EMBEDDERS = {"default": None}
    assert error_of(collection, "--engines", "lexical,dense") == (
        "The engine “dense” needs an embedder, and COGI_EMBEDDERS has none as default. "
        "Configure one, or evaluate --engines lexical."
    )


def test_an_unknown_engine_is_refused_with_the_known_ones(collection: Path) -> None:
    assert error_of(collection, "--engines", "graph") == (
        "There is no engine “graph”. Choose from lexical, dense, rrf, full."
    )


def test_field_weights_of_an_option_hold_for_that_run_alone(collection: Path) -> None:
    write_lines(
        collection / "corpus.jsonl", [*DOCUMENTS, {"_id": "water", "title": "Water", "text": "It is wet."}]
    )
    before = scores(collection)
    assert scores(collection, "--field-weights", "title=0.25,body=8") != before
    assert scores(collection) == before


def test_scoring_parameters_hold_for_that_run_alone(collection: Path) -> None:
    before = scores(collection)
    assert scores(collection, "--b", "0", "--k1", "0.1") != before
    assert scores(collection) == before


def test_weights_in_another_form_are_refused(collection: Path) -> None:
    assert error_of(collection, "--field-weights", "title:2") == (
        "Error: argument --field-weights: write weights as title=2,headings=2,code=1,body=1"
    )


def test_a_collection_is_loaded_once_and_anew_on_request(collection: Path) -> None:
    evaluate(collection)
    (first,) = Scope.objects.all()
    evaluate(collection)
    assert Scope.objects.get().pk == first.pk
    evaluate(collection, "--fresh")
    assert Scope.objects.get().pk != first.pk
    evaluate(collection, "--passage-words", "5", "--passage-max-words", "8")
    assert Scope.objects.count() == 2


def test_a_folder_of_collections_gives_each_of_them_and_the_mean(collection: Path, tmp_path: Path) -> None:
    other = tmp_path / "fewer"
    other.mkdir()
    for name in ("corpus.jsonl", "queries.jsonl"):
        (other / name).write_text((collection / name).read_text())
    (other / "qrels").mkdir()
    (other / "qrels" / "test.tsv").write_text("query-id\tcorpus-id\tscore\nq1\ttea\t1\n")
    found = scores(tmp_path)
    assert list(found["collections"]) == ["drinks", "fewer"]
    assert found["collections"]["fewer"]["engines"]["lexical"]["mrr@10"] == 1
    assert found["engines"]["lexical"]["mrr@10"] == pytest.approx((2 / 3 + 1) / 2)
    lines = evaluate(tmp_path).splitlines()
    assert [line.split()[:2] for line in lines[1:]] == [
        ["drinks", "lexical"],
        ["fewer", "lexical"],
        ["mean", "lexical"],
    ]


def test_a_run_is_compared_with_an_earlier_one(collection: Path, tmp_path: Path) -> None:
    run = tmp_path / "run.json"
    run.write_text(evaluate(collection, "--json"))
    evaluated = evaluate(collection, "--baseline", run).splitlines()[1]
    assert evaluated.split()[3::4] == ["(+0.0000,"] * 4
    assert evaluated.split()[5::4] == ["1.000)"] * 4


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("{", "is not JSON: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)"),
        ("{}", "is not a run. Make one: manage.py cogi_evaluate FOLDER --json > run.json"),
    ],
)
def test_a_baseline_that_is_no_run_is_refused(
    collection: Path, tmp_path: Path, content: str, problem: str
) -> None:
    run = tmp_path / "run.json"
    run.write_text(content)
    assert error_of(collection, "--baseline", run) == f"{run} {problem}"


def test_a_folder_without_a_collection_is_refused(tmp_path: Path) -> None:
    assert error_of(tmp_path) == (
        f"{tmp_path} holds no collection: give a folder with corpus.jsonl(.gz), queries.jsonl and qrels.tsv, "
        "or a folder of such folders."
    )


@pytest.mark.parametrize(
    ("file", "content", "problem"),
    [
        ("qrels.tsv", "query-id\tcorpus-id\tscore\n", "{file} holds no judgement."),
        ("qrels.tsv", "head\nq1 tea 1\n", "{file}:2 is not query-id, corpus-id and score, with tabs."),
        ("queries.jsonl", '{"_id": "q1", "text": "?"}', "{file} lacks the judged query “q2”."),
        ("corpus.jsonl", '{"_id": "tea"}', "{file}:1 lacks “text”."),
        ("corpus.jsonl", "", "{file} holds no document."),
    ],
)
def test_a_broken_collection_is_named_by_its_file(
    collection: Path, file: str, content: str, problem: str
) -> None:
    (collection / file).write_text(content)
    assert error_of(collection) == problem.format(file=collection / file)


def test_a_missing_file_is_named(collection: Path) -> None:
    (collection / "queries.jsonl").unlink()
    assert error_of(collection) == f"{collection} lacks queries.jsonl."


def test_missing_metrics_are_named_with_their_package(
    collection: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ir_measures", None)
    assert error_of(collection) == (
        "The metrics need the package ir-measures. Install it: pip install ir-measures"
    )
