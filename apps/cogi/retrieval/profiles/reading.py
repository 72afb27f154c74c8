"""Reads a ranking profile: by its name from this package, or from a file of one's own."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from cogi.retrieval.conf import conf
from cogi.retrieval.question_forms import QuestionForm


class InvalidProfile(Exception):
    """The setting names no readable profile; the message says what to do."""


@dataclass(frozen=True, slots=True)
class RankingProfile:
    """The dense engine's share for each form of question, 0 to 1; the lexical one has the rest."""

    name: str
    dense_shares: Mapping[QuestionForm, float]

    def weights(self, form: QuestionForm) -> dict[str, float]:
        share = self.dense_shares[form]
        return {"lexical": 1.0 - share, "dense": share}


def configured_profile() -> RankingProfile | None:
    """Return the profile that COGI_RANKING_PROFILE names; None where plain fusion is wanted.

    Raises:
        InvalidProfile: when there is no such profile, or it is broken.
    """
    return None if conf.ranking_profile is None else read_profile(conf.ranking_profile)


@lru_cache(maxsize=8)
def read_profile(name: str) -> RankingProfile:
    """Return the profile called ``name``, or that in a file when ``name`` ends in ``.json``.

    Raises:
        InvalidProfile: when there is no such profile, or it is broken.
    """
    own = name.endswith(".json")
    source = Path(name) if own else files("cogi.retrieval.profiles") / f"{name}.json"
    try:
        stated: Any = json.loads(source.read_text(encoding="utf-8"))
        shares = {each: float(stated["dense_shares"][each.value]) for each in QuestionForm}
    except (OSError, ValueError, KeyError, TypeError) as exc:
        raise InvalidProfile(
            f"COGI_RANKING_PROFILE names “{name}”, which cannot be read: {exc!r}. Give the name of a "
            "profile of this package, the path of a .json file of cogi_tune, or None for plain fusion."
        ) from exc
    if not all(0.0 <= share <= 1.0 for share in shares.values()):
        raise InvalidProfile(f"The profile “{name}” has a dense share that is not between 0 and 1.")
    return RankingProfile(stated.get("name", name), shares)
