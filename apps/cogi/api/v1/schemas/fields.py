"""Field types that several requests share. What the database could not hold is refused here."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, Field


def _without_nul(value: str) -> str:
    if "\x00" in value:
        raise ValueError("must not contain the NUL character")
    return value


Storable = Annotated[str, AfterValidator(_without_nul)]

ScopeSlug = Annotated[
    Storable,
    Field(
        max_length=200, description="A scope's slug, as `GET scopes` lists it.", examples=["django/5.2/en"]
    ),
]
