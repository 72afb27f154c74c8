from __future__ import annotations

from cogi.answers.follow_ups import suggest_follow_ups
from tests.answers.evidence import evidence


def test_headings_of_unused_sources_are_suggested() -> None:
    sources = [
        evidence(1, "", "Auth", "How to log a user in"),
        evidence(2, "", "Auth", "How to log a user out"),
        evidence(3, "", "Auth", "Logging users out"),
        evidence(4, "", "Sessions", "Example"),
        evidence(5, "", "Passwords"),
        evidence(6, "", "Groups"),
    ]
    assert suggest_follow_ups(["How do I log a user in?"], sources, {1}) == [
        "How to log a user out",
        "Logging users out",
        "Sessions: Example",
    ]


def test_what_was_asked_or_used_is_not_suggested() -> None:
    sources = [evidence(1, "", "Login"), evidence(2, "", "Login"), evidence(3, "", "…")]
    assert suggest_follow_ups(["login"], sources, set()) == []
    assert suggest_follow_ups(["sessions"], sources, {1}) == []


def test_no_sources_suggest_nothing() -> None:
    assert suggest_follow_ups(["login"], [], set()) == []
