"""Viewers by name, for commands: whoever runs one says whose eyes it uses."""

from __future__ import annotations

from django.contrib.auth import get_user_model

from cogi.corpus.errors import CorpusError
from cogi.corpus.perimeter import Perimeter, perimeter_for


class UnknownViewer(CorpusError):
    """There is no user of that name."""

    def __init__(self, name: str) -> None:
        super().__init__(f"There is no user “{name}”. Make one with manage.py createsuperuser.")


def perimeter_of(name: str | None) -> Perimeter:
    """Return the perimeter of the user ``name``; ``None`` is the anonymous viewer.

    Raises:
        UnknownViewer: when there is no such user.
    """
    if name is None:
        return perimeter_for(None)
    users = get_user_model()
    try:
        return perimeter_for(users._default_manager.get_by_natural_key(name))
    except users.DoesNotExist as exc:
        raise UnknownViewer(name) from exc
