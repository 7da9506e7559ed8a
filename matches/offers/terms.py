"""The terms of an offer: the game, the number of players, and the clock."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping

from django.db.models import Exists, OuterRef, Q

from accounts.computers import computer_player
from accounts.models import NOWHERE, User
from accounts.names.display_names import player_called, strength_named
from engine import chance
from engine.errors import BadOption
from engine.game import Game
from engine.games import game
from engine.values import Options
from i18n.text import say
from matches.clocks.pauses import friendly_pool
from matches.input.text import one_line, too_long
from matches.models import Offer, Seat
from matches.time_control import time_control
from matches.time_control.limits import faults
from matches.time_control.presets import Pace

from .rating_range import rating_of
from .refused import OfferRefused


def compose(
    host: User,
    *,
    seats: int = 2,
    game_slug: str,
    options: Mapping[str, str],
    first: str = Offer.First.LOT,
    control: time_control.TimeControl,
    vacation: bool = False,
    baton: bool = False,
    message: str = "",
    by_link: bool = False,
    contribution: str = "",
    within: int | None = None,
) -> Offer:
    """Return an offer that isn't set up yet. Raises ``OfferRefused``.

    Its free places are for anyone, with ``by_link`` for anyone who has been sent the link, and ``within`` that many
    points of the host's rating, if that is given. ``options`` are a form's values; ``vacation`` says whether vacation
    pauses the clocks, and ``baton`` whether turns pass on meanwhile; ``contribution`` is what the host gives to the
    seed, whatever text it is.
    """
    offer = Offer(
        host=host,
        game_slug=game_slug,
        options=_clean_options(game_slug, options),
        seats=_clean_seats(game(game_slug), seats),
        by_link=by_link,
        first=_clean_first(first),
        message=clean_message(message),
        contribution=chance.contribution(contribution),
        **_clean_control(control, vacation, baton).columns(),
        vacation_pool=friendly_pool() if vacation else None,
        baton=baton,
    )
    if within is not None:
        rating = rating_of(host, game_slug)
        offer.least, offer.most = rating - within, rating + within
    return offer


def table_sizes(game: Game) -> list[int]:
    """Return the numbers of players for whom a table can be set up: more than two, or any number for a team.

    The match of a player alone begins at once.
    """
    return [seats for seats in game.seats if seats > 2 or game.together]


def is_playable(game: Game, seats: int) -> bool:
    """Return whether that many players can begin: at least two, or one in a team's game."""
    return seats in game.seats and (seats > 1 or game.together)


def find_player(name: str) -> User:
    """Return the player of that name, however its letters are cased or composed. Raises ``OfferRefused``."""
    invited = ~Q(email__endswith=NOWHERE) & Exists(Seat.objects.filter(player=OuterRef("pk")))
    known = Q(is_guest=False) | invited
    name = one_line(unicodedata.normalize("NFKC", name))
    if (strength := strength_named(name)) is not None:
        return computer_player(strength)
    player = player_called(name, User.objects.filter(known, is_active=True))
    if player is None:
        raise OfferRefused(say("No player here is called “%(name)s”.", name=name), "unknown", "opponent")
    return player


def find_asked(line: str) -> User | str:
    """Return the player of that name, or the text itself if it is an address. Raises ``OfferRefused``."""
    return line if "@" in line else find_player(line)


def clean_message(message: str) -> str:
    message = one_line(message)
    if fault := too_long(message):
        raise OfferRefused(fault, "invalid", "message")
    return message


def _clean_seats(game: Game, seats: int) -> int:
    if seats not in table_sizes(game) and not (seats == 2 and 2 in game.seats):
        raise OfferRefused(say("This game isn’t for that many players."), "invalid", "seats")
    return seats


def _clean_options(game_slug: str, options: Mapping[str, str]) -> Options:
    try:
        return game(game_slug).clean_options(options)
    except LookupError:
        raise OfferRefused(say("We don’t offer this game."), "invalid", "game") from None
    except BadOption as error:
        raise OfferRefused(str(error), "invalid", error.key) from error


def _clean_first(first: str) -> str:
    if first not in Offer.First.values:
        raise OfferRefused(say("Choose who goes first: you, your opponent or random."), "invalid", "first")
    return first


def _clean_control(control: time_control.TimeControl, vacation: bool, baton: bool) -> time_control.TimeControl:
    pace = Pace(control.start, control.increment, control.cap)
    for fault in faults(pace, control.at_zero, control.passes, vacation, baton):
        raise OfferRefused(fault.message, "invalid", fault.field)
    return control
