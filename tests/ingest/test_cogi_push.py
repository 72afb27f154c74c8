from __future__ import annotations

import re
import sys
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from cogi.corpus.models import Passage
from cogi.corpus.scopes import get_or_create_scope

pytestmark = pytest.mark.django_db


def push(*arguments: str) -> str:
    out = StringIO()
    call_command("cogi_push", "a/1/en", *arguments, stdout=out)
    return re.sub(r"in \d+ ms", "in N ms", out.getvalue())


@pytest.fixture
def file(tmp_path: Path) -> str:
    get_or_create_scope("a/1/en")
    path = tmp_path / "anywhere.txt"
    path.write_text("= Start\n\nGo.\n\n-> gone")
    return str(path)


def test_it_says_what_happened(file: str) -> None:
    assert push("guide/start.plain", file) == (
        "a/1/en: guide/start: release 1 in N ms\n"
        "  1 passages: 1 added, 0 removed\n"
        "  1 references lead to no place in the scope\n"
    )
    assert push("guide/start.plain", file).startswith("a/1/en: guide/start: unchanged, release 1 in N ms\n")
    assert push("guide/start.plain", "--remove") == (
        "a/1/en: guide/start: release 2 in N ms\n  0 passages: 0 added, 1 removed\n"
    )


def test_it_reads_standard_input(file: str, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: ARG001
    monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(b"= A\n\nPiped.")))
    push("a.plain", "-", "--format", "plain")
    assert Passage.objects.as_of().get().content.text == "Piped."


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["a.plain"], "Give either the FILE to publish or --remove."),
        (["a.plain", "x", "--remove"], "Give either the FILE to publish or --remove."),
        (["a.plain", "/none/such"], "/none/such cannot be read (No such file or directory)."),
        (
            ["a.plain", "--remove"],
            "a/1/en has no page “a.plain”. Give its path in the source, such as topics/auth.md.",
        ),
    ],
)
def test_it_refuses_with_a_message(file: str, arguments: list[str], message: str) -> None:  # noqa: ARG001
    with pytest.raises(CommandError) as refused:
        push(*arguments)
    assert str(refused.value) == message


def test_an_unknown_scope_is_refused() -> None:
    with pytest.raises(CommandError) as refused:
        push("a.plain", "-")
    assert str(refused.value) == "There is no scope a/1/en. `manage.py cogi_status` lists the scopes."
