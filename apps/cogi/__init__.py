"""Permission-aware documentation search and answers on plain PostgreSQL."""
