"""Every learned model behind a named backend: embedders, rerankers and chat."""
