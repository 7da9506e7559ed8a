"""The type of the requests that an account's pages get."""

from __future__ import annotations

from django.http import HttpRequest

from .models import User


class PlayerRequest(HttpRequest):
    """A request from someone who is logged in."""

    user: User
