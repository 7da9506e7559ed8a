"""Starting a match, playing its turns, and resigning."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from operator import attrgetter
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from accounts.models import User
from engine.errors import GameError, UnreadableTurn
from engine.games import game
from engine.values import Options, Played
from i18n.text import Text, say
from matches.clocks.pauses import pauses_for
from matches.input.text import one_line, too_long
from matches.models import LogEntry, Match, Seat, VacationPool, new_seed
from matches.record import suggestions
from matches.record.names import named, names_in
from matches.record.record import IS_UNDONE, state_before
from matches.time_control import time_control
from timekeeping import clock

from . import lock, timeout
from .ahead import play_what_was_set_ahead
from .lock import lock_own_seat, lock_seat_of_player, transaction_with_retry
from .locked_match import LockedMatch
from .refused import MatchRefused, refuse_if_over

LONGEST_TEXT = 1000


def start_match(
    game_slug: str,
    options: Options,
    players: Sequence[User],
    control: time_control.TimeControl,
    *,
    vacation_pool: VacationPool | None = None,
    seed: str | None = None,
    origin: dict[str, Any] | None = None,
    draws: bool = True,
    analysis: bool = True,
    occasion: str = "",
    occasion_path: str = "",
    clock_act: int = 0,
    is_sealed: bool = False,
    baton: bool = False,
) -> Match:
    """Start a match of these players, in seat order, by the newest edition of the rules.

    ``options`` are complete (``Game.clean_options``) and ``seed`` is 64 hex digits, of the ``origin`` that
    ``matches.record.fairness.mix`` gave with it. Vacation pauses its clocks as far as ``vacation_pool`` reaches.
    ``draws``: whether players may agree one; ``analysis``: whether they may analyse it while it runs. ``occasion`` says
    what it is played for, and ``occasion_path`` is the address of that page, if it has one. ``clock_act``: what was
    done to all clocks of its event up to this act isn't done to it. ``is_sealed``: others play from the same seed.
    ``baton``: a turn passes to the next of several while its player is on vacation, if the game has that. Raises
    ``ValueError`` for players who can't sit down together.
    """
    rules = game(game_slug)
    if len(players) not in rules.seats or len({player.pk for player in players}) < len(players):
        raise ValueError(f"{rules.name} cannot be played by {[str(player) for player in players]}.")
    seed = seed or new_seed()
    options = rules.as_now(options)
    state = rules.start(options, len(players), bytes.fromhex(seed))
    with transaction.atomic():
        now = clock.now()
        match = Match.objects.create(
            game_slug=game_slug,
            options=options,
            state=rules.dump(state),
            seed=seed,
            origin=origin,
            started_at=now,
            last_turn_at=now,
            vacation_pool=vacation_pool,
            draws=draws,
            analysis=analysis,
            occasion=occasion,
            occasion_path=occasion_path,
            clock_act=clock_act,
            is_sealed=is_sealed,
            baton=baton and rules.has_baton and len(players) > 1,
            **control.columns(),
        )
        # This holds the players' rows: in one order, so that no two matches wait for each other.
        pauses = {each.pk: pauses_for(each, match).dump() for each in sorted(players, key=attrgetter("pk"))}
        seats = Seat.objects.bulk_create(
            Seat(
                match=match,
                index=index,
                player=player,
                bank=control.start,
                stopped=Seat.Stopped.COMPUTER if player.is_computer else "",
                pauses=pauses[player.pk],
            )
            for index, player in enumerate(players)
        )
        locked_match = LockedMatch(match, match.started_at, seats)
        locked_match.move_on()
        lock.save(locked_match)
    return match


# -- a turn --------------------------------------------------------------------------------------------------------


@transaction_with_retry
def submit_turn(
    seat: Seat,
    number: int | None,
    text: str,
    via: LogEntry.Via,
    message: str = "",
    *,
    stamped_at: datetime | None = None,
    note: Text | None = None,
) -> LogEntry:
    """Play the turn (or pick, or choice) of that number. Raises ``MatchRefused``.

    Without a number, the message that is being answered asked for no turn. ``note`` is added to the game's own notes in
    the log.

    ``stamped_at`` is when it arrived, if that was earlier: an email counts by its stamp, however long it waited since.
    """
    locked_match, seat = lock_own_seat(seat)
    return _submit_turn(locked_match, seat, number, text, via, message, stamped_at or locked_match.now, note)


@transaction_with_retry
def submit_turn_of_player(
    match_id: int, player_id: int, number: int | None, text: str, via: LogEntry.Via, message: str = ""
) -> LogEntry:
    """Play the turn of that number in the player's seat, which hasn't been read yet. Raises ``MatchRefused``."""
    locked_match, seat = lock_seat_of_player(match_id, player_id)
    return _submit_turn(locked_match, seat, number, text, via, message, locked_match.now, None)


def _submit_turn(
    locked_match: LockedMatch,
    seat: Seat,
    number: int | None,
    text: str,
    via: LogEntry.Via,
    message: str,
    stamped_at: datetime,
    note: Text | None,
) -> LogEntry:
    is_new = number is None or seat.asked_turn == number  # what is asked for was not played before
    earlier = None if is_new else locked_match.match.log.annotate(is_undone=IS_UNDONE).filter(number=number).first()
    if earlier is not None and earlier.is_undone and earlier.seat_id == seat.pk:
        raise MatchRefused(say("You took this turn back. Check the match again before you play."), "stale")
    if earlier is not None and _is_same(locked_match, seat, earlier, text):
        return earlier
    refuse_if_over(locked_match.match)
    number = _asked_number(locked_match, seat, number, earlier)
    answered_at = timeout.accept_late_answer_or_refuse(locked_match, seat, stamped_at)
    message = one_line(message)
    if fault := too_long(message):
        raise MatchRefused(fault, "unreadable")
    decision = locked_match.game.decision(locked_match.state, seat.index)
    played = _judge(locked_match, seat, text)
    before = locked_match.close_request(seat, answered_at)
    turn = locked_match.log_play(seat, number, played, via, message, stamped_at, before)
    turn.notes += [note] if note else []
    if decision.again:
        suggestions.remember(seat, decision, played.text)
    play_what_was_set_ahead(locked_match, turn)
    locked_match.move_on()
    lock.save(locked_match)
    return turn


def _asked_number(locked_match: LockedMatch, seat: Seat, number: int | None, earlier: LogEntry | None) -> int:
    """Return the number, if the seat is asked for the turn of that number. Raises ``MatchRefused``."""
    if earlier is not None and earlier.seat_id == seat.pk and earlier.kind == LogEntry.Kind.DEFAULT:
        raise MatchRefused(say("Your time for this turn ran out, so you passed automatically."), "late")
    if earlier is not None and earlier.seat_id == seat.pk:
        raise MatchRefused(say("This turn has already been played: %(turn)s", turn=earlier.words), "stale")
    if earlier is None and passed_on(locked_match.match, seat, number).exists():
        raise MatchRefused(say("You were on vacation, so this turn passed to the next player."), "not_asked")
    if earlier is None and seat.asked_turn is None and _was_withdrawn(locked_match, number):
        raise MatchRefused(say("The previous turn was taken back, so it isn’t your turn now."), "not_asked")
    if earlier is not None or seat.asked_turn is None:
        raise MatchRefused(say("It isn’t your turn now."), "not_asked")
    if seat.asked_turn != number:
        raise MatchRefused(say("The match has changed. Check it again before you play."), "stale")
    return seat.asked_turn


def _was_withdrawn(locked_match: LockedMatch, number: int | None) -> bool:
    """Return whether someone was asked for the turn of that number, until the one before it was taken back."""
    last = locked_match.last_line() if number is not None and number < locked_match.match.next_number else None
    return last is not None and last.kind == LogEntry.Kind.TAKEN_BACK


def passed_on(match: Match, seat: Seat, number: int | None) -> QuerySet[LogEntry]:
    """Return the line with which the turn of that number passed from this seat to the next one."""
    if not match.baton or number is None:
        return match.log.none()
    return match.log.filter(kind=LogEntry.Kind.BATON, seat=seat, before__number=number)


def _judge(locked_match: LockedMatch, seat: Seat, text: str) -> Played:
    text = one_line(text)
    if len(text) > LONGEST_TEXT:
        words = say(
            "That’s %(length)s characters; a turn can have at most %(most)s.", length=len(text), most=LONGEST_TEXT
        )
        raise MatchRefused(words, "unreadable")
    try:
        return locked_match.game.play(locked_match.state, seat.index, text)
    except GameError as error:
        words = named(error.args[0], names_in(locked_match.game, locked_match.seats))
        raise MatchRefused(words, "unreadable" if isinstance(error, UnreadableTurn) else "illegal") from error


def _is_same(locked_match: LockedMatch, seat: Seat, earlier: LogEntry, text: str) -> bool:
    """Return whether the text, read on the board before the earlier turn, is that very turn of this player."""
    if earlier.seat_id != seat.pk or earlier.kind != LogEntry.Kind.PLAY or len(text) > LONGEST_TEXT:
        return False
    try:
        before = state_before(locked_match.match, earlier, len(locked_match.seats))
        return locked_match.game.play(before, seat.index, one_line(text)).text == earlier.text
    except GameError:
        return False


# -- giving up ------------------------------------------------------------------------------


@transaction_with_retry
def resign(seat: Seat, via: LogEntry.Via) -> LogEntry:
    """Resign from the match, at any time. Raises ``MatchRefused``."""
    locked_match, seat = lock_own_seat(seat)
    if (done := locked_match.ended_by(LogEntry.Kind.RESIGNATION, seat)) is not None:
        return done
    refuse_if_over(locked_match.match)
    if (left := locked_match.left_by(seat)) is not None:
        if left.kind == LogEntry.Kind.RESIGNATION:
            return left
        raise MatchRefused(say("You’re out of this match already."), "over")
    state = locked_match.state_without(seat, "resignation")
    line = locked_match.log(LogEntry.Kind.RESIGNATION, seat, via, say("Resigned."), state)
    play_what_was_set_ahead(locked_match, line)
    locked_match.move_on()
    lock.save(locked_match)
    return line
