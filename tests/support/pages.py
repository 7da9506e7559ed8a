"""Pages as they are read: words without tags."""

from __future__ import annotations

import html
import re

from django.test import Client

from accounts.models import User
from matches.models import Match, Seat


def words(page: str) -> str:
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", page)).split())


def main_of(page: str) -> str:
    """Return what a page has between its header and its foot."""
    return page.split("<main", 1)[1].split("</main>", 1)[0]


def read(client: Client, address: str) -> str:
    return words(client.get(address).content.decode())


def read_match(client: Client, match: Match, path: str = "") -> str:
    return read(client, f"/matches/{match.pk}/{path}")


def seat_of(match: Match, player: User) -> Seat:
    return match.seats.select_related("player").get(player=player)


def length_of(match: Match) -> int:
    match.refresh_from_db()
    return match.log_length
