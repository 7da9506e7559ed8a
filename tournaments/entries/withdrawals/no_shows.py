"""Players who don't turn up.

In a season, players who lose on time get cards; in other events, a player who loses round 1 on time without a single
turn is withdrawn.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from tournaments.locking.season import season_of
from tournaments.models import Entry, Event, Pairing, Season
from tournaments.rounds.results.outcomes import Loser

from . import cards, withdraw

Cards = Season.Cards


def lost_on_time(sender: object, event: Event, pairing: Pairing, losers: Collection[Loser], **kwargs: Any) -> None:
    """Do what the event, or its season, is set up to do about a loss on time, with the event locked."""
    absent = [loser.entry for loser in losers if not loser.has_played]
    season = season_of(event)
    if season is not None and season.cards != Cards.NOBODY:
        everybody = [loser.entry for loser in losers]
        cards.give_cards(event, season, pairing, everybody if season.cards == Cards.ON_TIME else absent)
    elif event.withdraws_no_shows and pairing.round.number == 1:
        for entry in event.entries.filter(pk__in=absent, status=Entry.Status.ENTERED):
            withdraw.withdraw_no_show(entry)
