"""Settings of the corpus."""

from __future__ import annotations

from cogi.conf import Setting, Settings


class CorpusSettings(Settings):
    max_shrink = Setting(
        "COGI_MAX_SHRINK",
        0.5,
        kind=float,
        help="Share of a scope's pages that one release may remove without confirmation, 0 to 1.",
    )
    keep_releases: Setting[int | None] = Setting(
        "COGI_KEEP_RELEASES",
        50,
        kind=(int, type(None)),
        help="How many releases of a scope stay readable (as_of); older ones are pruned. None keeps all.",
    )


conf = CorpusSettings()
