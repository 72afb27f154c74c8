"""The characters of an HTML file: its byte order mark, its declared charset, else UTF-8."""

from __future__ import annotations

import re

from cogi.ingest.parsers.base import ParseError
from cogi.ingest.parsers.decoding import clean_text, decode_utf8

_DECLARED = re.compile(rb"""<meta[^>]{0,200}charset\s*=\s*["']?\s*([\w.:-]+)""", re.IGNORECASE)
_XML_DECLARED = re.compile(rb"""^\s*<\?xml[^>]{0,200}encoding\s*=\s*["']([\w.:-]+)""")
_BYTE_ORDER_MARKS = ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"))
# https://encoding.spec.whatwg.org/#names-and-labels: browsers read these as windows-1252.
_LATIN_1 = frozenset({"iso-8859-1", "iso8859-1", "latin1", "latin-1", "ascii", "us-ascii"})
_HEAD_BYTES = 2_048


def decode_html(path: str, data: bytes) -> str:
    charset = _charset(data)
    if charset in {"utf-8", "utf8"}:
        return decode_utf8(path, data)
    try:
        return clean_text(data.decode("cp1252" if charset in _LATIN_1 else charset))
    except LookupError as exc:
        raise ParseError(
            f"{path} declares the unknown charset {charset!r}; save it as UTF-8 and declare that."
        ) from exc
    except UnicodeError as exc:
        raise ParseError(
            f"{path} is not {charset} text, as it declares; declare the charset it has or save it as UTF-8."
        ) from exc


def _charset(data: bytes) -> str:
    for mark, charset in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return charset
    head = data[:_HEAD_BYTES]
    declared = _DECLARED.search(head) or _XML_DECLARED.search(head)
    return declared[1].decode("ascii").lower() if declared else "utf-8"
