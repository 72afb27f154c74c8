"""Learns a ranking profile from judged collections, and tells what it is worth on those it has not seen."""
