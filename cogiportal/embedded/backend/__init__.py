"""A Django database engine: PostgreSQL whose server starts when the first connection is wanted."""
