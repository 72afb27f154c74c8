"""Synthesizers turn numbered evidence into an answer that cites it."""
