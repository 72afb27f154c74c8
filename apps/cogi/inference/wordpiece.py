"""BERT's WordPiece tokenizer, from a ``tokenizer.json``; it reads no more of a text than its limit.

The ``tokenizers`` package does the same, and brings a model hub's client with eleven packages (35 MB) into an
installation that downloads nothing. Words repeat, so caching what each is split into keeps this fast enough.
"""

from __future__ import annotations

import json
import re
import string
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

CACHED_STRETCHES, CACHED_LENGTH = 1 << 16, 64
LONGEST_STRETCH = 10_000
"""Characters that are read of a stretch without blanks: far more than any limit of tokens needs of a text."""
MARKS = 2  # [CLS] and [SEP]
_NOT_BLANK = re.compile(r"\S+")
_CJK_BLOCKS = (
    (0x4E00, 0x9FFF),
    (0x3400, 0x4DBF),
    (0x20000, 0x2A6DF),
    (0x2A700, 0x2B73F),
    (0x2B740, 0x2B81F),
    (0x2B820, 0x2CEAF),
    (0xF900, 0xFAFF),
    (0x2F800, 0x2FA1F),
)


class UnsupportedTokenizerError(ValueError):
    """The file is not the tokenizer of a BERT-like model; the message says what to use instead."""


@dataclass(frozen=True, slots=True)
class _Model:
    vocabulary: Mapping[str, int]
    unknown: int
    prefix: str
    longest_word: int
    lowercase: bool


class WordPieceTokenizer:
    """Gives token ids with ``[CLS]`` and ``[SEP]`` around them, at most ``max_tokens`` in all.

    Raises:
        UnsupportedTokenizerError: when ``source`` is not the ``tokenizer.json`` of a BERT-like model.
    """

    def __init__(self, source: bytes, *, max_tokens: int) -> None:
        self._model = _read_model(source)
        self._max_tokens = max_tokens
        self._split_cached = lru_cache(maxsize=CACHED_STRETCHES)(self._split)

    @property
    def vocabulary(self) -> Mapping[str, int]:
        """Each token's id."""
        return self._model.vocabulary

    def encode(self, text: str) -> list[int]:
        pieces = islice(self.pieces(text), self._max_tokens - MARKS)
        return [self._model.vocabulary["[CLS]"], *pieces, self._model.vocabulary["[SEP]"]]

    def encode_pair(self, first: str, second: str) -> tuple[list[int], list[int]]:
        """Return the ids of ``[CLS] first [SEP] second [SEP]`` and 0 or 1 for the text that each is of.

        ``first`` is cut at half of the limit, ``second`` at what is left.
        """
        start, end = self._model.vocabulary["[CLS]"], self._model.vocabulary["[SEP]"]
        left = [start, *islice(self.pieces(first), self._max_tokens // 2 - MARKS), end]
        right = [*islice(self.pieces(second), self._max_tokens - len(left) - 1), end]
        return [*left, *right], [0] * len(left) + [1] * len(right)

    def exceeds_limit(self, text: str) -> bool:
        """Tell whether ``encode`` leaves out a part of ``text``."""
        return next(islice(self.pieces(text), self._max_tokens - MARKS, None), None) is not None

    def pieces(self, text: str) -> Iterator[int]:
        """Yield the token ids of ``text`` without marks, however many they are."""
        for match in _NOT_BLANK.finditer(text):
            stretch = match[0]
            if len(stretch) <= CACHED_LENGTH:
                yield from self._split_cached(stretch)
            else:
                yield from self._split(stretch[:LONGEST_STRETCH])

    def _split(self, stretch: str) -> tuple[int, ...]:
        words = _split_punctuation(_normalise(stretch, lowercase=self._model.lowercase))
        return tuple(piece for word in words for piece in self._split_word(word))

    def _split_word(self, word: str) -> Sequence[int]:
        """Cut off the longest known piece again and again; a word with an unknown rest is unknown."""
        if len(word) > self._model.longest_word:
            return [self._model.unknown]
        pieces: list[int] = []
        start = 0
        while start < len(word):
            found = self._longest_piece(word, start)
            if found is None:
                return [self._model.unknown]
            piece, start = found
            pieces.append(piece)
        return pieces

    def _longest_piece(self, word: str, start: int) -> tuple[int, int] | None:
        prefix = self._model.prefix if start else ""
        for end in range(len(word), start, -1):
            piece = self._model.vocabulary.get(prefix + word[start:end])
            if piece is not None:
                return piece, end
        return None


def _read_model(source: bytes) -> _Model:
    try:
        described = json.loads(source)
        model, normalizer = described["model"], described["normalizer"]
        if (model["type"], normalizer["type"]) != ("WordPiece", "BertNormalizer"):
            raise UnsupportedTokenizerError(
                f"tokenizer.json is of type {model['type']}, and only WordPiece (BERT) is read here. "
                "Serve the model over HTTP and use OpenAICompatibleEmbedder."
            )
        vocabulary = model["vocab"]
        return _Model(
            vocabulary=vocabulary,
            unknown=vocabulary[model["unk_token"]],
            prefix=model["continuing_subword_prefix"],
            longest_word=model["max_input_chars_per_word"],
            lowercase=normalizer["lowercase"],
        )
    except (KeyError, TypeError, json.JSONDecodeError) as exc:
        raise UnsupportedTokenizerError(f"tokenizer.json cannot be read: {exc!r}") from exc


def _normalise(text: str, *, lowercase: bool) -> str:
    """Drop control characters, set CJK characters apart, and where the model is uncased drop accents."""
    if text.isascii():
        return text.lower() if lowercase else text
    text = "".join(
        f" {character} " if _is_cjk(character) else character
        for character in text
        if character != "\ufffd" and not unicodedata.category(character).startswith("C")
    )
    if not lowercase:
        return text
    decomposed = unicodedata.normalize("NFD", text)
    return "".join(character for character in decomposed if unicodedata.category(character) != "Mn").lower()


def _split_punctuation(text: str) -> Sequence[str]:
    pieces = (f" {character} " if _is_punctuation(character) else character for character in text)
    return "".join(pieces).split()


def _is_punctuation(character: str) -> bool:
    if character.isascii():
        return character in string.punctuation
    return unicodedata.category(character).startswith("P")


def _is_cjk(character: str) -> bool:
    return any(first <= ord(character) <= last for first, last in _CJK_BLOCKS)
