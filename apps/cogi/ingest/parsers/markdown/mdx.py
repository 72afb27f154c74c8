"""Rewrites MDX as Markdown: components become marker lines, JavaScript is dropped, nothing is run."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from markdown_it.token import Token

from cogi.ingest.parsers.markdown.jsx import Tag, literal_text, matching_bracket, read_tag

MARKER = "\ufdd8"
_STRAY = re.compile(f"{MARKER}\\d+{MARKER}")
_FENCE = re.compile(r"[\s>]*(?:(?:[-*+]|\d+[.)])\s+)?(`{3,}|~{3,})")
_ESM = re.compile(
    r"import\s*[\"'{*]|import\s+[\w$]+\s*(?:,|from\b)|"
    r"export\s+(?:const|let|var|function|class|default|async)\b|export\s*[{*]"
)
_ATTRIBUTES = re.compile(r"\{[#.][\w:.-]+[^{}]*\}")
_COMMENTED_ID = re.compile(r"\{/\*\s*#([\w:.-]+)\s*\*/\}")
_STOPS = re.compile(r"[`<{\\\n]")
_VERBATIM = frozenset({"table", "ul", "ol", "dl", "pre"})
_INLINE = frozenset(
    {"Icon", "Badge", "Tooltip", "Latex", "kbd", "code", "a", "b", "i", "em", "strong", "sub", "span"}
)
_KEPT_INLINE = frozenset({"a", "br", "code", "kbd", "img", "span", "abbr"})
# After so many brackets and tags that never close, the file is not MDX: they are text.
_PATIENCE = 20
_LONGEST_CODE_SPAN = 5_000


@dataclass(slots=True)
class Mdx:
    """Markdown with marker lines, and the tags that the markers stand for, by number."""

    text: str
    tags: list[Tag]
    imports: dict[str, str] = field(default_factory=dict)


def drop_stray_markers(tokens: Sequence[Token]) -> None:
    """Clean text in which Markdown saw no marker: a code fence that only it takes for one, say."""
    for token in tokens:
        if MARKER in token.content:
            token.content = _STRAY.sub("", token.content)
        drop_stray_markers(token.children or ())


def rewrite(source: str) -> Mdx:
    return _Rewriter(source).run()


class _Rewriter:
    def __init__(self, source: str) -> None:
        self._source = source
        self._at = 0
        self._out: list[str] = []
        self._tags: list[Tag] = []
        self._blocks: list[str] = []
        self._imports: dict[str, str] = {}
        self._module_code_end = -1
        self._failures = 0

    def run(self) -> Mdx:
        while self._at < len(self._source):
            self._line()
        return Mdx("".join(self._out), self._tags, self._imports)

    # --- lines -----------------------------------------------------------------------------------

    def _line(self) -> None:
        source, start = self._source, self._at
        if fence := _FENCE.match(source, start, _line_end(source, start)):
            self._copy_fence(fence[1])
        elif _ESM.match(source, start) and self._starts_paragraph():
            self._drop_module_code()
        else:
            self._rest_of_line(block=True)

    def _starts_paragraph(self) -> bool:
        """Tell whether the line above is blank or JavaScript: prose may say "import" too."""
        above = self._source[max(0, self._source.rfind("\n", 0, max(0, self._at - 1)) + 1) : self._at]
        return not above.strip() or self._at == self._module_code_end

    def _copy_fence(self, fence: str) -> None:
        """Copy a fenced block as it is: nothing in it is JSX."""
        closing = re.compile(rf"^[\s>]*{re.escape(fence[0])}{{{len(fence)},}}[ \t]*$", re.MULTILINE)
        first_line = _line_end(self._source, self._at)
        end = closing.search(self._source, min(first_line + 1, len(self._source)))
        self._copy_to(_line_end(self._source, end.end()) if end else len(self._source))

    def _copy_to(self, end: int) -> None:
        self._out.append(self._source[self._at : end])
        self._at = end
        if self._source.startswith("\n", end):
            self._out.append("\n")
            self._at += 1

    def _drop_module_code(self) -> None:
        source, start = self._source, self._at
        while self._at < len(source):
            char = source[self._at]
            if char == "\n":
                break
            after = self._bracket_end() if char in "{([" else None
            self._at = after or self._at + 1
        self._module_code_end = self._at + 1
        statement = source[start : self._at]
        if named := re.match(r"import\s+(\w+)\s+from\s+[\"']([^\"']+)[\"']", statement):
            self._imports[named[1]] = named[2]

    # --- within a line ---------------------------------------------------------------------------

    def _rest_of_line(self, *, block: bool) -> None:
        """Copy up to and with the line end, rewriting what is not Markdown.

        ``block`` tells that only white space and block tags stood on the line so far.
        """
        source = self._source
        while self._at < len(source):
            stop = _STOPS.search(source, self._at)
            text = source[self._at : stop.start() if stop else len(source)]
            block = block and not text.strip()
            self._out.append(text)
            self._at += len(text)
            if not stop:
                return
            if stop.group() == "\n":
                self._out.append("\n")
                self._at += 1
                return
            block = self._special(stop.group(), block=block)

    def _special(self, char: str, *, block: bool) -> bool:
        if char == "\\":
            self._take(2)
        elif char == "`":
            self._take(_code_span_length(self._source, self._at))
        elif char == "{":
            return self._braces() and block
        else:
            return self._tag(block=block)
        return False

    def _take(self, length: int) -> None:
        self._out.append(self._source[self._at : self._at + length])
        self._at += length

    def _braces(self) -> bool:
        """Drop an expression or comment, keep an attribute list; tell whether nothing was left."""
        if kept := _ATTRIBUTES.match(self._source, self._at):
            self._take(len(kept.group()))
            return False
        if commented := _COMMENTED_ID.match(self._source, self._at):
            self._out.append(f"{{#{commented[1]}}}")
            self._at = commented.end()
            return False
        after = self._bracket_end()
        if after is None:
            self._take(1)
            return False
        text = literal_text(self._source[self._at + 1 : after - 1]) or ""
        self._at = after
        self._out.append(text)
        return not text

    def _tag(self, *, block: bool) -> bool:
        source = self._source
        if source.startswith("<!--", self._at):
            end = source.find("-->", self._at)
            self._at = end + 3 if end >= 0 else len(source)
            return block
        tag = self._read_tag()
        if tag is None:
            self._keep_angle()
            return False
        if block and tag.kind == "open" and tag.name in _VERBATIM:
            return self._copy_html(tag)
        if self._is_block(tag, block=block):
            self._marker(tag)
            return True
        self._out.append(_inline_html(tag))
        self._at = tag.end
        return False

    def _read_tag(self) -> Tag | None:
        tag = read_tag(self._source, self._at) if self._failures < _PATIENCE else None
        self._failures += tag is None
        return tag

    def _bracket_end(self) -> int | None:
        end = matching_bracket(self._source, self._at) if self._failures < _PATIENCE else None
        self._failures += end is None
        return end

    def _keep_angle(self) -> None:
        """An autolink stays; any other ``<`` is text, which Markdown must not take for HTML."""
        autolink = re.compile(r"<[A-Za-z][\w+.-]*:[^\s<>]*>").match(self._source, self._at)
        self._out.append(autolink.group() if autolink else "&lt;")
        self._at = autolink.end() if autolink else self._at + 1

    def _copy_html(self, tag: Tag) -> bool:
        end = self._source.find(f"</{tag.name}>", tag.end)
        end = end + len(tag.name) + 3 if end >= 0 else tag.end
        body = re.sub(r"\n\s*\n", "\n", self._source[self._at : end])
        self._out.append(body.replace("className=", "class="))
        self._out.append("\n\n")
        self._at = end
        return True

    def _is_block(self, tag: Tag, *, block: bool) -> bool:
        if tag.kind == "close":
            return tag.name in self._blocks
        if not block or tag.name in _INLINE:
            return False
        rest = self._source[tag.end : _line_end(self._source, tag.end)]
        if tag.kind == "self":
            return not rest.strip() or rest.lstrip().startswith(("<", "{/*"))
        _, closing, after = rest.partition(f"</{tag.name}>")
        return not closing or not after.strip() or after.lstrip().startswith("<")

    def _marker(self, tag: Tag) -> None:
        """Put the tag's marker on a line of its own, indented as the line that it stood on."""
        self._close_up_to(tag.name) if tag.kind == "close" else None
        if tag.kind == "open":
            self._blocks.append(tag.name)
        line = self._source[self._source.rfind("\n", 0, self._at) + 1 : self._at]
        indent = line[: len(line) - len(line.lstrip(" \t"))]
        if "".join(self._out[-3:]).rsplit("\n", 1)[-1].strip():
            self._out.append("\n" + indent)
        self._out.append(f"{MARKER}{len(self._tags)}{MARKER}")
        self._tags.append(tag)
        self._at = tag.end
        if self._source[tag.end : _line_end(self._source, tag.end)].strip():
            self._out.append("\n" + indent)

    def _close_up_to(self, name: str) -> None:
        while self._blocks and self._blocks.pop() != name:
            continue


def _inline_html(tag: Tag) -> str:
    if tag.name not in _KEPT_INLINE:
        return ""
    if tag.kind == "close":
        return f"</{tag.name}>"
    props = "".join(f' {name}="{html.escape(value)}"' for name, value in tag.props.items())
    return f"<{tag.name}{props}{' /' if tag.kind == 'self' else ''}>"


def _line_end(source: str, at: int) -> int:
    end = source.find("\n", at)
    return end if end >= 0 else len(source)


def _code_span_length(source: str, at: int) -> int:
    """Return the length of the code span at ``at``, or of its opening backticks if none closes."""
    opening = re.compile(r"`+").match(source, at)
    size = len(opening.group()) if opening else 1
    window = min(len(source), at + _LONGEST_CODE_SPAN)
    blank = re.compile(r"\n[ \t]*\n").search(source, at, window)
    limit = blank.start() if blank else window
    for run in re.compile(r"`+").finditer(source, at + size, limit):
        if len(run.group()) == size:
            return run.end() - at
    return size
