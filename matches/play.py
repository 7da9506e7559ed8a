"""The one gate: everything that changes a match's state happens here.

Each function is one transaction: lock the match, check, let the game judge, append to the log, store the state, ask
the next seats, settle clocks, queue mails. Whatever is refused leaves nothing behind, and sending the same thing twice
is harmless: the second time answers with what the first time wrote.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Literal

from django.db import transaction

from engine.game import GameError, Options, Played, UnreadableTurn, game
from fortify_site.accounts.models import User

from . import clocks, notices, signals
from .gate import decide
from .lines import one_line, too_long
from .models import Match, Seat, Turn, new_seed
from .refusal import Refused
from .table import Table, announce

__all__ = [
    "Refused",
    "accept_draw",
    "decline_draw",
    "offer_draw",
    "resign",
    "start_match",
    "submit_turn",
    "time_out",
]

LONGEST_TEXT = 1000


def start_match(
    game_slug: str, options: Options, players: Sequence[User], control: clocks.TimeControl, *, seed: str | None = None
) -> Match:
    """A running match of these players, in seat order. ``options`` are complete (``Game.clean_options``) and ``seed``
    is 64 hex digits. Raises ``ValueError`` for players who cannot sit down together."""
    rules = game(game_slug)
    if len(players) not in rules.seats or len({player.pk for player in players}) < len(players):
        raise ValueError(f"{rules.name} cannot be played by {[str(player) for player in players]}.")
    seed = seed or new_seed()
    state = rules.start(options, len(players), bytes.fromhex(seed))
    with transaction.atomic():
        match = Match.objects.create(
            game_slug=game_slug,
            options=options,
            state=rules.dump(state),
            seed=seed,
            started_at=clocks.now(),
            **control.columns(),
        )
        Seat.objects.bulk_create(
            Seat(match=match, index=index, player=player, bank=control.start) for index, player in enumerate(players)
        )
        announce(signals.match_started, match)
        Table(match, match.started_at).go_on()
    return match


def submit_turn(seat: Seat, number: int, text: str, via: Turn.Via, message: str = "") -> Turn:
    """Play the turn (or pick, or choice) of that number. Raises ``Refused``.

    The moment that counts is the one at which the match is locked: at the deadline is in time, after it is late, and
    a late turn lets the time-out happen.
    """
    try:
        return _decide(seat, partial(_submit, number=number, text=text, via=via, message=message))
    except Refused as refusal:
        if refusal.code == "late":
            time_out(seat.pk, number, skip_locked=True)
        raise


def resign(seat: Seat, via: Turn.Via) -> Turn:
    """Give the match up, at any time. Raises ``Refused``."""
    return _decide(seat, partial(_resign, via=via))


def offer_draw(seat: Seat, via: Turn.Via) -> Turn:
    """Offer a draw, once between two turns; against an open offer of the other seat this is the agreement.
    Raises ``Refused``."""
    return _decide(seat, partial(_offer_draw, via=via))


def accept_draw(seat: Seat, via: Turn.Via) -> Turn:
    """Agree to the open offer. Raises ``Refused``."""
    return _decide(seat, partial(_accept_draw, via=via))


def decline_draw(seat: Seat, via: Turn.Via) -> Turn:
    """Turn the open offer down. Raises ``Refused``."""
    return _decide(seat, partial(_decline_draw, via=via))


def time_out(seat_id: int, number: int, *, skip_locked: bool = False) -> Turn | None:
    """Let a seat lose on time if its deadline for that number has passed. ``None`` if there is nothing to decide, or
    if somebody is at work on the match and ``skip_locked`` says to leave it for later."""
    match_id = Seat.objects.filter(pk=seat_id).values_list("match_id", flat=True).first()
    if match_id is None:
        return None
    return decide(match_id, partial(_time_out, seat_id=seat_id, number=number), skip_locked=skip_locked)


def _decide(seat: Seat, act: Callable[[Table, Seat], Turn]) -> Turn:
    turn = decide(seat.match_id, lambda table: act(table, table.seat(seat.pk)))
    if turn is None:
        raise Refused("This match is no longer there.", "over")
    return turn


# -- a turn --------------------------------------------------------------------------------------------------------


def _submit(table: Table, seat: Seat, *, number: int, text: str, via: Turn.Via, message: str) -> Turn:
    earlier = table.match.turns.filter(number=number).first()
    if earlier is not None and _is_same(table, seat, earlier, text):
        return earlier
    _refuse_if_over(table)
    _refuse_unless_asked(table, seat, number, earlier)
    message = one_line(message)
    if fault := too_long(message):
        raise Refused(fault, "unreadable")
    played = _judge(table, seat, text)
    table.withdraw_request(seat)
    if table.match.draw_offered_by_id not in {None, seat.pk}:
        table.match.draw_offered_by = None
    turn = table.log_play(seat, number, played, via, message)
    table.go_on()
    return turn


def _refuse_if_over(table: Table) -> None:
    if table.match.is_over:
        raise Refused(f"This match is over: {table.match.result_words}", "over")


def _refuse_unless_asked(table: Table, seat: Seat, number: int, earlier: Turn | None) -> None:
    if earlier is not None and earlier.seat_id == seat.pk:
        raise Refused(f"This turn was already played: {earlier.words}", "stale")
    if earlier is not None or seat.number is None:
        raise Refused("It is not your turn now.", "not_asked")
    if seat.number != number:
        raise Refused("The match has moved on since; look at it again before you play.", "stale")
    if seat.deadline is not None and table.now > seat.deadline:
        raise Refused("Your time for this turn has run out.", "late")


def _judge(table: Table, seat: Seat, text: str) -> Played:
    text = one_line(text)
    if len(text) > LONGEST_TEXT:
        raise Refused(f"This is {len(text)} characters long; no turn needs more than {LONGEST_TEXT}.", "unreadable")
    try:
        return table.game.play(table.state, seat.index, text)
    except UnreadableTurn as error:
        raise Refused(str(error), "unreadable") from error
    except GameError as error:
        raise Refused(str(error), "illegal") from error


def _is_same(table: Table, seat: Seat, earlier: Turn, text: str) -> bool:
    """Whether the text, read where the earlier turn was played, is that very turn."""
    if earlier.seat_id != seat.pk or len(text) > LONGEST_TEXT:
        return False
    try:
        return table.game.play(_state_before(table, earlier), seat.index, one_line(text)).text == earlier.text
    except GameError:
        return False


def _state_before(table: Table, turn: Turn) -> Any:
    match = table.match
    if turn.index > 0:
        return table.game.load(match.turns.get(index=turn.index - 1).state)
    return table.game.start(match.options, len(table.seats), bytes.fromhex(match.seed))


# -- giving up, by will or by the clock ------------------------------------------------------------------------------


def _resign(table: Table, seat: Seat, *, via: Turn.Via) -> Turn:
    if table.match.is_over:
        last = table.last_line()
        if last is not None and (last.kind, last.seat_id) == (Turn.Kind.RESIGNATION, seat.pk):
            return last
    _refuse_if_over(table)
    turn = table.log(Turn.Kind.RESIGNATION, seat, via, "Resigned.", _forfeit(table, seat, "resignation"))
    table.go_on()
    return turn


def _time_out(table: Table, *, seat_id: int, number: int) -> Turn | None:
    seat = table.seat(seat_id)
    if seat.number != number or seat.deadline is None or table.now <= seat.deadline:
        return None
    state = _forfeit(table, seat, "time")
    table.withdraw_request(seat)
    turn = table.log(Turn.Kind.TIME, seat, Turn.Via.CLOCK, "Ran out of time.", state)
    table.go_on()
    return turn


def _forfeit(table: Table, seat: Seat, how: Literal["resignation", "time"]) -> Any:
    try:
        return table.game.forfeit(table.state, seat.index, how)
    except GameError as error:
        raise Refused(str(error), "illegal") from error


# -- draws by agreement ----------------------------------------------------------------------------------------------


def _offer_draw(table: Table, seat: Seat, *, via: Turn.Via) -> Turn:
    _refuse_if_over(table)
    if not table.game.draws or len(table.seats) != 2:
        raise Refused(f"In {table.game.name} players cannot agree a draw.", "illegal")
    if table.match.draw_offered_by_id not in {None, seat.pk}:
        return _agree(table, seat, via)
    earlier = _offer_since_last_turn(table, seat)
    if earlier is not None and table.match.draw_offered_by_id == seat.pk:
        return earlier
    if earlier is not None:
        raise Refused("You have offered a draw already; you can again after the next turn.", "illegal")
    return _open_offer(table, seat, via)


def _open_offer(table: Table, seat: Seat, via: Turn.Via) -> Turn:
    table.match.draw_offered_by = seat
    turn = table.log(Turn.Kind.DRAW_OFFER, seat, via, "Offered a draw.")
    table.save()
    notices.draw_offered(table.match, turn, table.others(seat))
    return turn


def _offer_since_last_turn(table: Table, seat: Seat) -> Turn | None:
    turns = table.match.turns
    last_play = turns.filter(kind=Turn.Kind.PLAY).order_by("-index").values_list("index", flat=True).first()
    offers = turns.filter(kind=Turn.Kind.DRAW_OFFER, seat=seat, index__gt=-1 if last_play is None else last_play)
    return offers.order_by("-index").first()


def _accept_draw(table: Table, seat: Seat, *, via: Turn.Via) -> Turn:
    if table.match.is_over:
        last = table.last_line()
        if last is not None and (last.kind, last.seat_id) == (Turn.Kind.AGREEMENT, seat.pk):
            return last
    _refuse_if_over(table)
    _refuse_without_offer(table, seat)
    return _agree(table, seat, via)


def _decline_draw(table: Table, seat: Seat, *, via: Turn.Via) -> Turn:
    _refuse_if_over(table)
    offerer = _refuse_without_offer(table, seat)
    table.match.draw_offered_by = None
    turn = table.log(Turn.Kind.DRAW_DECLINED, seat, via, "Declined the draw.")
    table.save()
    notices.draw_declined(table.match, turn, offerer)
    return turn


def _refuse_without_offer(table: Table, seat: Seat) -> Seat:
    offered_by = table.match.draw_offered_by_id
    if offered_by is None:
        raise Refused("There is no offer of a draw to answer now.", "stale")
    if offered_by == seat.pk:
        raise Refused("You offered this draw yourself; it is for your opponent to answer.", "not_asked")
    return table.seat(offered_by)


def _agree(table: Table, seat: Seat, via: Turn.Via) -> Turn:
    try:
        state = table.game.agree_draw(table.state)
    except GameError as error:
        raise Refused(str(error), "illegal") from error
    turn = table.log(Turn.Kind.AGREEMENT, seat, via, "Agreed to the draw.", state)
    table.go_on()
    return turn
