"""Tells names that programs use (settings, flags, symbols, codes) from words by their looks."""

from __future__ import annotations

import re

_NAME = re.compile(
    r"""
    -{1,2}[A-Za-z][\w-]*(?:=\S+)?         # --flag, -Wall
  | @[A-Za-z_][\w.]*                         # @decorator
  | (?:~|\.{1,2})?/[\w.@-]+(?:/[\w.@-]+)*/?  # /etc/hosts
  | \$[A-Za-z_]\w* | %[A-Z_]+%
  | [A-Za-z]\w*(?:(?:::|->|\#)\w+)+          # std::move
  | [A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+(?:\(\))? # a.b.c
  | \w+(?:-\w+)*/\w[\w.-]*(?:/\w[\w.-]*)+
  | \w+\(\)
  | \w*[A-Za-z0-9]_\w+ | __?\w+              # snake_case
  | [a-z]+(?:[A-Z][a-z0-9]*)+ | (?:[A-Z]+[a-z0-9]+){2,}[A-Z]* | [A-Z]{2,}[a-z]+[A-Z]\w*
  | [A-Z]{3,}[a-z]{2,}\w*
  | [A-Z]{1,8}-?\d{2,} | [A-Z]{5,}
    """,
    re.VERBOSE,
)
_VERSION = re.compile(r"[vV]?\d+(?:\.\w+)+")
_BRAND_WORDS = (
    "fastapi github gitlab javascript typescript postgresql mysql graphql openapi devops macos ios oauth "
    "mongodb "
    "nodejs youtube linkedin websocket websockets powershell opensearch djangoql"
)
_FRAME_WORDS = (
    "a an the what whats what's is are does do mean means of for in about in explain docs describe "
    "argument arguments "
    "attribute class command config configuration confval constant decorator directive env environment "
    "error exception "
    "field flag function hook keyword macro method module object option parameter property role setting "
    "settings symbol "
    "type value variable"
)
_BRANDS = frozenset(_BRAND_WORDS.split())
_FRAME = frozenset(_FRAME_WORDS.split())
_MOST_OTHERS = 2
"""Words beside a name that leave it what the question is about: ``kubectl --dry-run``."""


def is_name(word: str) -> bool:
    """Tell whether ``word`` looks like a name in code rather than a word or a product."""
    bare = word.strip("`'\"“”‘’,;:?!").rstrip(".")
    if not _NAME.fullmatch(bare) or _VERSION.fullmatch(bare):
        return False
    return bare.lower() not in _BRANDS


def is_about_a_name(words: list[str]) -> bool:
    """Tell whether a name, and little else, is what is asked about."""
    content = [word for word in words if word.lower().strip("?.,`\"'") not in _FRAME]
    names = sum(map(is_name, content))
    return names > 0 and len(content) - names <= min(_MOST_OTHERS, names)
