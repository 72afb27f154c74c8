"""The registry of formats and the choice among them for one source tree."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from django.utils.module_loading import import_string

from cogi.ingest.conf import conf
from cogi.ingest.exceptions import IngestError
from cogi.ingest.parsers.base import Parser

AUTO = "auto"
RENDERED = "html"


class UnknownFormat(IngestError):
    """No parser is configured for the format."""


class InvalidOptions(IngestError):
    """A parser refuses the options that the source gives for its format."""


class NothingToIngest(IngestError):
    """The tree holds no page of a known format."""


def require_format(name: str) -> None:
    """Raise ``UnknownFormat`` unless ``name`` can be chosen."""
    if name != AUTO and name not in conf.parsers:
        known = ", ".join([AUTO, *conf.parsers])
        raise UnknownFormat(f"There is no format {name!r}. Choose one of: {known}.")


def build_parser(name: str, *, options: Mapping[str, Any] | None = None) -> Parser:
    """Return a new parser of the format ``name``, with ``options`` over its configured ones.

    Raises:
        InvalidOptions: when the parser refuses them.
    """
    configured = conf.parsers[name]
    backend: type[Parser] = import_string(configured["BACKEND"])
    try:
        return backend(**{**configured.get("OPTIONS", {}), **(options or {})})
    except (TypeError, ValueError) as exc:
        raise InvalidOptions(
            f"The format {name!r} does not take the options {options!r} ({exc}). Change the source's options."
        ) from exc


class ReadableTree(Protocol):
    """What a format has to know of a source tree."""

    @property
    def paths(self) -> Sequence[str]: ...

    @property
    def files(self) -> Mapping[str, bytes]: ...


def parsers_for(
    tree: ReadableTree, *, format_name: str = AUTO, options: Mapping[str, Mapping[str, Any]] | None = None
) -> dict[str, Parser]:
    """Return the prepared parsers that read ``tree``, by format name, the first choice first.

    ``options`` are per format. In ``auto``, every source format reads the files it accepts; rendered
    HTML is read only where it outnumbers them, since beside sources it holds templates.
    """
    require_format(format_name)
    names = list(conf.parsers) if format_name == AUTO else [format_name]
    given = options or {}
    parsers = {name: build_parser(name, options=given.get(name)) for name in names}
    for parser in parsers.values():
        _prepare(parser, tree)
    if format_name == AUTO and RENDERED in parsers:
        parsers = _sources_or_rendered(parsers, tree.paths)
    if not any(assign(parsers, tree.paths).values()):
        raise NothingToIngest(
            f"Nothing to ingest: none of the {len(tree.paths)} files is a page in the format "
            f"{format_name}. Check the path, --subdirectory and --format."
        )
    return parsers


def assign(parsers: Mapping[str, Parser], paths: Sequence[str]) -> dict[str, list[str]]:
    """Give each path to the first parser that accepts it."""
    assigned: dict[str, list[str]] = {name: [] for name in parsers}
    for path in paths:
        for name, parser in parsers.items():
            if parser.accepts(path):
                assigned[name].append(path)
                break
    return assigned


def _prepare(parser: Parser, tree: ReadableTree) -> None:
    wanted = set(parser.configuration_files(tree.paths)).intersection(tree.paths)
    parser.prepare({path: tree.files[path] for path in sorted(wanted)})


def _sources_or_rendered(parsers: dict[str, Parser], paths: Sequence[str]) -> dict[str, Parser]:
    counts = {name: len(accepted) for name, accepted in assign(parsers, paths).items()}
    rendered = counts.pop(RENDERED)
    if rendered > sum(counts.values()):
        return {RENDERED: parsers[RENDERED]}
    return {name: parser for name, parser in parsers.items() if name != RENDERED}
