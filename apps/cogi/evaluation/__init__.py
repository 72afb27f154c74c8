"""Measures the engines: relevance on judged collections, speed beside peers. No request reads it."""
