"""The shapes of requests and responses; what stands in them is what the OpenAPI page tells."""
