"""A docutils state machine whose roles and directives are its own.

docutils keeps roles and directives in process-wide registries that any other user of it shares. Nothing
is registered there: these states and this inliner look names up in tables, and every name has an answer.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Iterable, Mapping
from functools import cache
from types import SimpleNamespace
from typing import Any

from docutils import nodes, statemachine, utils
from docutils.frontend import get_default_settings
from docutils.parsers.rst import Parser, states
from docutils.statemachine import StringList

from cogi.ingest.parsers.rst.directives import find_directive
from cogi.ingest.parsers.rst.page import PageState, page_of
from cogi.ingest.parsers.rst.roles import interpret

_OPTION_LINE = re.compile(r"^:[^:\s][^:]*:(\s|$)")
_NEVER = 5


def _inliner(page: PageState) -> states.Inliner:
    """Return an inliner with the roles of this package.

    Not a subclass: docutils completes its patterns from the attributes of the inliner's very class.
    """

    def interpreted(
        _source: str, text: str, role: str, _line: int
    ) -> tuple[list[nodes.Node], list[nodes.system_message]]:
        return interpret(role, text, page), []

    inliner = states.Inliner()
    inliner.interpreted = interpreted  # type: ignore[method-assign, assignment]
    return inliner


class _States(dict[str, Any]):
    """The states of one machine, each made when it is first entered: of sixteen, a list needs two."""

    def __init__(self, machine: Any, classes: Mapping[str, type]) -> None:
        super().__init__()
        self._machine = machine
        self._classes = classes

    def __missing__(self, name: str) -> Any:
        state = self[name] = self._classes[name](self._machine, self._machine.debug)
        if getattr(self._machine, "memo", None) is not None:
            state.runtime_init()
        return state


class _NestedMachine(states.NestedStateMachine):
    def add_states(self, state_classes: Iterable[type]) -> None:
        self.states = _States(self, {each.__name__: each for each in state_classes})


class _Tolerant:
    """Mixed into every docutils state; ``directive`` is the one place where directives are looked up."""

    memo: Any
    document: nodes.document
    nested_sm = _NestedMachine

    def __init__(self, state_machine: Any, debug: bool = False) -> None:
        super().__init__(state_machine, debug)  # type: ignore[call-arg]
        self.nested_sm_kwargs = {"state_classes": STATE_CLASSES, "initial_state": "Body"}

    @property
    def nested_sm_cache(self) -> list[Any]:
        """State machines are reused within a page only: docutils' own cache is shared by all threads."""
        return page_of(self.memo.document).state_machines

    def directive(self, match: re.Match[str], **option_presets: Any) -> Any:
        found = find_directive(match[1], page_of(self.document), self.memo.language, self.document)
        return self.run_directive(found, match, match[1], option_presets)  # type: ignore[attr-defined]

    def parse_directive_block(
        self, indented: StringList, line_offset: int, directive: Any, option_presets: dict[str, Any]
    ) -> Any:
        try:
            return super().parse_directive_block(  # type: ignore[misc]
                indented, line_offset, directive, option_presets
            )
        except states.MarkupError:
            return _lenient_block(indented, line_offset, directive)


def _lenient_block(indented: StringList, line_offset: int, directive: Any) -> Any:
    """Return arguments, options, content and its offset where the author broke the directive's rules."""
    takes_arguments = bool(directive.required_arguments or directive.optional_arguments)
    head = 0
    while takes_arguments and head < len(indented) and indented[head].strip():
        head += 1
    argument = " ".join(line for line in indented[:head] if not _OPTION_LINE.match(line)).strip()
    body = head
    while body < len(indented) and (not indented[body].strip() or _OPTION_LINE.match(indented[body])):
        body += 1
    arguments = [argument] if argument else []
    if len(arguments) < directive.required_arguments:
        raise states.MarkupError("an argument is missing")
    return arguments, {}, indented[body:], line_offset + body


def _tolerant(state_class: type) -> type:
    return type(state_class.__name__, (_Tolerant, state_class), {"explicit": _EXPLICIT})


_EXPLICIT = SimpleNamespace(**vars(states.Body.explicit))
_EXPLICIT.constructs = [
    (_Tolerant.directive if method is states.Body.directive else method, pattern)
    for method, pattern in states.Body.explicit.constructs
]
STATE_CLASSES = tuple(_tolerant(each) for each in states.state_classes)


@cache
def _default_settings() -> Any:
    settings = get_default_settings(Parser)
    for name, value in _SETTINGS.items():
        setattr(settings, name, value)
    return settings


def parse_document(text: str, page: PageState) -> nodes.document:
    """Return the docutils tree of ``text``; system messages are neither printed nor fatal."""
    settings = copy.copy(_default_settings())
    settings.cogi_page = page
    document = utils.new_document(page.path, settings)
    lines = statemachine.string2lines(text, tab_width=settings.tab_width, convert_whitespace=True)
    machine = states.RSTStateMachine(state_classes=STATE_CLASSES, initial_state="Body")
    machine.run(lines, document, inliner=_inliner(page))
    return document


# As Sphinx has them where ids are concerned; nothing may read files or the network.
_SETTINGS = {
    "auto_id_prefix": "id",
    "file_insertion_enabled": False,
    "raw_enabled": False,
    "halt_level": _NEVER,
    "report_level": _NEVER,
    "warning_stream": False,
    "line_length_limit": 1_000_000,
    "pep_references": None,
    "rfc_references": None,
    "syntax_highlight": "none",
    "smart_quotes": False,
}
