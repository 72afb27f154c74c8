"""``manage.py cogi_prune``: forgets old releases now, as the clock of the workers does every hour."""

from __future__ import annotations

from argparse import ArgumentParser
from dataclasses import asdict
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from cogi.corpus.conf import conf
from cogi.corpus.errors import CorpusError
from cogi.corpus.models import Scope
from cogi.corpus.publishing.pruning import Pruned, prune_all, prune_releases, would_prune


class Command(BaseCommand):
    help = "Remove releases beyond the newest ones of each scope, and what only those held."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("scope", nargs="?", help="product/version/locale (default: every scope)")
        parser.add_argument("--keep", type=int, help="how many releases stay (default: COGI_KEEP_RELEASES)")
        parser.add_argument("--dry-run", action="store_true", help="count what would go, remove nothing")

    def handle(self, *, scope: str | None, keep: int | None, dry_run: bool, **_: Any) -> None:
        keep = conf.keep_releases if keep is None else keep
        if keep is None:
            raise CommandError("COGI_KEEP_RELEASES is None: every release stays. Give --keep to remove some.")
        try:
            pruned = _prune(_scopes(scope), everywhere=scope is None, keep=keep, dry_run=dry_run)
        except CorpusError as exc:
            raise CommandError(str(exc)) from exc
        for slug, counts in pruned.items():
            self.stdout.write(f"{slug}: {_describe(counts, dry_run=dry_run)}")


def _prune(scopes: list[Scope], *, everywhere: bool, keep: int, dry_run: bool) -> dict[str, Pruned]:
    if dry_run:
        return {scope.slug: would_prune(scope, keep=keep) for scope in scopes}
    if everywhere:
        return prune_all(keep=keep)
    return {scope.slug: prune_releases(scope, keep=keep) for scope in scopes}


def _scopes(slug: str | None) -> list[Scope]:
    scopes = list(Scope.objects.all() if slug is None else Scope.objects.filter(slug=slug))
    if slug is not None and not scopes:
        raise CommandError(f"There is no scope {slug}. `manage.py cogi_status` lists the scopes.")
    return scopes


def _describe(pruned: Pruned, *, dry_run: bool) -> str:
    counts = asdict(pruned)
    oldest = counts.pop("oldest")
    gone = ", ".join(f"{count:,} {name}" for name, count in counts.items() if count)
    if not gone:
        return f"nothing to remove; the oldest release is {oldest}"
    if dry_run:
        return f"would remove {gone}; the oldest release would be {oldest}"
    return f"removed {gone}; the oldest release is now {oldest}"
