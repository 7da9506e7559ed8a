"""Offers made and answered, for tests."""

from __future__ import annotations

from accounts.models import User
from matches.models import Match, Offer, Place
from matches.offers import answers


def accepted(offer: Offer, user: User, contribution: str = "") -> Match:
    """The match that begins as the user takes the last place."""
    match = answers.accept_place(offer, user, contribution, has_link=offer.by_link)
    assert match is not None
    return match


def opponent_of(challenge: Offer) -> User:
    """The player who is challenged."""
    player = challenge.places.get().player
    assert player is not None
    return player


def place_of(table: Offer, player: User) -> Place:
    """The place that the player is asked for, or has."""
    return table.places.get(player=player)
