from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from cogi.evaluation.tuning.supervision import from_code, from_documentation

WORDS = "Some words fill this page so that it is long enough to be asked for. " * 8
GUIDE = f"""# Guide

Short first. You should rotate the signing key every month or even more often.

## Rotating the signing key

{WORDS}
"""
CODE = '''
def rotate(key, moment):
    """Return the key that follows at a moment. More of it."""
    later = key + moment
    while later > 9:
        later -= 9
    return later
'''


def written(folder: Path, **texts: str) -> list[Path]:
    files = [folder / name.replace("_", ".") for name in texts]
    for file, text in zip(files, texts.values(), strict=True):
        file.write_text(text, encoding="utf-8")
    return files


def test_headings_and_sentences_ask_for_the_page_that_they_are_taken_from(tmp_path: Path) -> None:
    made = from_documentation(written(tmp_path, guide_md=GUIDE))
    ((page, title, text),) = made.documents
    assert title == "Guide"
    asked = {question for _, question, _ in made.questions}
    assert "Rotating the signing key" in asked
    assert len(asked) == 2
    assert "Rotating" not in text
    assert {answer for _, _, answer in made.questions} == {page}


def test_underlined_titles_are_headings(tmp_path: Path) -> None:
    text = f"Guide\n=====\n\nRotating the signing key\n------------------------\n\n{WORDS}"
    made = from_documentation(written(tmp_path, guide_rst=text))
    assert made.documents[0][1] == "Guide"
    assert "Rotating the signing key" in {question for _, question, _ in made.questions}


def test_a_heading_of_several_pages_is_not_asked(tmp_path: Path) -> None:
    made = from_documentation(written(tmp_path, one_md=GUIDE, two_md=GUIDE))
    assert "Rotating the signing key" not in {question for _, question, _ in made.questions}


def test_a_docstring_asks_for_its_function_without_it(tmp_path: Path) -> None:
    made = from_code(written(tmp_path, keys_py=CODE, broken_py="def"))
    ((_, _, source),) = made.documents
    ((_, question, _),) = made.questions
    assert "the key that follows" in question
    assert "follows" not in source
    assert source.startswith("def rotate(key, moment):\n    later")


def test_the_command_writes_a_collection(tmp_path: Path) -> None:
    written(tmp_path, guide_md=GUIDE)
    out = StringIO()
    call_command("cogi_supervise", str(tmp_path), "--output", str(tmp_path / "made"), stdout=out)
    assert out.getvalue().endswith("made: 1 documents, 2 questions.\n")
    (document,) = (json.loads(line) for line in (tmp_path / "made/corpus.jsonl").read_text().splitlines())
    assert document["title"] == "Guide"
    assert (tmp_path / "made/qrels.tsv").read_text().startswith("query-id\tcorpus-id\tscore\n")


def test_a_folder_without_questions_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="holds nothing that could be asked for"):
        call_command("cogi_supervise", str(tmp_path), "--code", "--output", str(tmp_path / "made"))
