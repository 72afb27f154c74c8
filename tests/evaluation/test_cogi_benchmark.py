from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Sequence
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numba
import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from cogi.corpus.models import Passage, PassageContent, Scope
from cogi.evaluation.benchmarks.bare_vectors import read_vectors
from cogi.evaluation.benchmarks.corpus_loading import load_corpus
from cogi.evaluation.benchmarks.ours import search_with_release
from cogi.evaluation.benchmarks.passages import read_passages
from cogi.evaluation.peers import load_peer
from cogi.evaluation.peers.base import load_hybrid_peer
from cogi.evaluation.relevance.embedding import embed_scope
from cogi.evaluation.scratch import drop_scope
from cogi.index.embedding import registered_model
from cogi.index.models import LexicalDocument
from cogi.inference.embedders import default_embedder

pytestmark = pytest.mark.django_db

WORDS = "kettle", "lantern", "harbour", "meadow", "thimble", "orchard", "compass", "ferry"
PEERS = "tantivy", "ts_rank"


@pytest.fixture
def passages(tmp_path: Path) -> Path:
    path = tmp_path / "passages.jsonl.gz"
    with gzip.open(path, "wt", encoding="utf-8") as file:
        for number, word in enumerate(WORDS):
            line = {
                "id": 100 + number,
                "title": "Things",
                "heading": word.title() if number % 2 else "",
                "text": f"All about the {word} and its uses. Some more words.",
                "url": f"/things/{number // 2}#{word}",
            }
            file.write(json.dumps(line) + "\n")
    return path


@pytest.fixture
def _dummy_embedder(settings: Any) -> None:
    settings.COGI_EMBEDDERS = {"default": {"BACKEND": "cogi.inference.embedders.dummy.DummyEmbedder"}}


@pytest.fixture
def queries(tmp_path: Path) -> Path:
    path = tmp_path / "queries.jsonl"
    path.write_text(
        "".join(json.dumps({"id": i, "q": f"what is a {word}?"}) + "\n" for i, word in enumerate(WORDS))
    )
    return path


def benchmark(passages: Path, queries: Path, *arguments: str) -> tuple[str, str]:
    out, told = StringIO(), StringIO()
    call_command(
        "cogi_benchmark",
        "lexical",
        "--passages",
        str(passages),
        "--queries",
        str(queries),
        *arguments,
        stdout=out,
        stderr=told,
    )
    return out.getvalue(), told.getvalue()


def measured(passages: Path, queries: Path, peers: Sequence[str]) -> dict[str, Any]:
    out, _ = benchmark(passages, queries, "--peers", ",".join(peers), "--json")
    parsed: dict[str, Any] = json.loads(out)
    return parsed


def test_json_holds_every_measure_of_ours_and_of_each_peer(passages: Path, queries: Path) -> None:
    found = measured(passages, queries, PEERS)
    assert found["corpus"] == {"passages": 8, "queries": 8, "rounds": 5, "limit": 10}
    assert found["ours"].keys() == {
        "median_ms",
        "p95_ms",
        "cold_median_ms",
        "cold_p95_ms",
        "request_median_ms",
        "build_s",
        "passages_per_s",
        "size_mb",
        "tables_mb",
        "memory_mb",
    }
    assert all(value > 0 for value in found["ours"].values())
    assert list(found["peers"]) == list(PEERS)
    assert found["peers"]["tantivy"].keys() == {"median_ms", "p95_ms", "build_s", "size_mb", "memory_mb"}
    assert found["peers"]["ts_rank"].keys() == {"median_ms", "p95_ms", "build_s", "size_mb"}
    assert found["ratios"]["tantivy"].keys() == {"median", "p95", "cold_median", "cold_p95"}
    assert found["ratios"]["ts_rank"].keys() == {"median", "p95"}


def test_a_ratio_is_ours_over_the_peers_on_the_queries_that_both_were_asked(
    passages: Path, queries: Path
) -> None:
    found = measured(passages, queries, ["tantivy"])
    quotient = found["ours"]["median_ms"] / found["peers"]["tantivy"]["median_ms"]
    assert found["ratios"]["tantivy"]["median"] == pytest.approx(quotient, rel=1e-2)


@pytest.mark.parametrize("name", [*PEERS, "bm25s"])
def test_each_peer_finds_what_ours_finds(
    passages: Path, tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # To compile the code of bm25s would take longer than all these tests.
    monkeypatch.setattr(numba.config, "DISABLE_JIT", name == "bm25s")
    scope = load_corpus(passages, fresh=False, say=str).scope
    read = list(read_passages(passages))
    peer = load_peer(name)
    peer.build(read, folder=tmp_path)
    for passage, word in zip(read, WORDS, strict=True):
        assert peer.search(f"the {word}", limit=3) == [passage.id]
        assert len(search_with_release(scope, limit=3)(f"the {word}")) == 1
    assert peer.size_bytes() > 0
    peer.close()


def test_the_corpus_is_loaded_once_for_each_file_and_anew_on_request(passages: Path, queries: Path) -> None:
    _, first = benchmark(passages, queries)
    (slug,) = Scope.objects.values_list("slug", flat=True)
    assert f"{slug}: 8 passages of 4 pages loaded" in first
    _, second = benchmark(passages, queries)
    assert f"{slug} is kept from an earlier run (--fresh loads it anew)." in second
    _, third = benchmark(passages, queries, "--fresh")
    assert f"{slug}: 8 passages of 4 pages loaded" in third
    assert Scope.objects.count() == 1


def test_the_scope_of_a_benchmark_is_hidden_and_never_a_default(passages: Path) -> None:
    scope = load_corpus(passages, fresh=False, say=str).scope
    assert (scope.is_open, scope.is_default) == (False, False)


def test_a_dropped_scope_leaves_no_content_behind(passages: Path) -> None:
    drop_scope(load_corpus(passages, fresh=False, say=str).scope)
    assert not Scope.objects.exists()
    assert not PassageContent.objects.exists()
    assert not LexicalDocument.objects.exists()


def test_the_table_names_ours_and_the_peers(passages: Path, queries: Path) -> None:
    out, _ = benchmark(passages, queries, "--peers", "ts_rank")
    lines = out.splitlines()
    assert lines[0] == "8 passages, 8 queries, the best 10"
    assert [line.split()[0] for line in lines[2:4]] == ["ours", "ts_rank"]
    assert lines[-1].startswith("ours / ts_rank: median ")


def test_publishes_are_timed_until_they_are_found_and_undone(passages: Path, queries: Path) -> None:
    out, _ = benchmark(passages, queries, "--publishes", "3", "--json")
    found = json.loads(out)["publishes"]
    assert found["count"] == 3
    assert found["segments"] == {"public–restricted": 4}
    assert 0 < found["searchable_p50_ms"] <= found["searchable_p95_ms"] <= found["searchable_p100_ms"]
    assert 0 < found["merge_p50_ms"] <= found["merge_p95_ms"] <= found["merge_p100_ms"]
    quotient = found["median_after_ms"] / found["median_before_ms"]
    assert found["median_ratio"] == pytest.approx(quotient, rel=1e-2)
    texts = {passage.text for passage in read_passages(passages)}
    live = Passage.objects.filter(scope=Scope.objects.get()).as_of()
    assert set(live.values_list("content__text", flat=True)) == texts


def test_other_sizes_repeat_or_sample_the_corpus_with_shuffled_words(passages: Path, queries: Path) -> None:
    out, told = benchmark(passages, queries, "--sizes", "5,20", "--json")
    found = json.loads(out)["sizes"]
    assert [size["passages"] for size in found.values()] == [5, 20]
    assert found["20"]["segments"] == 1
    assert all(size["median_ms"] > 0 and size["memory_mb"] > 0 for size in found.values())
    larger = Passage.objects.filter(scope__slug__endswith="-20/en").values_list("content__text", flat=True)
    original = {tuple(sorted(passage.text.split())) for passage in read_passages(passages)}
    assert {tuple(sorted(text.split())) for text in larger} == original
    assert set(larger) & {passage.text for passage in read_passages(passages)} == set()
    again, told_again = benchmark(passages, queries, "--sizes", "20", "--json")
    assert told.count("Loading benchmark/") == 2
    assert "Loading benchmark/" not in told_again
    assert json.loads(again)["sizes"]["20"]["passages"] == 20


def test_the_report_tells_of_publishes_and_sizes(passages: Path, queries: Path) -> None:
    lines = benchmark(passages, queries, "--publishes", "2", "--sizes", "16")[0].splitlines()
    assert lines[-3].startswith("2 publishes of one page: searchable in ")
    assert lines[-2].startswith("after them: segments 3 public–restricted; median ")
    assert lines[-1].startswith("16 passages in 1 segments: median ")


def test_an_unknown_peer_is_refused_with_the_known_ones(passages: Path, queries: Path) -> None:
    with pytest.raises(CommandError) as error:
        benchmark(passages, queries, "--peers", "lucene")
    assert str(error.value) == "There is no peer “lucene”. Choose from tantivy, bm25s, ts_rank."


def test_a_peer_that_is_not_installed_is_named_with_its_package(
    passages: Path, queries: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "cogi.evaluation.peers.tantivy", raising=False)
    monkeypatch.setitem(sys.modules, "tantivy", None)
    with pytest.raises(CommandError) as error:
        benchmark(passages, queries, "--peers", "tantivy")
    assert str(error.value) == "The peer “tantivy” needs the package tantivy. Install it: pip install tantivy"


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("nonsense", "is not JSON: Expecting value: line 1 column 1 (char 0)"),
        ("[1]", "is not a JSON object."),
        ('{"id": 1}', "is not a passage (KeyError('title')). Write id, title, heading, text and url."),
    ],
)
def test_a_broken_line_is_named(tmp_path: Path, queries: Path, line: str, problem: str) -> None:
    broken = tmp_path / "broken.jsonl"
    broken.write_text(f"\n{line}\n")
    with pytest.raises(CommandError) as error:
        benchmark(broken, queries)
    assert str(error.value) == f"{broken}:2 {problem}"


def test_files_without_passages_or_queries_are_refused(passages: Path, tmp_path: Path, queries: Path) -> None:
    empty = tmp_path / "empty.jsonl"
    empty.touch()
    with pytest.raises(CommandError) as error:
        benchmark(empty, queries)
    assert str(error.value) == f"{empty} holds no passage."
    with pytest.raises(CommandError) as error:
        benchmark(passages, empty)
    assert str(error.value) == f"{empty} holds no query."
    empty.write_text('{"text": "?"}')
    with pytest.raises(CommandError) as error:
        benchmark(passages, empty)
    assert str(error.value) == f"{empty}:1 is not a query. Write an object with “q”."


def test_a_missing_file_is_named(tmp_path: Path, queries: Path) -> None:
    missing = tmp_path / "missing.jsonl"
    with pytest.raises(CommandError) as error:
        benchmark(missing, queries)
    assert str(error.value).startswith(f"{missing} cannot be read: [Errno 2] No such file")


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_dummy_embedder")
def test_whole_searches_are_measured_beside_their_raw_parts_and_lancedb(
    passages: Path, queries: Path
) -> None:
    output = StringIO()
    files = f"--passages={passages}", f"--queries={queries}"
    call_command("cogi_benchmark", "hybrid", *files, "--clients=0", "--json", stdout=output)
    measured = json.loads(output.getvalue())
    assert measured["corpus"] == {"passages": len(WORDS), "queries": len(WORDS), "limit": 10}
    parts = measured["raw_parts"]
    assert parts["sum_median_ms"] >= max(parts["embed_ms"], parts["hnsw_ms"], parts["bm25_ms"]) > 0
    assert measured["ratio"] == pytest.approx(
        measured["ours"]["median_ms"] / parts["sum_median_ms"], rel=0.01
    )
    assert set(measured["peers"]["lancedb"]) == {"build_s", "size_mb", "median_ms", "p95_ms", "p99_ms"}
    assert 0 < measured["cached"]["median_ms"] < measured["ours"]["median_ms"]
    assert measured["throughput"] == {}


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("_dummy_embedder")
def test_lancedb_finds_what_ours_finds(passages: Path) -> None:
    scope = load_corpus(passages, fresh=False, say=print).scope
    embedder = default_embedder()
    assert embedder is not None
    embed_scope(scope, embedder, say=print)
    ids, vectors = read_vectors(scope, registered_model(embedder))
    texts = dict(Passage.objects.filter(scope=scope).values_list("pk", "content__text"))
    peer = load_hybrid_peer("lancedb")
    with TemporaryDirectory() as folder:
        peer.build(ids.tolist(), [texts[pk] for pk in ids.tolist()], vectors, folder=Path(folder))
        for word in WORDS:
            (best, *_) = peer.search(word, embedder.embed_query(word), limit=3)
            assert word in texts[best]
        assert peer.size_bytes() > 0


@pytest.mark.django_db(transaction=True)
def test_vectors_are_measured_beside_bare_pgvector_and_for_viewers_of_a_part(
    passages: Path, queries: Path
) -> None:
    output = StringIO()
    call_command(
        "cogi_benchmark", "vectors", f"--passages={passages}", f"--queries={queries}", "--json", stdout=output
    )
    measured = json.loads(output.getvalue())
    assert measured["corpus"]["passages"] == len(WORDS)
    assert measured["ours"]["recall@10"] == measured["ours"]["full"] == 1.0
    assert measured["ratio"] > 0
    assert {row["full"] for row in measured["pages"].values()} == {1.0}
    assert [row["passages"] for row in measured["classes"].values()] == [2, 8, 8, 8]
    with connection.cursor() as cursor:
        cursor.execute("SELECT to_regclass('cogi_benchmark_vectors')")
        assert cursor.fetchone() == (None,)
