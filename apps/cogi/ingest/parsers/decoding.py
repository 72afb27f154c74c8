"""Bytes of a source file to text: UTF-8 or a message that says what to do, never a guess."""

from __future__ import annotations

import re

from cogi.ingest.parsers.base import ParseError

# PostgreSQL stores no NUL; the noncharacters U+FDD0..U+FDEF are no text, so parsers mark places with them.
_UNWANTED = re.compile("[\x00\ufdd0-\ufdef]")


def decode_utf8(path: str, data: bytes) -> str:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as exc:
        bad = data[exc.start] if exc.start < len(data) else 0
        raise ParseError(
            f"{path} is not UTF-8 text (byte 0x{bad:02x} at position {exc.start}); save it as UTF-8."
        ) from exc
    return clean_text(text)


def clean_text(text: str) -> str:
    """Return ``text`` with Unix line ends, without NUL and noncharacters."""
    return _UNWANTED.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
