"""Tells code, commands and error messages from prose by their marks."""

from __future__ import annotations

import re

_COMMANDS = (
    "apt apt-get aws az brew cargo conda curl docker gcloud git go helm java kubectl make mvn node npm npx "
    "pip pipx "
    "pnpm podman poetry psql python python3 ssh sudo systemctl terraform uv wget yarn"
).replace(" ", "|")
_MARKS = re.compile(
    r"""
    \w\([^()]*[\w"'][^()]*\)                          # a call with arguments
  | \w\)\.\w | \(\)\.\w | \w\(\)\s*[:;{]
  | (?:^|[\s.\w\])])(?<![=!<>])=(?!=)\s?[\w"'\[({.-]  # an assignment
  | [;{]\s*$ | ;\s*\w+[.(=] | =>|\|\||&& | :=
  | \{[%{] | </?[a-z][\w-]*(?:\s[^<>]*)?/?>           # a template or a tag
  | ^(?:>>>|\$|\#!)\s?\S
  | ^(?:async\s+)?(?:def|func|fn|function|class)\s+\w+\s*[(:{]
  | ^(?:const|let|var)\s+[\w\[{]
  | ^for\s+\w+\s+in\s+.*: | ^(?:if|while)\s.*:$ | ^@\w+\( | ^\s*return\s+\w+[.(]
  | ^import\s+\w[\w.]*(?:\s+as\s+\w+)?(?:;|$) | \bfrom\s+[\w.]+\s+import\s+\w
  | \b[A-Z]\w*(?:Error|Exception|Warning):\s | \btraceback\b | \bstack\s?trace\b
    """,
    re.VERBOSE,
)
_STATEMENT = re.compile(
    r"^(?:select\s.+\sfrom\s+\w|insert\s+into\s|update\s+\w+\s+set\s|delete\s+from\s"
    r"|(?:create|alter|drop)\s+(?:table|index|view)\s+\w)",
    re.IGNORECASE,
)
_COMMAND = re.compile(rf"^(?:{_COMMANDS})\s(?:.*\s)?(?:-{{1,2}}\w|https?://|\S+/\S*:\S+)", re.IGNORECASE)
_NAMED_OPTION = re.compile(r"\b(?:flag|option|switch|argument|parameter|setting)s?\W*$", re.IGNORECASE)
_WANTED = re.compile(
    r"\b(?:snippets?|boilerplate|code samples?|sample code|code examples?|example code)\b"
    r"|\bcode (?:for|to|that|of)\b|\bexamples? (?:of|for|using|with)\b"
    # Each word once or not at all: repeated alternatives that overlap would take exponential time.
    r"|^(?:(?:show|give) )?(?:me )?(?:an? |the |some )?(?:(?:minimal|working|simple|full|complete) ){0,2}"
    r"(?:examples?|samples?)\b(?! app\b| project\b)|\b[\w-]+ examples? (?:for|of|with)\b",
    re.IGNORECASE,
)


def is_code(question: str) -> bool:
    """Tell whether ``question`` holds code, a command line or an error message."""
    if _MARKS.search(question) or _STATEMENT.search(question):
        return True
    return bool(_COMMAND.search(question)) and not _NAMED_OPTION.search(question)


def wants_code(question: str) -> bool:
    """Tell whether ``question`` asks in words for an example or a snippet."""
    return bool(_WANTED.search(question))
