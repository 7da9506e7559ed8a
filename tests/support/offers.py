"""Offers made and answered, for tests."""

from __future__ import annotations

from accounts.models import User
from matches.models import Match, Offer, Place
from matches.offers import answers


def accepted(offer: Offer, user: User, contribution: str = "") -> Match:
    """Accept the offer for the user who takes the last place, and return the match that begins."""
    match = answers.accept_place(offer, user, contribution, has_link=offer.by_link)
    assert match is not None
    return match


def opponent_of(challenge: Offer) -> User:
    """Return the player who is challenged."""
    player = challenge.places.get().player
    assert player is not None
    return player


def place_of(table: Offer, player: User) -> Place:
    """Return the place that the player is asked for, or has."""
    return table.places.get(player=player)
