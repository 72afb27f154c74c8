"""Releases: publishing stores one whole or not at all, and only what changed; pruning forgets the old."""

from cogi.corpus.publishing.pruning import Pruned, prune_releases
from cogi.corpus.publishing.publish import ShrinkRefused, publish_changes, publish_release
from cogi.corpus.publishing.storing import Publication

__all__ = [
    "Pruned",
    "Publication",
    "ShrinkRefused",
    "prune_releases",
    "publish_changes",
    "publish_release",
]
