"""Every learned model behind a named backend, loaded at first use and never at import."""
