"""Numbers the words and lexemes of one build, so that everything after it is arithmetic on arrays."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cogi.index.analysis import Analyzer
from cogi.index.fields import WORD_KIND, token_kind
from cogi.index.words import find_words

Int = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Expansions:
    """What each word number expands to.

    Word ``w`` gives ``lexemes[first[w] : first[w] + counts[w]]``, at ``offsets`` from its own position, and
    takes ``widths[w]`` positions.
    """

    first: Int
    counts: Int
    widths: Int
    lexemes: Int
    offsets: Int


class Lexicon(dict[str, int]):
    """Maps each word as written to its number; looking up a new word analyses it."""

    def __init__(self, analyzer: Analyzer) -> None:
        super().__init__()
        self._analyzer = analyzer
        self._numbers: dict[str, int] = {}
        self._encoded: list[bytes] = []
        self._headings: dict[str, list[int]] = {}
        self._kinds = array("q")
        self._counts = array("q")
        self._widths = array("q")
        self._lexemes = array("q")
        self._offsets = array("q")
        # The folded written forms of all words, each with a lexeme that it may stand for.
        self.surfaces: set[tuple[str, str]] = set()

    def __missing__(self, word: str) -> int:
        number = self[word] = len(self)
        kind = token_kind(word)
        (lexemes, width), forms = self._analyzer.analyse(word) if kind == WORD_KIND else (((), 0), [])
        self.surfaces.update(forms)
        self._kinds.append(kind)
        self._counts.append(len(lexemes))
        self._widths.append(width)
        for lexeme, offset in lexemes:
            self._lexemes.append(self._numbers.setdefault(lexeme, len(self._numbers)))
            self._offsets.append(offset)
        return number

    def heading(self, text: str) -> list[int]:
        """Return the numbers of the words of a heading; many passages share one."""
        known = self._headings.get(text)
        if known is None:
            known = self._headings[text] = [self[word] for word in find_words(text)]
        return known

    @property
    def kinds(self) -> Int:
        """Return the kind (``fields.token_kind``) of each word."""
        return np.array(self._kinds, np.int64)

    @property
    def lexemes(self) -> Sequence[str]:
        """All lexemes so far, by number."""
        return list(self._numbers)

    @property
    def encoded(self) -> Sequence[bytes]:
        """All lexemes so far, by number, in UTF-8 with a closing NUL."""
        known = len(self._encoded)
        self._encoded += [lexeme.encode() + b"\0" for lexeme in list(self._numbers)[known:]]
        return self._encoded

    def expansions(self) -> Expansions:
        counts = np.array(self._counts, np.int64)
        return Expansions(
            first=np.cumsum(counts) - counts,
            counts=counts,
            widths=np.array(self._widths, np.int64),
            lexemes=np.array(self._lexemes, np.int64),
            offsets=np.array(self._offsets, np.int64),
        )
