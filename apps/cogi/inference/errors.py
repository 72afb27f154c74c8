"""The root of what goes wrong with a learned model while it runs."""


class InferenceError(Exception):
    """A model could not do its work; callers degrade, they do not fail."""
