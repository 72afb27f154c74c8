"""Field types that several requests share. What the database could not hold is refused here."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import AfterValidator, Field


def _without_nul(value: str) -> str:
    if "\x00" in value:
        raise ValueError("must not contain the NUL character")
    return value


Storable = Annotated[str, AfterValidator(_without_nul)]

AS_OF: Any = Field(
    default=None,
    description="Read each scope as it was at this moment, time zone included.",
    examples=["2026-01-31T12:00:00Z"],
)

ScopeSlug = Annotated[
    Storable,
    Field(
        max_length=200, description="A scope's slug, as `GET scopes` lists it.", examples=["django/5.2/en"]
    ),
]
