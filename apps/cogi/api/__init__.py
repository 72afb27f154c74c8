"""The programs' surface: every endpoint decodes, makes one domain call with a perimeter, and encodes."""
