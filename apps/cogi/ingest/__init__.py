"""Ingest turns sources into releases: fetch, parse, diff, publish. Half a run is never published."""
