from __future__ import annotations

import pytest

from cogi.answers.synthesis.sentences import split_sentences


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("One. Two!  Three?\nFour", ["One.", "Two!", "Three?", "Four"]),
        ("Use Django 5.2 or newer. `login()` works.", ["Use Django 5.2 or newer.", "`login()` works."]),
        (
            "Some, e.g. Redis, are fast. See J. Smith et al. There.",
            ["Some, e.g. Redis, are fast.", "See J. Smith et al. There."],
        ),
        ("Run `a. B` now. Then stop.", ["Run `a. B` now.", "Then stop."]),
        ("It ends (here.) Next.", ["It ends (here.)", "Next."]),
        ("A file .env is read. --fake is a flag.", ["A file .env is read.", "--fake is a flag."]),
        ("Ärger? Über alles.", ["Ärger?", "Über alles."]),
        ("これは文です。次の文です。", ["これは文です。", "次の文です。"]),
        ("no stop", ["no stop"]),
        ("  ", []),
    ],
)
def test_sentences(text: str, sentences: list[str]) -> None:
    assert list(split_sentences(text)) == sentences
