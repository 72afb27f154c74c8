"""Version 1 of the JSON API, on django-ninja."""
