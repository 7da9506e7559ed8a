"""The one gate: everything that changes a match's state happens here.

Each function is one transaction: lock the match, check, let the game judge, append to the log, store the state, ask
the next seats, settle clocks, queue mails. Whatever is refused leaves nothing behind, and sending the same thing twice
is harmless: the second time answers with what the first time wrote.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from fractions import Fraction
from functools import partial
from operator import attrgetter
from time import monotonic

from django.db import transaction

from engine import said
from engine.game import GameError, Options, Played, UnreadableTurn
from engine.games import game
from fortify_site.accounts.models import User

from . import (
    arrival,
    at_zero,
    clocks,
    conditional,
    draws,
    handing_over,
    leave,
    organising,
    outages,
    ruling,
    saying,
    signals,
    taking_back,
    unnoticed,
    winding,
)
from .gate import decide
from .lines import one_line, too_long
from .mail import announcing
from .mail.inbound import waiting
from .models import LeavePool, Match, Seat, Turn, new_seed
from .queries import IS_UNDONE
from .refusal import Refused, refuse_if_over
from .table import Table, announce

__all__ = [
    "Refused",
    "accept_draw",
    "add_time",
    "add_to_all",
    "annul",
    "decline_draw",
    "follow_pauses",
    "forfeit",
    "give_time",
    "hand_over",
    "may_take_back",
    "notice_arrived",
    "notice_failed",
    "notice_waited_for",
    "offer_draw",
    "resign",
    "rule",
    "say",
    "start_all",
    "start_clock",
    "start_match",
    "stop_all",
    "stop_clock",
    "submit_turn",
    "take_back",
    "time_out",
]

LONGEST_TEXT = 1000


def start_match(
    game_slug: str,
    options: Options,
    players: Sequence[User],
    control: clocks.TimeControl,
    *,
    leave_pool: LeavePool | None = None,
    seed: str | None = None,
    draws: bool = True,
    occasion: str = "",
    occasion_path: str = "",
    clock_act: int = 0,
) -> Match:
    """A running match of these players, in seat order. ``options`` are complete (``Game.clean_options``) and ``seed``
    is 64 hex digits. Leave stops its clocks as far as ``leave_pool`` reaches. ``draws``: whether players may agree
    one. ``occasion`` says what it is played for, and ``occasion_path`` where that has its page. What was done to all
    clocks of its event until ``clock_act`` is not done to it. Raises ``ValueError`` for players who cannot sit down
    together."""
    rules = game(game_slug)
    if len(players) not in rules.seats or len({player.pk for player in players}) < len(players):
        raise ValueError(f"{rules.name} cannot be played by {[str(player) for player in players]}.")
    seed = seed or new_seed()
    state = rules.start(options, len(players), bytes.fromhex(seed))
    with transaction.atomic():
        now = clocks.now()
        match = Match.objects.create(
            game_slug=game_slug,
            options=options,
            state=rules.dump(state),
            seed=seed,
            started_at=now,
            last_turn_at=now,
            leave_pool=leave_pool,
            draws=draws,
            occasion=occasion,
            occasion_path=occasion_path,
            clock_act=clock_act,
            **control.columns(),
        )
        # This holds the players' rows: in one order, so that no two matches wait for each other.
        pauses = {each.pk: leave.pauses_for(each, match).dump() for each in sorted(players, key=attrgetter("pk"))}
        Seat.objects.bulk_create(
            Seat(
                match=match,
                index=index,
                player=player,
                bank=control.start,
                pauses=pauses[player.pk],
            )
            for index, player in enumerate(players)
        )
        announce(signals.match_started, match)
        Table(match, match.started_at).go_on()
    return match


def submit_turn(
    seat: Seat, number: int, text: str, via: Turn.Via, message: str = "", *, stamped_at: datetime | None = None
) -> Turn:
    """Play the turn (or pick, or choice) of that number. Raises ``Refused``.

    ``stamped_at`` is when it arrived, if not with the request that is being handled (``arrival``): at the deadline is
    in time, after it is late, however long it waited since.
    """
    stamp = _stamp(stamped_at)
    return _decide(seat, partial(_submit, number=number, text=text, via=via, message=message, stamp=stamp))


def take_back(seat: Seat, via: Turn.Via, *, number: int | None = None, stamped_at: datetime | None = None) -> Turn:
    """Take the seat's last turn back, or the one of that number: the line of the log that says so. The seat is asked
    again, under a new number. Asking twice answers the same. ``stamped_at`` as for a turn. Raises ``Refused``."""
    return _decide(seat, partial(taking_back.take_back, number=number, via=via, stamp=_stamp(stamped_at)))


def _stamp(stamped_at: datetime | None) -> Callable[[datetime], datetime]:
    """When what is being done was asked for, given the time now, however long from here to there."""
    begun, age = monotonic(), arrival.age()
    return lambda now: stamped_at or now - clocks.since(begun) - age


def may_take_back(match: Match, seat: Seat, seats: Sequence[Seat] | None = None) -> datetime | None:
    """Until when the seat may take its last turn back, unless somebody looks at the match or acts in it before;
    ``None`` where it may not. ``seats`` are the match's, with their players, where the caller has read them already."""
    chance = taking_back.chance(match, list(match.seats.select_related("player")) if seats is None else seats, seat)
    return None if chance is None else chance.until


def say(seat: Seat, text: str, via: Turn.Via) -> Turn:
    """Write a line to the others, which changes nothing. Raises ``Refused``."""
    return _decide(seat, partial(saying.say, text=text, via=via))


def resign(seat: Seat, via: Turn.Via) -> Turn:
    """Give the match up, at any time. Raises ``Refused``."""
    return _decide(seat, partial(_resign, via=via))


def offer_draw(seat: Seat, via: Turn.Via) -> Turn:
    """Offer a draw, once between two turns; against an open offer of the other seat this is the agreement.
    Raises ``Refused``."""
    return _decide(seat, partial(draws.offer_draw, via=via))


def accept_draw(seat: Seat, via: Turn.Via) -> Turn:
    """Agree to the open offer. Raises ``Refused``."""
    return _decide(seat, partial(draws.accept_draw, via=via))


def decline_draw(seat: Seat, via: Turn.Via) -> Turn:
    """Turn the open offer down. Raises ``Refused``."""
    return _decide(seat, partial(draws.decline_draw, via=via))


def time_out(seat_id: int, number: int, *, skip_locked: bool = False) -> Turn | None:
    """Let happen what the match's terms say of a seat whose deadline for that number has passed; or hold its clock,
    if it was never told of the turn. ``None`` if there is nothing to decide, or if somebody is at work on the match
    and ``skip_locked`` says to leave it for later."""
    return _decide_about(seat_id, partial(_time_out, seat_id=seat_id, number=number), skip_locked=skip_locked)


def give_time(seat: Seat, to: Seat, amount: timedelta, at_length: int, via: Turn.Via) -> Turn:
    """Give an opponent more time. ``at_length`` is the length of the log that the giver saw, so that asking twice
    gives once. Raises ``Refused``."""
    return _decide(seat, partial(winding.give_time, to_id=to.pk, amount=amount, at_length=at_length, via=via))


def add_time(seat: Seat, amount: timedelta, reason: str, at_length: int, *, by: User | None = None) -> Turn:
    """The organiser adds time to a seat's clock. Raises ``Refused``."""
    act = partial(winding.add_time, amount=amount, reason=reason, at_length=at_length, organiser=by)
    return _decide(seat, act)


def stop_clock(seat: Seat, reason: str, at_length: int, *, by: User | None = None, is_by_rule: bool = False) -> Turn:
    """The organiser stops a seat's clock, until it is started again; or nobody does, but a rule, because of what the
    seat's player has done. Raises ``Refused``."""
    act = partial(winding.stop_clock, reason=reason, at_length=at_length, organiser=by, is_by_rule=is_by_rule)
    return _decide(seat, act)


def start_clock(seat: Seat, reason: str, at_length: int, *, by: User | None = None, is_by_rule: bool = False) -> Turn:
    """The organiser starts a clock that stands still, whyever it was held; a rule what a rule has stopped. Raises
    ``Refused``."""
    act = partial(winding.start_clock, reason=reason, at_length=at_length, organiser=by, is_by_rule=is_by_rule)
    return _decide(seat, act)


def stop_all(match: Match, act: int, at: datetime, reason: str) -> Turn | None:
    """Stop the match's clocks with all others of its event, as of that moment. ``act`` is the number of what is done to
    all of them; ``None`` where it has been done here."""
    return decide(match.pk, partial(winding.stop_all, act=act, at=at, reason=reason))


def start_all(match: Match, act: int, reason: str) -> Turn | None:
    """Start the clocks that were stopped with all others of the event; likewise."""
    return decide(match.pk, partial(winding.start_all, act=act, reason=reason))


def add_to_all(match: Match, act: int, amount: timedelta, reason: str) -> Turn | None:
    """Give time to the clocks that run, as to all others of the event; likewise."""
    return decide(match.pk, partial(winding.add_to_all, act=act, amount=amount, reason=reason))


def hand_over(seat: Seat, to: User) -> Turn:
    """Another player takes the seat over, with its clock. What its player had under way is dropped. Asking twice does
    it once. Raises ``Refused``."""
    return _decide(seat, partial(handing_over.hand_over, to=to))


def forfeit(seat: Seat, reason: str) -> Turn:
    """The organiser has a seat lose the match, as one who has left the event. Raises ``Refused``."""
    return _decide(seat, partial(ruling.forfeit, reason=reason))


def rule(match: Match, shares: Sequence[Fraction], reason: str) -> Turn:
    """The organiser decides the match; ``shares`` in seat order add up to 1, or to 0 where everybody loses. Raises
    ``Refused``."""
    return _decide_whole(match.pk, partial(ruling.rule, shares=shares, reason=reason))


def annul(match: Match, reason: str) -> Turn:
    """The organiser ends the match without a result. Raises ``Refused``."""
    return _decide_whole(match.pk, partial(ruling.annul, reason=reason))


def notice_failed(seat_id: int, number: int) -> Turn | None:
    """The mail about that turn was given up: hold the clock. ``None`` where that changes nothing."""
    return _decide_about(seat_id, partial(winding.notice_failed, seat_id=seat_id, number=number))


def notice_arrived(seat_id: int, number: int, queued_at: datetime, due_at: datetime | None = None) -> Turn | None:
    """The mail about that turn was taken by a mail server: a held clock runs again, and one that ran while the mail
    was late begins anew. ``due_at`` is when its reader wished to have it, if that was later. ``None`` where that
    changes nothing."""
    act = partial(winding.notice_arrived, seat_id=seat_id, number=number, queued_at=queued_at, due_at=due_at)
    return _decide_about(seat_id, act)


def notice_waited_for(seat_id: int, number: int) -> Turn | None:
    """A clock that is held for the mail about that turn runs again, where its player has seen the turn, or it has
    waited as long as a clock does. ``None`` where neither is so."""
    return _decide_about(seat_id, partial(winding.notice_waited_for, seat_id=seat_id, number=number))


def follow_pauses(seat_id: int) -> Turn | None:
    """Work out anew when a seat's clock stands still, after its player's leave, time zone or night has changed."""
    return _decide_about(seat_id, partial(winding.follow_pauses, seat_id=seat_id))


def _decide_about(seat_id: int, act: Callable[[Table], Turn | None], *, skip_locked: bool = False) -> Turn | None:
    match_id = Seat.objects.filter(pk=seat_id).values_list("match_id", flat=True).first()
    return None if match_id is None else decide(match_id, act, skip_locked=skip_locked)


def _decide(seat: Seat, act: Callable[[Table, Seat], Turn]) -> Turn:
    return _decide_whole(seat.match_id, lambda table: act(table, table.own(seat)))


def _decide_whole(match_id: int, act: Callable[[Table], Turn]) -> Turn:
    turn = decide(match_id, act)
    if turn is None:
        raise Refused(said.say("This match is no longer there."), "over")
    return turn


# -- a turn --------------------------------------------------------------------------------------------------------


def _submit(
    table: Table,
    seat: Seat,
    *,
    number: int,
    text: str,
    via: Turn.Via,
    message: str,
    stamp: Callable[[datetime], datetime],
) -> Turn:
    stamped_at = stamp(table.now)
    is_asked = seat.number == number  # and what is asked for was not played before
    earlier = None if is_asked else table.match.turns.annotate(is_undone=IS_UNDONE).filter(number=number).first()
    if earlier is not None and earlier.is_undone and earlier.seat_id == seat.pk:
        raise Refused(said.say("You have taken this turn back; look at the match again before you play."), "stale")
    if earlier is not None and _is_same(table, seat, earlier, text):
        return earlier
    refuse_if_over(table.match)
    _refuse_unless_asked(table, seat, number, earlier)
    answered_at = _in_time(table, seat, stamped_at)
    message = one_line(message)
    if fault := too_long(message):
        raise Refused(fault, "unreadable")
    played = _judge(table, seat, text)
    table.withdraw_request(seat, answered_at)
    turn = table.log_play(seat, number, played, via, message, stamped_at)
    conditional.follow(table, turn)
    table.go_on()
    return turn


def _refuse_unless_asked(table: Table, seat: Seat, number: int, earlier: Turn | None) -> None:
    if earlier is not None and earlier.seat_id == seat.pk and earlier.kind == Turn.Kind.DEFAULT:
        raise Refused(said.say("Your time for this turn ran out, and the clock passed for you."), "late")
    if earlier is not None and earlier.seat_id == seat.pk:
        raise Refused(said.say("This turn was already played: %(turn)s", turn=earlier.words), "stale")
    if earlier is None and seat.number is None and _was_withdrawn(table, number):
        raise Refused(said.say("The turn before was taken back, so it is not your turn now."), "not_asked")
    if earlier is not None or seat.number is None:
        raise Refused(said.say("It is not your turn now."), "not_asked")
    if seat.number != number:
        raise Refused(said.say("The match has moved on since; look at it again before you play."), "stale")


def _was_withdrawn(table: Table, number: int) -> bool:
    """Whether somebody was asked for the turn of that number, until the one before it was taken back."""
    last = table.last_line() if number < table.match.next_number else None
    return last is not None and last.kind == Turn.Kind.TAKEN_BACK


def _in_time(table: Table, seat: Seat, stamped_at: datetime) -> datetime:
    """When the answer counts as given, for the clock. Raises ``Refused`` where that is too late.

    Pauses are brought up to date first, and leave days are used where the terms have it so. Nobody is late whose mail
    about the turn was not delivered, nor while no sweep has run for so long that its time will be given back, or all
    clocks of the event were stopped or given time, and this one not yet.
    """
    winding.bring_up_to_date(table, seat)
    while seat.deadline is not None and stamped_at > seat.deadline:
        if (stood_still_at := outages.under_way_since(table.now)) is not None:
            return min(stamped_at, stood_still_at)
        if organising.is_to_be_changed(table.match):
            break
        if _was_not_told(table, seat):
            winding.hold_for_mail(table, seat)
        elif at_zero.use_leave_day(table, seat) is None:
            raise Refused(said.say("Your time for this turn has run out."), "late")
    return stamped_at


def _was_not_told(table: Table, seat: Seat) -> bool:
    return announcing.is_undelivered(seat, table.now) and unnoticed.may_wait(seat)


def _judge(table: Table, seat: Seat, text: str) -> Played:
    text = one_line(text)
    if len(text) > LONGEST_TEXT:
        words = said.say(
            "This is %(length)s characters long; no turn needs more than %(most)s.", length=len(text), most=LONGEST_TEXT
        )
        raise Refused(words, "unreadable")
    try:
        return table.game.play(table.state, seat.index, text)
    except UnreadableTurn as error:
        raise Refused(error.args[0], "unreadable") from error
    except GameError as error:
        raise Refused(error.args[0], "illegal") from error


def _is_same(table: Table, seat: Seat, earlier: Turn, text: str) -> bool:
    """Whether the text, read where the earlier turn was played, is that very turn of the player's own."""
    if earlier.seat_id != seat.pk or earlier.kind != Turn.Kind.PLAY or len(text) > LONGEST_TEXT:
        return False
    try:
        before = taking_back.state_before(table.match, earlier, len(table.seats))
        return table.game.play(before, seat.index, one_line(text)).text == earlier.text
    except GameError:
        return False


# -- giving up, by will or by the clock ------------------------------------------------------------------------------


def _resign(table: Table, seat: Seat, *, via: Turn.Via) -> Turn:
    if (done := table.ended_by(Turn.Kind.RESIGNATION, seat)) is not None:
        return done
    refuse_if_over(table.match)
    state = at_zero.forfeit(table, seat, "resignation")
    turn = table.log(Turn.Kind.RESIGNATION, seat, via, said.say("Resigned."), state)
    table.go_on()
    return turn


def _time_out(table: Table, *, seat_id: int, number: int) -> Turn | None:
    seat = table.seat(seat_id)
    if seat.number != number:
        return None
    changed = winding.bring_up_to_date(table, seat)
    is_early = seat.deadline is None or table.now <= seat.deadline + clocks.GRACE
    if is_early or waiting.may_have_answered(seat, table.now):
        if changed:
            table.save()
        return None
    if organising.is_to_be_changed(table.match):
        return None
    turn = winding.hold_for_mail(table, seat) if _was_not_told(table, seat) else at_zero.decide(table, seat)
    if turn.kind in {Turn.Kind.CLOCK_HELD, Turn.Kind.LEAVE_DAY}:
        table.save()
    else:
        conditional.follow(table, turn)
        table.go_on()
    return turn
