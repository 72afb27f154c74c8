"""The health check tells a load balancer whether this process can serve, and nothing else."""

from __future__ import annotations

from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from cogi.api.problems import Problem


@never_cache
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    checks = {"database": "ok", "pgvector": "ok"}
    try:
        if not _has_pgvector():
            checks["pgvector"] = "missing"
    except DatabaseError:
        checks = {"database": "unreachable", "pgvector": "unknown"}
    if set(checks.values()) == {"ok"}:
        return JsonResponse({"status": "ok", **checks})
    return _unhealthy(checks).response(instance=request.path)


def _has_pgvector() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'vector')")
        return bool(cursor.fetchone()[0])


def _unhealthy(checks: dict[str, str]) -> Problem:
    return Problem(
        name="unhealthy",
        title="This process cannot serve",
        status=503,
        detail="See the checks that are not ok; an operator finds the cause in the server's log.",
        extensions=checks,
        headers={"Retry-After": "5"},
    )
