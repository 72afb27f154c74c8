from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from cogi.corpus.classification import Classification
from cogi.evaluation.models import GoldenSet, Judgement
from tests.drafts import page, publish, scope, section

pytestmark = pytest.mark.django_db

TABLE = """query,page,grade
how long to steep,tea,2
how long to steep,https://docs.example/coffee/#grind
"hot, but not too hot",coffee/
"""


@pytest.fixture(autouse=True)
def _corpus() -> None:
    tea = page("tea", "Steep the leaves.")
    publish(
        scope(),
        tea,
        section(tea, "pot", "A pot."),
        page("coffee", "Grind the beans.", "Pour water.", order=1),
        page("secret", "A secret recipe.", order=2, level=Classification.INTERNAL),
    )


def golden(*arguments: str | Path) -> str:
    out = StringIO()
    call_command("cogi_golden", *map(str, arguments), stdout=out)
    return out.getvalue().strip()


def error_of(*arguments: str | Path) -> str:
    with pytest.raises(CommandError) as error:
        golden(*arguments)
    return str(error.value)


def judged(name: str) -> list[tuple[str, str, int]]:
    rows = Judgement.objects.filter(query__golden_set__name=name).order_by("query__text", "uid")
    return list(rows.values_list("query__text", "uid", "grade"))


JUDGED = [
    ("hot, but not too hot", "coffee", 1),
    ("how long to steep", "coffee", 1),
    ("how long to steep", "tea", 2),
]


def test_a_table_names_pages_by_path_or_address(tmp_path: Path) -> None:
    table = tmp_path / "drinks.csv"
    table.write_text(TABLE)
    said = golden("import", "drinks", table, "--scope", "guide/1.0/en")
    assert said == "drinks: 2 questions with 3 judged pages of guide/1.0/en."
    assert judged("drinks") == JUDGED


def test_importing_again_judges_anew_and_keeps_other_questions(tmp_path: Path) -> None:
    table = tmp_path / "drinks.csv"
    table.write_text(TABLE)
    golden("import", "drinks", table, "--scope", "guide/1.0/en")
    table.write_text("query,page\nhow long to steep,tea\n")
    golden("import", "drinks", table)
    assert judged("drinks") == [JUDGED[0], ("how long to steep", "tea", 1)]


@pytest.mark.parametrize("target", ["out.csv", "out"])
def test_what_is_exported_can_be_imported(tmp_path: Path, target: str) -> None:
    table = tmp_path / "drinks.csv"
    table.write_text(TABLE)
    golden("import", "drinks", table, "--scope", "guide/1.0/en")
    assert golden("export", "drinks", tmp_path / target) == f"drinks is in {tmp_path / target}."
    golden("import", "again", tmp_path / target, "--scope", "guide/1.0/en")
    assert judged("again") == JUDGED


def test_the_corpus_is_exported_as_the_set_s_viewer_reads_it(tmp_path: Path) -> None:
    table = tmp_path / "drinks.csv"
    table.write_text(TABLE)
    golden("import", "drinks", table, "--scope", "guide/1.0/en")
    golden("export", "drinks", tmp_path / "out", "--corpus")
    lines = (tmp_path / "out" / "corpus.jsonl").read_text().splitlines()
    assert [json.loads(line) for line in lines] == [
        {"_id": "tea", "title": "Tea", "text": "Steep the leaves.\n\nA pot."},
        {"_id": "coffee", "title": "Coffee", "text": "Grind the beans.\n\nPour water."},
    ]


def test_pages_that_the_set_s_clearance_does_not_see_are_refused_or_skipped(tmp_path: Path) -> None:
    table = tmp_path / "drinks.csv"
    table.write_text("query,page\na,secret\na,gone\nb,tea\n")
    arguments = ("import", "drinks", table, "--scope", "guide/1.0/en")
    assert error_of(*arguments) == (
        "“gone” and 1 more: no page of guide/1.0/en that the set's clearance sees. Name pages by their path, "
        "such as topics/auth, or by their address."
    )
    assert not GoldenSet.objects.exists()
    assert golden(*arguments, "--skip-unknown") == (
        "drinks: 2 questions with 1 judged pages of guide/1.0/en. 2 pages are not there and were left out."
    )
    golden("import", "inside", table, "--scope", "guide/1.0/en", "--clearance", "internal", "--skip-unknown")
    assert judged("inside") == [("a", "secret", 1), ("b", "tea", 1)]


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("question,page\nx,tea\n", "The first line lacks the column “query”. Write: query,page,grade"),
        ("query,page,grade\nx,tea,good\n", "Line 2 is not a query, a page and a grade of 0 or more."),
        ("query,page,grade\n,tea,1\n", "Line 2 is not a query, a page and a grade of 0 or more."),
        ("query,page,grade\nx,tea,200\n", "“x” grades “tea” 200; write 0 to 100."),
        ("query,page\n", "The table holds no judgement."),
    ],
)
def test_a_table_that_is_none_is_explained(tmp_path: Path, content: str, problem: str) -> None:
    table = tmp_path / "drinks.csv"
    table.write_text(content)
    assert error_of("import", "drinks", table, "--scope", "guide/1.0/en") == problem


def test_what_cannot_be_named_or_found_is_explained(tmp_path: Path) -> None:
    table = tmp_path / "drinks.csv"
    table.write_text(TABLE)
    missing = tmp_path / "missing.csv"
    assert error_of("import", "a b", table, "--scope", "guide/1.0/en") == (
        "“a b” cannot name a golden set: use letters, digits, - and _."
    )
    assert error_of("import", "drinks", table) == (
        "There is no golden set drinks. To make it, give one of the scopes that `manage.py cogi_status` "
        "lists as --scope."
    )
    assert error_of("import", "drinks", missing, "--scope", "guide/1.0/en").startswith(
        f"{missing} cannot be read: "
    )
    assert error_of("export", "drinks", tmp_path) == "There is no golden set drinks. Golden sets: none."
    golden("import", "drinks", table, "--scope", "guide/1.0/en")
    assert error_of("import", "drinks", table, "--scope", "other/1.0/en") == (
        "drinks judges pages of guide/1.0/en, not of other/1.0/en."
    )
