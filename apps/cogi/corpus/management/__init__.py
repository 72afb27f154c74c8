"""Management of the corpus."""
