from __future__ import annotations

from cogi.retrieval.facts.naming import Asked


def test_the_name_itself_fits_best() -> None:
    asked = Asked("the DEBUG setting")
    assert asked.fit("DEBUG", []) > asked.fit("DEBUG_PROPAGATE_EXCEPTIONS", []) == 0
    assert asked.fit("DEBUG", []) > asked.fit("DEBUG logging", [])


def test_a_qualifier_says_where_a_thing_lives() -> None:
    asked = Asked("assertFormSetError")
    assert asked.fit("SimpleTestCase.assertFormSetError", []) == asked.fit("assertFormSetError", []) == 1


def test_what_stands_beside_a_name_explains_the_rest() -> None:
    asked = Asked("timeout of the cache client")
    assert asked.fit("timeout", ["Cache client"]) > asked.fit("timeout", ["Mail"])


def test_a_name_without_words_never_fits() -> None:
    assert Asked("DEBUG").fit("—", []) == 0
