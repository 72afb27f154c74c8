from __future__ import annotations

import json
from io import StringIO
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command

from cogi.corpus.classification import Classification
from cogi.corpus.models import Boost, Pin, Scope
from cogi.corpus.perimeter import perimeter_for
from cogi.retrieval.encoding import as_json
from cogi.retrieval.searching import search
from tests.drafts import page, publish, scope

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def guide(settings: Any) -> None:
    settings.COGI_ENGINE_THREADS = 0
    secret = page("plans", "Secret apples.", level=Classification.RESTRICTED)
    publish(scope(), page("fruit", "Apples & <pears>.", title="Fruit"), secret)


def output(*arguments: str) -> str:
    written = StringIO()
    call_command("cogi_search", *arguments, stdout=written)
    return written.getvalue()


def test_hits_are_shown_with_place_address_and_snippet() -> None:
    lines = output("apples").splitlines()
    assert lines[:3] == [
        "1. Fruit  [guide/1.0/en]",
        "   https://docs.example/fruit/",
        "   Apples & <pears>.",
    ]
    assert lines[4] == "Without dense (incomplete)."
    assert lines[5].startswith("1 pages match, in ")


def test_a_correction_is_told_first() -> None:
    assert output("aples kind:page").splitlines()[:3] == [
        "Showing results for: apples kind:page  (quote a word to search it as it is)",
        "",
        "1. Fruit  [guide/1.0/en]",
    ]


def test_explain_shows_the_engines() -> None:
    assert "   lexical rank 1 (" in output("apples", "--explain")


def test_explain_shows_signals_and_pins() -> None:
    here = Scope.objects.get()
    Boost.objects.create(scope=here, path_prefix="fruit", factor=1.5)
    Pin.objects.create(scope=here, uid="fruit", phrases="apples", position=2)
    lines = output("apples", "--explain").splitlines()
    assert lines[4:6] == ["   boost × 1.5", "   pinned to place 2 for “apples”"]


def test_json_is_what_the_api_returns() -> None:
    printed = json.loads(output("apples", "--json"))
    expected = json.loads(json.dumps(as_json(search("apples", perimeter=perimeter_for(None)))))
    of_the_run = {"timings_ms": {}, "cached": True}
    assert printed | of_the_run == expected | of_the_run


def test_a_user_sees_what_that_user_may_see() -> None:
    User.objects.create_superuser("root")
    assert "Plans" in output("secret", "--as-user", "root")
    assert output("secret").splitlines()[0] == (
        "Nothing found. Try other words, or look at the scopes with manage.py cogi_status."
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["apples", "--limit", "0"], "--limit must be from 1 to 100."),
        ([" "], "The question is empty. Write at least one word to search for."),
        (
            ["apples", "--scope", "x/1/en"],
            "There is no scope “x/1/en”. GET /api/v1/scopes or `manage.py cogi_status` lists them.",
        ),
        (
            ["apples", "--as-user", "ann"],
            "There is no user “ann”. Make one with manage.py createsuperuser.",
        ),
    ],
)
def test_bad_input_is_one_clear_message(arguments: list[str], message: str) -> None:
    with pytest.raises(CommandError) as refused:
        output(*arguments)
    assert str(refused.value) == message
