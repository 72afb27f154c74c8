"""Removes segments that no release reads any more, once no reader can be in the middle of them."""

from __future__ import annotations

from datetime import timedelta

from django.utils import timezone

from cogi.index.models import Segment

# Far longer than any search may take (COGI_SEARCH_DEADLINE).
GRACE = timedelta(minutes=2)


def sweep_segments() -> int:
    """Mark segments without a manifest as retired, delete those retired for ``GRACE``; return how many.

    A segment and its manifest entry are committed together, so one without is never about to get one.
    """
    now = timezone.now()
    unread = Segment.objects.filter(manifest_entries__isnull=True)
    unread.filter(retired_at__isnull=True).update(retired_at=now)
    expired = list(unread.filter(retired_at__lt=now - GRACE).values_list("pk", flat=True))
    Segment.objects.filter(pk__in=expired).delete()
    return len(expired)
