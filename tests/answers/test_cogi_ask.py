from __future__ import annotations

import json
from io import StringIO

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from cogi.corpus.classification import Classification
from cogi.corpus.models import Grant, Scope

pytestmark = pytest.mark.usefixtures("scope")


def output_of(*arguments: str) -> str:
    out = StringIO()
    call_command("cogi_ask", *arguments, stdout=out)
    return out.getvalue()


def test_sources_stand_first_and_the_answer_follows() -> None:
    lines = output_of("How do I log a user in?", "--scope", "guide/1.0/en").splitlines()
    assert lines[:2] == ["[1] How to log a user in", "    https://docs.example/guide/login/#text"]
    assert "To log a user in, call `login()` with the request and the user: [1]" in lines
    assert "Without dense (incomplete)." in lines
    assert lines[-1].startswith("Written by extractive in ")


def test_json_is_the_answer_response() -> None:
    answer = json.loads(output_of("How do I log a user in?", "--json"))
    assert list(answer) == [
        "query",
        "sources",
        "answer",
        "citations",
        "follow_ups",
        "degraded",
        "synthesizer",
        "found",
        "timings_ms",
        "scope_versions",
    ]
    assert answer["sources"][0]["uid"] == "login"
    assert answer["citations"][0] == 1


def test_a_named_user_sees_what_that_user_may_see(scope: Scope) -> None:
    insider = User.objects.create_user("insider")
    Grant.objects.create(scope=scope, user=insider, clearance=Classification.CONFIDENTIAL)
    question = "behind the turquoise painting"
    assert "The •••• is kept in the safe" in output_of(question)
    assert "The vault code is kept in the safe" in output_of(question, "--as-user", "insider")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["login", "--as-user", "nobody"],
            "There is no user “nobody”. Make one with manage.py createsuperuser.",
        ),
        (
            ["login", "--scope", "other/1.0/en"],
            "There is no scope “other/1.0/en”. GET /api/v1/scopes or `manage.py cogi_status` lists them.",
        ),
    ],
)
def test_mistakes_are_told_in_one_line(arguments: list[str], message: str) -> None:
    with pytest.raises(CommandError) as caught:
        output_of(*arguments)
    assert str(caught.value) == message
