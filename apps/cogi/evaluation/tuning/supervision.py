"""Makes judged collections of documentation and code: a heading or summary asks for what it is of."""

from __future__ import annotations

import ast
import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

HEADING = re.compile(r"^(#{1,6})\s+(.+?)\s*#*\s*$")
_UNDERLINED = re.compile(r"^(?P<title>\S[^\n]*)\n(?P<mark>[=\-~^\"'#*+])(?P=mark){2,}[ \t]*$", re.MULTILINE)
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+(?=[A-Z`])")
_MARKS = re.compile(r"[`*\[\]]|\(http[^)]*\)")
_FENCE = "```"
HEADING_WORDS, SENTENCE_WORDS, SUMMARY_WORDS = range(3, 15), range(8, 26), range(4, 17)
SOURCE_LINES = range(4, 46)
LEAST_WORDS = 80
HEADINGS_PER_PAGE = 2


@dataclass(slots=True)
class Supervision:
    """Documents (id, title, text) and questions (id, text, id of the document that answers)."""

    documents: list[tuple[str, str, str]] = field(default_factory=list)
    questions: list[tuple[str, str, str]] = field(default_factory=list)


def from_documentation(files: Iterable[Path], *, seed: int = 7) -> Supervision:
    """Ask for a page by two of its headings and a sentence, each of which is taken out of it.

    Headings that stand on several pages say too little, and are not asked.
    """
    chance = random.Random(seed)  # noqa: S311 - a sample, no secret
    pages = [(file.stem, _as_markdown(file)) for file in sorted(files)]
    pages = [(stem, text) for stem, text in pages if len(text.split()) >= LEAST_WORDS]
    often = Counter(heading.lower() for _, text in pages for _, heading in _headings(text.split("\n")))
    made = Supervision()
    for number, (stem, text) in enumerate(pages):
        page = str(number)
        lines = text.split("\n")
        headings = _headings(lines)
        title = headings[0][1] if headings else stem.replace("-", " ")
        asked = [each for each in headings[1:] if often[each[1].lower()] == 1]
        asked = [each for each in asked if len(each[1].split()) in HEADING_WORDS]
        for line, heading in chance.sample(asked, min(HEADINGS_PER_PAGE, len(asked))):
            lines[line] = ""
            made.questions.append((f"h{page}-{line}", _MARKS.sub("", heading), page))
        rest = "\n".join(lines)
        if sentence := _sentence(rest, chance):
            rest = rest.replace(sentence, " ", 1)
            made.questions.append((f"s{page}", _MARKS.sub("", " ".join(sentence.split())), page))
        made.documents.append((page, title, rest))
    return made


def from_code(files: Iterable[Path], *, count: int = 1000, asked: int = 250, seed: int = 3) -> Supervision:
    """Ask for a function by the first sentence of its docstring, which is taken out of it."""
    chance = random.Random(seed)  # noqa: S311
    found = {summary.lower(): (source, bare, summary) for source, bare, summary in _functions(files)}
    chosen = chance.sample(sorted(found.values()), min(count, len(found)))
    made = Supervision()
    for number, (source, bare, summary) in enumerate(chosen):
        made.documents.append((str(number), "", bare if number < asked else source))
        if number < asked:
            made.questions.append((f"c{number}", _as_typed(summary, chance), str(number)))
    return made


def _as_markdown(file: Path) -> str:
    text = file.read_text(encoding="utf-8", errors="replace")
    if file.suffix not in {".rst", ".txt"}:
        return text
    marks = list(dict.fromkeys(match["mark"] for match in _UNDERLINED.finditer(text)))
    return _UNDERLINED.sub(
        lambda found: "#" * min(marks.index(found["mark"]) + 1, 6) + " " + found["title"], text
    )


def _headings(lines: Sequence[str]) -> list[tuple[int, str]]:
    found, fenced = [], False
    for number, line in enumerate(lines):
        fenced ^= line.startswith(_FENCE)
        if not fenced and (match := HEADING.match(line)):
            found.append((number, match[2]))
    return found


def _sentence(text: str, chance: random.Random) -> str | None:
    paragraphs = [
        part for part in re.split(r"\n\s*\n", text) if re.match("[A-Z][a-z]", part) and _FENCE not in part
    ]
    sentences = [sentence for part in paragraphs for sentence in _SENTENCE_END.split(part)[1:]]
    fitting = [sentence for sentence in sentences if len(sentence.split()) in SENTENCE_WORDS]
    return chance.choice(fitting) if fitting else None


def _functions(files: Iterable[Path]) -> Iterator[tuple[str, str, str]]:
    """Yield the source of documented functions, the same without docstring, and its first sentence."""
    for file in sorted(files):
        try:
            text = file.read_text(encoding="utf-8")
            tree = ast.parse(text)
        except (SyntaxError, UnicodeDecodeError):
            # What is no Python of this version teaches nothing.
            continue
        lines = text.split("\n")
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and (docstring := ast.get_docstring(node)):
                summary = " ".join(re.split(r"(?<=[.!?])\s|\n\s*\n", docstring.strip())[0].split())
                source = lines[node.lineno - 1 : node.end_lineno]
                if len(summary.split()) in SUMMARY_WORDS and len(source) in SOURCE_LINES:
                    own = node.body[0]
                    bare = lines[node.lineno - 1 : own.lineno - 1] + lines[own.end_lineno : node.end_lineno]
                    yield "\n".join(source), "\n".join(bare), summary


def _as_typed(summary: str, chance: random.Random) -> str:
    """Return ``summary`` as people ask a search engine."""
    plain = _MARKS.sub("", summary).rstrip(".").lower()
    return chance.choice([plain, plain, f"{plain} python", f"how to {plain}"])
