"""Settings of retrieval."""

from __future__ import annotations

from cogi.conf import Setting, Settings


class RetrievalSettings(Settings):
    deadline = Setting(
        "COGI_SEARCH_DEADLINE",
        2.0,
        kind=(float, int),
        help="Seconds in which a search answers, whatever is late.",
    )
    engine_deadlines = Setting(
        "COGI_ENGINE_DEADLINES",
        {"lexical": 1.5, "dense": 1.0, "sparse": 1.0, "graph": 0.5, "episodic": 0.5},
        kind=dict,
        help="Seconds that each engine may take inside COGI_SEARCH_DEADLINE.",
    )
    engine_threads = Setting(
        "COGI_ENGINE_THREADS",
        16,
        kind=int,
        help="Threads that a process has for each engine and a reranker; 0 runs engines in the caller.",
    )
    max_question_length = Setting(
        "COGI_MAX_QUESTION_LENGTH",
        2000,
        kind=int,
        help="Characters of the longest question that is searched.",
    )
    candidates = Setting(
        "COGI_CANDIDATES", 200, kind=int, help="Passages that each engine offers to the fusion."
    )
    engine_weights = Setting(
        "COGI_ENGINE_WEIGHTS",
        {"lexical": 1.0, "dense": 1.0, "sparse": 1.0, "graph": 3.0, "episodic": 4.0},
        kind=dict,
        help="Weight of each engine in reciprocal rank fusion. The graph has a say only where a question "
        "asks for a relation to something that it names, and facts only where it asks for a time or a state.",
    )
    ranking_profile: Setting[str | None] = Setting(
        "COGI_RANKING_PROFILE",
        "documentation-1",
        kind=(str, type(None)),
        help="Name of the profile that weighs the engines by the class of the question, or a .json file that "
        "`cogi_tune` wrote; None ranks by plain reciprocal rank fusion.",
    )
    graph_prior = Setting(
        "COGI_GRAPH_PRIOR",
        0.3,
        kind=(float, int),
        help="How much nearness in the graph, to what the question names and to the page that the reader is "
        "on, adds to the odds of a page's score, at most; 0 leaves it out.",
    )
    signals = Setting(
        "COGI_SIGNALS",
        {
            "version": 1.5,
            "other version": 0.6,
            "recency": 1.4,
            "audience": 1.3,
            "other audience": 0.8,
            "level": 1.3,
            "other level": 0.8,
            "prerequisite": 1.3,
            "superseded": 0.8,
        },
        kind=dict,
        help="By what each signal multiplies the odds of a page's score: a page for the version that the "
        "question names, or only for others; the newest page (older ones get less), where the newest is "
        "asked for; a page for the audience or of the level that is asked for, or for another; a page that "
        "the one being read depends on; a page beside the one that supersedes it (at most so much of its "
        "odds). 1, or no entry, leaves a signal out.",
    )
    rerank_candidates = Setting(
        "COGI_RERANK_CANDIDATES",
        30,
        kind=int,
        help="Pages, the best of the fused ones, that a reranker orders.",
    )
    rerank_deadline = Setting(
        "COGI_RERANK_DEADLINE",
        0.5,
        kind=(float, int),
        help="Seconds that a reranker may take inside COGI_SEARCH_DEADLINE; later, the fused order stands.",
    )
    page_decays = Setting(
        "COGI_PAGE_DECAYS",
        {"lexical": 0.2},
        kind=dict,
        help="How much a page's second best passage counts beside its best, its third beside its second, and "
        "so on, in each engine; 0, or no entry, ranks pages by their best passage alone.",
    )
    min_similarity = Setting(
        "COGI_MIN_SIMILARITY",
        0.25,
        kind=float,
        help="Cosine similarity below which a passage does not count as found by the dense engine.",
    )
    snippet_words = Setting("COGI_SNIPPET_WORDS", 36, kind=int, help="Words of a snippet.")
    text_cache_bytes = Setting(
        "COGI_TEXT_CACHE_BYTES",
        32_000_000,
        kind=int,
        help="Bytes that a process keeps of passages cut into words, for snippets; 0 keeps none.",
    )
    passages_per_hit = Setting("COGI_PASSAGES_PER_HIT", 3, kind=int, help="Passages shown under one hit.")
    facet_metadata = Setting(
        "COGI_FACET_METADATA",
        ["tags", "audience", "level", "status"],
        kind=(list, tuple),
        help="Metadata keys whose values are counted beside the results and filter as `key:value`.",
    )
    facet_values = Setting(
        "COGI_FACET_VALUES", 50, kind=int, help="Values that a facet lists, those with most pages first."
    )
    page_table_cells = Setting(
        "COGI_PAGE_TABLE_CELLS",
        4_000_000,
        kind=int,
        help="Cells of page tables that a process keeps for filters and facets: about ten a page.",
    )
    cache: Setting[str | None] = Setting(
        "COGI_CACHE",
        "default",
        kind=(str, type(None)),
        help="Alias in CACHES under which results are kept; None computes each search anew.",
    )
    cache_seconds = Setting(
        "COGI_CACHE_SECONDS",
        3600,
        kind=int,
        help="Seconds that results are kept. They are never stale; this only bounds how many there are.",
    )
    cache_deadline = Setting(
        "COGI_CACHE_DEADLINE",
        0.1,
        kind=(float, int),
        help="Seconds that the cache may take; later, a search does without it.",
    )
    reader_path = Setting(
        "COGI_READER_PATH",
        "/docs/",
        kind=str,
        help="Where the portal shows pages of scopes that have no published site (no base address).",
    )


conf = RetrievalSettings()
