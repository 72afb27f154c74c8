"""Publishing stores a snapshot as a release, in one transaction, and only what changed."""

from cogi.corpus.publishing.publish import Publication, ShrinkRefused, publish_release

__all__ = ["Publication", "ShrinkRefused", "publish_release"]
