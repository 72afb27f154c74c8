"""Settings of ingest: the formats, the limits that keep hostile input harmless, the size of passages."""

from __future__ import annotations

from typing import Any

from cogi.conf import Setting, Settings

DEFAULT_PARSERS: dict[str, dict[str, Any]] = {
    "rst": {"BACKEND": "cogi.ingest.parsers.rst.RestructuredTextParser", "OPTIONS": {}},
    "markdown": {"BACKEND": "cogi.ingest.parsers.markdown.MarkdownParser", "OPTIONS": {}},
    "html": {"BACKEND": "cogi.ingest.parsers.html.HtmlParser", "OPTIONS": {}},
}


DEFAULT_FACT_EXTRACTORS = [
    "cogi.ingest.facts.versions.VersionNotes",
    "cogi.ingest.facts.defaults.Defaults",
    "cogi.ingest.facts.changelogs.Changelogs",
]


class IngestSettings(Settings):
    parsers = Setting(
        "COGI_PARSERS",
        DEFAULT_PARSERS,
        kind=dict,
        help="Maps a format's name to {'BACKEND': dotted path of a Parser, 'OPTIONS': {…}}.",
    )
    fact_extractors = Setting(
        "COGI_FACT_EXTRACTORS",
        DEFAULT_FACT_EXTRACTORS,
        kind=(list, tuple),
        help="Dotted paths of FactExtractor classes, which find facts in text beyond what a format states.",
    )
    max_file_bytes = Setting(
        "COGI_INGEST_MAX_FILE_BYTES",
        10 * 1024**2,
        kind=int,
        help="A larger source file is skipped and reported.",
    )
    max_archive_bytes = Setting(
        "COGI_INGEST_MAX_ARCHIVE_BYTES",
        512 * 1024**2,
        kind=int,
        help="A larger download is refused.",
    )
    max_entry_bytes = Setting(
        "COGI_INGEST_MAX_ENTRY_BYTES",
        256 * 1024**2,
        kind=int,
        help="An archive with an entry that unpacks to more is refused.",
    )
    max_unpacked_bytes = Setting(
        "COGI_INGEST_MAX_UNPACKED_BYTES",
        2 * 1024**3,
        kind=int,
        help="An archive that unpacks to more is refused.",
    )
    max_unpacked_entries = Setting(
        "COGI_INGEST_MAX_UNPACKED_ENTRIES",
        200_000,
        kind=int,
        help="An archive with more entries is refused.",
    )
    fetch_timeout_seconds = Setting(
        "COGI_INGEST_FETCH_TIMEOUT_SECONDS",
        30,
        kind=(int, float),
        help="How long a download may send nothing before it is given up.",
    )
    parse_timeout_seconds = Setting(
        "COGI_INGEST_PARSE_TIMEOUT_SECONDS",
        60,
        kind=(int, float),
        help="A file whose parsing takes longer is skipped and reported.",
    )
    processes = Setting(
        "COGI_INGEST_PROCESSES",
        0,
        kind=int,
        help="How many processes parse files; 0 means one per available processor.",
    )
    max_attempts = Setting(
        "COGI_INGEST_MAX_ATTEMPTS",
        3,
        kind=int,
        help="How often a run is started before it fails for good.",
    )
    passage_words = Setting(
        "COGI_INGEST_PASSAGE_WORDS",
        160,
        kind=int,
        help="The number of words that a passage aims at.",
    )
    passage_max_words = Setting(
        "COGI_INGEST_PASSAGE_MAX_WORDS",
        220,
        kind=int,
        help="The number of words above which a single block is cut.",
    )


conf = IngestSettings()
