"""Numbers the words and lexemes of one build, so that everything after it is arithmetic on arrays."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cogi.index.analysis import Analyzer
from cogi.index.fields import WORD_KIND, token_kind, tokens

Int = NDArray[np.int64]

REMEMBERED_PIECES = 500_000
"""Between two batches more are forgotten: text without spaces has pieces that never come again."""


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


class Numbers(dict[str, int]):
    """Numbers strings in the order in which they are first looked up."""

    def __missing__(self, text: str) -> int:
        number = self[text] = len(self)
        return number


class Lexicon:
    """Knows the pieces, words and lexemes that it has read, and what each consists of."""

    def __init__(self, analyzer: Analyzer) -> None:
        self._analyzer = analyzer
        self._words = Numbers()
        self._numbers = Numbers()
        self._encoded: list[bytes] = []
        self._kinds = array("q")
        self._counts = array("q")
        self._widths = array("q")
        self._lexemes = array("q")
        self._offsets = array("q")
        # The folded written forms of all words, each with a lexeme that it may stand for.
        self.surfaces: set[tuple[str, str]] = set()
        self._forget_pieces()

    def _forget_pieces(self) -> None:
        self._pieces = Numbers()
        self._tokens = array("q")
        self._token_counts = array("q")

    def read(self, pieces: Sequence[str]) -> tuple[Int, Int]:
        """Return the numbers of the words and marks in ``pieces``, end to end, and how many each holds."""
        if len(self._pieces) > REMEMBERED_PIECES:
            self._forget_pieces()
        known = len(self._pieces)
        numbers = np.fromiter(map(self._pieces.__getitem__, pieces), np.int64, len(pieces))
        for piece in list(self._pieces)[known:]:
            self._learn(piece)
        words = np.array(self._tokens, np.int64)
        counts = np.array(self._token_counts, np.int64)
        first = np.cumsum(counts) - counts
        return words[ranges(first[numbers], counts[numbers])], counts[numbers]

    def _learn(self, piece: str) -> None:
        found = tokens(piece)
        self._token_counts.append(len(found))
        known = len(self._words)
        self._tokens.extend(map(self._words.__getitem__, found))
        if len(self._words) > known:
            for word in dict.fromkeys(found):
                if self._words[word] >= known:
                    self._analyse(word)

    def _analyse(self, word: str) -> None:
        kind = token_kind(word)
        (lexemes, width), forms = self._analyzer.analyse(word) if kind == WORD_KIND else (((), 0), [])
        self.surfaces.update(forms)
        self._kinds.append(kind)
        self._counts.append(len(lexemes))
        self._widths.append(width)
        for lexeme, offset in lexemes:
            self._lexemes.append(self._numbers[lexeme])
            self._offsets.append(offset)

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


def ranges(first: Int, counts: Int) -> Int:
    """Return ``first[i]``, ``first[i] + 1``…, ``counts[i]`` of them, for each ``i``, end to end."""
    shift = first - (np.cumsum(counts) - counts)
    numbers: Int = np.arange(int(counts.sum())) + np.repeat(shift, counts)
    return numbers
