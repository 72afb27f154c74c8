"""What is known of pages and of the question, beside the match, moves pages; no signal shows a hidden one."""

from cogi.retrieval.signals.applying import apply_signals
from cogi.retrieval.signals.outlasting import outlast
from cogi.retrieval.signals.pinning import place_pins

__all__ = ["apply_signals", "outlast", "place_pins"]
