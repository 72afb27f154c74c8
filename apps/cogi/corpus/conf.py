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


conf = CorpusSettings()
