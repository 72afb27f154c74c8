"""The list of scopes."""

from __future__ import annotations

from pydantic import BaseModel, Field


class ScopeEntry(BaseModel):
    slug: str = Field(description="Names the scope in every request.", examples=["django/5.2/en"])
    title: str = Field(description="For people.", examples=["Django 5.2"])
    product: str = Field(description="The product's slug.", examples=["django"])
    version_label: str = Field(examples=["5.2"])
    locale: str = Field(examples=["en"])
    is_default: bool = Field(description="Searched when a request names no scope.")
    version: int = Field(
        description="Grows with every change that can alter an answer from this scope.", examples=[3]
    )


class ScopesResponse(BaseModel):
    scopes: list[ScopeEntry]
