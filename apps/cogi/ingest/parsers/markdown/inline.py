"""Inline tokens to plain text: words stay, inline code keeps its backticks, other markup leaves."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from markdown_it.token import Token

from cogi.corpus.classification import LOWEST, Classification
from cogi.ingest.parsers.levels import level_stated
from cogi.ingest.parsers.markdown.myst import role_parts
from cogi.ingest.parsers.marks import marked

_HTML_TAG = re.compile(r"<(/?)([A-Za-z][\w.-]*)")
_HTML_ATTRIBUTE = re.compile(r"""([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))""")
_ICON = re.compile(r" ?:(?:material|fontawesome|octicons|simple)-[\w-]+:")
_BLANKS = re.compile(" {2,}")
_SYMBOL_ROLES = frozenset({"class", "func", "meth", "mod", "attr", "exc", "data", "obj", "const", "py"})
_PROSE_ROLES = frozenset(
    {"ref", "doc", "term", "numref", "abbr", "sub", "sup", "math", "guilabel", "menuselection"}
)
_VOID = frozenset({"br", "img", "hr", "wbr", "input"})


@dataclass(slots=True)
class RunningText:
    """What one run of inline tokens says. ``text`` may hold marks (see ``marks``)."""

    text: str = ""
    links: list[tuple[str, str]] = field(default_factory=list)
    anchors: list[str] = field(default_factory=list)
    footnotes: list[str] = field(default_factory=list)


@dataclass(slots=True)
class _Element:
    """An open link or HTML element, and where in the pieces its content begins."""

    name: str
    start: int
    href: str = ""
    level: Classification = LOWEST


def running_text(tokens: Sequence[Token]) -> RunningText:
    return _Reader().read(tokens)


def code_span(code: str) -> str:
    """Return ``code`` in as many backticks as it takes."""
    if "`" not in code:
        return f"`{code}`"
    fence = "`" * (max(len(run) for run in re.findall("`+", code)) + 1)
    return f"{fence} {code} {fence}"


class _Reader:
    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._open: list[_Element] = []
        self._result = RunningText()

    def read(self, tokens: Sequence[Token]) -> RunningText:
        for token in tokens:
            if handler := _HANDLERS.get(token.type):
                handler(self, token)
        while self._open:
            self._leave(self._open[-1].name)
        self._result.text = "\n".join(line.strip() for line in "".join(self._pieces).split("\n")).strip()
        return self._result

    def _space(self, token: Token) -> None:
        self._pieces.append(" " if token.type == "softbreak" else "\n")

    def _code(self, token: Token) -> None:
        self._pieces.append(code_span(token.content))

    def _link(self, token: Token) -> None:
        if token.nesting > 0:
            self._enter(_Element("link", 0, href=str(token.attrGet("href") or "")))
        else:
            self._leave("link")

    def _text(self, token: Token) -> None:
        text = _ICON.sub("", token.content) if ":" in token.content else token.content
        self._pieces.append(_BLANKS.sub(" ", text) if "  " in text else text)

    def _image(self, token: Token) -> None:
        self._pieces.append(token.content)

    def _footnote(self, token: Token) -> None:
        label = str(token.meta.get("label", ""))
        self._result.footnotes.append(label)
        self._pieces.append(f"[{label}]")

    def _uid(self, token: Token) -> None:
        self._pieces.append(f"@{token.content}")
        self._result.links.append((f"xref:{token.content}", token.content))

    def _role(self, token: Token) -> None:
        """A role of MyST: a reference reads as its title, any other as code."""
        title, target = role_parts(token.content)
        name = str(token.meta["name"]).rpartition(":")[2]
        words = title.removeprefix("~").removeprefix("!")
        self._pieces.append(words if name in _PROSE_ROLES or title != target else code_span(words))
        if href := _role_href(str(token.meta["name"]), target.strip()):
            self._result.links.append((href, words))

    # --- elements --------------------------------------------------------------------------------

    def _enter(self, element: _Element) -> None:
        element.start = len(self._pieces)
        self._open.append(element)

    def _leave(self, name: str) -> None:
        """Close the innermost open ``name`` and what stands open within it."""
        if all(element.name != name for element in self._open):
            return
        while True:
            element = self._open.pop()
            self._finish(element)
            if element.name == name:
                return

    def _finish(self, element: _Element) -> None:
        inner = "".join(self._pieces[element.start :])
        if element.href and self._level() == LOWEST and element.level == LOWEST:
            self._result.links.append((element.href, inner))
        if element.name == "code" and inner.strip():
            inner = code_span(inner)
        self._pieces[element.start :] = [marked(inner, element.level)]

    def _level(self) -> Classification:
        return max((element.level for element in self._open), default=LOWEST)

    def _html(self, token: Token) -> None:
        match = _HTML_TAG.match(token.content)
        if not match:
            return
        name = match[2].lower()
        if match[1]:
            self._leave(name)
        else:
            self._open_html(name, html_attributes(token.content), closed=token.content.endswith("/>"))

    def _open_html(self, name: str, attributes: dict[str, str], *, closed: bool) -> None:
        self._result.anchors.extend(attributes[key] for key in ("id", "name") if attributes.get(key))
        if name == "br":
            self._pieces.append("\n")
        elif name == "img":
            self._pieces.append(attributes.get("alt", ""))
        if closed or name in _VOID:
            return
        stated = attributes.get("data-classification")
        level = level_stated(stated) if stated is not None else LOWEST
        self._enter(_Element(name, 0, href=attributes.get("href", "") if name == "a" else "", level=level))


_HANDLERS: dict[str, Callable[[_Reader, Token], None]] = {
    "text": _Reader._text,
    "softbreak": _Reader._space,
    "hardbreak": _Reader._space,
    "code_inline": _Reader._code,
    "link_open": _Reader._link,
    "link_close": _Reader._link,
    "image": _Reader._image,
    "html_inline": _Reader._html,
    "footnote_ref": _Reader._footnote,
    "uid_reference": _Reader._uid,
    "myst_role": _Reader._role,
}


def _role_href(role: str, target: str) -> str:
    """Return the address of a role's target; a symbol's is its name in its domain."""
    name = role.rpartition(":")[2]
    if name in {"ref", "numref"}:
        return f"label:{target.lower()}"
    if name == "doc":
        return f"{target}.md"
    return f"py:{target.lstrip('~.!').removesuffix('()')}" if name in _SYMBOL_ROLES else ""


def html_attributes(tag: str) -> dict[str, str]:
    return {m[1].lower(): html.unescape(m[2] or m[3] or m[4] or "") for m in _HTML_ATTRIBUTE.finditer(tag)}
