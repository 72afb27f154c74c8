"""Golden sets as files: an upload adds questions, a download holds what the viewer may read."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.template.response import TemplateResponse
from django.urls import reverse

from cogi.corpus.perimeter import perimeter_for
from cogi.evaluation.errors import EvaluationError
from cogi.evaluation.golden.exporting import as_beir, as_table
from cogi.evaluation.golden.importing import Imported, InvalidTable, import_queries, read_table
from cogi.evaluation.golden.reading import judged_queries
from cogi.evaluation.models import GoldenSet
from cogi.evaluation.relevance.beir import Judged, read_judged_folder


class ImportForm(forms.Form):
    table = forms.FileField(
        required=False,
        help_text="CSV with the columns query, page (path or address) and, if you like, grade.",
    )
    queries = forms.FileField(required=False, help_text="Or BEIR's two files: queries.jsonl …")
    judgements = forms.FileField(required=False, help_text="… and qrels.tsv.")
    skip_unknown = forms.BooleanField(
        required=False, label="Leave out pages that are not there", help_text="Otherwise nothing is imported."
    )

    def clean(self) -> dict[str, Any]:
        given = {name for name in ("table", "queries", "judgements") if self.cleaned_data.get(name)}
        if not self.errors and given not in ({"table"}, {"queries", "judgements"}):
            raise forms.ValidationError("Give either a table, or queries.jsonl and qrels.tsv together.")
        return self.cleaned_data


def import_into(site_admin: Any, request: HttpRequest, pk: int) -> HttpResponse:
    """Show the form, or add what it brings to the set."""
    golden_set = _visible(site_admin, request, pk)
    if not site_admin.has_change_permission(request, golden_set):
        raise PermissionDenied
    form = ImportForm(request.POST, request.FILES) if request.method == "POST" else ImportForm()
    if form.is_valid():
        try:
            done = _import(golden_set, form.cleaned_data)
        except EvaluationError as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, _described(done))
            return HttpResponseRedirect(reverse("admin:cogi_evaluation_goldenset_change", args=[pk]))
    context = {
        **site_admin.admin_site.each_context(request),
        "opts": GoldenSet._meta,
        "original": golden_set,
        "title": f"Import into {golden_set}",
        "form": form,
    }
    return TemplateResponse(request, "admin/cogi_evaluation/import.html", context)


def export_set(site_admin: Any, request: HttpRequest, pk: int, *, form: str) -> HttpResponse:
    """Return a table, or a ZIP archive of BEIR's files, of the pages that the viewer may read."""
    golden_set = _visible(site_admin, request, pk)
    try:
        judged = judged_queries(golden_set, perimeter=perimeter_for(request.user))
    except EvaluationError as error:
        messages.error(request, str(error))
        return HttpResponseRedirect(reverse("admin:cogi_evaluation_goldenset_change", args=[pk]))
    if form == "csv":
        return _download(f"{golden_set.name}.csv", "text/csv; charset=utf-8", as_table(judged).encode())
    if form == "beir":
        return _download(f"{golden_set.name}.zip", "application/zip", _zipped(judged))
    raise Http404


def _visible(site_admin: Any, request: HttpRequest, pk: int) -> GoldenSet:
    if not site_admin.has_view_permission(request):
        raise PermissionDenied
    found: GoldenSet = get_object_or_404(site_admin.get_queryset(request).select_related("scope"), pk=pk)
    return found


def _import(golden_set: GoldenSet, given: dict[str, Any]) -> Imported:
    judged = _table(given["table"]) if given["table"] else _beir(given["queries"], given["judgements"])
    return import_queries(golden_set, judged, skip_unknown=given["skip_unknown"])


def _table(file: IO[bytes]) -> Judged:
    try:
        text = file.read().decode("utf-8-sig")
    except UnicodeDecodeError as exc:
        raise InvalidTable("The table is not UTF-8.") from exc
    return read_table(io.StringIO(text, newline=""))


def _beir(queries: IO[bytes], judgements: IO[bytes]) -> Judged:
    with TemporaryDirectory() as name:
        folder = Path(name)
        folder.joinpath("queries.jsonl").write_bytes(queries.read())
        folder.joinpath("qrels.tsv").write_bytes(judgements.read())
        try:
            return read_judged_folder(folder)
        except EvaluationError as exc:
            # The folder's name means nothing to who uploaded the files.
            raise InvalidTable(str(exc).replace(f"{folder}/", "")) from exc


def _described(done: Imported) -> str:
    left_out = f" {len(done.unknown):,} pages are not there and were left out." if done.unknown else ""
    return f"Imported {done.queries:,} questions with {done.judgements:,} judged pages.{left_out}"


def _zipped(judged: Judged) -> bytes:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as file:
        for name, text in as_beir(judged).items():
            file.writestr(name, text)
    return archive.getvalue()


def _download(name: str, content_type: str, content: bytes) -> HttpResponse:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(content, content_type=content_type, headers=headers)
