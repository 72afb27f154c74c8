"""Typed settings: declared once beside their users, read lazily, checked at start."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Generic, TypeVar, overload

from django.conf import settings
from django.core.checks import Error

T = TypeVar("T")


class Setting(Generic[T]):
    """A descriptor that reads one Django setting at each access.

    ``kind`` is the accepted type (a tuple of types is accepted as in ``isinstance``); a value of
    another type is reported by ``check_settings`` and never silently converted.
    """

    def __init__(
        self,
        name: str,
        default: T,
        *,
        kind: type | tuple[type, ...],
        help: str,  # noqa: A002 - Django's word for it
    ) -> None:
        self.name = name
        self.default = default
        self.kind = kind
        self.help = help

    @overload
    def __get__(self, instance: None, owner: type) -> Setting[T]: ...
    @overload
    def __get__(self, instance: object, owner: type) -> T: ...
    def __get__(self, instance: object | None, owner: type) -> Setting[T] | T:
        if instance is None:
            return self
        value: T = getattr(settings, self.name, self.default)
        return value


class Settings:
    """Base of a package's ``conf`` object; its class attributes are ``Setting`` descriptors."""

    @classmethod
    def declared(cls) -> Iterator[Setting[Any]]:
        for attribute in vars(cls).values():
            if isinstance(attribute, Setting):
                yield attribute


def check_settings(declared: type[Settings], *, check_id: str) -> list[Error]:
    """Return one ``Error`` for each setting whose value has the wrong type."""
    return [
        Error(
            f"{setting.name} must be {_describe(setting.kind)}, not {type(value).__name__}.",
            hint=setting.help,
            id=check_id,
        )
        for setting in declared.declared()
        if not isinstance(value := getattr(settings, setting.name, setting.default), setting.kind)
    ]


def _describe(kind: type | tuple[type, ...]) -> str:
    kinds = kind if isinstance(kind, tuple) else (kind,)
    return " or ".join(each.__name__ for each in kinds)
