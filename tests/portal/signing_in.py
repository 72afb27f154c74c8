"""Clients of people who are signed in."""

from __future__ import annotations

from django.contrib.auth.models import User
from django.test import Client


def signed_in(name: str) -> Client:
    client = Client()
    client.force_login(User.objects.get(username=name))
    return client
