"""Field types that several requests share. What the database could not hold is refused here."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import AfterValidator, Field


def _storable(value: str) -> str:
    if "\x00" in value:
        raise ValueError("must not contain the NUL character")
    if not value.isascii() and any("\ud800" <= character <= "\udfff" for character in value):
        raise ValueError("must be Unicode text")
    return value


Storable = Annotated[str, AfterValidator(_storable)]

AS_OF: Any = Field(
    default=None,
    description="Read each scope as it was at this moment, time zone included: `2026-01-31T12:00:00Z`.",
)


def tried(description: str, *, example: str) -> Any:
    """A required field whose input the OpenAPI page fills in, so that one click tries it."""
    return Field(description=description, json_schema_extra={"example": example})


ScopeSlug = Annotated[
    Storable,
    Field(
        max_length=200, description="A scope's slug, as `GET scopes` lists it.", examples=["django/5.2/en"]
    ),
]
