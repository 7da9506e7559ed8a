"""Requests as the pages of an account get them."""

from __future__ import annotations

from django.http import HttpRequest

from .models import User


class PlayerRequest(HttpRequest):
    """A request of someone who is logged in."""

    user: User
