"""A citation counts only where the passage has the sentence's words, numbers and names."""

from __future__ import annotations

import pytest

from cogi.answers.synthesis.support import is_supported
from tests.answers.evidence import evidence

POOL = evidence(
    1,
    "Set `CONN_MAX_AGE` to keep connections open for 60 seconds. `django.db.connections` closes them.",
    "Persistent connections",
)
FOX = evidence(2, "Der Fuchs springt über den Hund.", language="german")


@pytest.mark.parametrize(
    "sentence",
    [
        "Connections are kept open for 60 seconds by `CONN_MAX_AGE`. [1]",
        "Persistent connections close with connections.db. [1]",
        "- `CONN_MAX_AGE` keeps them open [1]",
        "It is so. [1]",
        "Der Wert hält jede Verbindung offen und spart damit Zeit. [1]",
    ],
)
def test_what_the_passage_says_in_other_words_is_supported(sentence: str) -> None:
    assert is_supported(sentence, [POOL])


@pytest.mark.parametrize(
    "sentence",
    [
        "Connections are kept open for 90 seconds by `CONN_MAX_AGE`. [1]",
        "Set `CONN_MIN_AGE` to keep connections open. [1]",
        "Call django.db.closeAll to close connections. [1]",
        "The pool of threads serves requests from a bounded queue. [1]",
        "Der Wert hält 90 Verbindungen offen und spart damit Zeit. [1]",
    ],
)
def test_what_the_passage_does_not_say_is_not_supported(sentence: str) -> None:
    assert not is_supported(sentence, [POOL])


def test_a_sentence_may_rest_on_several_passages_together() -> None:
    sentence = "The fox sleeps and connections stay open. [1] [3]"
    other = evidence(3, "The fox sleeps.")
    assert is_supported(sentence, [POOL, other])
    assert not is_supported("The fox sleeps, its tail around the paws. [1]", [POOL])


def test_passages_of_several_languages_are_each_read_in_their_own() -> None:
    assert is_supported("Der Fuchs springt. [1] [2]", [POOL, FOX])
