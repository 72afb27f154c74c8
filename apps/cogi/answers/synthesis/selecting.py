"""Chooses statements one by one: what adds most to the answer for what it repeats (MMR, Carbonell 1998)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from operator import itemgetter

from cogi.answers.synthesis.scoring import (
    Reading,
    Scored,
    is_aside,
    jaccard,
    leans_on_the_one_before,
    shows_code,
    upright,
)

MOST_STATEMENTS = 5
FEWEST_STATEMENTS = 2
MOST_SOURCES = 3
KEEPS = 0.5
"""A further statement must reach this share of the first one's score."""
ACCOMPANIES = 0.15
MOST_EXAMPLES = 2
REPETITION = 0.6
NEW_TERMS = 0.4
GOING_ON = 0.3


def select_statements(reading: Reading) -> list[Scored]:
    """Return the chosen statements, best source first and in text order within it."""
    chosen: list[Scored] = []
    pool = [scored for passage in reading.statements for scored in passage if scored.score > 0]
    first = max((scored.score for scored in pool), default=0.0)
    while len(chosen) < MOST_STATEMENTS:
        gains = [(gain, scored) for scored in pool if (gain := _gain(scored, chosen, reading)) > 0]
        worthy = [pair for pair in gains if pair[0] >= first * _needed_share(pair[1], chosen)]
        if not worthy:
            break
        chosen.extend(_with_support(max(worthy, key=itemgetter(0))[1], reading, chosen))
        pool = [scored for scored in pool if not _is_said(scored, chosen)]
    return _in_reading_order(chosen)


def _needed_share(scored: Scored, chosen: Sequence[Scored]) -> float:
    """A lone sentence takes almost any company from its own source, and from another only what is good."""
    alone = len(chosen) < FEWEST_STATEMENTS
    return ACCOMPANIES if alone and any(each.at == scored.at for each in chosen) else KEEPS


def _gain(scored: Scored, chosen: Sequence[Scored], reading: Reading) -> float:
    if not chosen:
        return scored.score
    sources = {each.at for each in chosen}
    if scored.at not in sources and not _may_join(scored, sources, reading):
        return 0.0
    if shows_code(scored.statement) and sum(shows_code(each.statement) for each in chosen) >= MOST_EXAMPLES:
        return 0.0
    repeated = max(jaccard(scored.lexemes, each.lexemes) for each in chosen)
    if repeated > REPETITION:
        return 0.0
    held = frozenset[str]().union(*(each.lexemes for each in chosen))
    new = reading.question.coverage(scored.lexemes - held)
    before = next((each for each in chosen if _goes_on(each, scored)), None)
    if before is None or is_aside(scored.statement.text):
        return scored.score * (1 - repeated) + NEW_TERMS * new
    return upright(scored) * (1 - repeated) + NEW_TERMS * new + GOING_ON * before.score


def _may_join(scored: Scored, sources: Collection[int], reading: Reading) -> bool:
    """A further source must name in its own words something that the question names."""
    return len(sources) < MOST_SOURCES and bool(scored.lexemes & reading.question.weights.keys())


def _goes_on(before: Scored, after: Scored) -> bool:
    """Whether ``after`` is the next sentence of the same paragraph."""
    return (
        before.at == after.at
        and before.statement.block == after.statement.block
        and before.statement.order + 1 == after.statement.order
    )


def _with_support(best: Scored, reading: Reading, chosen: Sequence[Scored]) -> Iterator[Scored]:
    """Yield ``best`` after what it cannot be read without: what it leans on, what opens its list."""
    passage = reading.statements[best.at]
    needed = _needed_by(best, passage)
    if needed is None or needed in chosen:
        yield best
        return
    further = _needed_by(needed, passage)
    if further is not None and further not in chosen:
        yield further
    yield needed
    if not (best.statement.kind == "item" and needed.statement.brings_its_list):
        yield best


def _needed_by(scored: Scored, passage: Sequence[Scored]) -> Scored | None:
    statement = scored.statement
    if statement.intro is not None:
        return passage[statement.intro]
    if statement.order == 0 or not leans_on_the_one_before(statement.text):
        return None
    before = passage[statement.order - 1]
    is_near = before.statement.block >= statement.block - 1
    return before if is_near and not before.statement.is_open else None


def _is_said(scored: Scored, chosen: Sequence[Scored]) -> bool:
    """Whether the statement is chosen, or its list is quoted whole."""
    return scored in chosen or any(
        each.at == scored.at
        and each.statement.order == scored.statement.intro
        and each.statement.brings_its_list
        for each in chosen
    )


def _in_reading_order(chosen: Sequence[Scored]) -> list[Scored]:
    best = {at: max(each.score for each in chosen if each.at == at) for at in {each.at for each in chosen}}
    return sorted(chosen, key=lambda each: (-best[each.at], each.at, each.statement.order))
