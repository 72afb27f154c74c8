"""What is known of pages and of the question, beside the match, moves pages; no signal shows a hidden one."""

from cogi.retrieval.signals.pinning import place_pins
from cogi.retrieval.signals.rules import next_change

__all__ = ["next_change", "place_pins"]
