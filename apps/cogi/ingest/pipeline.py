"""A run is fetch, parse, assemble, publish; its row is final in the transaction that publishes."""

from __future__ import annotations

import logging
from dataclasses import asdict
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from cogi.corpus.errors import CorpusError
from cogi.corpus.publishing import Publication, publish_release
from cogi.ingest.assembling import Assembly, assemble
from cogi.ingest.chunking import PassageSize
from cogi.ingest.conf import conf
from cogi.ingest.documents import ParsedTree
from cogi.ingest.exceptions import IngestError
from cogi.ingest.fingerprints import fingerprint
from cogi.ingest.locks import scope_lock
from cogi.ingest.models import IngestRun, Source
from cogi.ingest.parse_pool import LostFile
from cogi.ingest.progress import Both, Progress, Silent
from cogi.ingest.reading import content_digest, fetch, read_tree
from cogi.ingest.reporting import RowProgress
from cogi.ingest.workspace import workspace

logger = logging.getLogger(__name__)

RETRY_SECONDS = 30


class IngestFailed(IngestError):
    """The run failed for good; the message is its error."""


def ingest_now(
    *, source: Source, accept_shrink: bool = False, accept_regression: bool = False, progress: Progress
) -> IngestRun:
    """Make a run and carry it out in this process.

    Raises:
        ScopeBusy: when another process ingests into the scope; no run is made then.
        IngestFailed: when the run failed; nothing was published.
    """
    with scope_lock(source.scope_id, name=source.scope.slug):
        run = IngestRun.objects.create(
            source=source, accept_shrink=accept_shrink, accept_regression=accept_regression
        )
        try:
            _carry_out(run, progress, last_attempt=True)
        except BaseException:
            _fail(run, "The run was interrupted. Start it again.")
            raise
    if run.status == IngestRun.Status.FAILED:
        raise IngestFailed(run.error)
    return run


def run_ingest(*, run: IngestRun, progress: Progress | None = None) -> IngestRun:
    """Carry out an ordered run, unless it is final already. Any number of calls have one effect.

    A run that fails for a reason that may pass becomes due again later, until its attempts are used.

    Raises:
        ScopeBusy: when another process ingests into the scope; the run stays due.
    """
    scope = run.source.scope
    with scope_lock(scope.pk, name=scope.slug):
        run.refresh_from_db()
        if run.is_final:
            return run
        if run.attempts >= conf.max_attempts:
            _fail(run, _gave_up(run))
            return run
        _carry_out(run, progress or Silent(), last_attempt=run.attempts + 1 >= conf.max_attempts)
    return run


def _carry_out(run: IngestRun, progress: Progress, *, last_attempt: bool) -> None:
    _start(run)
    try:
        _ingest(run, Both(RowProgress(run), progress))
    except (IngestError, CorpusError) as exc:
        _fail(run, str(exc))
    except Exception as exc:
        logger.exception("ingest.run.broke run=%s error=%s", run.pk, type(exc).__name__)
        message = f"{exc} ({type(exc).__name__})"
        if last_attempt:
            _fail(run, message)
        else:
            _postpone(run, message)


def _ingest(run: IngestRun, progress: Progress) -> None:
    source, size = run.source, PassageSize.configured()
    with workspace() as folder:
        local = fetch(source, into=folder, progress=progress)
        run.fingerprint = fingerprint(source=source, content=content_digest(source, local), size=size)
        if known := _same_result(run):
            _succeed_unchanged(run, known)
            return
        parsed = read_tree(source, local, into=folder, progress=progress)
    progress.stage("publish")
    _publish(run, parsed, assemble(tree=parsed, size=size))


def _same_result(run: IngestRun) -> IngestRun | None:
    """Return the last run when it published what this one would and the scope still holds it."""
    known = IngestRun.objects.latest_success(run.source)
    scope = run.source.scope
    scope.refresh_from_db(fields=["version", "release_number"])
    if known and (known.fingerprint, known.release_number) == (run.fingerprint, scope.release_number):
        return known
    return None


def _publish(run: IngestRun, parsed: ParsedTree, assembly: Assembly) -> None:
    with transaction.atomic():
        publication = publish_release(
            scope=run.source.scope,
            snapshot=assembly.snapshot,
            now=timezone.now(),
            accept_shrink=run.accept_shrink,
            accept_regression=run.accept_regression,
        )
        run.counts = _counts(parsed, assembly, publication)
        run.skipped = [asdict(skipped) for skipped in parsed.skipped]
        if any(isinstance(skipped, LostFile) for skipped in parsed.skipped):
            run.fingerprint = ""
        run.published = publication.release is not None
        run.release_number = run.source.scope.release_number
        _finish(run, IngestRun.Status.SUCCEEDED)


def _counts(parsed: ParsedTree, assembly: Assembly, publication: Publication) -> dict[str, int]:
    nodes = assembly.snapshot.nodes
    changes = asdict(publication)
    del changes["release"]
    return {
        "pages": len(parsed.pages),
        "nodes": len(nodes),
        "passages": sum(len(node.passages) for node in nodes),
        "edges": len(assembly.snapshot.edges),
        "facts": len(assembly.snapshot.facts),
        "unresolved_links": assembly.unresolved_links,
        **changes,
    }


def _start(run: IngestRun) -> None:
    run.status = IngestRun.Status.RUNNING
    run.attempts += 1
    run.started_at = timezone.now()
    run.error = ""
    run.save()


def _succeed_unchanged(run: IngestRun, known: IngestRun) -> None:
    kept = ("pages", "nodes", "passages", "edges", "facts", "unresolved_links")
    run.counts = {name: known.counts[name] for name in kept}
    run.skipped = known.skipped
    run.release_number = known.release_number
    _finish(run, IngestRun.Status.SUCCEEDED)


def _fail(run: IngestRun, message: str) -> None:
    run.error = message
    _finish(run, IngestRun.Status.FAILED)


def _postpone(run: IngestRun, message: str) -> None:
    run.status = IngestRun.Status.QUEUED
    run.error = message
    run.due_at = timezone.now() + timedelta(seconds=RETRY_SECONDS * 4 ** (run.attempts - 1))
    run.save()


def _finish(run: IngestRun, status: IngestRun.Status) -> None:
    run.status = status
    run.finished_at = timezone.now()
    run.save()
    logger.info("ingest.run.%s run=%s scope=%s seconds=%s", status, run.pk, run.source.scope_id, run.seconds)


def _gave_up(run: IngestRun) -> str:
    cause = run.error or "its worker ended each time (killed, or out of memory)"
    return f"The run was started {run.attempts} times without success: {cause}. Mend that and start it again."
