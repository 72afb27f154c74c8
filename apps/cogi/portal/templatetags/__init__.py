"""Template library of the portal."""
