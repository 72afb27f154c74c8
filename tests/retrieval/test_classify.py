from __future__ import annotations

import time
from collections import Counter
from pathlib import Path

import pytest

from cogi.corpus.vocabulary import EdgeLabel
from cogi.retrieval.classifying import QuestionClass, classify
from cogi.retrieval.classifying.relations import Way

QUESTIONS = Path(__file__).parent / "questions"


def labelled(name: str) -> list[tuple[str, str]]:
    rows = (QUESTIONS / f"{name}.tsv").read_text(encoding="utf-8").splitlines()
    return [(label, question) for label, _, question in (row.partition("\t") for row in rows)]


@pytest.mark.parametrize("name", ["headings", "free", "kept"])
def test_nine_in_ten_labelled_questions_get_their_class(name: str) -> None:
    rows = labelled(name)
    wrong = [row for row in rows if classify(row[1]).question_class != row[0]]
    assert len(wrong) <= 0.1 * len(rows), wrong


@pytest.mark.parametrize("name", ["headings", "free", "kept"])
def test_labelled_questions_are_as_many_in_each_class(name: str) -> None:
    counts = Counter(label for label, _ in labelled(name))
    assert set(counts) == set(QuestionClass)
    assert len(set(counts.values())) == 1


def test_what_no_rule_knows_is_semantic() -> None:
    assert classify("zebra crossing").question_class is QuestionClass.SEMANTIC


@pytest.mark.parametrize(
    ("question", "way", "label", "names"),
    [
        ("What depends on the auth app?", Way.IN, EdgeLabel.DEPENDS_ON, ("the auth app",)),
        ("what does Billing depend on", Way.OUT, EdgeLabel.DEPENDS_ON, ("Billing",)),
        ("what replaced url()", Way.OUT, EdgeLabel.SUPERSEDED_BY, ("url()",)),
        ("What does the new router replace?", Way.IN, EdgeLabel.SUPERSEDED_BY, ("the new router",)),
        ("prerequisites of Model training", Way.OUT, EdgeLabel.DEPENDS_ON, ("Model training",)),
        ("which pages link to Throttling?", Way.IN, EdgeLabel.XREF, ("Throttling",)),
        ("who on the team knows terraform", Way.BOTH, EdgeLabel.TEACHES_SKILL, ("terraform",)),
        ("How are Routers and ViewSets related?", Way.BETWEEN, EdgeLabel.XREF, ("Routers", "ViewSets")),
        ("which units belong to Module two", Way.IN, EdgeLabel.PART_OF, ("Module two",)),
        ("what skills does the SRE path teach", Way.OUT, EdgeLabel.TEACHES_SKILL, ("the SRE path",)),
    ],
)
def test_a_relation_is_told_by_its_wording(
    question: str, way: Way, label: EdgeLabel, names: tuple[str, ...]
) -> None:
    relation = classify(question).relation
    assert relation is not None
    assert (relation.way, relation.names) == (way, names)
    assert label in relation.labels


def test_a_date_makes_a_question_for_people_one_of_time() -> None:
    assert classify("who maintains the billing service").question_class is QuestionClass.RELATIONAL
    assert (
        classify("who maintained the billing service in march 2023").question_class is QuestionClass.TEMPORAL
    )


def test_pasted_text_is_judged_by_its_beginning() -> None:
    assert classify("how do i fix this: " + "x " * 2_000_000).question_class is QuestionClass.HOW_TO


HOSTILE = [
    "show me a ",
    "which modules ",
    "relation between ",
    "what is ",
    "what depends on a before ",
    "aA",
    "a::",
    "-a",
    "_",
    "(",
]


@pytest.mark.parametrize("length", [160, 300, 2000])
@pytest.mark.parametrize("unit", HOSTILE)
def test_no_question_takes_long(unit: str, length: int) -> None:
    began = time.process_time()
    classify((unit * length)[:length])
    assert time.process_time() - began < 0.1
