"""Settings of the index."""

from __future__ import annotations

from cogi.conf import Setting, Settings


class IndexSettings(Settings):
    field_weights = Setting(
        "COGI_FIELD_WEIGHTS",
        {"title": 1.5, "headings": 1.5, "code": 0.75, "body": 1.0},
        kind=dict,
        help="BM25F weight of each field, in steps of 0.25. A change applies to segments built after it.",
    )
    bm25_k1 = Setting("COGI_BM25_K1", 1.5, kind=float, help="BM25 term frequency saturation.")
    bm25_b = Setting("COGI_BM25_B", 0.75, kind=float, help="BM25 length normalisation, 0 to 1.")
    postings_cache_bytes = Setting(
        "COGI_POSTINGS_CACHE_BYTES",
        256 * 1024 * 1024,
        kind=int,
        help="Memory that a process may use for postings, packed and decoded (100,000 passages want about "
        "30 MB); 0 reads them anew each time.",
    )
    columns_cache_bytes = Setting(
        "COGI_COLUMNS_CACHE_BYTES",
        256 * 1024 * 1024,
        kind=int,
        help="Memory that a process may use for what it knows of passages: ids, lengths, vocabularies.",
    )
    max_segments = Setting(
        "COGI_MAX_SEGMENTS",
        8,
        kind=int,
        help="Live segments of one visibility class before the worker merges the smaller ones.",
    )
    analysis_processes = Setting(
        "COGI_ANALYSIS_PROCESSES",
        0,
        kind=int,
        help="Processes that analyse the texts of a large publish; 0 is one for each processor.",
    )
    segment_passages = Setting(
        "COGI_SEGMENT_PASSAGES",
        200_000,
        kind=int,
        help="Passages of the largest segment that a publish builds; more memory, fewer segments.",
    )
    embedding_batch = Setting(
        "COGI_EMBEDDING_BATCH", 128, kind=int, help="Passages embedded and stored at a time."
    )
    superseded_model_days = Setting(
        "COGI_SUPERSEDED_MODEL_DAYS",
        1.0,
        kind=(float, int),
        help="Days for which the vectors of a model are kept after another one has replaced it everywhere.",
    )
    hnsw_threshold = Setting(
        "COGI_HNSW_THRESHOLD",
        2000,
        kind=int,
        help="Vectors of one visibility class from which it gets an HNSW index; fewer are scanned exactly.",
    )
    hnsw_m = Setting(
        "COGI_HNSW_M", 16, kind=int, help="Neighbours of a vector in an HNSW index. A change rebuilds them."
    )
    hnsw_ef_construction = Setting(
        "COGI_HNSW_EF_CONSTRUCTION",
        128,
        kind=int,
        help="Candidates for each neighbour in an HNSW index. A change rebuilds them.",
    )
    hnsw_ef_search = Setting(
        "COGI_HNSW_EF_SEARCH",
        200,
        kind=int,
        help="Candidates that an HNSW search keeps (recall against time), at most 1000.",
    )
    hnsw_build_memory: Setting[str | None] = Setting(
        "COGI_HNSW_BUILD_MEMORY",
        None,
        kind=(str, type(None)),
        help="maintenance_work_mem of an HNSW build, such as `2GB`; a graph that outgrows it is built many "
        "times slower. None: the server's.",
    )
    hnsw_build_workers: Setting[int | None] = Setting(
        "COGI_HNSW_BUILD_WORKERS",
        None,
        kind=(int, type(None)),
        help="Parallel workers of an HNSW build. None: the server's max_parallel_maintenance_workers.",
    )
    exact_scan_limit = Setting(
        "COGI_EXACT_SCAN_LIMIT",
        1_000_000,
        kind=int,
        help="Vectors of the largest class that is compared in full when its HNSW index finds too few.",
    )


conf = IndexSettings()
