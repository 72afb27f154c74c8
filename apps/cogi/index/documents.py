"""Analyses contents into what segments and tsvectors store of them: weighted lexemes with positions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cogi.index.fields import BODY, FIELDS, HEADINGS, TITLE, in_code, pieces
from cogi.index.lexicon import Expansions, Int, Lexicon, ranges
from cogi.index.postings import FREQUENCY_UNIT

# The gap between fields keeps a phrase from matching across their border.
FIELD_GAP = 10
# A tsvector keeps positions of 14 bits, and at most 255 of one lexeme.
MAX_POSITION = (1 << 14) - 1
MAX_POSITIONS = 255

_POSITION_BITS, _LEXEME_BITS, _FIELD_BITS = 20, 22, 2
_TITLE, _HEADINGS, _BODY = map(FIELDS.index, (TITLE, HEADINGS, BODY))
_GAPS = np.array([FIELD_GAP if field in (TITLE, HEADINGS) else 0 for field in FIELDS])


@dataclass(frozen=True, slots=True)
class AnalyzedContents:
    """The lexemes of contents, grouped: group ``g`` is one lexeme in one content, in ascending order.

    ``contents``, ``lexemes`` and ``units`` (g,) are the content's index, the lexeme's number and its
    weighted frequency in units of ``FREQUENCY_UNIT``. ``places`` (n,) are the groups' positions end to end,
    as a tsvector stores them (weight << 14 | position), those of group ``g`` from ``firsts[g]`` on,
    ``counts[g]`` of them.
    """

    contents: Int
    lexemes: Int
    units: Int
    places: NDArray[np.uint16]
    firsts: Int
    counts: Int


def analyze_contents(
    contents: Sequence[tuple[Sequence[str], str]], *, lexicon: Lexicon, weights: Mapping[str, float]
) -> AnalyzedContents:
    """Analyse ``(trail, text)`` pairs; ``weights`` are those of ``fields.field_weights``."""
    keys = _occurrences(_read(contents, lexicon), lexicon.expansions())
    keys.sort()
    return _grouped(keys, weights)


@dataclass(frozen=True, slots=True)
class _Tokens:
    """The tokens of contents end to end (n,): number of the word, index of the content, number of the field.

    They come in runs of one heading or one text each: ``run_contents``, ``run_fields`` and ``run_lengths``.
    """

    words: Int
    contents: Int
    fields: Int
    run_contents: Int
    run_fields: Int
    run_lengths: Int


def _read(contents: Sequence[tuple[Sequence[str], str]], lexicon: Lexicon) -> _Tokens:
    read: list[str] = []
    runs: list[tuple[int, int, int]] = []
    for index, (trail, text) in enumerate(contents):
        # Many passages share a heading, so each is one piece.
        read += trail
        runs += [(index, _HEADINGS if depth else _TITLE, 1) for depth in range(len(trail))]
        before = len(read)
        read += pieces(text)
        runs.append((index, _BODY, len(read) - before))
    words, counts = lexicon.read(read)
    return _told_apart(words, counts, np.array(runs, np.int64).reshape(-1, 3), lexicon)


def _told_apart(words: Int, counts: Int, runs: Int, lexicon: Lexicon) -> _Tokens:
    """Tell code from body; ``counts`` (pieces,) are the tokens of each piece."""
    of_run, run_fields = runs[:, 0], runs[:, 1]
    ends = np.concatenate(([0], np.cumsum(counts)))[np.cumsum(runs[:, 2])]
    lengths = np.diff(ends, prepend=0)
    contents, fields = np.repeat(of_run, lengths), np.repeat(run_fields, lengths)
    text = fields == _BODY
    fields[text] -= in_code(lexicon.kinds[words[text]], contents[text])
    return _Tokens(words, contents, fields, of_run, run_fields, lengths)


def _occurrences(read: _Tokens, expansions: Expansions) -> Int:
    """Return one sortable key for each lexeme that stands somewhere: content, lexeme, position, field."""
    counts = expansions.counts[read.words]
    at = ranges(expansions.first[read.words], counts)
    positions = np.repeat(_positions(read, expansions), counts) + expansions.offsets[at]
    key = np.repeat(read.contents, counts) << _LEXEME_BITS | expansions.lexemes[at]
    key = key << _POSITION_BITS | np.minimum(positions, (1 << _POSITION_BITS) - 1)
    keys: Int = key << _FIELD_BITS | np.repeat(read.fields, counts)
    return keys


def _positions(read: _Tokens, expansions: Expansions) -> Int:
    """Return the position of each word in its content, from 1."""
    widths = expansions.widths[read.words]
    before = np.concatenate(([0], np.cumsum(widths)))
    gaps = _GAPS[read.run_fields]
    gaps_before = np.cumsum(gaps) - gaps
    run_starts = before[np.cumsum(read.run_lengths) - read.run_lengths] + gaps_before
    first_runs = np.searchsorted(read.run_contents, read.run_contents)
    shift = np.repeat(gaps_before - run_starts[first_runs], read.run_lengths)
    positions: Int = before[:-1] + shift + 1
    return positions


def _grouped(keys: Int, weights: Mapping[str, float]) -> AnalyzedContents:
    units_by_field = np.rint([weights[field] / FREQUENCY_UNIT for field in FIELDS]).astype(np.int64)
    field = keys & (1 << _FIELD_BITS) - 1
    position = keys >> _FIELD_BITS & (1 << _POSITION_BITS) - 1
    group = keys >> _FIELD_BITS + _POSITION_BITS
    opens = np.r_[True, group[1:] != group[:-1]] if group.size else np.zeros(0, np.bool_)
    starts = np.flatnonzero(opens)
    units = np.add.reduceat(units_by_field[field], starts) if starts.size else starts
    places, firsts, counts = _places(position, field, starts, np.cumsum(opens) - 1)
    return AnalyzedContents(
        contents=group[starts] >> _LEXEME_BITS,
        lexemes=group[starts] & (1 << _LEXEME_BITS) - 1,
        units=units,
        places=places,
        firsts=firsts,
        counts=counts,
    )


def _places(position: Int, field: Int, starts: Int, group: Int) -> tuple[NDArray[np.uint16], Int, Int]:
    """Keep the positions that a tsvector can hold: of 14 bits, different, and 255 at most of a lexeme."""
    again = np.zeros(position.size, np.bool_)
    again[1:] = (position[1:] == position[:-1]) & (group[1:] == group[:-1])
    keep = ~again & (position <= MAX_POSITION)
    order: Int = np.cumsum(keep) - keep
    keep &= order - order[starts][group] < MAX_POSITIONS
    counts = np.bincount(group[keep], minlength=starts.size)
    # Weight A is 3, D is 0: the first field weighs most.
    places = (len(FIELDS) - 1 - field[keep]) << 14 | position[keep]
    return places.astype(">u2"), np.cumsum(counts) - counts, counts


def tsvectors(analyzed: AnalyzedContents, encoded: Sequence[bytes], count: int) -> Iterator[bytes]:
    """Yield the tsvector of each of ``count`` contents in PostgreSQL's binary form (``tsvectorrecv``).

    ``encoded`` are the lexemes by number in UTF-8, each with its closing NUL.
    """
    data = analyzed.places.tobytes()
    groups_of = np.bincount(analyzed.contents, minlength=count).tolist()
    group = zip(analyzed.lexemes.tolist(), analyzed.firsts.tolist(), analyzed.counts.tolist(), strict=True)
    for groups in groups_of:
        pieces = [groups.to_bytes(4, "big")]
        for _ in range(groups):
            lexeme, first, places = next(group)
            pieces += encoded[lexeme], _COUNTS[places], data[2 * first : 2 * (first + places)]
        yield b"".join(pieces)


_COUNTS = [count.to_bytes(2, "big") for count in range(MAX_POSITIONS + 1)]
