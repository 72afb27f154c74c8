"""Golden sets: reading them, bringing them in and out as files, and finding the pages that they judge."""
