"""Fields: those that document a signature, and those at the head of a page that describe it."""

from __future__ import annotations

_ARGUMENTS = frozenset(
    {"param", "parameter", "arg", "argument", "keyword", "kwarg", "kwparam", "var", "ivar", "cvar"}
)
_RAISES = frozenset({"raises", "raise", "exception", "except"})
_TYPES = frozenset({"type", "vartype", "paramtype"})
_PLAIN = {"returns": "Returns", "return": "Returns", "rtype": "Return type"}


def field_words(name: str) -> str:
    """Return what a field's name reads as: ``param int size`` is ```size` (int)``."""
    kind, _, rest = name.partition(" ")
    if kind in _ARGUMENTS and rest:
        *types, argument = rest.split()
        return f"`{argument}` ({' '.join(types)})" if types else f"`{argument}`"
    if kind in _RAISES and rest:
        return f"Raises `{rest}`"
    if kind in _TYPES and rest:
        return f"Type of `{rest}`"
    return _PLAIN.get(name, name)
