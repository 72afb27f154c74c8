"""Which judged pages a viewer may name; for a viewer, what is hidden and what is absent look the same."""

from __future__ import annotations

from collections.abc import Iterable

from cogi.corpus.classification import HIGHEST
from cogi.corpus.models import Scope
from cogi.corpus.perimeter import Perimeter
from cogi.evaluation.errors import EvaluationError
from cogi.evaluation.models import GoldenSet, Judgement
from cogi.retrieval.page_names import visible_uids


class UnknownPages(EvaluationError):
    """Some names mean no page that may be judged."""

    def __init__(self, scope: Scope, names: Iterable[str]) -> None:
        missing = list(names)
        self.names = missing
        more = f" and {len(missing) - 1:,} more" if len(missing) > 1 else ""
        super().__init__(
            f"“{missing[0]}”{more}: no page of {scope} that the set's clearance sees. "
            "Name pages by their path, such as topics/auth, or by their address."
        )


def shown_uids(golden_set: GoldenSet, *, perimeter: Perimeter) -> frozenset[str]:
    """Return the uids that ``golden_set`` judges and a viewer may read.

    Who sees the whole scope reads the names of pages that are gone, too.
    """
    judged = Judgement.objects.filter(query__golden_set=golden_set)
    uids = frozenset(judged.values_list("uid", flat=True))
    if dict(perimeter.clearances).get(golden_set.scope_id) == HIGHEST:
        return uids
    return visible_uids(golden_set.scope_id, uids, perimeter=perimeter)
