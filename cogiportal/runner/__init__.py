"""``make run``: everything of the site in one terminal, and nothing left behind when it ends."""
