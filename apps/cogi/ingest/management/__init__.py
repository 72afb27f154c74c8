"""Management of ingest."""
