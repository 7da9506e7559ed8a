"""Gathering players for a match of more than two, or of a team: a host's table, and who takes a seat there.

Whatever changes who sits at a table holds the table's row, so that no two take the last seat, and it begins once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from datetime import datetime, timedelta
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from django.db.models import Count, Prefetch, Q, QuerySet

from accounts.computers import computer_player
from accounts.models import User
from engine import chance
from engine.game import Game
from i18n.text import say
from jobs import clock
from mail.preferences import unsubscribe
from matches import fairness
from matches.daily_limit import daily_limit_reached
from matches.gate import turns
from matches.live.change_tokens import announce_lobby
from matches.mails import queue
from matches.models import Challenge, Gathering, Match, Seat

from . import challenges
from .challenges import WAITS, Refused, unless_locked_out

T = TypeVar("T")
P = ParamSpec("P")
ALONE = 20  # running matches that one player plays alone
CHANGES_A_DAY = 3  # of one player's seat at one table, after which no seat is taken there
SAME_TABLE = timedelta(seconds=10)  # a button pressed twice
Open = Gathering.Status.OPEN
Status = Challenge.Status


def table_sizes(game: Game) -> list[int]:
    """The numbers of players for whom a table can be set up: more than two, and of a team any. One plays alone, whose
    match begins at once."""
    return [seats for seats in game.seats if seats > 2 or game.together]


def is_playable(game: Game, seats: int) -> bool:
    """Whether that many can begin: two at least, and of a team one."""
    return seats in game.seats and (seats > 1 or game.together)


def open_tables(reader: User, now: datetime) -> QuerySet[Gathering]:
    """Those in the lobby: with seats that are free for anyone, of other hosts, the soonest to expire first."""
    free = Q(places__was_open=True, places__status=Status.PENDING)
    waiting = _waiting(now).filter(by_link=False, host__is_active=True).exclude(host=reader)
    return waiting.annotate(free=Count("places", filter=free)).filter(free__gt=0)


def tables_of(user: User) -> QuerySet[Gathering]:
    """Those that wait for players, at which the user is the host or has a seat."""
    taken = Challenge.objects.filter(opponent=user, status=Status.ACCEPTED, gathering__isnull=False)
    return _waiting(clock.now()).filter(Q(host=user) | Q(pk__in=taken.values("gathering")))


def _waiting(now: datetime) -> QuerySet[Gathering]:
    waiting = Gathering.objects.filter(status=Open, expires_at__gt=now).select_related("host")
    places = Prefetch("places", Challenge.objects.select_related("leave_pool").order_by("pk"))
    return waiting.prefetch_related(places).order_by("expires_at", "pk")


def set_up(
    terms: Challenge,
    *,
    seats: int,
    invited: Sequence[str],
    by_link: bool,
    computers: Sequence[str] = (),
    contribution: str = "",
) -> Gathering:
    """A table for that many, its host among them, on the ``terms`` of an open challenge that was composed and not
    placed. Players are ``invited`` by name or by address; ``computers``, of those strengths, sit down at once; the
    other seats are free. Where computers take them all, the match begins. More than one; ``play_alone`` is for one.
    Raises ``Refused``."""
    if seats < 2 or seats not in table_sizes(terms.game):
        raise Refused(say("This game isn’t for that many players."), "invalid", "seats")
    if len(invited) + len(computers) > seats - 1:
        raise Refused(say("That’s more players than seats."), "invalid", "invited")
    asked = [*map(_computer, computers), *map(_asked, invited)]
    return unless_locked_out(lambda: _set_up(terms, seats, asked, by_link, contribution))


def _set_up(terms: Challenge, seats: int, asked: Sequence[User | str], by_link: bool, contribution: str) -> Gathering:
    host = User.objects.select_for_update(no_key=True).get(pk=terms.challenger_id)
    now = clock.now()
    same = Gathering.objects.filter(host=host, seats=seats, by_link=by_link, status=Open, made_at__gt=now - SAME_TABLE)
    if (made := same.filter(places__game_slug=terms.game_slug, places__options=terms.options).first()) is not None:
        return made
    gathering = Gathering.objects.create(
        host=host,
        seats=seats,
        by_link=by_link,
        contribution=chance.contribution(contribution),
        made_at=now,
        expires_at=now + WAITS,
    )
    for player in asked:
        _invite(terms, gathering, player)
    for _ in range(seats - 1 - len(asked)):
        _invite(terms, gathering, "")
    _begin_if_full(gathering, told_already=host)
    return gathering


def play_alone(terms: Challenge) -> Match:
    """The match of a team of one, on the terms of a challenge that was composed and not placed: at once, and for a
    button pressed twice the one that has just begun. Raises ``Refused``."""
    if not (terms.game.together and 1 in terms.game.seats):
        raise Refused(say("This game isn’t for that many players."), "invalid", "seats")
    return unless_locked_out(lambda: _play_alone(terms))


def _play_alone(terms: Challenge) -> Match:
    player = User.objects.select_for_update(no_key=True).get(pk=terms.challenger_id)
    own = _alone(player).filter(game_slug=terms.game_slug)
    options = terms.game.as_now(terms.options)
    just_begun = own.filter(options=options, started_at__gt=clock.now() - SAME_TABLE).order_by("pk")
    if (made := just_begun.last()) is not None:
        return made
    if own.count() >= ALONE:
        words = say(
            "You have %(number)s running matches of your own. Finish one before you start another.", number=ALONE
        )
        raise Refused(words, "limit")
    return _start(terms, fairness.mix(terms.server, f"solo/{player.pk}", [(player, terms.contribution)]))


def _alone(player: User) -> QuerySet[Match]:
    """The running matches that the player plays alone."""
    playing = Seat.objects.filter(player=player, finished_at=None).values("match")
    running = Match.objects.filter(pk__in=playing, status=Match.Status.RUNNING)
    return running.annotate(players=Count("seats")).filter(players=1)


def _invite(terms: Challenge, gathering: Gathering, asked: User | str) -> Challenge:
    """Offer a seat to a player, to the reader of an address, or to anyone (""). Raises ``Refused``."""
    place = copy(terms)
    place.gathering, place.server = gathering, gathering.server
    place.opponent = asked if isinstance(asked, User) else None
    place.opponent_email = asked if isinstance(asked, str) else ""
    place.was_open = not asked
    place.by_link = place.was_open and gathering.by_link
    try:
        challenges.place(place)
    except Refused as refused:
        raise Refused(refused.message, refused.code, "invited" if refused.field else "") from refused
    live = gathering.places.filter(opponent=place.opponent, status__in=[Status.ACCEPTED, Status.PENDING])
    if place.opponent is not None and live.count() > 1:
        raise Refused(say("Each player can have one seat only."), "repeat", "invited")
    return place


def _asked(line: str) -> User | str:
    """The player of that name, or the address. Raises ``Refused``."""
    if "@" in line:
        return line
    try:
        return challenges.find_player(line)
    except Refused as refused:
        raise Refused(refused.message, refused.code, "invited") from refused


def _computer(strength: str) -> User:
    """Raises ``Refused``."""
    try:
        return computer_player(strength)
    except ValueError:
        raise Refused(say("Choose a computer."), "invalid", "computers") from None


# -- a seat ------------------------------------------------------------------------------------------------------------


def _at_table(act: Callable[Concatenate[Gathering, P], T]) -> Callable[Concatenate[Gathering, P], T]:
    """Call the act with a table as it is now, its row locked."""

    @wraps(act)
    def run(gathering: Gathering, /, *args: P.args, **kwargs: P.kwargs) -> T:
        def locked() -> T:
            # Without its match: joined, one that began while this waited for the lock would not be there.
            rows = Gathering.objects.select_for_update(no_key=True, of=("self",)).select_related("host")
            found = rows.filter(pk=gathering.pk).first()
            if found is None:
                raise Refused(say("This table no longer exists."), "closed")
            return act(found, *args, **kwargs)

        return unless_locked_out(locked)

    return run


@_at_table
def take_seat(
    gathering: Gathering, user: User, contribution: str = "", *, has_link: bool = False, message: str = ""
) -> Match | None:
    """Take the seat that the user is invited to, or a free one: the match, if it was the last. ``has_link``: the user
    has been sent the link of the table; ``message`` is a line to the host. Taking it twice takes one. Raises
    ``Refused``."""
    if user.pk == gathering.host_id:
        raise Refused(say("This is your own table: your seat is taken."), "own")
    if gathering.places.filter(opponent=user, status=Status.ACCEPTED).exists():
        return gathering.match
    _refuse_unless_open(gathering)
    if daily_limit_reached(_changes_at(gathering), user, clock.now(), CHANGES_A_DAY):
        words = say("You’ve taken and left a seat at this table too often today. Try again tomorrow.")
        raise Refused(words, "limit")
    place = _seat_for(gathering, user, has_link=has_link)
    place.opponent, place.given = user, chance.contribution(contribution)
    place.status, place.answered_at = Status.ACCEPTED, clock.now()
    place.save(update_fields=["opponent", "given", "status", "answered_at"])
    announce_lobby()
    match = _begin_if_full(gathering, told_already=user)
    if match is None:
        queue.seat_changed(place, user, is_taken=True, message=message)
    return match


def _changes_at(gathering: Gathering) -> str:
    return f"seat_changes:{gathering.pk}"


def _seat_for(gathering: Gathering, user: User, *, has_link: bool) -> Challenge:
    """The user's own, or the first that is free to them. Raises ``Refused``."""
    waiting = gathering.places.select_for_update(no_key=True).filter(status=Status.PENDING).order_by("pk")
    if (own := waiting.filter(opponent=user).first()) is not None:
        return own
    free = _first_free(waiting)
    if gathering.by_link and not has_link:
        raise Refused(say("This table is for people who have its link."), "not_yours")
    return free


def _first_free(places: QuerySet[Challenge]) -> Challenge:
    """Raises ``Refused``."""
    free = places.filter(status=Status.PENDING, opponent=None, opponent_email="").order_by("pk").first()
    if free is None:
        raise Refused(say("All seats at this table are taken or promised."), "closed")
    return free


def free_seat(gathering: Gathering) -> Challenge:
    """The next seat that is free to those who may take one. Raises ``Refused``."""
    _refuse_unless_open(gathering)
    return _first_free(gathering.places.all())


def seat_by_link(offer: Challenge, user: User) -> Challenge:
    """What an offer by link comes to for the user: at a table the seat that they have taken, or else the next that is
    free; the offer itself where there is none, and where it is for no table."""
    if offer.gathering is None or not offer.by_link:
        return offer
    taken = offer.gathering.places.filter(opponent=user, status=Status.ACCEPTED).first()
    if taken is not None:
        return taken
    try:
        return free_seat(offer.gathering)
    except Refused:
        return offer


def accept(challenge: Challenge, user: User, contribution: str = "", message: str = "") -> Match | None:
    """Take the challenge up, or the seat that it offers, by an email about it: the match it has led to, if it has.
    Until then a ``message`` goes to the host of the table. A guest who had stopped all emails, and asked for one to
    take up an offer by link, gets them again. Raises ``Refused``."""
    if challenge.gathering is None:
        match: Match | None = challenges.accept(challenge, user, contribution)
    else:
        match = take_seat(challenge.gathering, user, contribution, has_link=challenge.by_link, message=message)
    if challenge.by_link and user.gets_no_emails:
        unsubscribe.set_turn_mail(user, wanted=True)
    return match


@_at_table
def leave(gathering: Gathering, user: User) -> None:
    """Give the seat back that the user has taken, which is free then. Raises ``Refused``."""
    place = gathering.places.filter(opponent=user, status=Status.ACCEPTED).first()
    if place is None:
        raise Refused(say("You have no seat at this table."), "not_yours")
    _refuse_unless_open(gathering)
    daily_limit_reached(
        _changes_at(gathering), user, clock.now(), CHANGES_A_DAY
    )  # counts it; leaving is always possible
    queue.seat_changed(place, user, is_taken=False)
    place.given, place.answered_at = "", clock.now()
    place.status = Status.DECLINED
    if place.was_open:
        place.opponent, place.answered_at, place.status = None, None, Status.PENDING
    place.save(update_fields=["opponent", "given", "status", "answered_at"])
    announce_lobby()


@_at_table
def offer_seat(gathering: Gathering, user: User, invited: str) -> Challenge:
    """Offer a seat that was declined or given back: to the player of that name, to the reader of that address, or with
    neither to anyone. A computer sits down at once. Raises ``Refused``."""
    _refuse_unless_host(gathering, user)
    _refuse_unless_open(gathering)
    if not free_to_offer(gathering):
        raise Refused(say("All seats at this table are taken or promised."), "closed", "invited")
    (terms,) = gathering.places.order_by("pk")[:1]
    place = copy(terms)
    place.pk, place._state.adding = None, True
    place.opponent, place.opponent_email, place.given, place.was_open, place.by_link = None, "", "", False, False
    place.status, place.answered_at, place.challenger = Status.PENDING, None, user
    offered = _invite(place, gathering, _asked(invited) if invited else "")
    _begin_if_full(gathering, told_already=user)
    return offered


def free_to_offer(gathering: Gathering) -> int:
    """How many seats nobody has and nobody is asked for."""
    live = gathering.places.filter(status__in=[Status.ACCEPTED, Status.PENDING]).count()
    return gathering.seats - 1 - live


@_at_table
def begin(gathering: Gathering, user: User) -> Match:
    """Begin with those who are there. Raises ``Refused``."""
    _refuse_unless_host(gathering, user)
    if gathering.match is not None:
        return gathering.match
    _refuse_unless_open(gathering)
    if not is_playable(gathering.terms.game, len(_seated(gathering)) + 1):
        raise Refused(say("At least two players are needed to begin."), "closed")
    return _begin(gathering, told_already=user)


@_at_table
def call_off(gathering: Gathering, user: User) -> None:
    """Raises ``Refused``."""
    _refuse_unless_host(gathering, user)
    if gathering.status == Gathering.Status.CALLED_OFF:
        return
    _refuse_unless_open(gathering)
    for place in _seated(gathering):
        queue.challenge_withdrawn(place)
    _close(gathering, Gathering.Status.CALLED_OFF)


def leave_all(user: User) -> None:
    """Call the user's own tables off, and give their seats at others back."""
    for gathering in Gathering.objects.filter(host=user, status=Open):
        call_off(gathering, user)
    for gathering in Gathering.objects.filter(places__opponent=user, places__status=Status.ACCEPTED, status=Open):
        leave(gathering, user)


def _seated(gathering: Gathering) -> list[Challenge]:
    """The seats that others have taken, in the order in which they came."""
    taken = gathering.places.filter(status=Status.ACCEPTED).select_related("opponent", "leave_pool")
    return list(taken.order_by("answered_at", "pk"))


def _begin_if_full(gathering: Gathering, *, told_already: User) -> Match | None:
    if len(_seated(gathering)) + 1 < gathering.seats:
        return None
    return _begin(gathering, told_already=told_already)


def _begin(gathering: Gathering, *, told_already: User) -> Match:
    seated = _seated(gathering)
    players = [(gathering.host, gathering.contribution)]
    players += [(place.opponent, place.given) for place in seated if place.opponent is not None]
    mixed = fairness.mix(gathering.server, f"table/{gathering.pk}", players)
    match = gathering.match = _start(gathering.terms, mixed)
    _close(gathering, Gathering.Status.BEGUN)
    queue.match_begun(match, [player for player, _ in players if player.pk != told_already.pk])
    return match


def _start(terms: Challenge, mixed: fairness.Mixed) -> Match:
    return turns.start_match(
        terms.game_slug,
        terms.options,
        mixed.players,
        terms.control,
        leave_pool=terms.leave_pool,
        baton=terms.baton,
        seed=mixed.seed,
        origin=mixed.origin,
    )


def _close(gathering: Gathering, status: Gathering.Status) -> None:
    """The seats that nobody has taken are gone."""
    gathering.status = status
    gathering.save(update_fields=["status", "match"])
    waiting = gathering.places.filter(status=Status.PENDING).select_related("opponent")
    for place in waiting:
        queue.challenge_withdrawn(place)
    waiting.update(status=Status.WITHDRAWN, answered_at=clock.now())
    announce_lobby()


def _refuse_unless_host(gathering: Gathering, user: User) -> None:
    if user.pk != gathering.host_id:
        raise Refused(say("Only the host of a table can do that."), "not_yours")


def _refuse_unless_open(gathering: Gathering) -> None:
    if gathering.status == Open and gathering.expires_at > clock.now():
        return
    match gathering.status:
        case Gathering.Status.BEGUN:
            raise Refused(say("The match at this table has begun."), "closed")
        case Gathering.Status.CALLED_OFF:
            raise Refused(say("This table was called off."), "closed")
        case _:
            raise Refused(say("This table expired after two weeks."), "expired")
