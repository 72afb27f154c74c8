"""``manage.py cogi_reindex``: builds lexical segments anew; nothing is fetched or embedded again."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from cogi.corpus.models import Scope
from cogi.index.rebuilding import rebuild_segments


class Command(BaseCommand):
    help = "Rebuild the lexical index from the stored text, for other field weights or another analysis."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("scopes", nargs="*", metavar="SCOPE", help="scopes to rebuild (default: all)")

    def handle(self, *, scopes: list[str], **_: Any) -> None:
        found = Scope.objects.filter(slug__in=scopes) if scopes else Scope.objects.all()
        if unknown := sorted(set(scopes) - {scope.slug for scope in found}):
            raise CommandError(
                f"There is no scope {', '.join(unknown)}. `manage.py cogi_status` lists the scopes."
            )
        for scope in found:
            self.stdout.write(f"{scope.slug}: {rebuild_segments(scope)} segments")
