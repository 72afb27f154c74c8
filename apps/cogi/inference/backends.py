"""Named backends from a CACHES-shaped setting: built at first use, one of each for the whole process."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from threading import Lock
from typing import Any, ClassVar, Generic, TypeVar

from django.core.checks import CheckMessage
from django.core.exceptions import ImproperlyConfigured
from django.core.signals import setting_changed
from django.utils.module_loading import import_string

from cogi.inference.conf import BackendSettings
from cogi.inference.options import read_options

DEFAULT_ALIAS = "default"


class Backend:
    """What every model backend has. Its constructor takes one ``options_class`` and loads nothing.

    ``options_class`` is a frozen dataclass whose fields are the setting's OPTIONS in lower case and whose
    ``__post_init__`` raises ``ValueError`` for a value that cannot work.
    """

    options_class: ClassVar[type]

    def check(self) -> list[CheckMessage]:
        """Return what keeps this backend from working on this machine (packages, files)."""
        return []

    def close(self) -> None:
        """Give back connections and memory; the backend is not used afterwards."""


B = TypeVar("B", bound=Backend)


class BackendHandler(Generic[B]):
    """Gives ``handler[alias]`` the backend of that alias, or None where the setting says None.

    Raises:
        ImproperlyConfigured: for an alias that is not in the setting, and for a backend that cannot be
            built from it.
    """

    def __init__(self, setting: str, *, configured: Callable[[], BackendSettings], base: type) -> None:
        self.setting = setting
        self._configured = configured
        self._base = base
        self._built: dict[str, B] = {}
        self._lock = Lock()
        setting_changed.connect(self._on_setting_changed, weak=False)
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._forget_after_fork)

    def __iter__(self) -> Iterator[str]:
        return iter(self._configured())

    def __getitem__(self, alias: str) -> B | None:
        built = self._built.get(alias)
        if built is not None:
            return built
        with self._lock:
            if alias not in self._built:
                backend = self.create(alias)
                if backend is None:
                    return None
                self._built[alias] = backend
            return self._built[alias]

    def create(self, alias: str) -> B | None:
        """Build the backend anew; ``handler[alias]`` is what shares one."""
        configured = self._configured()
        if alias not in configured:
            raise ImproperlyConfigured(
                f"{self.setting} has no {alias!r}; it has {', '.join(configured) or 'none'}."
            )
        entry = configured[alias]
        return None if entry is None else self._build(f"{self.setting}[{alias!r}]", entry)

    def close_all(self) -> None:
        with self._lock:
            for backend in self._built.values():
                backend.close()
            self._built.clear()

    def _build(self, place: str, entry: Mapping[str, Any]) -> B:
        shaped: object = entry
        if not isinstance(shaped, Mapping) or not {"BACKEND"} <= set(shaped) <= {"BACKEND", "OPTIONS"}:
            raise ImproperlyConfigured(
                f"{place} must be None or {{'BACKEND': dotted path, 'OPTIONS': {{…}}}}."
            )
        backend_class = self._import(place, entry["BACKEND"])
        try:
            options = read_options(backend_class.options_class, entry.get("OPTIONS", {}))
            backend: B = backend_class(options)
        except ValueError as exc:
            raise ImproperlyConfigured(f"{place}: {exc}") from exc
        return backend

    def _import(self, place: str, path: str) -> Any:
        try:
            backend_class = import_string(path)
        except ImportError as exc:
            raise ImproperlyConfigured(f"{place}: BACKEND {path!r} cannot be imported: {exc}") from exc
        if not (isinstance(backend_class, type) and issubclass(backend_class, self._base)):
            raise ImproperlyConfigured(
                f"{place}: BACKEND {path!r} is not a subclass of {self._base.__name__}."
            )
        return backend_class

    def _on_setting_changed(self, *, setting: str, **_: object) -> None:
        if setting == self.setting:
            self.close_all()

    def _forget_after_fork(self) -> None:
        self._lock = Lock()
        self._built = {}
