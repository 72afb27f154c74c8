"""PostgreSQL 18 with pgvector from a wheel: started when a connection is wanted, stopped by the last user."""
