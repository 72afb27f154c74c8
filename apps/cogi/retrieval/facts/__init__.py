"""Facts as they are asked for: in a question's words, or one list at a time; always within a perimeter."""
