from __future__ import annotations

import pytest

from cogi.answers.synthesis.base import Evidence, NotAnswered
from cogi.answers.synthesis.extractive import ExtractiveSynthesizer
from tests.answers.evidence import evidence

LOGIN = evidence(
    1,
    "To log a user in, from a view, use `login()`. It takes an `HttpRequest` object and a `User` object. "
    "This example shows how you might use it:\n\n"
    "`views.py`\n\n```python\nlogin(request, user)\n```\n\nFor gardening, see the guide.",
    "Authentication",
    "How to log a user in",
)
CACHE = evidence(2, "The cache keeps rendered pages for a while.", "Caching")
DEFINITION = evidence(
    3,
    "```python\nselect_related(*fields)\n```\n\nReturns a `QuerySet` that follows foreign-key relationships. "
    "Later use of a relationship then needs no query.",
    "QuerySet API",
    "select_related()",
)


def written(question: str, *sources: Evidence) -> str:
    return "".join(ExtractiveSynthesizer().synthesize(question, sources))


def test_a_how_to_is_answered_in_text_order_with_its_code_whole() -> None:
    assert written("How do I log a user in?", LOGIN, CACHE) == (
        "To log a user in, from a view, use `login()`. [1] It takes an `HttpRequest` object and a `User` "
        "object. [1] This example shows how you might use it: [1]\n\n"
        "`views.py`\n\n```python\nlogin(request, user)\n```"
    )


def test_the_pieces_are_words() -> None:
    pieces = list(ExtractiveSynthesizer().synthesize("Where does the cache keep pages?", [CACHE]))
    assert pieces == ["The", " cache", " keeps", " rendered", " pages", " for", " a", " while.", " [2]"]


def test_an_entry_without_a_subject_is_given_its_heading() -> None:
    assert written("select_related", DEFINITION) == (
        "`select_related()`: Returns a `QuerySet` that follows foreign-key relationships. [3] Later use of a "
        "relationship then needs no query. [3]"
    )


def test_a_definition_comes_from_the_section_that_is_named_so() -> None:
    mention = evidence(
        1, "Set `list_select_related` to use `select_related()` in the admin.", "The admin", "Options"
    )
    assert written("What is select_related?", mention, DEFINITION).startswith("`select_related()`: Returns")


def test_a_definition_that_stands_inside_a_section_is_found() -> None:
    source = evidence(
        1,
        "There are several settings of a cursor. Some are explained elsewhere. "
        "A cursor is a place in the rows of a result.",
        "Rows",
    )
    assert written("What is a cursor?", source).endswith("A cursor is a place in the rows of a result. [1]")


def test_a_stop_word_can_tell_two_headings_apart() -> None:
    out = evidence(1, "Call the function with the request of the user.", "Auth", "How to log a user out")
    into = evidence(2, "Call the method with the request of the user.", "Auth", "How to log a user in")
    assert written("How do I log a user in?", out, into).startswith("Call the method")
    assert written("How do I log a user out?", into, out).startswith("Call the function")


def test_a_how_to_is_not_answered_by_an_attribute() -> None:
    entry = evidence(1, "The size, in bytes, of the uploaded file.", "Uploads", "UploadedFile.size")
    guide = evidence(2, "Uploaded files are placed in the request by the form.", "Uploads", "Upload files")
    assert written("How do I upload files?", entry, guide).startswith("Uploaded files are placed")


def test_a_sentence_that_leans_on_another_comes_with_it() -> None:
    source = evidence(1, "Connections are pooled. This halves the latency of each request.", "Databases")
    assert written("latency of a request", source) == (
        "Connections are pooled. [1] This halves the latency of each request. [1]"
    )


def test_a_list_is_quoted_with_what_introduces_it() -> None:
    source = evidence(
        1, "A pool has these limits:\n\n- `min_size` idle connections\n- `max_size` connections", "Pools"
    )
    assert written("limits of a pool", source) == (
        "A pool has these limits: [1]\n\n- `min_size` idle connections [1]\n- `max_size` connections [1]"
    )


def test_a_small_table_is_quoted_with_what_introduces_it() -> None:
    table = "| limit | default |\n| --- | --- |\n| `max_size` | 4 |"
    source = evidence(1, f"The pool limits have defaults:\n\n{table}", "Pools")
    assert written("defaults of pool limits", source) == f"The pool limits have defaults: [1]\n\n{table}"


def test_code_too_long_to_quote_takes_its_announcement_with_it() -> None:
    code = "\n".join(f"line({number})" for number in range(60))
    source = evidence(
        1, f"A pool is made once for a process. Make a pool like this:\n\n```\n{code}\n```", "Pools"
    )
    assert written("make a pool", source) == "A pool is made once for a process. [1]"


def test_steps_keep_their_numbers() -> None:
    source = evidence(1, "Make a pool in two steps:\n\n1. Choose its size.\n2. Open it.", "Pools")
    assert written("Which steps make a pool?", source) == (
        "Make a pool in two steps: [1]\n\n1. Choose its size. [1]\n2. Open it. [1]"
    )


def test_items_of_a_long_list_are_chosen_and_keep_its_introduction() -> None:
    items = "\n".join(f"- `k{number}` for task {number}" for number in range(1, 12))
    source = evidence(1, f"A pool takes these options:\n\n{items}", "Pools")
    assert written("Which options does a pool take for k7?", source) == (
        "A pool takes these options: [1]\n\n- `k7` for task 7 [1]"
    )


def test_prose_after_a_list_begins_a_paragraph() -> None:
    source = evidence(
        1, "Limits of a pool:\n\n- the smallest pool\n\nThe limits of a pool grow with its load.", "Pools"
    )
    assert written("limits of a pool", source) == (
        "Limits of a pool: [1]\n\n- the smallest pool [1]\n\nThe limits of a pool grow with its load. [1]"
    )


def test_a_table_too_long_to_quote_is_left_out() -> None:
    rows = "\n".join(f"| `limit_{number}` | {number} |" for number in range(20))
    source = evidence(1, f"The pool limits have defaults:\n\n| a | b |\n| - | - |\n{rows}", "Pools")
    assert written("defaults of pool limits", source) == "The pool limits have defaults: [1]"


def test_code_that_follows_without_being_announced_is_an_example() -> None:
    source = evidence(1, "Write a pool into the settings file.\n\n```python\nPOOL = 4\n```", "Pools")
    assert written("How do I write a pool?", source) == (
        "Write a pool into the settings file. [1]\n\n```python\nPOOL = 4\n```"
    )
    assert written("Which file has the pool?", source) == "Write a pool into the settings file. [1]"


def test_at_most_two_examples_are_shown() -> None:
    text = "\n\n".join(
        f"Make {noun} with a pool like so:\n\n```\n{noun}()\n```"
        for noun in ("users", "roles", "plans", "keys")
    )
    assert written("How do I make users with a pool?", evidence(1, text, "Pools")).count("```") == 4


def test_release_notes_answer_only_questions_about_releases() -> None:
    old = evidence(1, "Pools may now be shared between threads.", "1.8 release notes")
    new = evidence(2, "A pool is shared by all threads of a process.", "Pools")
    assert written("Is a pool shared by threads?", old, new).startswith("A pool is shared")
    assert written("Since which version are pools shared by threads?", old, new).startswith("Pools may now")


def test_a_plain_word_names_the_entry_only_as_code() -> None:
    entry = evidence(1, "The size, in bytes, of the file.", "Files", "File.size")
    assert written("File.size", entry) == "`File.size`: The size, in bytes, of the file. [1]"
    named = evidence(1, "The `size` is that of the file in bytes.", "Files", "File.size")
    assert written("File.size", named) == "The `size` is that of the file in bytes. [1]"


def test_a_sentence_with_a_subject_of_its_own_needs_no_heading() -> None:
    entry = evidence(1, "Atomicity is what transactions are for.", "Transactions", "atomic()")
    assert written("atomic transactions", entry) == "Atomicity is what transactions are for. [1]"


def test_the_end_of_a_broken_sentence_is_not_quoted() -> None:
    source = evidence(1, "...if you want the count of rows. Rows are counted by the database.", "Rows")
    assert written("count of rows", source) == "Rows are counted by the database. [1]"


def test_questions_and_asides_are_not_quoted_before_statements() -> None:
    source = evidence(
        1,
        "Why are pools slow? See also the guide to pools. We'll make pools faster below. "
        "Pools are slow when they are made for each request.",
        "Pools",
    )
    assert written("Why are pools slow?", source).startswith("Pools are slow when they are made")


def test_what_was_said_is_not_said_again() -> None:
    twin = "The cache keeps rendered pages for a short while."
    assert written("cache rendered pages", CACHE, evidence(3, twin, "Caches")) == (
        "The cache keeps rendered pages for a while. [2]"
    )


def test_sources_are_at_most_three_and_statements_at_most_five() -> None:
    sources = [
        evidence(number, f"The cache stores {words}.", "Caches")
        for number, words in enumerate(
            [
                "pages rendered lately",
                "forms somebody sent",
                "files of every kind",
                "roles with their plans",
                "keys for signing cookies",
            ],
            start=1,
        )
    ]
    answer = written("What does the cache store?", *sources)
    assert {number for number in range(1, 6) if f"[{number}]" in answer} == {1, 2, 3}


def test_a_language_without_cues_is_answered_as_well() -> None:
    source = evidence(
        1, "Der Zwischenspeicher hält Seiten vor. Er wird nachts geleert.", "Speicher", language="german"
    )
    assert written("Wann wird der Zwischenspeicher geleert?", source) == (
        "Der Zwischenspeicher hält Seiten vor. [1] Er wird nachts geleert. [1]"
    )


def test_what_no_source_bears_on_is_refused() -> None:
    with pytest.raises(NotAnswered):
        written("capital of France", LOGIN, CACHE)


def test_a_source_near_in_meaning_bears_on_a_question_in_other_words() -> None:
    near = evidence(
        1, "To log a user in, use `login()`.", "Authentication", "How to log a user in", similarity=0.7
    )
    assert written("sign on a visitor: login", near) == "To log a user in, use `login()`. [1]"


def test_sources_of_which_nothing_can_be_quoted_are_no_answer() -> None:
    with pytest.raises(NotAnswered):
        written("login", evidence(1, "```\nlogin()\n```", "login"))
