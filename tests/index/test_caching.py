from __future__ import annotations

from cogi.index.caching import BoundedCache


def cache(capacity: int) -> BoundedCache[str, str]:
    return BoundedCache(capacity=lambda: capacity, size=len)


def test_a_value_is_kept_until_the_cache_is_full() -> None:
    kept = cache(100)
    kept.put("a", "x" * 10)
    assert kept.get("a") == "x" * 10
    assert kept.get("b") is None


def test_the_cache_never_holds_much_more_than_its_capacity() -> None:
    kept = cache(100)
    for i in range(1000):
        kept.put(str(i), "x" * 10)
    held = sum(kept.get(str(i)) is not None for i in range(1000))
    assert held <= 10


def test_what_is_used_survives_what_is_not() -> None:
    kept = cache(100)
    kept.put("used", "x")
    for i in range(50):
        kept.put(str(i), "x" * 10)
        assert kept.get("used") == "x"


def test_a_cleared_cache_is_empty() -> None:
    kept = cache(100)
    kept.put("a", "x")
    kept.clear()
    assert kept.get("a") is None
