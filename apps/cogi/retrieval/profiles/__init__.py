"""Named, frozen ranking profiles: what was learnt once on judged collections, and is only read since."""

from cogi.retrieval.profiles.reading import InvalidProfile, RankingProfile, configured_profile, read_profile

__all__ = ["InvalidProfile", "RankingProfile", "configured_profile", "read_profile"]
