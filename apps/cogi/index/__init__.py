"""What is derived from the truth for searching: droppable and rebuildable at any time."""
