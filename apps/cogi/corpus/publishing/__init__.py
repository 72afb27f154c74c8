"""Publishing stores a snapshot, or a few pages, as a release, in one transaction, and only what changed."""

from cogi.corpus.publishing.publish import ShrinkRefused, publish_changes, publish_release
from cogi.corpus.publishing.storing import Publication

__all__ = ["Publication", "ShrinkRefused", "publish_changes", "publish_release"]
