"""Facts on two time axes: what is said anew closes what it contradicts, and nothing is overwritten."""

from cogi.corpus.facts.recording import InvalidFact, record_facts, retract_facts

__all__ = ["InvalidFact", "record_facts", "retract_facts"]
