"""A bounded cache for immutable values: reads take no lock, and nothing in it is ever stale."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Mapping
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class BoundedCache(Generic[K, V]):
    """Keeps the values used most recently, up to about ``capacity()`` in the unit of ``size``; 0 keeps none.

    Two generations stand in for a full LRU order: a hit in the older one is carried over to the younger;
    when the younger is half full it becomes the older and the former older one is dropped.
    """

    def __init__(self, *, capacity: Callable[[], int], size: Callable[[V], int]) -> None:
        self._capacity = capacity
        self._size = size
        self._young: dict[K, V] = {}
        self._old: dict[K, V] = {}
        self._young_size = 0
        self._lock = threading.Lock()

    def get(self, key: K) -> V | None:
        value = self._young.get(key)
        if value is None:
            value = self._old.get(key)
            if value is not None:
                self.put(key, value)
        return value

    def put(self, key: K, value: V) -> None:
        self.put_all({key: value})

    def put_all(self, values: Mapping[K, V]) -> None:
        capacity = self._capacity()
        if not capacity:
            return
        with self._lock:
            for key, value in values.items():
                if key not in self._young:
                    self._young[key] = value
                    self._young_size += self._size(value)
            if self._young_size > capacity // 2:
                self._old, self._young, self._young_size = self._young, {}, 0

    def total_size(self) -> int:
        """Return the size of all that is kept; a value in both generations counts once."""
        kept = {**self._old, **self._young}
        return sum(map(self._size, kept.values()))

    def clear(self) -> None:
        with self._lock:
            self._young, self._old, self._young_size = {}, {}, 0
