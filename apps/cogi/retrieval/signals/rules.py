"""A scope's rules of curation as a process keeps them: never stale, since a change names them anew."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from cogi.corpus.models import Boost, Pin
from cogi.index.analysis import analyzer
from cogi.index.caching import BoundedCache
from cogi.index.folding import unaccent
from cogi.retrieval.fields import KIND, PATH, Condition, clean_path
from cogi.retrieval.scopes import ScopeState

MOST_KEPT = 100_000
"""Rules that a process keeps, of all scopes."""
Lexemes = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Term:
    """The half-open time in which a rule holds."""

    begins_at: datetime | None
    ends_at: datetime | None

    def holds(self, now: datetime) -> bool:
        begun = self.begins_at is None or self.begins_at <= now
        return begun and (self.ends_at is None or now < self.ends_at)


@dataclass(frozen=True, slots=True)
class PinRule:
    """``phrases`` are the lexemes of each phrase, with the phrase as it is written."""

    id: int
    uid: str
    position: int
    is_exact: bool
    phrases: tuple[tuple[Lexemes, str], ...]
    term: Term


@dataclass(frozen=True, slots=True)
class BoostRule:
    id: int
    name: str
    conditions: tuple[Condition, ...]
    factor: float
    term: Term


@dataclass(frozen=True)
class Curation:
    """The rules of one scope."""

    pins: tuple[PinRule, ...] = ()
    boosts: tuple[BoostRule, ...] = ()

    def matching(self, asked: Collection[Lexemes]) -> dict[PinRule, str]:
        """Return the pins for a question that is spelled in one of these ways, each with a phrase of its."""
        matched: dict[PinRule, str] = {}
        for whole in asked:
            for part in _parts(whole, longest=self._longest):
                for pin, phrase in self._by_lexemes.get(part, ()):
                    if part == whole or not pin.is_exact:
                        matched.setdefault(pin, phrase)
        return matched

    @cached_property
    def _by_lexemes(self) -> Mapping[Lexemes, Sequence[tuple[PinRule, str]]]:
        found: dict[Lexemes, list[tuple[PinRule, str]]] = {}
        for pin in self.pins:
            for lexemes, phrase in pin.phrases:
                found.setdefault(lexemes, []).append((pin, phrase))
        return found

    @cached_property
    def _longest(self) -> int:
        return max(map(len, self._by_lexemes), default=0)

    def next_change(self, after: datetime) -> datetime | None:
        """Return the first moment after ``after`` at which a rule begins or ceases to hold."""
        terms = [*(pin.term for pin in self.pins), *(boost.term for boost in self.boosts)]
        moments = (moment for term in terms for moment in (term.begins_at, term.ends_at))
        return min((moment for moment in moments if moment and moment > after), default=None)


_NONE = Curation()
_kept: BoundedCache[str, Curation] = BoundedCache(
    capacity=lambda: MOST_KEPT, size=lambda rules: 1 + len(rules.pins) + len(rules.boosts)
)


def curation_of(scope: ScopeState) -> Curation:
    """Return the rules of ``scope``; one without any costs nothing."""
    if not scope.curation:
        return _NONE
    rules = _kept.get(scope.curation)
    if rules is None:
        rules = Curation(tuple(_pins(scope)), tuple(_boosts(scope)))
        _kept.put(scope.curation, rules)
    return rules


def next_change(scopes: Iterable[ScopeState], after: datetime) -> datetime | None:
    """Return the first moment after ``after`` at which a rule of ``scopes`` begins or ceases to hold."""
    moments = (curation_of(scope).next_change(after) for scope in scopes)
    return min((moment for moment in moments if moment), default=None)


def lexemes_of(text: str, *, language: str) -> set[Lexemes]:
    """Return the lexemes of ``text``, with its accents and without: a stemmer may go by them."""
    spellings = (tuple(analyzer(language).lexemes(each)) for each in (text, unaccent(text)))
    return {lexemes for lexemes in spellings if lexemes}


def _pins(scope: ScopeState) -> Iterator[PinRule]:
    rows = Pin.objects.filter(scope=scope.id).order_by("position", "pk")
    for pin in rows:
        lines = [line.strip() for line in pin.phrases.splitlines()]
        phrases = [(each, line) for line in lines for each in lexemes_of(line, language=scope.language)]
        yield PinRule(
            pin.pk,
            pin.uid,
            pin.position,
            pin.match == Pin.Match.EXACT,
            tuple(sorted(phrases)),
            Term(pin.begins_at, pin.ends_at),
        )


def _boosts(scope: ScopeState) -> Iterator[BoostRule]:
    for boost in Boost.objects.filter(scope=scope.id).order_by("pk"):
        stated = [
            (PATH, clean_path(boost.path_prefix)),
            (KIND, boost.kind),
            (boost.metadata_key.casefold(), boost.metadata_value),
        ]
        conditions = tuple(Condition(field, value) for field, value in stated if value)
        yield BoostRule(boost.pk, str(boost), conditions, boost.factor, Term(boost.begins_at, boost.ends_at))


def _parts(whole: Lexemes, *, longest: int) -> Iterator[Lexemes]:
    """Yield each run of lexemes in ``whole`` that is not longer than any phrase."""
    for start in range(len(whole)):
        for end in range(start + 1, min(start + longest, len(whole)) + 1):
            yield whole[start:end]
