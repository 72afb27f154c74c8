"""What a question asks for: its text, which scopes it reads, and which of their pages may answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from cogi.corpus.perimeter import Perimeter
from cogi.index.lexical_query import LexicalQuery
from cogi.retrieval.facts.wording import fact_question
from cogi.retrieval.fields import LANGUAGE, SCOPE, Condition, is_facet_key
from cogi.retrieval.filtering import Filters, pages_matching
from cogi.retrieval.page_table import page_table
from cogi.retrieval.query_language import ParsedQuestion, Role, parse
from cogi.retrieval.questions import clean_question
from cogi.retrieval.results import StatedFilter
from cogi.retrieval.scopes import ScopeState, read_scopes, read_scopes_in, read_visible_scopes


@dataclass(frozen=True, slots=True)
class Interpretation:
    """A question as it is searched. ``pages`` are the node ids that its filters let through (None: all)."""

    parsed: ParsedQuestion
    scopes: Sequence[ScopeState]
    pages: frozenset[int] | None
    as_of: datetime | None = None
    context_uid: str | None = None


def interpret(
    question: str,
    *,
    perimeter: Perimeter,
    scopes: Sequence[str] | None,
    filters: Filters | None = None,
    as_of: datetime | None = None,
) -> Interpretation:
    """Read ``question`` as someone sees it who sees ``perimeter``.

    A filter on a metadata key counts as one when it could filter: the key is in ``COGI_FACET_METADATA``,
    or a visible page has that value.

    Raises:
        InvalidQuestion: empty, or too long.
        UnknownScope: one of ``scopes`` is absent, or outside the perimeter.
    """
    asked = clean_question(question)
    given = filters.conditions if filters else ()
    parsed = parse(asked)
    states = _scopes(parsed.text, parsed.conditions, given, perimeter=perimeter, slugs=scopes, as_of=as_of)
    if any(":" in token.text for token in parsed.tokens if token.role is Role.WORD):
        parsed = _with_known_metadata(asked, perimeter, states)
    stated = [conditions for conditions in (given, parsed.conditions) if conditions]
    pages = pages_matching(stated, perimeter=perimeter, scopes=states) if stated else None
    return Interpretation(parsed, states, pages, as_of)


def lexical_query(parsed: ParsedQuestion, *, complete_last_word: bool = False) -> LexicalQuery:
    """Return what to ask an engine of words; only a word that was typed last may be unfinished."""
    return LexicalQuery(
        words=parsed.words,
        phrases=parsed.phrases,
        excluded=parsed.excluded,
        complete_last_word=complete_last_word and parsed.ends_in_word,
    )


def stated_filters(parsed: ParsedQuestion) -> list[StatedFilter]:
    """Return what a reader may want to take back: filters, excluded words and phrases."""
    return [
        StatedFilter(
            token.condition.field if token.condition else "",
            token.text,
            token.excluded,
            parsed.without(token),
        )
        for token in parsed.tokens
        if token.condition or token.excluded
    ]


def _scopes(
    asked: str,
    stated: Sequence[Condition],
    given: Sequence[Condition],
    *,
    perimeter: Perimeter,
    slugs: Sequence[str] | None,
    as_of: datetime | None,
) -> list[ScopeState]:
    """Return the scopes to read; a filter on scope or language also says where to look."""
    if slugs:
        return read_scopes(perimeter, slugs=slugs, as_of=as_of)
    wanted = [each for each in (*given, *stated) if not each.excluded]
    named = [each.value for each in wanted if each.field == SCOPE]
    if named:
        return read_visible_scopes(perimeter, slugs=named, as_of=as_of)
    languages = [each.value for each in wanted if each.field == LANGUAGE]
    if languages:
        return read_scopes_in(perimeter, languages=languages, as_of=as_of)
    return _of_version(read_scopes(perimeter, as_of=as_of), asked, perimeter=perimeter, as_of=as_of)


def _of_version(
    scopes: list[ScopeState], asked: str, *, perimeter: Perimeter, as_of: datetime | None
) -> list[ScopeState]:
    """Return the variants that the question is about, where it asks what another version says."""
    question = fact_question(asked)
    if question is None or not question.version:
        return scopes
    parts = [scope.slug.split("/") for scope in scopes]
    slugs = [f"{product}/{question.version}/{locale}" for product, _, locale in parts]
    return read_visible_scopes(perimeter, slugs=slugs, as_of=as_of) or scopes


def _with_known_metadata(asked: str, perimeter: Perimeter, scopes: Sequence[ScopeState]) -> ParsedQuestion:
    tables = [page_table(state, perimeter=perimeter) for state in scopes]

    def is_metadata(key: str, value: str) -> bool:
        columns = (table.metadata.get(key) for table in tables)
        return is_facet_key(key, value) or any(value.casefold() in c.names for c in columns if c)

    return parse(asked, is_metadata=is_metadata)
