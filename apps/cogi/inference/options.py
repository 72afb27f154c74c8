"""Reads a backend's OPTIONS into its frozen dataclass; errors are said in the setting's terms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import MISSING, fields
from types import UnionType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

T = TypeVar("T")


def read_options(options_class: type[T], given: Mapping[str, Any]) -> T:
    """Return ``options_class`` with the ``given`` values.

    Raises:
        ValueError: for an unknown or missing option, and for a value of the wrong type.
    """
    values = {name.lower(): value for name, value in given.items()}
    types = get_type_hints(options_class)
    _refuse_unknown(values, types)
    for each in fields(options_class):  # type: ignore[arg-type]  # a dataclass, which no bound can say
        if each.name not in values and each.default is MISSING and each.default_factory is MISSING:
            raise ValueError(f"option {each.name.upper()} is missing.")
    for name, value in values.items():
        if not _is_of_type(value, types[name]):
            expected = getattr(types[name], "__name__", str(types[name]))
            raise ValueError(f"{name.upper()} must be {expected}, not {type(value).__name__}.")
    return options_class(**values)


def _refuse_unknown(values: Mapping[str, Any], known: Mapping[str, Any]) -> None:
    for name in values:
        if name not in known:
            accepted = ", ".join(each.upper() for each in known) or "none"
            raise ValueError(f"unknown option {name.upper()}; accepted: {accepted}.")


def _is_of_type(value: object, expected: Any) -> bool:
    if get_origin(expected) is UnionType:
        return any(_is_of_type(value, each) for each in get_args(expected))
    if expected is float:
        return isinstance(value, int | float)
    return isinstance(value, get_origin(expected) or expected)
