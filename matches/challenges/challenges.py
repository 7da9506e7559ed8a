"""Challenges: how two people come to a match.

A challenge is for a player, for whoever reads an email address, or for anyone who takes it. It waits two weeks.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from functools import partial, wraps
from typing import Concatenate, Literal, ParamSpec, TypeVar

from django.conf import settings
from django.db import OperationalError, transaction
from django.db.models import Exists, OuterRef, Q

from accounts.computers import computer_player
from accounts.display_names import player_called, strength_named
from accounts.models import NOWHERE, User
from engine import chance
from engine.errors import BadOption
from engine.game import Game
from engine.games import game
from engine.values import Options
from i18n.text import say
from jobs import clock
from matches import fairness
from matches.clocks import time_control
from matches.clocks.limits import faults
from matches.clocks.presets import Pace
from matches.gate import turns
from matches.gate.lock.locking import is_locked_out
from matches.leave.pauses import friendly_pool
from matches.live.change_tokens import announce_lobby
from matches.mails import queue
from matches.models import Challenge, Gathering, Match, Seat, new_seed
from matches.text_input import one_line, too_long

from . import guests
from .limits import excess_of
from .rating_range import rating_of, refusal, wants

T = TypeVar("T")
P = ParamSpec("P")
Code = Literal["unknown", "self", "own", "not_yours", "closed", "expired", "limit", "repeat", "invalid", "busy"]

WAITS = timedelta(days=14)


# Open challenges, which anyone may accept, as far as nothing else keeps them from it.
TAKEABLE = Q(opponent=None, opponent_email="", by_link=False, gathering=None, challenger__is_active=True)
_STATUS = {"not_yours": 403, "own": 409, "closed": 409, "expired": 409, "limit": 429, "busy": 503}


class Refused(Exception):
    """No change was made. ``message`` is one sentence for the player, ``status`` an HTTP status, and ``field`` the
    input at fault where there is one: ``opponent``, ``email``, ``message``, ``first``, an option's key, or what
    ``matches.clocks.limits`` names."""

    def __init__(self, message: str, code: Code, field: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.code: Code = code
        self.field = field
        self.status = _STATUS.get(code, 422)


def find_player(name: str) -> User:
    """The player of that name, however its letters are cased or composed. Raises ``Refused``."""
    invited = ~Q(email__endswith=NOWHERE) & Exists(Seat.objects.filter(player=OuterRef("pk")))
    known = Q(is_guest=False) | invited
    name = one_line(unicodedata.normalize("NFKC", name))
    if (strength := strength_named(name)) is not None:
        return computer_player(strength)
    player = player_called(name, User.objects.filter(known, is_active=True))
    if player is None:
        raise Refused(say("No player here is called “%(name)s”.", name=name), "unknown", "opponent")
    return player


def computers_play(game: Game) -> bool:
    """Whether computers play that game here. In a team's they need to be able to look ahead."""
    return settings.COMPUTER_PLAYERS and not (game.together and game.lookahead() is None)


def unless_locked_out(act: Callable[[], T]) -> T:
    """Run ``act`` in a transaction. Raises ``Refused`` where someone holds for too long what it needs."""
    try:
        with transaction.atomic():
            return act()
    except OperationalError as error:
        if not is_locked_out(error):
            raise
        busy = say("The site is busy. Please try again.")
        raise Refused(busy, "busy") from error


def _locked(act: Callable[Concatenate[Challenge, P], T]) -> Callable[Concatenate[Challenge, P], T]:
    """Call the act with a challenge, which it gets as it is now, its row locked."""

    @wraps(act)
    def run(challenge: Challenge, /, *args: P.args, **kwargs: P.kwargs) -> T:
        return unless_locked_out(lambda: act(_as_it_is(challenge), *args, **kwargs))

    return run


def _as_it_is(challenge: Challenge) -> Challenge:
    rows = Challenge.objects.select_for_update(no_key=True, of=("self",)).select_related("challenger", "opponent")
    locked = rows.filter(pk=challenge.pk).first()
    if locked is None:
        raise Refused(say("This challenge no longer exists."), "closed")
    return locked


def compose(
    challenger: User,
    *,
    opponent: User | None,
    email: str,
    game_slug: str,
    options: Mapping[str, str],
    first: str,
    control: time_control.TimeControl,
    leave: bool = False,
    baton: bool = False,
    message: str = "",
    by_link: bool = False,
    contribution: str = "",
    within: int | None = None,
) -> Challenge:
    """A challenge to a player, to the reader of an address, or (with neither) to anyone, ``by_link`` to anyone who has
    been sent the link, and ``within`` so many points of the challenger's rating, if that is given; not placed yet.
    ``options`` are a form's values; ``leave`` says whether leave stops the clocks, and ``baton`` whether turns pass on
    meanwhile; ``contribution`` is what the
    challenger gives to the seed, whatever text it is.

    Raises ``Refused``. Nothing in the answer tells whether an address belongs to an account.
    """
    challenge = Challenge(
        challenger=challenger,
        opponent=opponent,
        opponent_email=_clean_address(email) if opponent is None and email.strip() else "",
        by_link=by_link and opponent is None and not email.strip(),
        game_slug=game_slug,
        options=_clean_options(game_slug, options),
        first=_clean_first(first),
        message=_clean_message(message),
        contribution=chance.contribution(contribution),
        **_clean_control(control, leave, baton).columns(),
        leave_pool=friendly_pool() if leave else None,
        baton=baton,
    )
    if within is not None and challenge.is_open and not challenge.by_link:
        rating = rating_of(challenger, game_slug)
        challenge.least, challenge.most = rating - within, rating + within
    return challenge


def place(challenge: Challenge) -> Challenge:
    """Make a challenge whose terms are known to be possible. A computer accepts it at once, and sits down at once at a
    table. Raises ``Refused``."""
    return unless_locked_out(partial(_place_in_turn, challenge))


def _placed(compose: Callable[P, Challenge]) -> Callable[P, Challenge]:
    @wraps(compose)
    def make(*args: P.args, **kwargs: P.kwargs) -> Challenge:
        return place(compose(*args, **kwargs))

    return make


make = _placed(compose)


@_locked
def accept(challenge: Challenge, user: User, contribution: str = "") -> Match:
    """Take the challenge up, with a contribution to the seed: the match it led to. Raises ``Refused``."""
    if challenge.gathering_id is not None:
        raise Refused(say("This challenge is for a seat at a table."), "closed")
    if challenge.match and user.pk == challenge.opponent_id:
        return challenge.match
    refuse_unless_waiting(challenge)
    if user.pk == challenge.challenger_id:
        raise Refused(say("This is your own challenge: someone else must accept it."), "own")
    if not challenge.is_open:
        _refuse_unless_for(challenge, user)
    if not challenge.challenger.is_active:
        raise Refused(say("The challenger no longer plays here."), "closed")
    _refuse_unless_wanted(challenge, user)
    challenge.opponent = user
    _close(challenge, Challenge.Status.ACCEPTED)
    came = ((challenge.challenger, challenge.contribution), (user, chance.contribution(contribution)))
    seats = {Challenge.First.ME: (0, 1), Challenge.First.YOU: (1, 0)}.get(Challenge.First(challenge.first))
    mixed = fairness.mix(challenge.server or new_seed(), f"challenge/{challenge.pk}", came, seats)
    challenge.match = turns.start_match(
        challenge.game_slug,
        challenge.options,
        mixed.players,
        challenge.control,
        leave_pool=challenge.leave_pool,
        seed=mixed.seed,
        origin=mixed.origin,
    )
    challenge.save(update_fields=["match"])
    if not user.is_computer:  # which answered the challenger's own request
        queue.challenge_accepted(challenge)
    return challenge.match


@_locked
def decline(challenge: Challenge, user: User, message: str = "") -> Challenge:
    """Turn the challenge down, with a line to the challenger if there is one. Raises ``Refused``."""
    message = _clean_message(message)
    if challenge.is_open:
        raise Refused(say("This challenge is open to anyone, so you can’t decline it."), "not_yours")
    _refuse_unless_for(challenge, user)
    if challenge.status != Challenge.Status.DECLINED:
        refuse_unless_waiting(challenge)
        _close(challenge, Challenge.Status.DECLINED)
        queue.challenge_declined(challenge, message)
    return challenge


@_locked
def withdraw(challenge: Challenge, user: User) -> Challenge:
    """Raises ``Refused``."""
    if user.pk != challenge.challenger_id:
        raise Refused(say("Only the challenger can withdraw a challenge."), "not_yours")
    if challenge.status != Challenge.Status.WITHDRAWN:
        refuse_unless_waiting(challenge)
        _close(challenge, Challenge.Status.WITHDRAWN)
        queue.challenge_withdrawn(challenge)
    return challenge


def expire_due(now: datetime) -> int:
    """End the challenges that have waited too long; how many. Forgets guests no one plays with."""
    due = Challenge.objects.filter(status=Challenge.Status.PENDING, expires_at__lte=now)
    expired = due.update(status=Challenge.Status.EXPIRED, answered_at=now)
    expired += Gathering.objects.filter(status=Gathering.Status.OPEN, expires_at__lte=now).update(
        status=Gathering.Status.EXPIRED
    )
    guests.forget_unused(now)
    return expired


# -- making one ----------------------------------------------------------------------------------------------------


def _place_in_turn(challenge: Challenge) -> Challenge:
    """Two challenges sent at once by one player are looked at one after the other."""
    User.objects.select_for_update(no_key=True).get(pk=challenge.challenger_id)
    return _place(challenge)


def _place(challenge: Challenge) -> Challenge:
    if challenge.opponent_email:
        challenge.opponent = guests.reader_of(challenge.opponent_email)
    field = "email" if challenge.opponent_email else "opponent"
    if challenge.opponent_id == challenge.challenger_id:
        raise Refused(say("You can’t challenge yourself."), "self", field)
    if challenge.opponent and not challenge.opponent.is_active and not challenge.opponent_email:
        raise Refused(say("This player no longer plays here."), "unknown", field)
    challenge.made_at = clock.now()
    challenge.expires_at = challenge.made_at + WAITS
    is_computers = challenge.opponent is not None and challenge.opponent.is_computer
    if is_computers and not computers_play(challenge.game):
        raise Refused(say("This site offers no computer opponents."), "closed", field)
    if challenge.gathering is None and challenge.game.together:
        raise Refused(say("This game is for a team: set up a table."), "invalid", "game")
    if excess := excess_of(challenge):
        raise Refused(excess.message, excess.code, field)
    if is_computers and challenge.gathering:
        challenge.status, challenge.answered_at = Challenge.Status.ACCEPTED, challenge.made_at
    challenge.save(force_insert=True)
    announce_lobby()
    if challenge.opponent is None or challenge.status == Challenge.Status.ACCEPTED:
        return challenge
    if is_computers:
        challenge.match, challenge.status = accept(challenge, challenge.opponent), Challenge.Status.ACCEPTED
    else:
        queue.challenged(challenge)
    return challenge


def _clean_address(email: str) -> str:
    try:
        return guests.clean_address(email)
    except ValueError as error:
        raise Refused(str(error), "invalid", "email") from error


def _clean_options(game_slug: str, options: Mapping[str, str]) -> Options:
    try:
        return game(game_slug).clean_options(options)
    except LookupError:
        raise Refused(say("We don’t offer this game."), "invalid", "game") from None
    except BadOption as error:
        raise Refused(str(error), "invalid", error.key) from error


def _clean_first(first: str) -> str:
    if first not in Challenge.First.values:
        raise Refused(say("Choose who goes first: you, your opponent or random."), "invalid", "first")
    return first


def _clean_message(message: str) -> str:
    message = one_line(message)
    if fault := too_long(message):
        raise Refused(fault, "invalid", "message")
    return message


def _clean_control(control: time_control.TimeControl, leave: bool, baton: bool) -> time_control.TimeControl:
    pace = Pace(control.start, control.increment, control.cap)
    for fault in faults(pace, control.at_zero, control.passes, leave, baton):
        raise Refused(fault.message, "invalid", fault.field)
    return control


# -- answering one -------------------------------------------------------------------------------------------------


def _close(challenge: Challenge, status: Challenge.Status) -> None:
    """Compare and set, so that a challenge has one end where the database has no row locks, too."""
    challenge.status = status
    challenge.answered_at = clock.now()
    waiting = Challenge.objects.filter(pk=challenge.pk, status=Challenge.Status.PENDING)
    if not waiting.update(status=status, answered_at=challenge.answered_at, opponent=challenge.opponent):
        raise Refused(say("This challenge has just been answered."), "closed")
    announce_lobby()


def _refuse_unless_for(challenge: Challenge, user: User) -> None:
    if user.pk != challenge.opponent_id:
        raise Refused(say("This challenge is for someone else."), "not_yours")


def why_not_wanted(challenge: Challenge, user: User) -> str:
    """Why a player's rating keeps them from an open challenge; "" where it does not."""
    if challenge.most is None or user.pk == challenge.challenger_id:
        return ""
    rating = rating_of(user, challenge.game_slug)
    return "" if wants(challenge, rating) else refusal(challenge, rating)


def _refuse_unless_wanted(challenge: Challenge, user: User) -> None:
    if why := why_not_wanted(challenge, user):
        raise Refused(why, "not_yours")


def refuse_unless_waiting(challenge: Challenge) -> None:
    """Raises ``Refused``, with what became of it."""
    if challenge.status == Challenge.Status.PENDING and challenge.expires_at > clock.now():
        return
    match challenge.status:
        case Challenge.Status.ACCEPTED:
            raise Refused(say("This challenge was already accepted, and the match has begun."), "closed")
        case Challenge.Status.DECLINED:
            raise Refused(say("This challenge was declined."), "closed")
        case Challenge.Status.WITHDRAWN:
            raise Refused(say("This challenge was withdrawn."), "closed")
        case _:
            raise Refused(say("This challenge expired after two weeks without an answer."), "expired")
