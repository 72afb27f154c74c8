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
from cogi.evaluation.models import EvaluationRun, GoldenQuery, GoldenSet, Judgement
from cogi.index.models import PassageVector
from cogi.inference.embedders import default_embedder
from cogi.retrieval.conf import conf
from tests.drafts import page, publish
from tests.drafts import scope as make_scope

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


def folder_of(parent: Path, name: str, documents: Sequence[object], judged: str) -> Path:
    """A collection with one question, whose right document is ``judged``."""
    folder = parent / name
    folder.mkdir(parents=True)
    write_lines(folder / "corpus.jsonl", documents)
    write_lines(folder / "queries.jsonl", [{"_id": "q1", "text": "häuser"}])
    (folder / "qrels.tsv").write_text(f"q1\t{judged}\t1\n")
    return folder


@pytest.mark.usefixtures("collection")
def test_each_collection_of_a_folder_is_read_in_its_own_language(tmp_path: Path) -> None:
    german = "Das Haus ist in der Stadt und die Stadt ist an dem Fluss, wie es nicht anders sein kann."
    folder_of(tmp_path / "nested", "german", [{"_id": "haus", "text": german}], "haus")
    found = scores(tmp_path)
    assert list(found["collections"]) == ["drinks", "german"]
    assert found["collections"]["german"]["engines"]["lexical"]["mrr@10"] == 1
    assert set(Scope.objects.values_list("language", flat=True)) == {"english", "german"}


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("お茶を四分間浸します。水を沸かします。", "japanese"),
        ("차를 우리는 시간은 사 분입니다.", "korean"),
        ("把茶叶泡四分钟。", "chinese"),
        ("", "english"),
        ("x = y", "english"),
    ],
)
def test_a_language_is_guessed_by_script_or_is_english(tmp_path: Path, text: str, language: str) -> None:
    evaluate(folder_of(tmp_path, "one", [{"_id": "d", "text": text}, {"_id": "e", "text": ""}], "d"))
    assert Scope.objects.get().language == language


def test_a_language_that_cannot_be_stemmed_is_refused(collection: Path) -> None:
    assert error_of(collection, "--language", "klingon").startswith(
        "There is no language “klingon”. Choose from arabic, armenian, basque, "
    )


def test_collections_of_one_name_are_told_apart_and_one_given_twice_is_refused(tmp_path: Path) -> None:
    first = folder_of(tmp_path, "a/en", [{"_id": "d", "text": "Tea."}], "d")
    second = folder_of(tmp_path, "b/en", [{"_id": "d", "text": "Coffee."}], "d")
    assert list(scores(first, second)["collections"]) == ["a/en", "b/en"]
    assert list(scores(tmp_path / "a", tmp_path / "b")["collections"]) == ["a/en", "b/en"]
    assert error_of(first, tmp_path / "a") == f"{first} is given 2 times."


def test_judgements_without_a_header_lose_none(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, "one", [{"_id": "d", "text": "häuser"}], "d")
    assert scores(folder)["engines"]["lexical"]["mrr@10"] == 1


def test_queries_without_a_judgement_are_said(collection: Path) -> None:
    said = StringIO()
    call_command("cogi_evaluate", str(collection), stdout=StringIO(), stderr=said)
    assert "drinks: 1 queries have no judgement and are left out." in said.getvalue()


def test_judged_documents_that_the_corpus_lacks_are_refused(collection: Path) -> None:
    (collection / "qrels.tsv").write_text("q1\ttea\t1\nq2\tmilk\t1\nq3\tjuice\t1\n")
    assert error_of(collection) == (
        f"{collection / 'corpus.jsonl'} lacks 2 judged documents, such as “juice” (judged for “q3”)."
    )


def test_runs_are_kept_with_configuration_and_release(collection: Path) -> None:
    evaluate(collection, "--name", "first", "--k1", "0.9", "--engines", "lexical,rrf")
    run, embedder = EvaluationRun.objects.get(), default_embedder()
    assert embedder is not None
    assert (run.name, run.collection, run.release_number) == ("first", "drinks", 1)
    assert (run.scope, run.scope_slug) == (Scope.objects.get(), Scope.objects.get().slug)
    assert run.configuration["k1"] == 0.9
    assert run.configuration["embedder"] == embedder.model_id
    assert run.configuration["engine weights"] == conf.engine_weights
    assert run.questions["q2"] == "water"
    assert set(run.rankings["lexical"]["q2"]) == {"coffee", "tea"}
    assert run.scores.keys() == run.means.keys() == {"lexical", "rrf"}


def test_a_kept_run_outlives_the_scope_that_is_loaded_anew(collection: Path) -> None:
    evaluate(collection, "--name", "first")
    evaluate(collection, "--name", "second", "--fresh")
    assert {run.scope for run in EvaluationRun.objects.all()} == {Scope.objects.get()}


def test_a_name_is_taken_once_and_never_a_number(collection: Path) -> None:
    evaluate(collection, "--name", "first")
    assert error_of(collection, "--name", "first") == (
        "There is a run “first” already. Choose another --name."
    )
    assert error_of(collection, "--name", "12") == (
        "“12” looks like the number of a run. Choose a --name with a letter in it."
    )


def test_a_baseline_is_a_kept_run_by_name_or_number(collection: Path) -> None:
    evaluate(collection, "--name", "first")
    number = EvaluationRun.objects.get().pk
    write_lines(
        collection / "corpus.jsonl", [DOCUMENTS[0], DOCUMENTS[2], {"_id": "coffee", "text": "Grind."}]
    )
    for baseline in ("first", str(number)):
        compared = scores(collection, "--baseline", baseline)["collections"]["drinks"]["baseline"]["lexical"]
        assert compared["queries"] == 3
        recall = compared["metrics"]["recall@100"]
        assert recall == pytest.approx(
            {"before": 2 / 3, "after": 0.5, "difference": -1 / 6, "p": 1, "better": 0, "worse": 1}
        )
        assert [moved["query"] for moved in compared["moved"]] == ["q2"]
    lines = evaluate(collection, "--baseline", "first").splitlines()
    assert lines[-2] == "drinks lexical: what moved most in ndcg@10"
    assert lines[-1].split()[:2] == ["0.860", "→"]
    assert lines[-1].endswith("  q2: water")


def test_a_missing_test_of_significance_is_named(collection: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    evaluate(collection, "--name", "first")
    write_lines(collection / "corpus.jsonl", [{**each, "text": "Nothing."} for each in DOCUMENTS])
    monkeypatch.setitem(sys.modules, "scipy.stats", None)
    assert error_of(collection, "--baseline", "first") == (
        "The metrics need the package scipy. Install it: pip install scipy"
    )


def test_an_unknown_baseline_names_the_latest_runs(collection: Path) -> None:
    evaluate(collection, "--name", "first")
    assert error_of(collection, "--baseline", "frist") == (
        "“frist” is neither a run that is kept nor a file of one. The latest are first."
    )


def test_a_baseline_of_means_alone_gives_differences(collection: Path, tmp_path: Path) -> None:
    run = tmp_path / "run.json"
    found = scores(collection)
    del found["collections"]["drinks"]["queries"]
    run.write_text(json.dumps(found))
    assert evaluate(collection, "--baseline", run).splitlines()[1].split()[3::2] == ["(+0.0000)"] * 4


def test_the_whole_is_compared_with_its_parts(collection: Path) -> None:
    found = scores(collection, "--engines", "lexical,full")["collections"]["drinks"]["full against"]
    assert found["lexical"]["ndcg@10"].keys() == {"before", "after", "difference", "p", "better", "worse"}
    lines = evaluate(collection, "--engines", "lexical,full").splitlines()
    assert lines[3].startswith("  full against lexical")


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
        ("queries.jsonl", "", "{file} lacks the judged query “q1”."),
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
    (collection / "qrels.tsv").unlink()
    (collection / "queries.jsonl").write_text("")
    assert error_of(collection) == f"{collection} lacks qrels.tsv or qrels/test.tsv."


def test_missing_metrics_are_named_with_their_package(
    collection: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "ir_measures", None)
    assert error_of(collection) == (
        "The metrics need the package ir-measures. Install it: pip install ir-measures"
    )


@pytest.fixture
def golden_set() -> GoldenSet:
    here = make_scope()
    publish(here, page("tea", "Steep the leaves."), page("coffee", "Grind the beans.", order=1))
    golden = GoldenSet.objects.create(name="support", scope=here)
    question = GoldenQuery.objects.create(golden_set=golden, key="q1", text="how to steep leaves")
    GoldenQuery.objects.create(golden_set=golden, key="q2", text="not judged yet")
    Judgement.objects.create(query=question, uid="tea")
    return golden


def test_a_golden_set_is_measured_in_its_scope(golden_set: GoldenSet) -> None:
    found = scores("support", "--engines", "lexical,rrf")
    assert found["engines"]["lexical"]["mrr@10"] == 1
    assert found["collections"]["support"]["scope"] == "guide/1.0/en"
    assert PassageVector.objects.count() == 2
    run = EvaluationRun.objects.get()
    assert (run.golden_set, run.scope) == (golden_set, golden_set.scope)


@pytest.mark.usefixtures("golden_set")
def test_a_golden_set_may_be_asked_of_another_scope() -> None:
    later = make_scope("guide/2.0/en")
    assert error_of("support", "--scope", "guide/2.0/en") == (
        "guide/2.0/en has no release yet. Ingest it first: manage.py cogi_ingest guide/2.0/en …"
    )
    publish(later, page("coffee", "Steep the leaves."))
    assert scores("support", "--scope", "guide/2.0/en")["engines"]["lexical"]["mrr@10"] == 0
    assert error_of("support", "--scope", "guide/3.0/en") == (
        "There is no scope guide/3.0/en. `manage.py cogi_status` lists the scopes."
    )


@pytest.mark.usefixtures("golden_set")
def test_a_golden_set_without_judgements_is_refused() -> None:
    Judgement.objects.all().delete()
    assert error_of("support") == (
        "No question of the golden set “support” has a judged page. Add the pages that answer it."
    )


@pytest.mark.usefixtures("golden_set")
def test_what_is_neither_folder_nor_golden_set_is_said() -> None:
    assert error_of("suport") == "“suport” is neither a folder nor a golden set. Golden sets: support."
