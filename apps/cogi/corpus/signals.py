"""Signals of the corpus."""

from __future__ import annotations

from django.dispatch import Signal

release_published = Signal()
"""Sent inside the publishing transaction, after the truth is stored.

Arguments: ``scope`` (Scope), ``release`` (Release), ``added`` and ``removed`` (lists of passage ids that
begin to hold, and cease to hold, with this release). A receiver that raises aborts the publish.
"""

release_proposed = Signal()
"""Sent inside the publishing transaction when all receivers of ``release_published`` are done.

What reads in this transaction reads the release; nobody else does yet. Arguments: ``scope`` (Scope),
``release`` (Release), ``accept_regression`` (the publisher wants it even if it finds less well). A receiver
that raises ``ReleaseRefused`` aborts the publish.
"""

releases_pruned = Signal()
"""Sent in a transaction of its own under the scope's lock, after old releases and their rows are gone.

Arguments: ``scope`` (Scope), ``oldest`` (number of the oldest release that is kept).
"""
