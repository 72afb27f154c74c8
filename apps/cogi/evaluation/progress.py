"""How a long measurement tells what it is doing."""

from __future__ import annotations

from collections.abc import Callable

Say = Callable[[str], object]
