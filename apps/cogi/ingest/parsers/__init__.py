"""Parsers know formats: bytes of one file in, one page out, never the database."""
