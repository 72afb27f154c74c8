"""The one read path: every surface asks ``search`` and shows what it returns."""
