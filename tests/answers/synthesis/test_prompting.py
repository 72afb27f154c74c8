from __future__ import annotations

from dataclasses import replace

from cogi.answers.synthesis.prompting import build_messages
from cogi.answers.turns import Turn
from tests.answers.evidence import evidence


def test_sources_are_fenced_as_data_before_the_question() -> None:
    system, user = build_messages(
        "How do\nI log in?",
        [evidence(1, "Use `login()`.", "Auth", "Log in"), evidence(2, "~~~~\nx\n~~~~", "Odd")],
        turns=(),
        max_tokens=100,
    )
    assert (system.role, user.role) == ("system", "user")
    assert "write NOT_FOUND and nothing else" in system.content
    assert user.content == (
        "Source 1: Auth › Log in\n~~~~\nUse `login()`.\n~~~~\n\n"
        "Source 2: Odd\n~~~~~\n~~~~\nx\n~~~~\n~~~~~\n\n"
        "Question: How do I log in?"
    )


def test_sources_beyond_the_budget_are_left_out_whole_but_the_first_is_cut() -> None:
    sources = [evidence(1, "a" * 60), evidence(2, "b" * 10)]
    (_, cut) = build_messages("q", sources, turns=(), max_tokens=10)
    assert "a" * 40 in cut.content
    assert "a" * 41 not in cut.content
    assert "Source 2" not in cut.content
    (_, whole) = build_messages("q", sources, turns=(), max_tokens=20)
    assert "Source 2" in whole.content


def test_braces_in_sources_are_text() -> None:
    (_, user) = build_messages("{question}", [evidence(1, "{sources}")], turns=(), max_tokens=10)
    assert "{sources}" in user.content
    assert user.content.endswith("Question: {question}")


def test_earlier_turns_are_messages_of_their_own_without_their_citations() -> None:
    turns = [Turn("What is\nlogin?", "A function. [1] [2] See `x[1]`."), Turn("Why?")]
    _, *earlier, user = build_messages("And then?", [evidence(1, "Text.")], turns=turns, max_tokens=99)
    assert [(message.role, message.content) for message in earlier] == [
        ("user", "What is login?"),
        ("assistant", "A function. See `x[1]`."),
        ("user", "Why?"),
        ("assistant", "(An answer was given.)"),
    ]
    assert user.content.endswith("Question: And then?")


def test_facts_stand_before_the_text_of_their_source() -> None:
    fact = replace(evidence(1, "Text."), facts=("`x` was added in 5.0.",))
    (_, user) = build_messages("When?", [fact], turns=(), max_tokens=99)
    assert "~~~~\n`x` was added in 5.0.\n\nText.\n~~~~" in user.content
